import type { DatabaseSync } from 'node:sqlite';
import type { HoursOfDay } from '../../../shared/calling-hours.ts';
import { HOLD_QUESTIONS } from '../../../shared/history-event.ts';
import { type SubmissionProblem, submissionProblem } from '../../../shared/problems.ts';
import type { LinkedSubmission } from '../../../shared/request.ts';
import {
  type CallingHold,
  type Consent,
  type HoldQuestion,
  type MayHaveReached,
  SUBMISSION_STATES,
  type Submission,
} from '../../../shared/submission.ts';
import { all, integer, integerOrNull, one, oneOf, type Row, text, textOrNull } from '../operation.ts';
import { COLLEAGUE_OF_REQUEST, NAME_OF_COLLEAGUE } from '../requests/colleagues.ts';

// SQLite uses this partial index only if the query has exactly its condition. Without the index, each query for due
// submissions would read the whole history.
export const OPEN_ROWS = 'submissions INDEXED BY submissions_open';
export const IS_OPEN = "state NOT IN ('accepted', 'discarded')";

/** A condition: it is being sent, by what read it before. */
export const IS_ON_ITS_WAY = "state IN ('connecting', 'sending')";

/** A condition: a person is asked whether it may be sent. Starts with exactly the condition of a partial index. */
export const IS_ASKED = "hold_question IS NOT NULL AND hold_answer IS NULL AND state = 'queued'";

export const SUBMISSION_COLUMNS = `submissions.id, submissions.workspace_id, submissions.state,
  submissions.candidate_name, submissions.phone_number, submissions.resume_url, submissions.job_description_id,
  submissions.questionnaire_template_id, submissions.attempts, submissions.send_after,
  submissions.not_before, submissions.wanted_at, submissions.not_before_time_zone, submissions.time_zone, submissions.any_hour, submissions.hours_waived_until,
  submissions.hold_until, submissions.hold_time_zone, submissions.hold_holiday, submissions.hold_question, submissions.hold_answer,
  submissions.hours_in_force, submissions.after_edit, submissions.consent_at, submissions.consent_wording, submissions.notice_on,
  submissions.problem, submissions.request_id, submissions.previous_submission_id, submissions.revision,
  submissions.created_at, submissions.updated_at, submissions.may_have_reached_at, submissions.may_have_reached_times, submissions.team_seen`;

/** Joins the Library's names of its job description and its questionnaire. */
export const LIBRARY_NAMES = `LEFT JOIN library AS job ON job.workspace_id = submissions.workspace_id
    AND job.kind = 'job_description' AND job.service_id = submissions.job_description_id
  LEFT JOIN library AS questionnaire ON questionnaire.workspace_id = submissions.workspace_id
    AND questionnaire.kind = 'questionnaire' AND questionnaire.service_id = submissions.questionnaire_template_id`;
export const NAME_COLUMNS =
  "nullif(job.name, '') AS job_name, nullif(questionnaire.name, '') AS questionnaire_name";

export function namesIn(row: Row): {
  readonly jobName: string | null;
  readonly questionnaireName: string | null;
} {
  return { jobName: textOrNull(row, 'job_name'), questionnaireName: textOrNull(row, 'questionnaire_name') };
}

/** The row of the submission with this id; undefined if there is none. */
export function submissionRow(db: DatabaseSync, id: string): number | undefined {
  const found = one(db, 'SELECT row FROM submissions WHERE id = ?', id);
  return found && integer(found, 'row');
}

export function rowToSubmission(row: Row): Submission {
  return {
    id: text(row, 'id'),
    workspaceId: text(row, 'workspace_id'),
    state: oneOf(row, 'state', SUBMISSION_STATES),
    candidateName: text(row, 'candidate_name'),
    phoneNumber: text(row, 'phone_number'),
    resumeUrl: text(row, 'resume_url'),
    jobDescriptionId: text(row, 'job_description_id'),
    questionnaireTemplateId: text(row, 'questionnaire_template_id'),
    attempts: integer(row, 'attempts'),
    sendAfter: integer(row, 'send_after'),
    notBefore: integerOrNull(row, 'not_before'),
    wantedAt: integerOrNull(row, 'wanted_at') ?? undefined,
    notBeforeTimeZone: textOrNull(row, 'not_before_time_zone') ?? undefined,
    timeZone: textOrNull(row, 'time_zone'),
    anyHour: integer(row, 'any_hour') === 1,
    hoursWaivedUntil: integerOrNull(row, 'hours_waived_until'),
    callingHold: holdOf(row),
    hoursInForce: hoursOf(textOrNull(row, 'hours_in_force')),
    afterEdit: AFTER_EDIT.find((known) => known === row['after_edit']),
    consent: consentOf(row),
    noticeOn: textOrNull(row, 'notice_on') ?? undefined,
    problem: submissionProblemOf(textOrNull(row, 'problem')),
    requestId: textOrNull(row, 'request_id'),
    mayHaveReached: reachedOf(row),
    teamSeen: integerOrNull(row, 'team_seen') ?? undefined,
    previousSubmissionId: textOrNull(row, 'previous_submission_id'),
    revision: integer(row, 'revision'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  };
}

/** The consent in the columns `consent_at` and `consent_wording`, of which both or neither are set. */
export function consentOf(row: Row): Consent | null {
  const at = integerOrNull(row, 'consent_at');
  return at === null ? null : { at, wording: text(row, 'consent_wording') };
}

function holdOf(row: Row): CallingHold | null {
  const until = integerOrNull(row, 'hold_until');
  if (until === null) return null;
  const holiday = textOrNull(row, 'hold_holiday');
  const opening = {
    until,
    timeZone: text(row, 'hold_time_zone'),
    ...(holiday !== null && { holiday: holiday || null }),
  };
  const about = HOLD_QUESTIONS.find((known) => known === row['hold_question']);
  if (!about) return opening;
  const answer = ANSWERS.find((known) => known === row['hold_answer']) ?? null;
  return { ...opening, question: { about, answer } };
}

const AFTER_EDIT = ['held', 'queued', 'draft'] as const;

const ANSWERS: readonly HoldQuestion['answer'][] = ['send_now', 'keep_waiting'];

function hoursOf(json: string | null): readonly HoursOfDay[] | undefined {
  return json === null ? undefined : JSON.parse(json);
}

function reachedOf(row: Row): MayHaveReached | null {
  const at = integerOrNull(row, 'may_have_reached_at');
  return at === null ? null : { at, times: integer(row, 'may_have_reached_times') };
}

export function submissionProblemOf(json: string | null): SubmissionProblem | null {
  return json === null ? null : submissionProblem.parse(JSON.parse(json));
}

const LINKED = `SELECT submissions.id, submissions.request_id, submissions.candidate_name, submissions.created_at,
    coalesce(requests.status, submissions.state) AS status, ${NAME_OF_COLLEAGUE} AS by
  FROM submissions
  LEFT JOIN requests ON requests.row = submissions.row
  ${COLLEAGUE_OF_REQUEST}`;

/** The submission that another one corrects or repeats (`previous_submission_id`). */
export function previousOf(db: DatabaseSync, previousId: string | null): LinkedSubmission | null {
  if (previousId === null) return null;
  const row = one(db, `${LINKED} WHERE submissions.id = ?`, previousId);
  return row ? rowToLinked(row) : null;
}

/** The submissions that correct or repeat this one, newest first. */
export function followingOf(db: DatabaseSync, submissionId: string): LinkedSubmission[] {
  const sql = `${LINKED} WHERE submissions.previous_submission_id = ?
    ORDER BY submissions.created_at DESC, submissions.row DESC`;
  return all(db, sql, submissionId).map(rowToLinked);
}

function rowToLinked(row: Row): LinkedSubmission {
  return {
    submissionId: text(row, 'id'),
    requestId: textOrNull(row, 'request_id'),
    candidateName: text(row, 'candidate_name'),
    submittedAt: integer(row, 'created_at'),
    status: text(row, 'status'),
    by: textOrNull(row, 'by'),
  };
}
