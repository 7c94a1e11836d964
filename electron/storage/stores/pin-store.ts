import type { DatabaseSync } from 'node:sqlite';
import type { PinnedField } from '../../../shared/assessment.ts';
import { read, write } from '../operation.ts';
import { describedOf } from '../requests/described-fields.ts';
import { questionnairesOf } from '../requests/facets.ts';
import { addPin, dropPin, pinsOf } from '../requests/pinned-values.ts';
import {
  backfillBatch,
  backfillProgress,
  scheduleBackfill,
  writeAndBackfill,
} from '../requests/results-backfill.ts';

export const pinStore = {
  /** The pinned fields of a workspace, the oldest first. */
  list: read(pinnedFields),

  /** Pins a field, or changes the label and kind of a pin; its values follow in batches. */
  pin: writeAndBackfill((db, workspaceId: string, field: PinnedField): PinnedField[] => {
    const known = pinsOf(db, workspaceId).find(({ path }) => path === field.path);
    addPin(db, workspaceId, field);
    if (known?.kind !== field.kind) scheduleBackfill(db, workspaceId, [field.path]);
    return pinnedFields(db, workspaceId);
  }),

  unpin: writeAndBackfill((db, workspaceId: string, path: string): PinnedField[] => {
    // A headline needs a pinned field.
    const isHeadline = headlinePaths(db, workspaceId).has(path);
    if (dropPin(db, workspaceId, path) && isHeadline) scheduleBackfill(db, workspaceId, []);
    return pinnedFields(db, workspaceId);
  }),

  /** Reads the next few of a workspace, within 50 ms; false if there was nothing left to do. */
  readSome: write(backfillBatch),
  reading: read(backfillProgress),
};

function pinnedFields(db: DatabaseSync, workspaceId: string): PinnedField[] {
  const headlines = headlinePaths(db, workspaceId);
  return pinsOf(db, workspaceId).map(({ path, label, kind }) => ({
    path,
    label,
    kind,
    ...(headlines.has(path) && { headline: true }),
  }));
}

/** The fields that sum up the results of a questionnaire. */
function headlinePaths(db: DatabaseSync, workspaceId: string): ReadonlySet<string> {
  return new Set(
    questionnairesOf(db, workspaceId).flatMap((id) =>
      describedOf(db, { workspaceId, id }).flatMap(({ path, headline }) => (headline ? [path] : [])),
    ),
  );
}
