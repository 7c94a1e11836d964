import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { PinnedField } from '../../../shared/assessment.ts';
import { requestFilter, requestSort, type SavedView } from '../../../shared/request-filter.ts';
import { all, change, insert, integer, one, type Row, read, text, write } from '../operation.ts';
import { coveringOf } from '../requests/covering.ts';
import { describedOf } from '../requests/described-fields.ts';
import { questionnairesOf } from '../requests/facets.ts';
import { matchesOf } from '../requests/filter-conditions.ts';
import { countRequests } from '../requests/find-requests.ts';
import { addPin, dropPin, pinsOf } from '../requests/pinned-values.ts';
import {
  backfillBatch,
  backfillProgress,
  scheduleBackfill,
  writeAndBackfill,
} from '../requests/results-backfill.ts';

export interface ViewFields extends Omit<SavedView, 'id' | 'count'> {
  readonly id?: string | undefined;
}

export const viewStore = {
  /** The views of a workspace, the oldest first, each with its current number of matches. */
  list: read((db, workspaceId: string): SavedView[] =>
    all(db, 'SELECT * FROM views WHERE workspace_id = ? ORDER BY created_at, rowid', workspaceId).map((row) =>
      rowToView(db, workspaceId, row),
    ),
  ),

  /** Adds a view or changes one; undefined if the one to change is gone. `now`: UTC ms. */
  save: write((db, workspaceId: string, view: ViewFields, now: number): SavedView | undefined => {
    const id = view.id ?? randomUUID();
    const { name, sort } = view;
    const columns = { name, filter: JSON.stringify(view.filter), sort, descending: Number(view.descending) };
    if (view.id === undefined) {
      insert(db, 'views', { id, workspace_id: workspaceId, ...columns, created_at: now });
    } else {
      const sql =
        'UPDATE views SET name = ?, filter = ?, sort = ?, descending = ? WHERE id = ? AND workspace_id = ?';
      change(db, sql, ...Object.values(columns), id, workspaceId);
    }
    const row = one(db, 'SELECT * FROM views WHERE id = ? AND workspace_id = ?', id, workspaceId);
    return row && rowToView(db, workspaceId, row);
  }),

  remove: write((db, workspaceId: string, id: string): void => {
    change(db, 'DELETE FROM views WHERE id = ? AND workspace_id = ?', id, workspaceId);
  }),
};

function rowToView(db: DatabaseSync, workspaceId: string, row: Row): SavedView {
  const filter = requestFilter.parse(JSON.parse(text(row, 'filter')));
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    filter,
    sort: requestSort.parse(row['sort']),
    descending: integer(row, 'descending') === 1,
    count: countRequests(db, matchesOf(db, workspaceId, filter)),
  };
}

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
  const isCovering = coveringOf(db, workspaceId) !== undefined;
  const hasValues = 'SELECT 1 FROM pinned_values WHERE pin = ? AND value IS NOT NULL LIMIT 1';
  return pinsOf(db, workspaceId).map(({ path, label, kind, pin, filling }) => ({
    path,
    label,
    kind,
    ...(headlines.has(path) && { headline: true }),
    ...(!isCovering && !filling && !one(db, hasValues, pin) && { isEmpty: true }),
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
