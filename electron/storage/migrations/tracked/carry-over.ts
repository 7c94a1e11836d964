import type { DatabaseSync } from 'node:sqlite';
import { storedAnswer } from '../../../tracking/apply-answer.ts';
import { countedCall, resultsOf, screeningCallsOf } from '../../../tracking/read-results.ts';
import { addDictionary, storePacked } from '../../answers/answer-store.ts';
import { all, change, integer, integerOrNull, type Row, text, textOrNull } from '../../operation.ts';
import { sortKey } from '../../search/folded.ts';
import { callStatusCode, storeCalls } from '../../tracked/apply-change.ts';
import { facetCode } from '../../tracked/facets.ts';
import { indexRequest } from '../../tracked/request-index.ts';

/** Requests read at a time: their answers may be long. */
const AT_A_TIME = 500;
/** Answers that the dictionary of a workspace is made from. */
const SAMPLES = 60;

/** The events of the tables before, with their sentences stored once each. */
export function carryOverHistory(db: DatabaseSync): void {
  db.exec(`
    INSERT OR IGNORE INTO phrases (kind, summary) SELECT kind, summary FROM events_before ORDER BY id;
    INSERT INTO history (row, ordinal, at, phrase, detail)
      SELECT submissions.row, row_number() OVER (PARTITION BY submissions.row ORDER BY events_before.id), at,
        phrases.code,
        iif(events_before.kind = 'accepted' AND detail = 'Request ID ' || submissions.request_id, NULL, detail)
      FROM events_before
      JOIN submissions ON submissions.id = events_before.submission_id
      JOIN phrases ON phrases.kind = events_before.kind AND phrases.summary = events_before.summary;
  `);
}

/** The requests of the table before, each with all that is now computed when an answer comes. */
export function carryOverRequests(db: DatabaseSync): void {
  const dictionaries = new Map<number, number>();
  for (const each of all(db, 'SELECT id, number FROM workspaces')) {
    const dictionary = firstDictionary(db, text(each, 'id'), integer(each, 'number'));
    if (dictionary !== undefined) dictionaries.set(integer(each, 'number'), dictionary);
  }
  for (let after = 0; ; ) {
    const rows = all(
      db,
      `SELECT requests_before.*, requests_before.rowid AS place, submissions.row, workspaces.number AS workspace,
         submissions.candidate_name, submissions.job_description_id, submissions.questionnaire_template_id
       FROM requests_before
       JOIN submissions ON submissions.id = requests_before.submission_id
       JOIN workspaces ON workspaces.id = requests_before.workspace_id
       WHERE requests_before.rowid > ? ORDER BY requests_before.rowid LIMIT ${AT_A_TIME}`,
      after,
    );
    for (const row of rows) carryOver(db, row, dictionaries.get(integer(row, 'workspace')) ?? 0);
    const last = rows.at(-1);
    if (!last) return;
    after = integer(last, 'place');
  }
}

function firstDictionary(db: DatabaseSync, workspaceId: string, workspace: number): number | undefined {
  const samples = all(
    db,
    `SELECT answer FROM requests_before WHERE workspace_id = ? AND has_results = 1 AND answer IS NOT NULL
     ORDER BY changed_at DESC LIMIT ${SAMPLES}`,
    workspaceId,
  ).map((row) => text(row, 'answer'));
  return samples.length === 0 ? undefined : addDictionary(db, workspace, samples, samples.length);
}

function carryOver(db: DatabaseSync, before: Row, dictionary: number): void {
  const [row, workspace] = [integer(before, 'row'), integer(before, 'workspace')];
  const raw = textOrNull(before, 'answer');
  const answer = storedAnswer({ answer: raw });
  const results = resultsOf(answer);
  const problem = textOrNull(before, 'problem');
  change(
    db,
    `INSERT INTO tracked (row, workspace, status, call_status, job, questionnaire, has_results, has_problem,
       call_count, name_key, problem, accepted_at, refreshed_at, changed_at, completed_at,
       next_refresh_at, refresh_failures)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row,
    workspace,
    facetCode(db, workspace, 'status', text(before, 'status')),
    callStatusCode(db, workspace, textOrNull(before, 'last_call_status')),
    facetCode(db, workspace, 'job_description', text(before, 'job_description_id')),
    facetCode(db, workspace, 'questionnaire', text(before, 'questionnaire_template_id')),
    integer(before, 'has_results'),
    Number(problem !== null),
    integer(before, 'call_count'),
    sortKey(text(before, 'candidate_name')),
    problem,
    integer(before, 'accepted_at'),
    integerOrNull(before, 'refreshed_at'),
    integer(before, 'changed_at'),
    integerOrNull(before, 'completed_at'),
    integerOrNull(before, 'next_refresh_at'),
    integer(before, 'refresh_failures'),
  );
  change(
    db,
    'INSERT INTO request_ids (workspace, request_id, row) VALUES (?, ?, ?)',
    workspace,
    text(before, 'request_id'),
    row,
  );
  if (raw !== null) storePacked(db, row, raw, dictionary);
  storeCalls(db, workspace, row, screeningCallsOf(answer).map(countedCall));
  indexRequest(db, row, results);
}
