import type { BackupCounts } from '../../backup/backup-manager.ts';
import { hasContent } from '../backup/start-over.ts';
import { integer, integerOrNull, one, read } from '../operation.ts';

export const backupCountStore = {
  counts: read((db): BackupCounts => {
    const row = one(
      db,
      `SELECT (SELECT coalesce(sum(n), 0) FROM request_counts) AS requests,
         (SELECT min(created_at) FROM workspaces) AS since,
         (SELECT coalesce(sum(n), 0) FROM request_counts JOIN workspaces ON workspaces.id = workspace_id
          WHERE kind = 'service') AS present,
         (SELECT count(*) FROM submissions JOIN workspaces ON workspaces.id = workspace_id
          WHERE kind = 'service' AND state NOT IN ('accepted', 'discarded')) AS open`,
    );
    if (!row) throw new Error('The counts have no row.');
    return {
      requests: integer(row, 'requests'),
      since: integerOrNull(row, 'since'),
      content: hasContent(db) ? { requests: integer(row, 'present'), open: integer(row, 'open') } : null,
    };
  }),
};
