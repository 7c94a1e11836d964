import type { DatabaseSync } from 'node:sqlite';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import { integer, one } from '../operation.ts';
import { conditionsOf } from './filter-conditions.ts';
import { findAll } from './find-requests.ts';

/** The number of a request's row; undefined where the workspace tracks no request of this id. */
export function rowOf(db: DatabaseSync, workspaceId: string, requestId: string): number | undefined {
  const row = one(
    db,
    'SELECT row FROM requests WHERE workspace_id = ? AND request_id = ?',
    workspaceId,
    requestId,
  );
  return row && integer(row, 'row');
}

/** The numbers of the rows that are selected: those named that are tracked, or all that match but a few. */
export function selectedRows(db: DatabaseSync, workspaceId: string, selection: RequestSelection): number[] {
  const numbers = (ids: readonly string[]): Set<number> =>
    new Set(ids.map((id) => rowOf(db, workspaceId, id)).filter((row) => row !== undefined));
  if ('requestIds' in selection) return [...numbers(selection.requestIds)];
  const except = numbers(selection.except);
  return findAll(db, conditionsOf(db, workspaceId, selection.filter)).filter((row) => !except.has(row));
}
