import type { DatabaseSync } from 'node:sqlite';
import { SUBMISSION_STATES, type SubmissionState } from '../../../shared/submission.ts';
import type { FoundSubmission, FoundSubmissions } from '../../../shared/submission-search.ts';
import { all, integer, oneOf, type Row, read, scalar, text, textOrNull } from '../operation.ts';
import type { Sql } from '../requests/filter-conditions.ts';
import { wordsIn } from '../requests/folded.ts';
import { type SearchTerm, searchTerms } from '../requests/search-query.ts';
import { submissionProblemOf } from './submission-row.ts';

// SQLite uses this partial index only if the query has exactly its condition. It covers the search: nothing else is read
// of the submissions that don't match.
const SEARCHED = 'submissions INDEXED BY submissions_unaccepted';
const IS_UNACCEPTED = "state <> 'accepted'";

/** States in the order of a search. */
const ORDER: Readonly<Record<Exclude<SubmissionState, 'accepted'>, number>> = {
  unconfirmed: 0,
  rejected: 1,
  held: 2,
  queued: 3,
  connecting: 3,
  sending: 3,
  draft: 4,
  discarded: 5,
};
const RANK = `CASE state ${Object.entries(ORDER)
  .map(([state, rank]) => `WHEN '${state}' THEN ${rank}`)
  .join(' ')} END`;

/** Fewer letters are the start of too many ids. */
const MIN_ID_LETTERS = 4;
const MAX_IDS = 200;

export const submissionSearchStore = {
  /**
   * Submissions of the workspace that are not accepted, by the words of name, job and questionnaire, the digits of the
   * number, and the start of the id; accepted ones are found as requests.
   */
  search: read((db, workspaceId: string, search: string, limit: number): FoundSubmissions => {
    const terms = searchTerms(search).map((term) => termCondition(db, workspaceId, term));
    if (terms.length === 0) return { rows: [], total: 0 };
    const where = `${IS_UNACCEPTED} AND workspace_id = ? AND ${terms.map(({ sql }) => sql).join(' AND ')}`;
    const params = [workspaceId, ...terms.flatMap((term) => term.params)];
    const total = scalar(db, `SELECT count(*) AS n FROM ${SEARCHED} WHERE ${where}`, ...params);
    if (total === 0) return { rows: [], total };
    const rows = all(
      db,
      `SELECT submissions.id, state, problem, candidate_name, phone_number, job_description_id, submissions.created_at,
         updated_at, nullif(job.name, '') AS job_name
       FROM (SELECT row AS found, ${RANK} AS rank FROM ${SEARCHED} WHERE ${where}
             ORDER BY rank, row DESC LIMIT ?)
       CROSS JOIN submissions ON submissions.row = found
       LEFT JOIN library AS job ON job.workspace_id = submissions.workspace_id AND job.kind = 'job_description'
         AND job.service_id = submissions.job_description_id
       ORDER BY rank, found DESC`,
      ...params,
      limit,
    );
    return { rows: rows.map(rowToFound), total };
  }),
};

/** A term matches by its words, by its digits in any spelling of the phone number, or as the start of an id. */
function termCondition(db: DatabaseSync, workspaceId: string, { words, digits, typed }: SearchTerm): Sql {
  const byWord = words.map((word) => wordCondition(db, workspaceId, word));
  const any = [
    { sql: `(${byWord.map(({ sql }) => sql).join(' AND ')})`, params: byWord.flatMap((each) => each.params) },
  ];
  if (digits !== undefined) any.push({ sql: 'instr(spellings(phone_number), ?) > 0', params: [digits] });
  const rows = rowsWithId(db, typed.trim().toLowerCase());
  if (rows.length > 0)
    any.push({ sql: 'row IN (SELECT value FROM json_each(?))', params: [JSON.stringify(rows)] });
  return { sql: `(${any.map(({ sql }) => sql).join(' OR ')})`, params: any.flatMap((each) => each.params) };
}

function wordCondition(db: DatabaseSync, workspaceId: string, word: string): Sql {
  const inName = { sql: 'instr(name_words, ?) > 0', params: [` ${word}`] };
  const entries = JSON.stringify(entriesWithWord(db, workspaceId, word));
  if (entries === '[]') return inName;
  return {
    sql: `(${inName.sql} OR job_description_id IN (SELECT value FROM json_each(?))
      OR questionnaire_template_id IN (SELECT value FROM json_each(?)))`,
    params: [...inName.params, entries, entries],
  };
}

/** The ids of Library entries with a word, in their name or id, that starts with this folded one. */
function entriesWithWord(db: DatabaseSync, workspaceId: string, word: string): string[] {
  return all(db, 'SELECT service_id, name FROM library WHERE workspace_id = ?', workspaceId)
    .filter((row) =>
      [...wordsIn(text(row, 'name')), ...wordsIn(text(row, 'service_id'))].some((each) =>
        each.startsWith(word),
      ),
    )
    .map((row) => text(row, 'service_id'));
}

/** The rows of submissions whose id starts with this. */
function rowsWithId(db: DatabaseSync, prefix: string): number[] {
  if (prefix.length < MIN_ID_LETTERS) return [];
  const sql = `SELECT row FROM submissions WHERE id >= ? AND id < ? LIMIT ${MAX_IDS}`;
  return all(db, sql, prefix, `${prefix}\u{10FFFF}`).map((row) => integer(row, 'row'));
}

function rowToFound(row: Row): FoundSubmission {
  return {
    id: text(row, 'id'),
    state: oneOf(row, 'state', SUBMISSION_STATES),
    problem: submissionProblemOf(textOrNull(row, 'problem')),
    candidateName: text(row, 'candidate_name'),
    phoneNumber: text(row, 'phone_number'),
    jobName: textOrNull(row, 'job_name'),
    jobDescriptionId: text(row, 'job_description_id'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  };
}
