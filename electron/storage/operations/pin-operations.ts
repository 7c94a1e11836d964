import type { DatabaseSync } from 'node:sqlite';
import type { PinnedField } from '../../../shared/assessment.ts';
import { read, write } from '../operation.ts';
import { describeAgain, describedOf } from '../tracked/described-fields.ts';
import { questionnairesOf, workspaceNumber } from '../tracked/facets.ts';
import { addPin, dropPin, pinsOf } from '../tracked/pinned-values.ts';

export const pinOperations = {
  /** The pinned fields of a workspace, the oldest first. */
  list: read((db, workspaceId: string): PinnedField[] => {
    const workspace = workspaceNumber(db, workspaceId);
    return workspace === undefined ? [] : pinnedFields(db, workspace);
  }),

  /** Pins a field (or pins it anew, with another label or kind) and reads its value from every stored result. */
  pin: write((db, workspaceId: string, field: PinnedField): PinnedField[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    addPin(db, workspace, field);
    for (const id of questionnairesOf(db, workspace)) describeAgain(db, { workspace, id }, [field.path]);
    return pinnedFields(db, workspace);
  }),

  unpin: write((db, workspaceId: string, path: string): PinnedField[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    if (!dropPin(db, workspace, path)) return pinnedFields(db, workspace);
    // A headline is told by what is pinned.
    for (const id of questionnairesOf(db, workspace)) {
      const questionnaire = { workspace, id };
      if (describedOf(db, questionnaire).some((field) => field.path === path && field.headline))
        describeAgain(db, questionnaire, []);
    }
    return pinnedFields(db, workspace);
  }),
};

function pinnedFields(db: DatabaseSync, workspace: number): PinnedField[] {
  return pinsOf(db, workspace).map(({ path, label, kind }) => ({ path, label, kind }));
}
