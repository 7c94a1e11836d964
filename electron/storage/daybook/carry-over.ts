import type { DatabaseSync } from 'node:sqlite';
import { FIRST_REFRESH_MS } from '../../tracking/refresh-schedule.ts';
import { all, change, integer, integerOrNull, type Row, text } from '../operation.ts';
import { appendPhrasesOf, type TimedPhrase } from '../operations/event-operations.ts';
import { unpackedUuid } from '../packed-uuid.ts';
import { stateCode } from '../state-code.ts';
import { type AcceptedRequest, nameRequest, trackRequests } from '../tracked/track-request.ts';

/** What the daybook has, with what else is needed of its submissions. */
const NOTED = 'SELECT daybook.*, candidate_name, phone_number, job_uid, questionnaire_template_id FROM';
const IN_DAYBOOK = 'daybook CROSS JOIN submissions ON submissions.row = daybook.row';

/** Carries over all that the daybook has, and answers how many submissions that were; part of the caller's transaction. */
export function carryOver(db: DatabaseSync): number {
  return carry(db, all(db, `${NOTED} ${IN_DAYBOOK} ORDER BY daybook.row`));
}

/** Carries over those that were accepted, so many or all, and answers how many; those under way stay, as their end is about to be noted. */
export function carryOverAccepted(db: DatabaseSync, atMost = -1): number {
  return carry(
    db,
    all(
      db,
      `${NOTED} ${IN_DAYBOOK} WHERE daybook.request_id IS NOT NULL ORDER BY daybook.row LIMIT ?`,
      atMost,
    ),
  );
}

/** Carries over what there is of one submission; part of the caller's transaction. */
export function carryOverOf(db: DatabaseSync, submissionId: string): void {
  const noted = `${NOTED} submissions CROSS JOIN daybook ON daybook.row = submissions.row WHERE submissions.id = ?`;
  carry(db, all(db, noted, submissionId));
}

/** Carries over the submission whose request has this id, if there is one; part of the caller's transaction. */
export function carryOverRequest(db: DatabaseSync, workspace: number, requestId: string): void {
  const noted = `${NOTED} ${IN_DAYBOOK} WHERE daybook.workspace = ? AND daybook.request_id = ?`;
  carry(db, all(db, noted, workspace, requestId));
}

function carry(db: DatabaseSync, noted: readonly Row[]): number {
  const accepted = noted.flatMap((row) => {
    const request = row['request_id'] === null ? undefined : storeAcceptance(db, row);
    if (!request) storeMark(db, row);
    appendPhrasesOf(db, integer(row, 'row'), phrasesOf(row));
    change(db, 'DELETE FROM daybook WHERE row = ?', integer(row, 'row'));
    return request ?? [];
  });
  trackRequests(db, accepted);
  return noted.length;
}

function storeMark(db: DatabaseSync, noted: Row): void {
  change(
    db,
    `UPDATE submissions SET state_code = ?, attempts = ?, hold_until = NULL, hold_time_zone = NULL, hold_question = NULL,
       hold_answer = NULL, revision = ?,
       updated_at = ? WHERE row = ?`,
    stateCode('sending'),
    integer(noted, 'attempts'),
    integer(noted, 'revision'),
    integer(noted, 'marked_at'),
    integer(noted, 'row'),
  );
}

/** What was asked for stands with the tracked request from now on, and makes room in the submission for its id. */
function storeAcceptance(db: DatabaseSync, noted: Row): AcceptedRequest {
  const [row, workspace] = [integer(noted, 'row'), integer(noted, 'workspace')];
  const [requestId, acceptedAt] = [text(noted, 'request_id'), integer(noted, 'accepted_at')];
  if (!nameRequest(db, workspace, requestId, row))
    throw new Error('A request of the daybook is known already.');
  change(
    db,
    `UPDATE submissions SET state_code = ?, attempts = ?, hold_until = NULL, hold_time_zone = NULL, hold_question = NULL,
       hold_answer = NULL, hours_in_force = NULL, problem = NULL,
       request_id = ?, job_uid = NULL, questionnaire_template_id = NULL, revision = ?, updated_at = ? WHERE row = ?`,
    stateCode('accepted'),
    integer(noted, 'attempts'),
    requestId,
    integer(noted, 'revision'),
    acceptedAt,
    row,
  );
  return {
    row,
    workspace,
    candidateName: text(noted, 'candidate_name'),
    phoneNumber: text(noted, 'phone_number'),
    jobDescriptionId: unpackedUuid(noted['job_uid']),
    questionnaireTemplateId: text(noted, 'questionnaire_template_id'),
    status: text(noted, 'status'),
    acceptedAt,
    nextRefreshAt: acceptedAt + FIRST_REFRESH_MS,
  };
}

function phrasesOf(noted: Row): TimedPhrase[] {
  const told = [
    { at: integer(noted, 'marked_at'), phrase: integerOrNull(noted, 'mark_phrase') },
    { at: integerOrNull(noted, 'accepted_at'), phrase: integerOrNull(noted, 'accept_phrase') },
  ];
  return told.flatMap(({ at, phrase }) =>
    at === null || phrase === null ? [] : [{ at, phrase, detail: null }],
  );
}
