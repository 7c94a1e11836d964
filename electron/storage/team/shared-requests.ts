import type { DatabaseSync } from 'node:sqlite';
import { callKey } from '../../../shared/call-key.ts';
import { type HistoryCode, type HistoryEvent, readHistoryEvent } from '../../../shared/history-event.ts';
import { FIRST_REFRESH_MS, type Json } from '../../../shared/request.ts';
import { isSameScreening } from '../../../shared/same-screening.ts';
import { isUuidShaped, type Submission } from '../../../shared/submission.ts';
import {
  readBody,
  requestKey,
  type SharedEvent,
  type SharedRequest,
  sharedRequest,
  writeBody,
} from '../../team/shared-records.ts';
import {
  applyColleaguesState,
  type RequestChange,
  type TrackedRequest,
} from '../../tracking/apply-answer.ts';
import { ERASED } from '../erasure/subject-in-text.ts';
import { change, integer, one } from '../operation.ts';
import {
  applyColleaguesChanges,
  type ColleaguesRequest,
  trackColleaguesRequests,
} from '../requests/track-request.ts';
import { type HistoryEnd, type TeamEvent, teamHistoryOf, writeHistoryEnds } from '../stores/history-store.ts';
import { rowToTracked, TRACKED } from '../stores/request-store.ts';
import { rowToSubmission, SUBMISSION_COLUMNS } from '../stores/submission-row.ts';
import { acceptElsewhere, insertSubmission } from '../stores/submission-store.ts';
import type { Applied, ReadRecord, RecordKind, RowRange, TeamRecord } from './record-kinds.ts';
import { IS_SHARED, isPending } from './shared-marks.ts';
import type { TeamPlace } from './team-place.ts';

/** Requests with their submission, the service's last answer and their history; the key is the request's id. */
export const requestKind: RecordKind = { read, apply, mark };

function read(db: DatabaseSync, place: TeamPlace, requestId: string): ReadRecord | undefined {
  const found = one(
    db,
    `${TRACKED} WHERE requests.workspace_id = ? AND requests.request_id = ?`,
    place.workspaceId,
    requestId,
  );
  if (!found) return undefined;
  const { status, answer, problem, acceptedAt, refreshedAt, changedAt, completedAt, colleague } =
    rowToTracked(found);
  const row = integer(found, 'row');
  const submission = submissionAt(db, row);
  const body: SharedRequest = {
    submission: sharedSubmission(submission),
    ...{ requestId, status, answer, problem, acceptedAt, refreshedAt, changedAt, completedAt },
    history: teamHistoryOf(db, row).map(({ at, code, values, colleague: by }) => ({
      ...{ at, code, values, by: by ?? place.login },
    })),
  };
  return {
    key: requestKey(place.service, requestId, submission.id),
    request: requestId,
    body,
    removed: false,
    own: colleague === null && isShared(db, row),
    erasedWith: [requestKey(place.service, requestId, submission.id), callKey(submission.phoneNumber)],
  };
}

function isShared(db: DatabaseSync, row: number): boolean {
  const sql = `SELECT 1 FROM requests JOIN teams USING (workspace_id) WHERE row = ? AND ${IS_SHARED}`;
  return one(db, sql, row) !== undefined;
}

function sharedSubmission(submission: Submission): SharedRequest['submission'] {
  const { id, candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId } = submission;
  const { timeZone, consent, noticeOn = null, attempts, mayHaveReached } = submission;
  const { previousSubmissionId, createdAt, updatedAt } = submission;
  return {
    ...{ id, candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId, timeZone },
    ...{ consent, noticeOn, attempts, mayHaveReached, previousSubmissionId, createdAt, updatedAt },
  };
}

function submissionAt(db: DatabaseSync, row: number): Submission {
  const found = one(db, `SELECT ${SUBMISSION_COLUMNS} FROM submissions WHERE row = ?`, row);
  if (!found) throw new Error('A request has no submission.');
  return rowToSubmission(found);
}

function mark(db: DatabaseSync, place: TeamPlace, { from, before }: RowRange): void {
  change(
    db,
    `INSERT INTO team_pending (workspace_id, kind, key) SELECT teams.workspace_id, 'request', request_id
     FROM teams JOIN requests ON +requests.workspace_id = teams.workspace_id
     WHERE teams.workspace_id = ? AND row >= ? AND row < ? AND colleague IS NULL AND ${IS_SHARED}`,
    place.workspaceId,
    from,
    before,
  );
}

function apply(
  db: DatabaseSync,
  place: TeamPlace,
  records: readonly TeamRecord[],
  { requestIds, completed, unusable, takenOut }: Applied,
): void {
  const changes: RequestChange[] = [];
  const histories = new Map<number, HistoryEnd>();
  const results = new Map<number, Json | undefined>();
  const added: ColleaguesRequest[] = [];
  const store = (): void => trackColleaguesRequests(db, added.splice(0), results);
  const found = records.flatMap((record) => {
    const body = readBody(sharedRequest, record.body);
    // Another submission may have an id that counts up.
    const id = body?.requestId.toLowerCase();
    if (added.some(({ accepted }) => accepted.requestId.toLowerCase() === id)) store();
    const known = body && findOrAdd(db, place, record, body, added);
    if (known) return { record, body, ...known };
    unusable.push(`request ${record.key}`);
    return [];
  });
  store();
  for (const { record, body, row, request, isNew } of found) {
    if (request.colleague === null) {
      const sql = 'UPDATE requests SET team_has = ?1 WHERE row = ?2 AND team_has IS NOT ?1';
      change(db, sql, place.computerId, row);
    }
    const isChangedHere = isPending(db, place, 'request', request.requestId);
    const { isMerged, isTakenOut } = mergeHistory(db, place, row, body.history, histories);
    if (isTakenOut) takenOut.push(`request ${record.key}`);
    const isLater = (body.refreshedAt ?? 0) > (request.refreshedAt ?? 0);
    const isAsLate = body.refreshedAt === request.refreshedAt && !isChangedHere;
    const differs = body.problem?.code !== request.problem?.code || body.status !== request.status;
    if (!isNew && (isLater || (isAsLate && differs))) {
      changes.push(applyColleaguesState(request, body, Date.now()));
      if (request.colleague === null && request.completedAt === null && body.completedAt !== null)
        completed.push(request);
    } else if (!isNew && !isMerged) continue;
    requestIds.push(request.requestId);
  }
  writeHistoryEnds(db, histories);
  applyColleaguesChanges(db, changes, results);
}

interface LocalRequest {
  readonly row: number;
  readonly request: TrackedRequest;
  /** It was added just now. */
  readonly isNew: boolean;
}

/** The request that a record is about; undefined if there can be none here. Those that are to be stored join `added`. */
function findOrAdd(
  db: DatabaseSync,
  place: TeamPlace,
  record: TeamRecord,
  body: SharedRequest,
  added: ColleaguesRequest[],
): LocalRequest | undefined {
  const found = trackedHere(db, place.workspaceId, body.requestId);
  if (!found) return add(db, place, record, body, added);
  const row = integer(found, 'row');
  // Of ids that count up, each account may have the same, and only one has room in a workspace.
  if (!isUuidShaped(body.requestId) && !isSameScreening(submissionAt(db, row), body.submission))
    return undefined;
  return { row, request: rowToTracked(found), isNew: false };
}

function trackedHere(db: DatabaseSync, workspaceId: string, requestId: string) {
  const written = isUuidShaped(requestId)
    ? [requestId, requestId.toLowerCase(), requestId.toUpperCase()]
    : [requestId, requestId, requestId];
  const sql = `${TRACKED} WHERE requests.request_id IN (?, ?, ?) AND requests.workspace_id = ?`;
  return one(db, sql, ...written, workspaceId);
}

/** The request that a colleague made, or this login on another computer; undefined if its submission is another one's here. */
function add(
  db: DatabaseSync,
  place: TeamPlace,
  { login }: TeamRecord,
  body: SharedRequest,
  added: ColleaguesRequest[],
): LocalRequest | undefined {
  const { workspaceId } = place;
  const { requestId, status, acceptedAt, changedAt } = body;
  const colleague = login === place.login ? null : login;
  const { noticeOn, ...sent } = body.submission;
  const submission: Submission = {
    ...sent,
    ...{ workspaceId, state: 'accepted', requestId, problem: null, revision: 1 },
    ...{ sendAfter: acceptedAt, notBefore: null, anyHour: false, hoursWaivedUntil: null, callingHold: null },
    ...(noticeOn !== null && { noticeOn }),
  };
  const here = acceptElsewhere(db, submission, colleague === null);
  if (here === null) return undefined;
  const row = here ?? insertSubmission(db, submission);
  const nextRefreshAt = acceptedAt + FIRST_REFRESH_MS;
  const accepted = { submissionId: submission.id, workspaceId, requestId, status, acceptedAt, colleague };
  const unread = { answer: null, problem: null, refreshedAt: null, completedAt: null, refreshFailures: 0 };
  const request = { ...accepted, ...unread, changedAt, nextRefreshAt };
  const found = applyColleaguesState(request, body, Date.now());
  // What changed before this computer joined is no news.
  const isNews = changedAt > place.joinedAt;
  added.push({ accepted: { ...submission, ...accepted, row, nextRefreshAt }, found, isNews });
  return { row, request: found.request, isNew: true };
}

/** What the service did, which two computers may each have found out: the same twice is one event. */
const FOUND_OUT: ReadonlySet<HistoryCode> = new Set<HistoryCode>([
  'status_changed',
  'call_appeared',
  'call_changed',
  'calls_changed',
  'results_arrived',
  'results_changed',
]);

/**
 * Adds to a history what it doesn't have; marks it as pending if it has what the team doesn't. Gives whether it is to be written,
 * and whether somebody was taken out of what is here.
 */
function mergeHistory(
  db: DatabaseSync,
  place: TeamPlace,
  row: number,
  received: readonly SharedEvent[],
  histories: Map<number, HistoryEnd>,
): { readonly isMerged: boolean; readonly isTakenOut: boolean } {
  const stored = teamHistoryOf(db, row);
  const earlier = histories.get(row);
  const known = received.flatMap((event) => {
    const read = readHistoryEvent(event.code, event.values ?? null);
    return read ? [{ ...read, at: event.at, colleague: event.by === place.login ? null : event.by }] : [];
  });
  const before = earlier ? [...stored.slice(0, earlier.from), ...earlier.events] : stored;
  const { here, added, isLeft } = compared(before, known);
  if (isLeft) {
    const sql = `INSERT INTO team_pending (workspace_id, kind, key)
      SELECT workspace_id, 'request', request_id FROM requests WHERE row = ?`;
    change(db, sql, row);
  }
  const isTakenOut = here.some((event, index) => event !== before[index]);
  const merged = inOrder(here, added);
  const from = merged.findIndex((event, index) => event !== stored[index]);
  if (from < 0) return { isMerged: false, isTakenOut };
  histories.set(row, { from, events: merged.slice(from) });
  return { isMerged: true, isTakenOut };
}

/** Two histories of one request. */
interface Compared {
  /** The events from before, without whom a colleague took out of them. */
  readonly here: readonly TeamEvent[];
  readonly added: readonly TeamEvent[];
  /** Whether some are in what was before alone. */
  readonly isLeft: boolean;
}

/** Each event is looked up, not searched for, however many a member made. */
function compared(before: readonly TeamEvent[], known: readonly TeamEvent[]): Compared {
  // Of nearly all that a new computer reads.
  if (before.length === 0) return { here: before, added: known, isLeft: false };
  // An event that a colleague took an erased person out of is still the same one.
  const scrubbed = known.filter((event) => sameness(event).includes(ERASED));
  const without = Map.groupBy(scrubbed, placeOf);
  const whole = (event: TeamEvent): string => `${placeOf(event)} ${sameness(event)}`;
  const asHere = without.size > 0 ? new Set(known.map(whole)) : undefined;
  const here = before.map((own) => (asHere?.has(whole(own)) ? own : (without.get(placeOf(own))?.[0] ?? own)));
  const left = new Set(here.keys());
  const lastFirst = [...here.entries()].toReversed();
  const exactly = Map.groupBy(lastFirst, ([, own]) => `${own.at} ${sameness(own)}`);
  const alike = Map.groupBy(lastFirst, ([, own]) => sameness(own));
  const take = (found: typeof alike, key: string): boolean => {
    const places = found.get(key);
    for (let place = places?.pop(); place; place = places?.pop()) if (left.delete(place[0])) return true;
    return false;
  };
  const others = known.filter((event) => !take(exactly, `${event.at} ${sameness(event)}`));
  const added = others.filter((event) => !(FOUND_OUT.has(event.code) && take(alike, sameness(event))));
  return { here, added, isLeft: left.size > 0 };
}

/** Two events with the same one are the same, if they only differ by words of somebody whom the team erased. */
function placeOf({ at, code, colleague }: TeamEvent): string {
  return `${at} ${code} ${colleague}`;
}

/** Both in one, by time; each keeps its own order. */
function inOrder(here: readonly TeamEvent[], added: readonly TeamEvent[]): TeamEvent[] {
  const merged: TeamEvent[] = [];
  const later = here.values();
  let next = later.next();
  for (const event of added) {
    for (; !next.done && next.value.at <= event.at; next = later.next()) merged.push(next.value);
    merged.push(event);
  }
  for (; !next.done; next = later.next()) merged.push(next.value);
  return merged;
}

/** The same text for two events that are the same but for their time. */
function sameness({ code, values }: HistoryEvent): string {
  return `${code} ${writeBody(values)}`;
}
