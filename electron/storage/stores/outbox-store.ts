import type { DatabaseSync } from 'node:sqlite';
import {
  OUTBOX_PAGE,
  type Outbox,
  type OutboxPart,
  type OutboxQuestion,
  type OutboxRow,
} from '../../../shared/outbox.ts';
import type { SubmissionState } from '../../../shared/submission.ts';
import { all, integer, type Row, read, scalar, text, textOrNull } from '../operation.ts';
import { IS_ASKED, IS_OPEN, OPEN_ROWS, rowToSubmission, SUBMISSION_COLUMNS } from './submission-row.ts';

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
  outbox: read((db, workspaceId: string): Outbox => {
    const count = (part: OutboxPart) => countOf(db, workspaceId, parts[part]);
    const firstPage = (part: OutboxPart) => rowsOf(db, workspaceId, parts[part], OUTBOX_PAGE, 0);
    return {
      waiting: firstPage('waiting'),
      needsDecision: rowsOf(db, workspaceId, parts.needsDecision, -1, 0),
      drafts: firstPage('drafts'),
      refused: firstPage('refused'),
      question: questionOf(db, workspaceId),
      counts: { waiting: count('waiting'), drafts: count('drafts'), refused: count('refused') },
    };
  }),

  outboxPage: read((db, workspaceId: string, part: OutboxPart, offset: number): OutboxRow[] =>
    rowsOf(db, workspaceId, parts[part], OUTBOX_PAGE, offset),
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

function countOf(db: DatabaseSync, workspaceId: string, { states }: Part): number {
  return scalar(
    db,
    `SELECT count(*) AS n FROM ${OPEN_ROWS}
     WHERE ${IS_OPEN} AND workspace_id = ? AND state IN (SELECT value FROM json_each(?))`,
    workspaceId,
    JSON.stringify(states),
  );
}

/** A page of a part; limit -1: all rows. Sorts row numbers first, and then reads only the page. */
function rowsOf(
  db: DatabaseSync,
  workspaceId: string,
  { states, order }: Part,
  limit: number,
  offset: number,
): OutboxRow[] {
  return all(
    db,
    `SELECT ${SUBMISSION_COLUMNS}, nullif(job.name, '') AS job_name, nullif(questionnaire.name, '') AS questionnaire_name
     FROM (
       SELECT row AS shown FROM ${OPEN_ROWS}
       WHERE ${IS_OPEN} AND workspace_id = ? AND state IN (SELECT value FROM json_each(?))
       ORDER BY ${order} LIMIT ? OFFSET ?
     )
     CROSS JOIN submissions ON submissions.row = shown
     LEFT JOIN library AS job ON job.workspace_id = submissions.workspace_id
       AND job.kind = 'job_description' AND job.service_id = submissions.job_description_id
     LEFT JOIN library AS questionnaire ON questionnaire.workspace_id = submissions.workspace_id
       AND questionnaire.kind = 'questionnaire'
       AND questionnaire.service_id = submissions.questionnaire_template_id
     ORDER BY ${order}`,
    workspaceId,
    JSON.stringify(states),
    limit,
    offset,
  ).map(rowToOutboxRow);
}

function rowToOutboxRow(row: Row): OutboxRow {
  return {
    ...rowToSubmission(row),
    jobName: textOrNull(row, 'job_name'),
    questionnaireName: textOrNull(row, 'questionnaire_name'),
  };
}
