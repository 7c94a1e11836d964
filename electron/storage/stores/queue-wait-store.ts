import type { QueueWait } from '../../submissions/ports.ts';
import { integer, one, read, upsert, write } from '../operation.ts';

export const queueWaitStore = {
  get: read((db, workspaceId: string): QueueWait | undefined => {
    const row = one(db, 'SELECT asked_at, until FROM queue_waits WHERE workspace_id = ?', workspaceId);
    return row && { askedAt: integer(row, 'asked_at'), until: integer(row, 'until') };
  }),

  keep: write((db, workspaceId: string, { askedAt, until }: QueueWait): void => {
    upsert(db, 'queue_waits', { workspace_id: workspaceId }, { asked_at: askedAt, until });
  }),
};
