import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestSort } from '../../../shared/request.ts';
import {
  type RequestFilter,
  requestFilter,
  requestSort,
  type SavedView,
} from '../../../shared/request-filter.ts';
import { all, change, integer, one, type Row, read, text, write } from '../operation.ts';
import { workspaceNumber } from '../tracked/facets.ts';
import { conditionsOf } from '../tracked/filter-conditions.ts';
import { countRequests } from '../tracked/find-requests.ts';

export interface ViewFields {
  /** Undefined for a new view. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
}

export const viewOperations = {
  /** The views of a workspace in the order in which they were made, each with how many match now. */
  list: read((db, workspaceId: string): SavedView[] => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return [];
    return all(db, 'SELECT * FROM views WHERE workspace = ? ORDER BY created_at, rowid', workspace).map(
      (row) => rowToView(db, workspace, row),
    );
  }),

  /** Adds a view or changes one; undefined where the one to change is gone. `now`: UTC ms. */
  save: write((db, workspaceId: string, view: ViewFields, now: number): SavedView | undefined => {
    const workspace = workspaceNumber(db, workspaceId);
    if (workspace === undefined) return undefined;
    const id = view.id ?? randomUUID();
    const values = [view.name, JSON.stringify(view.filter), view.sort, Number(view.descending)] as const;
    if (view.id === undefined) {
      change(
        db,
        `INSERT INTO views (name, filter, sort, descending, id, workspace, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...values,
        id,
        workspace,
        now,
      );
    } else {
      change(
        db,
        'UPDATE views SET name = ?, filter = ?, sort = ?, descending = ? WHERE id = ? AND workspace = ?',
        ...values,
        id,
        workspace,
      );
    }
    const row = one(db, 'SELECT * FROM views WHERE id = ? AND workspace = ?', id, workspace);
    return row && rowToView(db, workspace, row);
  }),

  remove: write((db, workspaceId: string, id: string): void => {
    change(
      db,
      'DELETE FROM views WHERE id = ? AND workspace = (SELECT number FROM workspaces WHERE id = ?)',
      id,
      workspaceId,
    );
  }),
};

function rowToView(db: DatabaseSync, workspace: number, row: Row): SavedView {
  const filter = storedFilter(text(row, 'filter'));
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    filter,
    sort: requestSort.safeParse(row['sort']).data ?? 'updated',
    descending: integer(row, 'descending') === 1,
    count: countRequests(db, conditionsOf(db, workspace, filter)),
  };
}

/** A filter that a newer version wrote: the parts that this one understands. */
function storedFilter(json: string): RequestFilter {
  const stored: unknown = JSON.parse(json);
  const parsed = requestFilter.safeParse(stored);
  if (parsed.success) return parsed.data;
  const unknownParts = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  const understood = Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(
    ([part]) => !unknownParts.has(part),
  );
  return requestFilter.safeParse(Object.fromEntries(understood)).data ?? NO_FILTER;
}
