import type { DatabaseSync } from 'node:sqlite';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import { integer, one } from '../operation.ts';
import { conditionsOf } from './filter-conditions.ts';
import { findAll } from './find-requests.ts';

/** The row of a request; undefined if the workspace doesn't track it. */
export function rowOf(db: DatabaseSync, workspaceId: string, requestId: string): number | undefined {
  const sql = 'SELECT row FROM requests WHERE workspace_id = ? AND request_id = ?';
  const row = one(db, sql, workspaceId, requestId);
  return row && integer(row, 'row');
}

/** The distinct rows of those requests that the workspace tracks, in their order. */
export function rowsOf(db: DatabaseSync, workspaceId: string, requestIds: readonly string[]): number[] {
  const rows = requestIds.map((id) => rowOf(db, workspaceId, id)).filter((row) => row !== undefined);
  return [...new Set(rows)];
}

/** The selected rows: the named requests in their order, or all matches with exceptions in no order. */
export function selectedRows(db: DatabaseSync, workspaceId: string, selection: RequestSelection): number[] {
  if ('requestIds' in selection) return rowsOf(db, workspaceId, selection.requestIds);
  const except = new Set(rowsOf(db, workspaceId, selection.except));
  return findAll(db, conditionsOf(db, workspaceId, selection.filter)).filter((row) => !except.has(row));
}
