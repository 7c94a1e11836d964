import type { DatabaseSync } from 'node:sqlite';
import {
  OUTBOX_PAGE,
  type Outbox,
  type OutboxPart,
  type OutboxQuestion,
  type OutboxRow,
} from '../../../shared/outbox.ts';
import type { SubmissionState } from '../../../shared/submission.ts';
import { all, integer, read, text } from '../operation.ts';
import { outboxCounts } from './outbox-counts.ts';
import { outboxRows } from './outbox-rows.ts';
import { IS_ASKED, IS_OPEN, OPEN_ROWS } from './submission-row.ts';

interface Part {
  readonly states: readonly SubmissionState[];
  readonly order: string;
}

const parts: Readonly<Record<OutboxPart | 'needsDecision', Part>> = {
  waiting: {
    states: ['queued', 'connecting', 'sending', 'held'],
    order: 'submissions.send_after, submissions.created_at, submissions.row',
  },
  needsDecision: { states: ['unconfirmed'], order: 'submissions.updated_at, submissions.row' },
  drafts: { states: ['draft'], order: 'submissions.updated_at DESC, submissions.row' },
  refused: { states: ['rejected'], order: 'submissions.updated_at DESC, submissions.row' },
};

export const outboxStore = {
  /** The Outbox page's first view. */
  outbox: read((db, workspaceId: string): Outbox => {
    const firstPage = (part: OutboxPart) => pageOf(db, workspaceId, parts[part], OUTBOX_PAGE, 0);
    const { waiting, drafts, refused } = outboxCounts(db, workspaceId);
    return {
      waiting: firstPage('waiting'),
      needsDecision: pageOf(db, workspaceId, parts.needsDecision, -1, 0),
      drafts: firstPage('drafts'),
      refused: firstPage('refused'),
      question: questionOf(db, workspaceId),
      counts: { waiting, drafts, refused },
    };
  }),

  /** One page of a part of the Outbox: `OUTBOX_PAGE` rows at most, from `offset`. */
  outboxPage: read((db, workspaceId: string, part: OutboxPart, offset: number): OutboxRow[] =>
    pageOf(db, workspaceId, parts[part], OUTBOX_PAGE, offset),
  ),
};

function questionOf(db: DatabaseSync, workspaceId: string): OutboxQuestion | null {
  const rows = all(
    db,
    `SELECT hold_time_zone, hold_question, count(*) AS count, max(updated_at) AS last FROM submissions
     WHERE ${IS_ASKED} AND workspace_id = ? GROUP BY hold_time_zone, hold_question ORDER BY count DESC, hold_time_zone`,
    workspaceId,
  );
  if (rows.length === 0) return null;
  return {
    held: rows.map((row) => ({
      timeZone: text(row, 'hold_time_zone'),
      about: row['hold_question'] === 'clock' ? 'clock' : 'earlier_hours',
      count: integer(row, 'count'),
    })),
    shownUntil: Math.max(...rows.map((row) => integer(row, 'last'))),
  };
}

function pageOf(
  db: DatabaseSync,
  workspaceId: string,
  { states, order }: Part,
  limit: number,
  offset: number,
): OutboxRow[] {
  const sql = `${OPEN_ROWS} WHERE ${IS_OPEN} AND workspace_id = ? AND state IN (SELECT value FROM json_each(?))`;
  const selection = { sql, params: [workspaceId, JSON.stringify(states)] };
  return outboxRows(db, { ...selection, order }, limit, offset);
}
