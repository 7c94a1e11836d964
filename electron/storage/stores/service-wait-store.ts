import type { StoredWait, WaitLane } from '../../service/service-wait.ts';
import { integer, one, read, upsert, write } from '../operation.ts';

export const serviceWaitStore = {
  get: read((db, workspaceId: string, lane: WaitLane): StoredWait | undefined => {
    const sql = 'SELECT asked_at, until FROM service_waits WHERE workspace_id = ? AND lane = ?';
    const row = one(db, sql, workspaceId, lane);
    return row && { askedAt: integer(row, 'asked_at'), until: integer(row, 'until') };
  }),

  keep: write((db, workspaceId: string, lane: WaitLane, { askedAt, until }: StoredWait): void => {
    upsert(db, 'service_waits', { workspace_id: workspaceId, lane }, { asked_at: askedAt, until });
  }),
};
