import { integer, integerOrNull, one, read } from '../operation.ts';

export const backupCountStore = {
  /** The data to back up: workspaces that aren't removed, tracked requests, and since when (UTC ms). */
  counts: read((db): { workspaces: number; requests: number; since: number | null } => {
    const row = one(
      db,
      `SELECT (SELECT count(*) FROM workspaces WHERE removed_at IS NULL) AS workspaces,
         (SELECT coalesce(sum(n), 0) FROM request_counts) AS requests,
         (SELECT min(created_at) FROM workspaces) AS since`,
    );
    if (!row) throw new Error('The counts have no row.');
    return {
      workspaces: integer(row, 'workspaces'),
      requests: integer(row, 'requests'),
      since: integerOrNull(row, 'since'),
    };
  }),
};
