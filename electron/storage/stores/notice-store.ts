import type { DatabaseSync } from 'node:sqlite';
import { NOTICE_KINDS, type NotifiableEvent } from '../../../shared/notifications.ts';
import { attentionOf } from '../../../shared/outbox.ts';
import { OUTCOMES } from '../../../shared/outcome.ts';
import { SUBMISSION_STATES } from '../../../shared/submission.ts';
import type { AddedNotice, Notice } from '../../notifications/ports.ts';
import {
  all,
  change,
  integer,
  one,
  oneOf,
  type Row,
  read,
  scalar,
  text,
  textOrNull,
  write,
} from '../operation.ts';
import { outboxCounts } from './outbox-store.ts';

export const noticeStore = {
  /** Stores events that happened at `at` (UTC ms); gives the new ones, in order. */
  add: write((db, events: readonly NotifiableEvent[], at: number): AddedNotice[] =>
    events.flatMap((event) => {
      const id = addNotice(db, event, at);
      return id === undefined ? [] : [{ id, event }];
    }),
  ),

  /** Notices that are not settled, the oldest first, except those of removed workspaces. */
  untold: read((db): Notice[] =>
    all(
      db,
      `SELECT notices.id, notices.kind, notices.workspace_id, workspaces.name, notices.occurrence, notices.at,
              submissions.id AS submission_id, submissions.candidate_name, submissions.state,
              submissions.attempts, submissions.request_id, outcomes.value AS outcome
       FROM notices
       JOIN workspaces ON workspaces.id = notices.workspace_id AND workspaces.removed_at IS NULL
       LEFT JOIN submissions ON submissions.id = notices.submission_id
       LEFT JOIN requests ON requests.row = submissions.row
       LEFT JOIN outcomes ON outcomes.rank = requests.outcome
       WHERE notices.settled_at IS NULL ORDER BY notices.at, notices.id`,
    ).map(rowToNotice),
  ),

  /** Records that the person was notified, or no longer needs to be. */
  settle: write((db, ids: readonly number[], at: number): void => {
    for (const id of ids) change(db, 'UPDATE notices SET settled_at = ? WHERE id = ?', at, id);
  }),

  /** Deletes notices settled before this time (UTC ms). */
  forget: write((db, before: number): void => {
    change(db, 'DELETE FROM notices WHERE settled_at < ?', before);
  }),

  /** How many requests in all workspaces were completed after this time (UTC ms). */
  completedSince: read((db, since: number): number =>
    scalar(
      db,
      `SELECT count(*) AS n FROM notices
       JOIN workspaces ON workspaces.id = notices.workspace_id AND workspaces.removed_at IS NULL
       WHERE notices.kind = 'completed' AND notices.at > ?`,
      since,
    ),
  ),

  /** In all workspaces: submissions that wait to be sent, and that need a person. */
  attention: read((db): { waiting: number; needsPerson: number } => {
    const counts = all(db, 'SELECT id FROM workspaces WHERE removed_at IS NULL').map((row) =>
      outboxCounts(db, text(row, 'id')),
    );
    return {
      waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
      needsPerson: counts.reduce((sum, each) => sum + attentionOf(each), 0),
    };
  }),
};

/** The id of a new notice; undefined if it is already stored, or its submission or workspace is gone. */
function addNotice(db: DatabaseSync, event: NotifiableEvent, at: number): number | undefined {
  const { kind, workspaceId, occurrence } = event;
  const row = one(
    db,
    `INSERT INTO notices (workspace_id, kind, submission_id, occurrence, at)
     SELECT workspaces.id, ?, submissions.id, ?, ? FROM workspaces
     LEFT JOIN submissions ON submissions.id = ? AND submissions.workspace_id = workspaces.id
     WHERE workspaces.id = ? AND (submissions.id IS NOT NULL OR ? = 'signed_out')
     ON CONFLICT DO NOTHING RETURNING id`,
    kind,
    occurrence,
    at,
    kind === 'signed_out' ? null : event.submissionId,
    workspaceId,
    kind,
  );
  return row && integer(row, 'id');
}

function rowToNotice(row: Row): Notice {
  return {
    id: integer(row, 'id'),
    kind: oneOf(row, 'kind', NOTICE_KINDS),
    workspaceId: text(row, 'workspace_id'),
    workspaceName: text(row, 'name'),
    occurrence: integer(row, 'occurrence'),
    at: integer(row, 'at'),
    submission:
      row['submission_id'] === null
        ? null
        : {
            id: text(row, 'submission_id'),
            candidateName: text(row, 'candidate_name'),
            state: oneOf(row, 'state', SUBMISSION_STATES),
            attempts: integer(row, 'attempts'),
            requestId: textOrNull(row, 'request_id'),
            outcome: row['outcome'] === null ? null : oneOf(row, 'outcome', OUTCOMES),
          },
  };
}
