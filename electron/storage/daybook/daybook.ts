import type { DatabaseSync } from 'node:sqlite';
import type { SubmissionChange } from '../../submissions/transition.ts';
import { all, change, integer, one } from '../operation.ts';
import { phraseCode, withoutId } from '../operations/event-operations.ts';

/**
 * What the queue waits for while it sends, in one small table: that a submission is marked as sending, and that it was
 * accepted. Its row, its history, the list and the search follow a moment later (carry-over.ts), for many at a time: done
 * at once and one by one, that costs four times as much.
 */

/** A condition: the submission stands where it is read as it is. */
export const NOT_IN_DAYBOOK = 'NOT EXISTS (SELECT 1 FROM daybook WHERE daybook.row = submissions.row)';

/** Whether anything is to be carried over. */
export function isAnyInDaybook(db: DatabaseSync): boolean {
  return one(db, 'SELECT 1 FROM daybook LIMIT 1') !== undefined;
}

/** Whether it has a single acceptance, and nobody else is on their way. */
export function isOneAloneInDaybook(db: DatabaseSync): boolean {
  const noted = all(db, 'SELECT request_id FROM daybook LIMIT 2');
  return noted.length === 1 && noted[0]?.['request_id'] !== null;
}

/** How many that were accepted are to be carried over. */
export function acceptedInDaybook(db: DatabaseSync): number {
  const counted = one(db, 'SELECT count(*) AS n FROM daybook WHERE request_id IS NOT NULL');
  return counted ? integer(counted, 'n') : 0;
}

/** Whether a change is of the kind that can be noted: a mark, or the acceptance that follows it. */
export function belongsInDaybook({ submission, tracked }: SubmissionChange): boolean {
  return submission.state === 'sending' || (submission.state === 'accepted' && tracked !== null);
}

/**
 * Notes a change on top of the revision before it; part of the caller's transaction. False, with nothing done: the
 * submission has moved on meanwhile, or the change has to be stored in full.
 */
export function noteInDaybook(db: DatabaseSync, change: SubmissionChange): boolean {
  return change.submission.state === 'sending' ? noteMark(db, change) : noteAcceptance(db, change);
}

function noteMark(db: DatabaseSync, { submission, history }: SubmissionChange): boolean {
  if (!history || history.detail !== null) return false;
  const noted = change(
    db,
    `INSERT INTO daybook (row, revision, attempts, marked_at, mark_phrase)
     SELECT row, ?2, ?3, ?4, ?5 FROM submissions WHERE id = ?1 AND revision = ?2 - 1 ON CONFLICT (row) DO NOTHING`,
    submission.id,
    submission.revision,
    submission.attempts,
    submission.updatedAt,
    phraseCode(db, history),
  );
  return noted > 0;
}

/** An id that is known already is another matter: whose it is has to be looked at. */
function noteAcceptance(db: DatabaseSync, { submission, history, tracked }: SubmissionChange): boolean {
  const event = history && withoutId(history, submission.requestId);
  if (!tracked || !event || event.detail !== null) return false;
  const noted = change(
    db,
    `UPDATE OR IGNORE daybook SET revision = ?2, workspace = workspaces.number, request_id = ?4, status = ?5,
       accepted_at = ?6, accept_phrase = ?7
     FROM workspaces
     WHERE workspaces.id = ?3 AND daybook.row = (SELECT row FROM submissions WHERE id = ?1)
       AND daybook.revision = ?2 - 1 AND daybook.request_id IS NULL
       AND NOT EXISTS (SELECT 1 FROM request_ids AS known
         WHERE known.workspace = workspaces.number AND known.request_id = ?4)`,
    submission.id,
    submission.revision,
    submission.workspaceId,
    tracked.requestId,
    tracked.status,
    submission.updatedAt,
    phraseCode(db, event),
  );
  return noted > 0;
}
