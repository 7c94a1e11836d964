import type { DatabaseSync } from 'node:sqlite';
import type { PinnedField } from '../../../shared/assessment.ts';
import type { BackfillProgress } from '../../../shared/backfill-progress.ts';
import { read, write } from '../operation.ts';
import { describedOf } from '../requests/described-fields.ts';
import { questionnairesOf } from '../requests/facets.ts';
import { addPin, dropPin, pinsOf } from '../requests/pinned-values.ts';
import { readAgain, readSomeResults, resultsReading, writeAndRead } from '../requests/results-backfill.ts';

export const pinStore = {
  /** The pinned fields of a workspace, the oldest first. */
  list: read((db, workspaceId: string): PinnedField[] => pinnedFields(db, workspaceId)),

  /** Pins a field, or pins it anew with another label or kind. Its values are there once the results are read. */
  pin: writeAndRead((db, workspaceId: string, field: PinnedField): PinnedField[] => {
    const known = pinsOf(db, workspaceId).find(({ path }) => path === field.path);
    addPin(db, workspaceId, field);
    if (known?.kind !== field.kind) readAgain(db, workspaceId, [field.path]);
    return pinnedFields(db, workspaceId);
  }),

  unpin: writeAndRead((db, workspaceId: string, path: string): PinnedField[] => {
    // A headline is told by what is pinned.
    const isHeadline = questionnairesOf(db, workspaceId).some((id) =>
      describedOf(db, { workspaceId, id }).some((field) => field.path === path && field.headline),
    );
    if (dropPin(db, workspaceId, path) && isHeadline) readAgain(db, workspaceId, []);
    return pinnedFields(db, workspaceId);
  }),

  /** Reads the next few of the results that are to be read; false where none is left. */
  readSome: write((db, workspaceId: string): boolean => readSomeResults(db, workspaceId)),

  /** How far the results of a workspace are read; null where all are. */
  reading: read((db, workspaceId: string): BackfillProgress | null => resultsReading(db, workspaceId)),
};

function pinnedFields(db: DatabaseSync, workspaceId: string): PinnedField[] {
  return pinsOf(db, workspaceId).map(({ path, label, kind }) => ({ path, label, kind }));
}
