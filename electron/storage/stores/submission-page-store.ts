import type { DatabaseSync } from 'node:sqlite';
import { SUBMISSION_STATES, type SubmissionState } from '../../../shared/submission.ts';
import type { OtherWorkspace, SubmissionDetail, TrackedOutcome } from '../../../shared/submission-detail.ts';
import type { FoundSubmission, FoundSubmissions } from '../../../shared/submission-search.ts';
import { all, integer, one, oneOf, type Row, read, scalar, text, textOrNull } from '../operation.ts';
import { coveredHistory, coveringOf, IS_REVEALED } from '../requests/covering.ts';
import type { Sql } from '../requests/filter-conditions.ts';
import { outcomeAt } from '../requests/request-rows.ts';
import { type SearchTerm, searchTerms, wordsIn } from '../requests/search.ts';
import { historyStore } from './history-store.ts';
import {
  followingOf,
  LIBRARY_NAMES,
  NAME_COLUMNS,
  namesIn,
  previousOf,
  rowToSubmission,
  SUBMISSION_COLUMNS,
  submissionProblemOf,
} from './submission-row.ts';

const PAGE = `SELECT ${SUBMISSION_COLUMNS}, ${NAME_COLUMNS}, imports.name AS file_name, import_rows.row_number
  FROM submissions ${LIBRARY_NAMES}
  LEFT JOIN import_rows ON import_rows.submission_id = submissions.id
  LEFT JOIN imports ON imports.id = import_rows.import_id
  WHERE submissions.workspace_id = ? AND submissions.id = ?`;

export const submissionPageStore = {
  /** One submission of the workspace, in any state, with its history; undefined if it has none with this id. */
  detail: read((db, workspaceId: string, id: string): SubmissionDetail | undefined => {
    const row = one(db, PAGE, workspaceId, id);
    if (!row) return undefined;
    const submission = rowToSubmission(row);
    const detail: SubmissionDetail = {
      ...submission,
      ...namesIn(row),
      previous: previousOf(db, submission.previousSubmissionId),
      following: followingOf(db, id),
      history: historyStore.of.run(db, id),
      request: trackedOutcome(db, workspaceId, submission.requestId),
      importedFrom: importedFrom(row),
    };
    return coveredDetail(db, detail);
  }),

  /** The workspace that has this submission, removed or not; undefined if none has. */
  workspaceOf: read((db, id: string): OtherWorkspace | undefined => {
    const sql = `SELECT workspaces.id, workspaces.name, workspaces.removed_at IS NOT NULL AS removed
      FROM submissions JOIN workspaces ON workspaces.id = submissions.workspace_id WHERE submissions.id = ?`;
    const row = one(db, sql, id);
    return row && { id: text(row, 'id'), name: text(row, 'name'), removed: row['removed'] === 1 };
  }),
};

/** The page of a submission as it may be shown before the verdict on its request. */
function coveredDetail(db: DatabaseSync, detail: SubmissionDetail): SubmissionDetail {
  const { workspaceId, requestId, history } = detail;
  const isCovered =
    requestId !== null &&
    coveringOf(db, workspaceId) !== undefined &&
    one(
      db,
      `SELECT 1 FROM requests WHERE workspace_id = ? AND request_id = ? AND NOT ${IS_REVEALED}`,
      workspaceId,
      requestId,
    ) !== undefined;
  return isCovered ? { ...detail, problem: null, history: coveredHistory(history) } : detail;
}

/** The request may be tracked for another submission that asked for the same. */
function trackedOutcome(
  db: DatabaseSync,
  workspaceId: string,
  requestId: string | null,
): TrackedOutcome | null {
  const sql = 'SELECT outcome, tries, status FROM requests WHERE workspace_id = ? AND request_id = ?';
  const [row] = requestId === null ? [] : all(db, sql, workspaceId, requestId);
  if (!row) return null;
  return {
    outcome: outcomeAt(integer(row, 'outcome')),
    tries: integer(row, 'tries'),
    status: text(row, 'status'),
  };
}

function importedFrom(row: Row): SubmissionDetail['importedFrom'] {
  const fileName = textOrNull(row, 'file_name');
  return fileName === null ? null : { fileName, rowNumber: integer(row, 'row_number') };
}

// SQLite uses this partial index only if the query has exactly its condition. It covers the search: nothing else is read
// of the submissions that don't match.
const SEARCHED = 'submissions INDEXED BY submissions_unaccepted';
const IS_UNACCEPTED = "state <> 'accepted'";

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

const IS_IMPORTED = `row IN (SELECT imported.row FROM import_rows
  CROSS JOIN submissions AS imported ON imported.id = import_rows.submission_id WHERE import_id = ?)`;

/** Fewer letters are the start of too many ids. */
const MIN_ID_LETTERS = 4;
const MAX_IDS = 200;

export const submissionSearchStore = {
  /**
   * Submissions of the workspace that are not accepted, by the words of name, job and questionnaire, the digits of the
   * number, and the start of the id; accepted ones are found as requests. `importId`: only those of an import, with or
   * without a search.
   */
  search: read(
    (db, workspaceId: string, search: string, limit: number, importId?: string): FoundSubmissions => {
      const terms = searchTerms(search).map((term) => termCondition(db, workspaceId, term));
      if (importId !== undefined) terms.push({ sql: IS_IMPORTED, params: [importId] });
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
    },
  ),
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
