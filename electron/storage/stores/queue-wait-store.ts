import type { QueueWait } from '../../submissions/ports.ts';
import { change, integer, one, read, write } from '../operation.ts';

export const queueWaitStore = {
  get: read((db, workspaceId: string): QueueWait | undefined => {
    const row = one(db, 'SELECT asked_at, until FROM queue_waits WHERE workspace_id = ?', workspaceId);
    return row && { askedAt: integer(row, 'asked_at'), until: integer(row, 'until') };
  }),

  keep: write((db, workspaceId: string, { askedAt, until }: QueueWait): void => {
    change(
      db,
      `INSERT INTO queue_waits (workspace_id, asked_at, until) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at, until = excluded.until`,
      workspaceId,
      askedAt,
      until,
    );
  }),
};
