import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { RequestSort } from '../../../shared/request.ts';
import {
  type RequestFilter,
  requestFilter,
  requestSort,
  type SavedView,
} from '../../../shared/request-filter.ts';
import { all, change, insert, integer, one, type Row, read, text, write } from '../operation.ts';
import { conditionsOf } from '../requests/filter-conditions.ts';
import { countRequests } from '../requests/find-requests.ts';

export interface ViewFields {
  /** Undefined for a new view. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
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
      change(
        db,
        'UPDATE views SET name = ?, filter = ?, sort = ?, descending = ? WHERE id = ? AND workspace_id = ?',
        ...Object.values(columns),
        id,
        workspaceId,
      );
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
    count: countRequests(db, conditionsOf(db, workspaceId, filter)),
  };
}
