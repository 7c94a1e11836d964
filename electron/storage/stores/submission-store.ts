import type { DatabaseSync } from 'node:sqlite';
import { spellingsOf } from '../../../shared/call-key.ts';
import { type Forbidding, isEntry } from '../../../shared/do-not-call.ts';
import {
  type DuplicateRule,
  duplicateReach,
  duplicateRules,
  stillToAsk,
} from '../../../shared/duplicate-rules.ts';
import type { HistoryEvent } from '../../../shared/history-event.ts';
import type { ImportedRows } from '../../../shared/imports.ts';
import { type Duplicate, TAKEN_WITHOUT_ID } from '../../../shared/outbox.ts';
import { FIRST_REFRESH_MS } from '../../../shared/request.ts';
import { isSameScreening } from '../../../shared/same-screening.ts';
import {
  isUuidShaped,
  SUBMISSION_STATES,
  type Submission,
  type SubmissionState,
} from '../../../shared/submission.ts';
import type { Try } from '../../../shared/tries.ts';
import { judge } from '../../submissions/judge.ts';
import type { DuplicateQuery } from '../../submissions/submitter.ts';
import type { SubmissionChange } from '../../submissions/transition.ts';
import { countChanges } from '../copy-detection.ts';
import {
  all,
  change,
  insert,
  integer,
  integerOrNull,
  one,
  oneOf,
  type Row,
  read,
  scalar,
  text,
  textOrNull,
  write,
} from '../operation.ts';
import { nameWords } from '../requests/search.ts';
import { trackRequest } from '../requests/track-request.ts';
import { appendEvidence, evidenceOfChange, evidenceOfSubmitted } from './evidence-store.ts';
import { forbidding, hasEntries } from './forbidding.ts';
import { appendEventOf, beginHistoryOf } from './history-store.ts';
import { linkRows } from './import-store.ts';
import { rememberIds } from './library-store.ts';
import { outboxCounts } from './outbox-store.ts';
import {
  IS_ASKED,
  IS_ON_ITS_WAY,
  IS_OPEN,
  OPEN_ROWS,
  rowToSubmission,
  SUBMISSION_COLUMNS,
  submissionRow,
} from './submission-row.ts';
import { claimToDuplicate, colleagueClaims } from './team-claim-store.ts';

/** When a submission may have reached the service; null if it can't have. The latest time, as clocks may be set back. */
const REACHED_AT = `iif(submissions.state = 'accepted',
  max(submissions.created_at, coalesce(requests.accepted_at, 0), coalesce(submissions.may_have_reached_at, 0)),
  submissions.may_have_reached_at)`;
const LATEST_CALL =
  '(SELECT max(started_at) FROM screening_calls WHERE screening_calls.row = submissions.row)';

const IN_REACH = `CASE WHEN workspaces.id = own.id THEN ${Number(duplicateReach.own)}
  WHEN workspaces.base_url = own.base_url THEN ${Number(duplicateReach.same_service)}
  ELSE ${Number(duplicateReach.other_service)} END`;
const COUNTS_ALWAYS = statesWith('always');
const COUNTS_IN_WINDOW = statesWith('in_window');

/** A condition: `duplicateRules` has this rule for the submission. */
function statesWith(rule: DuplicateRule): string {
  const states = (sent: 'unsent' | 'mayHaveReached') =>
    SUBMISSION_STATES.filter((state) => duplicateRules[state][sent] === rule)
      .map((state) => `'${state}'`)
      .join(', ');
  return `iif(submissions.may_have_reached_at IS NULL, submissions.state IN (${states('unsent')}),
    submissions.state IN (${states('mayHaveReached')}))`;
}

/**
 * Earlier submissions to these telephones that count as duplicates (`duplicateRules`), the newest first; `since`: UTC ms.
 * INDEXED BY, because SQLite would otherwise scan the whole history in this order to avoid sorting a few rows.
 */
function findDuplicates(
  db: DatabaseSync,
  workspaceId: string,
  phoneNumbers: readonly string[],
  since: number,
): Duplicate[] {
  const found = all(
    db,
    `SELECT submissions.phone_number, submissions.id, submissions.candidate_name, submissions.request_id,
     submissions.state, submissions.created_at, submissions.job_description_id,
     coalesce(requests.status, submissions.state) AS status, nullif(job.name, '') AS job_name,
     ${REACHED_AT} AS reached_at, submissions.problem ->> 'code' = '${TAKEN_WITHOUT_ID}' AS taken,
     iif(workspaces.id = own.id, NULL, workspaces.name) AS workspace_name, coalesce(team_colleagues.person, requests.colleague) AS by_person,
     workspaces.removed_at IS NOT NULL AS workspace_removed
   FROM submissions INDEXED BY submissions_by_phone
   CROSS JOIN workspaces ON workspaces.id = submissions.workspace_id
   CROSS JOIN workspaces AS own ON own.id = ?
   LEFT JOIN requests ON requests.row = submissions.row
   LEFT JOIN team_colleagues ON team_colleagues.workspace_id = requests.workspace_id
     AND team_colleagues.login = requests.colleague
   LEFT JOIN library AS job ON job.workspace_id = submissions.workspace_id AND job.kind = 'job_description'
     AND job.service_id = submissions.job_description_id
   WHERE phone_number IN (SELECT value FROM json_each(?)) AND ${IN_REACH} AND (${COUNTS_ALWAYS} OR (
     ${COUNTS_IN_WINDOW} AND max(${REACHED_AT}, coalesce(${LATEST_CALL}, 0)) >= ?))
   ORDER BY submissions.created_at DESC`,
    workspaceId,
    JSON.stringify(phoneNumbers.flatMap(spellingsOf)),
    since,
  ).map(rowToDuplicate);
  const claims = colleagueClaims(db, workspaceId, phoneNumbers, since);
  const isHere = new Set(found.map(({ submissionId }) => submissionId));
  return [...claims.map(claimToDuplicate).filter((each) => !isHere.has(each.submissionId)), ...found];
}

function rowToDuplicate(row: Row): Duplicate {
  return {
    phoneNumber: text(row, 'phone_number'),
    submissionId: text(row, 'id'),
    candidateName: text(row, 'candidate_name'),
    state: oneOf(row, 'state', SUBMISSION_STATES),
    status: text(row, 'status'),
    requestId: textOrNull(row, 'request_id'),
    submittedAt: integer(row, 'created_at'),
    reachedAt: integerOrNull(row, 'reached_at'),
    taken: row['taken'] === 1,
    workspace: workspaceOf(row),
    by: textOrNull(row, 'by_person') ?? undefined,
    jobName: textOrNull(row, 'job_name'),
    jobDescriptionId: text(row, 'job_description_id'),
  };
}

function workspaceOf(row: Row): Duplicate['workspace'] {
  const name = textOrNull(row, 'workspace_name');
  return name === null ? null : { name, removed: integer(row, 'workspace_removed') === 1 };
}

/**
 * Every send to this number (E.164), however written, that reached or may have reached the service: from all workspaces, but
 * those of the practice service, which calls nobody, count only among themselves. Of several sends of one submission only
 * the last time is known.
 */
function triesOf(db: DatabaseSync, workspaceId: string, phoneNumber: string): Try[] {
  const sql = `SELECT submissions.state = 'sending' AS sending, coalesce(may_have_reached_times, 0) AS times,
      submissions.state IN ('accepted', 'unconfirmed') AS reached,
      iif(submissions.state = 'sending', submissions.updated_at,
        coalesce(may_have_reached_at, submissions.updated_at)) AS at
    FROM submissions INDEXED BY submissions_by_phone
    CROSS JOIN workspaces ON workspaces.id = submissions.workspace_id
    CROSS JOIN workspaces AS own ON own.id = ? AND own.kind = workspaces.kind
    WHERE phone_number IN (SELECT value FROM json_each(?))
      AND (submissions.state IN ('sending', 'accepted', 'unconfirmed') OR may_have_reached_at IS NOT NULL)`;
  const rows = all(db, sql, workspaceId, JSON.stringify(spellingsOf(phoneNumber)));
  return rows.flatMap((row) => {
    const at = integer(row, 'at');
    const times = Math.max(integer(row, 'reached'), integer(row, 'times'));
    const earlier = Array.from({ length: times }, () => ({ at, sending: false }));
    return integer(row, 'sending') === 1 ? [...earlier, { at, sending: true }] : earlier;
  });
}

const OPEN = `${OPEN_ROWS} WHERE ${IS_OPEN}`;

export const submissionStore = {
  /**
   * Stores new submissions with their first history entry, together with the change of the one they replace and the
   * links to the file rows they come `from`: all or none. Returns false, with nothing stored, if the replaced
   * submission has changed in the meantime; rejects if a row is linked to a submission already, or its submission was
   * erased.
   */
  add: write(add),

  /**
   * `add`, unless there are duplicates to ask about (`stillToAsk`): then nothing is stored, and they are returned,
   * newest first. Queries and stores in one transaction.
   */
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

  /** Undefined until someone has set them. Rejects if they cannot be read: they may forbid a call. */
  get: read((db, id: string): Submission | undefined => {
    const row = one(db, `SELECT ${SUBMISSION_COLUMNS} FROM submissions WHERE id = ?`, id);
    return row && rowToSubmission(row);
  }),

  /** What forbids calling each of these numbers (E.164), in their order; null if nothing does. */
  forbidding: read((db, phoneNumbers: readonly string[]): (Forbidding | null)[] =>
    phoneNumbers.map((each) => forbidding(db, each)),
  ),

  /** For each of these numbers (E.164), the tries of its person that count in this workspace. */
  tries: read((db, workspaceId: string, phoneNumbers: readonly string[]): Try[][] =>
    phoneNumbers.map((each) => triesOf(db, workspaceId, each)),
  ),

  /** Whether the mark of this revision still holds: it is unchanged, and its number may be called. */
  isMarked: read((db, id: string, revision: number): boolean => {
    const row = one(db, `SELECT phone_number FROM submissions WHERE id = ? AND revision = ?`, id, revision);
    return row !== undefined && forbidding(db, text(row, 'phone_number')) === null;
  }),

  /**
   * The submissions of a workspace with row > `after` that wait for being sent to a number that may not be called: of the
   * next `limit` that wait; `last`: the row to continue after, null if there are no more.
   */
  forbiddenWaiting: read(
    (db, workspaceId: string, after: number, limit: number): { ids: string[]; last: number | null } => {
      if (!hasEntries(db)) return { ids: [], last: null };
      const sql = `SELECT row, id, phone_number FROM ${OPEN} AND workspace_id = ? AND state IN ('queued', 'held') AND row > ?
        ORDER BY row LIMIT ?`;
      const waiting = all(db, sql, workspaceId, after, limit);
      const last = waiting.at(-1);
      return {
        ids: waiting
          .filter((row) => isEntry(forbidding(db, text(row, 'phone_number'))))
          .map((row) => text(row, 'id')),
        last: last && waiting.length === limit ? integer(last, 'row') : null,
      };
    },
  ),

  getAll: read((db, ids: readonly string[]): Submission[] =>
    all(
      db,
      `SELECT ${SUBMISSION_COLUMNS} FROM json_each(?) AS sought CROSS JOIN submissions ON submissions.id = sought.value
       ORDER BY sought.key`,
      JSON.stringify(ids),
    ).map(rowToSubmission),
  ),

  /** Resolves when they are on the disk. */
  save: write((db, changes: readonly SubmissionChange[]): boolean[] => {
    const stored = saveChanges(db, changes);
    const marks = changes.filter(({ submission }, index) => submission.state === 'sending' && stored[index]);
    countChanges(db, stored.filter(Boolean).length, marks.length);
    return stored;
  }),

  /**
   * The submission for which a workspace tracks the request with this id, or else another one of the same service; undefined if
   * none does.
   */
  trackedAs: read(ownerOf),

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

  /** When the next queued submission other than `except` is due, UTC ms; undefined if none is queued. */
  nextDueAt: read((db, workspaceId: string, except: readonly string[] = []): number | undefined => {
    const sql = `SELECT send_after FROM ${OPEN} AND workspace_id = ? AND state = 'queued'
        AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY send_after LIMIT 1`;
    const row = one(db, sql, workspaceId, JSON.stringify(except));
    return row && integer(row, 'send_after');
  }),

  /** A workspace's submissions in one of these states, oldest first. */
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

  /**
   * Submissions with one of these phone numbers that a person is asked about before another is made, newest first
   * (`duplicateRules`, `duplicateReach`): of this workspace, and of others of the same service. `since`: where the
   * window begins, UTC ms.
   */
  duplicates: read(findDuplicates),

  /** The clock was set back: delays that ran by the old clock start over by the new one. */
  correctClock: write((db, workspaceId: string, now: number): void => {
    // Keeps times chosen by a person, and the remaining undo windows and retry delays. Submissions held by calling hours
    // become due, so that their hours are calculated again; before the first attempt only in a minute, the longest undo
    // window. Removes questions about a clock that was set forward.
    const sql = `UPDATE ${OPEN_ROWS} SET updated_at = ?1, revision = revision + 1,
        hold_question = nullif(hold_question, 'clock'), hold_answer = iif(hold_question = 'clock', NULL, hold_answer),
        send_after = CASE WHEN hold_until IS NOT NULL THEN max(?1 + iif(attempts = 0, 60000, 0), coalesce(not_before, 0))
          WHEN send_after <= not_before THEN not_before
          ELSE max(?1 + max(0, send_after - updated_at), coalesce(not_before, 0)) END
      WHERE ${IS_OPEN} AND workspace_id = ?2 AND state = 'queued' AND updated_at > ?1
        AND (problem IS NOT NULL OR hold_until IS NOT NULL OR send_after - updated_at <= 60000)`;
    change(db, sql, now, workspaceId);
  }),

  counts: read(outboxCounts),

  /** How many submissions a person is asked about, whether they may be sent. */
  askedCount: read((db, workspaceId: string): number =>
    scalar(db, `SELECT count(*) AS n FROM submissions WHERE ${IS_ASKED} AND workspace_id = ?`, workspaceId),
  ),
};

function isClosed(state: SubmissionState): boolean {
  return state === 'accepted' || state === 'discarded';
}

function submitted({ callingHold }: Submission): HistoryEvent {
  if (!callingHold) return { code: 'submitted', values: null };
  const { question: _, ...opening } = callingHold;
  return { code: 'submitted_held', values: opening };
}

/** False, without a change, if the submission to replace has changed since. */
function add(
  db: DatabaseSync,
  submissions: readonly Submission[],
  replaced?: SubmissionChange,
  from?: ImportedRows,
): boolean {
  if (replaced && !saveChanges(db, [replaced])[0]) return false;
  if (replaced) countChanges(db, 1, 0);
  const evidence = submissions.map((submission) => {
    const row = insertSubmission(db, submission);
    beginHistoryOf(db, row, submission.createdAt, submitted(submission));
    if (submission.state === 'held' && submission.problem)
      appendEventOf(db, row, submission.createdAt, { code: 'held', values: submission.problem });
    if (submission.teamSeen !== undefined)
      appendEventOf(db, row, submission.createdAt, { code: 'send_despite_colleague_chosen', values: null });
    return evidenceOfSubmitted(row, submission);
  });
  appendEvidence(db, ...evidence);
  if (from) linkRows(db, from, submissions);
  rememberIds(db, submissions);
  return true;
}

/** Stores a new submission, in the caller's transaction; its row. */
export function insertSubmission(db: DatabaseSync, submission: Submission): number {
  return insert(db, 'submissions', {
    id: submission.id,
    workspace_id: submission.workspaceId,
    candidate_name: submission.candidateName,
    name_words: nameWords(submission.candidateName)
      .map((word) => ` ${word}`)
      .join(''),
    phone_number: submission.phoneNumber,
    resume_url: submission.resumeUrl,
    job_description_id: submission.jobDescriptionId,
    questionnaire_template_id: submission.questionnaireTemplateId,
    not_before_time_zone: submission.notBeforeTimeZone ?? null,
    any_hour: Number(submission.anyHour),
    consent_at: submission.consent?.at ?? null,
    consent_wording: submission.consent?.wording ?? null,
    notice_on: submission.noticeOn ?? null,
    previous_submission_id: submission.previousSubmissionId,
    created_at: submission.createdAt,
    ...mutableColumns(submission),
  });
}

/**
 * The service accepted a submission that is here, too, when another computer sent it: after a backup was restored, for
 * example. Its row; null, without a change, if this computer is sending it, knows another request of it, or it is a colleague
 * who says so; undefined if it is not here.
 */
export function acceptElsewhere(
  db: DatabaseSync,
  accepted: Submission,
  isOwn: boolean,
): number | null | undefined {
  const found = one(db, `SELECT ${SUBMISSION_COLUMNS} FROM submissions WHERE id = ?`, accepted.id);
  if (!found) return undefined;
  const here = rowToSubmission(found);
  const isElsewhere = !isOwn || here.workspaceId !== accepted.workspaceId;
  if (isElsewhere || here.state === 'accepted' || isOnItsWay(here)) return null;
  const { state, requestId, updatedAt } = accepted;
  const changed = { state, requestId, updatedAt, problem: null, callingHold: null, afterEdit: undefined };
  return update(db, { ...here, ...changed, revision: here.revision + 1 }) ?? null;
}

function mutableColumns({ callingHold, mayHaveReached, ...submission }: Submission) {
  return {
    state: submission.state,
    // Its request is found by the search index.
    ...(submission.state === 'accepted' && { name_words: '' }),
    attempts: submission.attempts,
    send_after: submission.sendAfter,
    not_before: submission.notBefore,
    wanted_at: submission.wantedAt ?? null,
    time_zone: submission.timeZone,
    hours_waived_until: submission.hoursWaivedUntil,
    hold_until: callingHold?.until ?? null,
    hold_time_zone: callingHold?.timeZone ?? null,
    hold_holiday: callingHold?.holiday === null ? '' : (callingHold?.holiday ?? null),
    hold_question: callingHold?.question?.about ?? null,
    hold_answer: callingHold?.question?.answer ?? null,
    hours_in_force: submission.hoursInForce ? JSON.stringify(submission.hoursInForce) : null,
    after_edit: submission.afterEdit ?? null,
    problem: submission.problem && JSON.stringify(submission.problem),
    request_id: submission.requestId,
    may_have_reached_at: mayHaveReached?.at ?? null,
    may_have_reached_times: mayHaveReached?.times ?? null,
    team_seen: submission.teamSeen ?? null,
    revision: submission.revision,
    updated_at: submission.updatedAt,
  };
}

/** Saves changes with their history and evidence; for each, whether it was stored. */
function saveChanges(db: DatabaseSync, changes: readonly SubmissionChange[]): boolean[] {
  const rows = changes.map((change) => saveChange(db, change));
  const evidence = rows.flatMap((row, index) => {
    const change = changes[index];
    return row !== undefined && change ? evidenceOfChange(row, change) : [];
  });
  appendEvidence(db, ...evidence);
  return rows.map((row) => row !== undefined);
}

/** Saves a change with its history, and starts tracking an accepted submission. Its row; undefined if nothing was changed. */
function saveChange(db: DatabaseSync, change: SubmissionChange): number | undefined {
  const { submission, history, tracked } = change;
  if (isOnItsWay(submission) && !mayGo(db, change)) return undefined;
  const row = tracked ? saveAccepted(db, submission, tracked) : update(db, submission);
  if (row !== undefined && history) appendEventOf(db, row, submission.updatedAt, history);
  return row;
}

function isOnItsWay({ state }: Submission): boolean {
  return state === 'connecting' || state === 'sending';
}

/**
 * The last question, in the transaction that stores the mark: once an entry of the do-not-call list is durable, nothing to its
 * number is claimed or marked any more, whoever added it; and of marks at the same moment one comes first, a try for the other.
 */
function mayGo(db: DatabaseSync, { submission, judged }: SubmissionChange): boolean {
  const { workspaceId, phoneNumber } = submission;
  const found = forbidding(db, phoneNumber);
  if (!judged) return found === null;
  const { rules, now, steadyNow } = judged;
  const tries = rules.tries ? triesOf(db, workspaceId, phoneNumber) : [];
  return judge(submission, rules, { forbidding: found, tries, steadyNow }, now).answer === 'goes';
}

/** The row of the submission; undefined, without a change, if it has changed since or the request is another one's. */
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
  if (owner?.workspaceId === workspaceId) {
    // The service already had a request with the same data, and didn't create a second one.
    const ownRow = submissionRow(db, owner.id);
    if (ownRow === undefined) throw new Error('A submission is not stored.');
    for (const sharer of [row, ownRow]) {
      appendEventOf(db, sharer, updatedAt, { code: 'request_shared', values: null });
    }
    return row;
  }
  trackRequest(db, {
    ...submission,
    ...tracked,
    submissionId: submission.id,
    row,
    acceptedAt: updatedAt,
    nextRefreshAt: updatedAt + FIRST_REFRESH_MS,
  });
  return row;
}

/**
 * Updates a submission if the previous revision is stored; its row, or undefined if another revision is. Not with RETURNING,
 * which doubles the time: SQLite then journals every page for each statement.
 */
function update(db: DatabaseSync, submission: Submission): number | undefined {
  const row = submissionRow(db, submission.id);
  if (row === undefined) return undefined;
  const columns = mutableColumns(submission);
  const assignments = Object.keys(columns).map((column) =>
    // Of what is on its way, only a change of team takes it away, and whoever sends it doesn't know.
    column === 'team_seen' ? `${column} = iif(${IS_ON_ITS_WAY}, ${column}, ?)` : `${column} = ?`,
  );
  const sql = `UPDATE submissions SET ${assignments.join(', ')} WHERE row = ? AND revision = ?`;
  const updated = change(db, sql, ...Object.values(columns), row, submission.revision - 1);
  return updated === 1 ? row : undefined;
}

/**
 * Only a UUID is a service's own in all its workspaces, however it is written (RFC 9562 §4); other ids may count up for each
 * account.
 */
function ownerOf(db: DatabaseSync, workspaceId: string, requestId: string): Submission | undefined {
  const isUuid = isUuidShaped(requestId);
  const written = isUuid ? [requestId, requestId.toLowerCase(), requestId.toUpperCase()] : [requestId];
  const sql = `SELECT ${SUBMISSION_COLUMNS} FROM requests JOIN submissions ON submissions.row = requests.row
      JOIN workspaces ON workspaces.id = requests.workspace_id
    WHERE requests.request_id IN (SELECT value FROM json_each(?1)) AND (requests.workspace_id = ?2
      OR (?3 AND workspaces.base_url = (SELECT base_url FROM workspaces WHERE id = ?2)))
    ORDER BY requests.workspace_id = ?2 DESC LIMIT 1`;
  const row = one(db, sql, JSON.stringify(written), workspaceId, Number(isUuid));
  return row && rowToSubmission(row);
}

/** Whether the request is tracked for a submission with other data. */
function isAnothers(submission: Submission, owner: Submission | undefined): boolean {
  return owner !== undefined && owner.id !== submission.id && !isSameScreening(owner, submission);
}
