import type { DatabaseSync } from 'node:sqlite';
import type { PinnedField } from '../../../shared/assessment.ts';
import { read, write } from '../operation.ts';
import { describeAgain, describedOf } from '../requests/described-fields.ts';
import { questionnairesOf } from '../requests/facets.ts';
import { addPin, dropPin, pinsOf } from '../requests/pinned-values.ts';

export const pinStore = {
  /** The pinned fields of a workspace, the oldest first. */
  list: read((db, workspaceId: string): PinnedField[] => pinnedFields(db, workspaceId)),

  /** Pins a field (or pins it anew, with another label or kind) and reads its value from every stored result. */
  pin: write((db, workspaceId: string, field: PinnedField): PinnedField[] => {
    addPin(db, workspaceId, field);
    for (const id of questionnairesOf(db, workspaceId)) describeAgain(db, { workspaceId, id }, [field.path]);
    return pinnedFields(db, workspaceId);
  }),

  unpin: write((db, workspaceId: string, path: string): PinnedField[] => {
    if (!dropPin(db, workspaceId, path)) return pinnedFields(db, workspaceId);
    // A headline is told by what is pinned.
    for (const id of questionnairesOf(db, workspaceId)) {
      const questionnaire = { workspaceId, id };
      if (describedOf(db, questionnaire).some((field) => field.path === path && field.headline))
        describeAgain(db, questionnaire, []);
    }
    return pinnedFields(db, workspaceId);
  }),
};

function pinnedFields(db: DatabaseSync, workspaceId: string): PinnedField[] {
  return pinsOf(db, workspaceId).map(({ path, label, kind }) => ({ path, label, kind }));
}
