import type { DatabaseSync } from 'node:sqlite';
import { stillToAsk } from '../../../shared/duplicate-rules.ts';
import type { HistoryEvent } from '../../../shared/history-event.ts';
import type { ImportedRows } from '../../../shared/imports.ts';
import type { Duplicate } from '../../../shared/outbox.ts';
import { FIRST_REFRESH_MS } from '../../../shared/request.ts';
import { isSameAsk } from '../../../shared/same-ask.ts';
import type { Submission, SubmissionState } from '../../../shared/submission.ts';
import type { DuplicateQuery } from '../../submissions/ports.ts';
import type { SubmissionChange } from '../../submissions/transition.ts';
import { all, change, integer, one, read, statement, write } from '../operation.ts';
import { trackRequest } from '../requests/track-request.ts';
import { findDuplicates } from './find-duplicates.ts';
import { appendEventOf, beginHistoryOf } from './history-store.ts';
import { linkRows } from './import-store.ts';
import { rememberIds } from './library-store.ts';
import { IS_ASKED, IS_OPEN, OPEN_ROWS, rowToSubmission, SUBMISSION_COLUMNS } from './submission-row.ts';

const OPEN = `${OPEN_ROWS} WHERE ${IS_OPEN}`;

export const submissionStore = {
  add: write(add),

  addUnlessKnown: write(
    (
      db,
      submissions: readonly Submission[],
      query: DuplicateQuery,
      replaced?: SubmissionChange,
      from?: ImportedRows,
    ): boolean | readonly Duplicate[] => {
      const asked = stillToAsk(findDuplicates(db, query.workspaceId, query.phoneNumbers, query.since), query);
      return asked.length > 0 ? asked : add(db, submissions, replaced, from);
    },
  ),

  get: read((db, id: string): Submission | undefined => {
    const row = one(db, `SELECT ${SUBMISSION_COLUMNS} FROM submissions WHERE id = ?`, id);
    return row && rowToSubmission(row);
  }),

  save: write((db, changes: readonly SubmissionChange[]): boolean[] =>
    changes.map((each) => saveChange(db, each)),
  ),

  trackedAs: read((db, workspaceId: string, requestId: string) => ownerOf(db, workspaceId, requestId)),

  due: read((db, workspaceId: string, now: number, limit: number): Submission[] =>
    all(
      db,
      `SELECT ${SUBMISSION_COLUMNS} FROM ${OPEN} AND workspace_id = ? AND state = 'queued' AND send_after <= ?
       ORDER BY send_after, created_at LIMIT ?`,
      workspaceId,
      now,
      limit,
    ).map(rowToSubmission),
  ),

  nextDueAt: read((db, workspaceId: string, except: readonly string[] = []): number | undefined => {
    const row = one(
      db,
      `SELECT send_after FROM ${OPEN} AND workspace_id = ? AND state = 'queued'
         AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY send_after LIMIT 1`,
      workspaceId,
      JSON.stringify(except),
    );
    return row && integer(row, 'send_after');
  }),

  inStates: read((db, workspaceId: string, states: readonly SubmissionState[]): Submission[] =>
    all(
      db,
      `SELECT ${SUBMISSION_COLUMNS} FROM ${states.some(isClosed) ? 'submissions WHERE true' : OPEN}
         AND workspace_id = ? AND state IN (SELECT value FROM json_each(?))
       ORDER BY created_at, row`,
      workspaceId,
      JSON.stringify(states),
    ).map(rowToSubmission),
  ),

  duplicates: read(findDuplicates),

  correctClock: write((db, workspaceId: string, now: number): void => {
    // A time that a person chose stays what it is; the undo window and retry delays are spans. What waits for its
    // calling hours is due, so that they are reckoned anew; does it not tell any more when its undo window ends, then
    // in a minute: longer is none. What was asked because the clock was set forward is settled.
    change(
      db,
      `UPDATE ${OPEN_ROWS} SET updated_at = ?1, revision = revision + 1,
         hold_question = nullif(hold_question, 'clock'), hold_answer = iif(hold_question = 'clock', NULL, hold_answer),
         send_after = CASE WHEN hold_until IS NOT NULL THEN max(?1 + iif(attempts = 0, 60000, 0), coalesce(not_before, 0))
           WHEN send_after <= not_before THEN not_before
           ELSE max(?1 + max(0, send_after - updated_at), coalesce(not_before, 0)) END
       WHERE ${IS_OPEN} AND workspace_id = ?2 AND state = 'queued' AND updated_at > ?1
         AND (problem IS NOT NULL OR hold_until IS NOT NULL OR send_after - updated_at <= 60000)`,
      now,
      workspaceId,
    );
  }),

  /** How many are waiting, and how many need a decision. */
  counts: read((db, workspaceId: string): { waiting: number; needsDecision: number } => {
    const row = one(
      db,
      `SELECT count(*) FILTER (WHERE state IN ('queued', 'connecting', 'sending', 'held')) AS waiting,
              count(*) FILTER (WHERE state = 'unconfirmed') AS needs_decision
       FROM ${OPEN} AND workspace_id = ?1`,
      workspaceId,
    );
    return {
      waiting: row ? integer(row, 'waiting') : 0,
      needsDecision: row ? integer(row, 'needs_decision') : 0,
    };
  }),

  /** About how many a person is asked whether they may go. */
  askedCount: read((db, workspaceId: string): number => {
    const row = one(
      db,
      `SELECT count(*) AS asked FROM submissions WHERE ${IS_ASKED} AND workspace_id = ?`,
      workspaceId,
    );
    return row ? integer(row, 'asked') : 0;
  }),
};

function isClosed(state: SubmissionState): boolean {
  return state === 'accepted' || state === 'discarded';
}

function submitted({ callingHold }: Submission): HistoryEvent {
  if (!callingHold) return { code: 'submitted', values: null };
  const { until, timeZone } = callingHold;
  return { code: 'submitted_held', values: { until, timeZone } };
}

/** False, with nothing done, where the one to be replaced is another one now. */
function add(
  db: DatabaseSync,
  submissions: readonly Submission[],
  replaced?: SubmissionChange,
  from?: ImportedRows,
): boolean {
  if (replaced && !saveChange(db, replaced)) return false;
  for (const submission of submissions) {
    beginHistoryOf(db, insert(db, submission), submission.createdAt, submitted(submission));
  }
  if (from) linkRows(db, from, submissions);
  rememberIds(db, submissions);
  return true;
}

/** Its number. */
function insert(db: DatabaseSync, each: Submission): number {
  const { lastInsertRowid } = statement(
    db,
    `INSERT INTO submissions (id, workspace_id, state, candidate_name, phone_number, resume_url, job_description_id,
       questionnaire_template_id, attempts, send_after, not_before, time_zone, any_hour,
       hours_waived_until, hold_until, hold_time_zone, hold_question, hold_answer, hours_in_force, consent_at,
       consent_wording, problem, request_id, previous_submission_id, revision, created_at, updated_at,
       may_have_reached_at, may_have_reached_times)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    each.id,
    each.workspaceId,
    each.state,
    each.candidateName,
    each.phoneNumber,
    each.resumeUrl,
    each.jobDescriptionId,
    each.questionnaireTemplateId,
    each.attempts,
    each.sendAfter,
    each.notBefore,
    each.timeZone,
    Number(each.anyHour),
    each.hoursWaivedUntil,
    each.callingHold?.until ?? null,
    each.callingHold?.timeZone ?? null,
    each.callingHold?.question?.about ?? null,
    each.callingHold?.question?.answer ?? null,
    hoursJson(each),
    each.consent?.at ?? null,
    each.consent?.wording ?? null,
    each.problem && JSON.stringify(each.problem),
    each.requestId,
    each.previousSubmissionId,
    each.revision,
    each.createdAt,
    each.updatedAt,
    each.mayHaveReached?.at ?? null,
    each.mayHaveReached?.times ?? null,
  );
  return Number(lastInsertRowid);
}

/** One change with its history and, when the request is known now, its place in the list. False: nothing was changed. */
function saveChange(db: DatabaseSync, change: SubmissionChange): boolean {
  const { submission, history, tracked } = change;
  const row = tracked ? saveAccepted(db, submission, tracked) : update(db, submission);
  if (row === undefined) return false;
  if (history) appendEventOf(db, row, submission.updatedAt, history);
  return true;
}

/** The row of the submission; undefined, with nothing done, where it is another one now or the request is another's. */
function saveAccepted(
  db: DatabaseSync,
  submission: Submission,
  tracked: NonNullable<SubmissionChange['tracked']>,
): number | undefined {
  const { workspaceId, updatedAt } = submission;
  const owner = ownerOf(db, workspaceId, tracked.requestId);
  if (isAnothers(submission, owner)) return undefined;
  const row = update(db, submission);
  if (row === undefined || owner?.id === submission.id) return row;
  if (owner) {
    tellOfSharedRequest(db, [row, rowOf(db, owner.id)], updatedAt);
    return row;
  }
  trackRequest(db, {
    ...submission,
    ...tracked,
    row,
    acceptedAt: updatedAt,
    nextRefreshAt: updatedAt + FIRST_REFRESH_MS,
  });
  return row;
}

/** The service had the same ask already, and made no second request of it. */
function tellOfSharedRequest(db: DatabaseSync, rows: readonly number[], at: number): void {
  for (const row of rows) appendEventOf(db, row, at, { code: 'request_shared', values: null });
}

function rowOf(db: DatabaseSync, id: string): number {
  const found = one(db, 'SELECT row FROM submissions WHERE id = ?', id);
  if (!found) throw new Error('A submission is not stored.');
  return integer(found, 'row');
}

/** Stores what can change of a submission, on top of the revision before; its row, or undefined where that is not stored. */
function update(db: DatabaseSync, submission: Submission): number | undefined {
  const updated = one(
    db,
    `UPDATE submissions SET state = ?1, attempts = ?2, send_after = ?3, not_before = ?4, hours_waived_until = ?5,
       hold_until = ?6, hold_time_zone = ?7, problem = ?8, request_id = ?9, revision = ?10, updated_at = ?11,
       hold_question = ?13, hold_answer = ?14, hours_in_force = ?15, may_have_reached_at = ?16,
       may_have_reached_times = ?17
     WHERE id = ?12 AND revision = ?10 - 1 RETURNING row`,
    submission.state,
    submission.attempts,
    submission.sendAfter,
    submission.notBefore,
    submission.hoursWaivedUntil,
    submission.callingHold?.until ?? null,
    submission.callingHold?.timeZone ?? null,
    submission.problem && JSON.stringify(submission.problem),
    submission.requestId,
    submission.revision,
    submission.updatedAt,
    submission.id,
    submission.callingHold?.question?.about ?? null,
    submission.callingHold?.question?.answer ?? null,
    hoursJson(submission),
    submission.mayHaveReached?.at ?? null,
    submission.mayHaveReached?.times ?? null,
  );
  return updated && integer(updated, 'row');
}

function hoursJson({ hoursInForce }: Submission): string | null {
  return hoursInForce ? JSON.stringify(hoursInForce) : null;
}

function ownerOf(db: DatabaseSync, workspaceId: string, requestId: string): Submission | undefined {
  const row = one(
    db,
    `SELECT ${SUBMISSION_COLUMNS} FROM requests JOIN submissions ON submissions.row = requests.row
     WHERE requests.workspace_id = ? AND requests.request_id = ?`,
    workspaceId,
    requestId,
  );
  return row && rowToSubmission(row);
}

/** Whether the request is tracked for a submission that asks for something else. */
function isAnothers(submission: Submission, owner: Submission | undefined): boolean {
  return owner !== undefined && owner.id !== submission.id && !isSameAsk(owner, submission);
}
