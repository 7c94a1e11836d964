import type { DatabaseSync } from 'node:sqlite';
import type { OutboxCounts } from '../../../shared/outbox.ts';
import { integer, one, scalar } from '../operation.ts';
import { HAS_CAUSE, IS_FOR_PERSON, ROWS_BY_CAUSE } from './cause.ts';
import { IS_OPEN, OPEN_ROWS } from './submission-row.ts';

/** The numbers that navigation, workspace menu, header, badge, tray and the Outbox show. All of them come from here. */
export function outboxCounts(db: DatabaseSync, workspaceId: string): OutboxCounts {
  const row = one(
    db,
    `SELECT count(*) FILTER (WHERE state IN ('queued', 'connecting', 'sending', 'held')) AS waiting,
            count(*) FILTER (WHERE state = 'unconfirmed') AS needs_decision,
            count(*) FILTER (WHERE state = 'rejected') AS refused,
            count(*) FILTER (WHERE state = 'draft') AS drafts
     FROM ${OPEN_ROWS} WHERE ${IS_OPEN} AND workspace_id = ?`,
    workspaceId,
  );
  return {
    waiting: row ? integer(row, 'waiting') : 0,
    needsDecision: row ? integer(row, 'needs_decision') : 0,
    refused: row ? integer(row, 'refused') : 0,
    heldForPerson: scalar(
      db,
      `SELECT count(*) AS n FROM ${ROWS_BY_CAUSE}
       WHERE ${HAS_CAUSE} AND workspace_id = ? AND state = 'held' AND ${IS_FOR_PERSON}`,
      workspaceId,
    ),
    drafts: row ? integer(row, 'drafts') : 0,
    discarded: scalar(
      db,
      "SELECT count(*) AS n FROM submissions WHERE state = 'discarded' AND workspace_id = ?",
      workspaceId,
    ),
  };
}
