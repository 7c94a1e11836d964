import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { OUTCOMES } from '../../../shared/outcome.ts';
import type { PinnedFilter, RequestFilter, RequestSelection } from '../../../shared/request-filter.ts';
import { all, integer, one, scalar } from '../operation.ts';
import { type Covering, coveringOf, questionnairesOpenAt } from './covering.ts';
import { facetsWithWord, lettersIn, statusesStarting } from './facets.ts';
import { findAll } from './find-requests.ts';
import { pinsOf } from './pinned-values.ts';
import {
  DIGIT_RUN,
  expressionOf,
  type IndexedWord,
  indexedDigits,
  indexedWords,
  type SearchTerm,
  searchTerms,
  sortKey,
  uncoveredWords,
} from './search.ts';

/** A fragment of SQL with its parameters. */
export interface Sql {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
}

export const NO_SQL: Sql = { sql: '', params: [] };

export interface Matches {
  readonly workspaceId: string;
  readonly where: Sql;
  /** A query for their rows, without duplicates. */
  readonly rows: Sql;
  /** Whether `request_counts` has all columns of the condition. */
  readonly isCounted: boolean;
  /** Whether finding them reads so much that it is done once, for their number and the page. */
  readonly isKept: boolean;
}

/**
 * The one place where a filter becomes SQL. `+` keeps SQLite from an index: matches are found by the sets of words, tags and
 * values, or else by the jobs, or else in `requests_by_accepted`, which has all other columns. Left to SQLite, also with the
 * statistics of ANALYZE, a status that one in forty of 100,000 have was found in its own index: 230 ms instead of 10.
 */
export function matchesOf(db: DatabaseSync, workspaceId: string, filter: RequestFilter): Matches {
  const covering = coveringOf(db, workspaceId);
  const sets = [
    ...searchSets(db, workspaceId, filter.search, covering),
    ...taggedSets(workspaceId, filter.tags),
    ...importedSets(filter.importId),
    ...pinnedSets(db, workspaceId, filter.pinned, covering),
    ...amongSets(workspaceId, filter.among),
    ...(filter.submittedAgain === true ? [repeated(workspaceId)] : []),
  ];
  const isInSets = sets.length > 0;
  const [forJob, forDays] = [isInSets ? '+' : '', isInSets || filter.jobs.length > 0 ? '+' : ''];
  const counted = [
    isOneOf(`${forDays}requests.workspace_id`, [workspaceId]),
    isOneOf(`${forJob}requests.job_description_id`, filter.jobs),
    isOneOf('+requests.archived', filter.archived === 'any' ? [] : [Number(filter.archived === 'yes')]),
    isOneOf(
      '+requests.outcome',
      filter.outcomes.map((outcome) => OUTCOMES.indexOf(outcome)),
    ),
    isOneOf('+requests.status', filter.statuses),
    isOneOf('+requests.call_status', filter.callStatuses),
    isOneOf('+requests.questionnaire_template_id', filter.questionnaires),
    isOneOf('+requests.verdict', filter.verdicts),
    // In `request_counts`, '' stands for null.
    isOneOf("coalesce(requests.colleague, '')", filter.by),
    isOneOf('+requests.has_results', flag(filter.hasResults)),
    isOneOf('+requests.has_problem', flag(filter.hasProblem)),
    isOneOf('+requests.unseen', flag(filter.unseen)),
  ].flat();
  const days = [
    compared(`${forDays}requests.accepted_at >= ?`, filter.from),
    compared(`${forDays}requests.accepted_at < ?`, filter.until),
  ].flat();
  const again = filter.submittedAgain === false ? [neverRepeated(workspaceId)] : [];
  const inSets = sets.map(({ sql, params }) => ({ sql: `requests.row IN (${sql})`, params }));
  const where = joined([...counted, ...days, ...again, ...inSets], ' AND ');
  const isPlain = days.length + again.length === 0;
  const hasOnlySets = isInSets && isPlain && counted.length === (filter.archived === 'no' ? 2 : 1);
  const rows =
    hasOnlySets && leavesOutFew(db, joined(counted, ' AND '))
      ? rowsInSets(workspaceId, sets, filter.archived === 'no')
      : { sql: `SELECT requests.row FROM requests WHERE ${where.sql}`, params: where.params };
  const isCounted = !isInSets && isPlain;
  return { workspaceId, where, rows, isCounted, isKept: isInSets || (filter.jobs.length > 0 && !isCounted) };
}

function flag(wanted: boolean | null): number[] {
  return wanted === null ? [] : [Number(wanted)];
}

/** The rows that a later submission repeats. */
function repeated(workspaceId: string): Sql {
  const sql = `SELECT earlier.row AS row FROM submissions AS later
    JOIN submissions AS earlier ON earlier.id = later.previous_submission_id
    WHERE later.previous_submission_id IS NOT NULL AND later.workspace_id = ?
      AND later.state NOT IN ('draft', 'discarded')`;
  return { sql, params: [workspaceId] };
}

function neverRepeated(workspaceId: string): Sql {
  const { sql, params } = repeated(workspaceId);
  return { sql: `requests.row NOT IN (${sql})`, params };
}

/** Whether counted conditions are true for nearly all requests, of other workspaces, too. */
function leavesOutFew(db: DatabaseSync, { sql, params }: Sql): boolean {
  const leftOut = `SELECT coalesce(sum(n), 0) AS n FROM request_counts AS requests WHERE NOT (${sql})`;
  return scalar(db, leftOut, ...params) <= 5000;
}

/**
 * The rows in all sets without those of other workspaces and, with `hidesArchived`, archived ones. Doesn't read `requests`,
 * which takes 13 ms instead of 26 for a value that 20,000 of 100,000 have.
 */
function rowsInSets(workspaceId: string, sets: readonly Sql[], hidesArchived: boolean): Sql {
  const inAll = combined(sets, 'INTERSECT');
  const archived = 'UNION ALL SELECT row FROM requests WHERE workspace_id = ? AND archived = 1';
  return {
    sql: `SELECT DISTINCT row FROM (${inAll.sql}) WHERE row NOT IN (
      SELECT row FROM requests WHERE workspace_id IN (SELECT id FROM workspaces WHERE id <> ?)
      ${hidesArchived ? archived : ''})`,
    params: [...inAll.params, workspaceId, ...(hidesArchived ? [workspaceId] : [])],
  };
}

/** A comparison with a value; none without one. */
function compared(sql: string, value: number | null): Sql[] {
  return value === null ? [] : [{ sql, params: [value] }];
}

function isOneOf(column: string, values: readonly SQLInputValue[]): Sql[] {
  if (values.length === 0) return [];
  return [{ sql: `${column} IN (${values.map(() => '?').join(', ')})`, params: values }];
}

function joined(parts: readonly Sql[], separator: string): Sql {
  return {
    sql: parts.map(({ sql }) => sql).join(separator),
    params: parts.flatMap(({ params }) => params),
  };
}

function taggedSets(workspaceId: string, tags: readonly string[]): Sql[] {
  if (tags.length === 0) return [];
  const marks = tags.map(() => '?').join(', ');
  return [
    {
      sql: `SELECT row FROM request_tags WHERE workspace_id = ? AND tag IN (${marks})`,
      params: [workspaceId, ...tags],
    },
  ];
}

function amongSets(workspaceId: string, requestIds: readonly string[]): Sql[] {
  if (requestIds.length === 0) return [];
  const sql = `SELECT row FROM requests INDEXED BY requests_by_id
    WHERE request_id IN (SELECT value FROM json_each(?)) AND workspace_id = ?`;
  return [{ sql, params: [JSON.stringify(requestIds), workspaceId] }];
}

/** By the request, as one that the service had already is another submission's. */
function importedSets(importId: string | null): Sql[] {
  if (importId === null) return [];
  const sql = `SELECT requests.row FROM import_rows
    CROSS JOIN submissions ON submissions.id = import_rows.submission_id
    CROSS JOIN requests ON requests.request_id = submissions.request_id
      AND requests.workspace_id = submissions.workspace_id
    WHERE import_id = ?`;
  return [{ sql, params: [importId] }];
}

function pinnedSets(
  db: DatabaseSync,
  workspaceId: string,
  filters: readonly PinnedFilter[],
  covering: Covering | undefined,
): Sql[] {
  if (filters.length === 0) return [];
  const pins = pinsOf(db, workspaceId);
  return filters
    .filter(({ min, max, values }) => min !== null || max !== null || values.length > 0)
    .map(({ path, min, max, values }) => {
      // A field that is no longer pinned matches nothing, and the filter shows why.
      const pin = pins.find((each) => each.path === path)?.pin ?? -1;
      const parts: Sql[] = [{ sql: 'SELECT row FROM pinned_values WHERE pin = ?', params: [pin] }];
      if (min !== null) parts.push({ sql: 'value >= ?', params: [min] });
      // In SQLite's order, texts come after all numbers.
      if (max !== null) parts.push({ sql: 'value <= ?', params: [max] });
      else if (min !== null) parts.push({ sql: "value < ''", params: [] });
      if (values.length > 0) {
        parts.push({
          sql: `value IN (${values.map(() => '?').join(', ')})`,
          params: values.flatMap((value) => sortKey(value)),
        });
      }
      if (covering) parts.push(seenPin(covering, path));
      return joined(parts, ' AND ');
    });
}

/** A condition on a row of `pinned_values`: its value isn't covered. */
function seenPin(covering: Covering, path: string): Sql {
  return {
    sql: `(EXISTS (SELECT 1 FROM first_verdicts WHERE first_verdicts.row = pinned_values.row)
      OR EXISTS (SELECT 1 FROM requests AS own WHERE own.row = pinned_values.row
        AND own.questionnaire_template_id IN (SELECT value FROM json_each(?))))`,
    params: [questionnairesOpenAt(covering, path)],
  };
}

const NAMED_KINDS = ['job_description', 'questionnaire'] as const;

/** A term matches ids only from this length on, and only if few ids start with it. */
const MIN_ID_LETTERS = 4;
const MAX_IDS = 200;

/** A search finds statuses from this length on: a shorter one is the start of too many names. */
const MIN_STATUS_LETTERS = 4;

/** Sets of rows; a match is in all of them. No sets for a search without terms. */
function searchSets(
  db: DatabaseSync,
  workspaceId: string,
  search: string,
  covering: Covering | undefined,
): Sql[] {
  const plain: SearchedWord[] = [];
  const mixed: Sql[] = [];
  for (const term of searchTerms(search)) {
    const words = term.words.map((word) => {
      const facets = facetsWithWord(db, workspaceId, NAMED_KINDS, word).map(({ id }) => id);
      return {
        indexed: indexedWords(word, facets),
        uncovered: covering && uncoveredWords(word, facets),
        tags: facetsWithWord(db, workspaceId, ['tag'], word).map(({ value }) => value),
      };
    });
    const asWhole = [...phoneSets(term), ...idSets(db, workspaceId, term)];
    if (asWhole.length > 0) {
      const withWords = combined(
        words.map((word) => withWord(workspaceId, word)),
        'INTERSECT',
      );
      mixed.push(combined([withWords, ...asWhole], 'UNION'));
      continue;
    }
    for (const word of words) {
      if (word.tags.length === 0) plain.push(word);
      else mixed.push(withWord(workspaceId, word));
    }
  }
  const sets = plain.length === 0 ? mixed : [withWords(plain), ...mixed];
  const statuses = statusSets(db, workspaceId, search);
  if (sets.length === 0 || statuses.length === 0) return sets;
  return [combined([combined(sets, 'INTERSECT'), ...statuses], 'UNION')];
}

/** Requests with a status, or a last call, in the words of the whole search: "no answer" finds NO_ANSWER. */
function statusSets(db: DatabaseSync, workspaceId: string, search: string): Sql[] {
  const letters = lettersIn(search);
  if (letters.length < MIN_STATUS_LETTERS) return [];
  return (['status', 'call_status'] as const).flatMap((kind) => {
    const statuses = statusesStarting(db, workspaceId, kind, letters);
    if (statuses.length === 0) return [];
    const marks = statuses.map(() => '?').join(', ');
    // Status by its own index; calls' statuses are only in the covering index.
    const index = kind === 'status' ? 'requests_by_status' : 'requests_by_accepted';
    return [
      {
        sql: `SELECT row FROM requests INDEXED BY ${index} WHERE ${kind === 'status' ? '+' : ''}workspace_id = ?
          AND ${kind} IN (${marks})`,
        params: [workspaceId, ...statuses],
      },
    ];
  });
}

/** A word, and how it is indexed. */
interface SearchedWord {
  readonly indexed: readonly IndexedWord[];
  /** How it is indexed in what may be seen of covered requests; undefined if nothing is covered. */
  readonly uncovered: readonly IndexedWord[] | undefined;
}

/** Requests that have all of these words in what may be seen of them. */
function withWords(words: readonly SearchedWord[]): Sql {
  const everywhere = matching(words.map(({ indexed }) => indexed));
  const uncovered = words.flatMap((word) => (word.uncovered ? [word.uncovered] : []));
  if (uncovered.length === 0) return everywhere;
  return combined([revealed(everywhere), matching(uncovered)], 'UNION');
}

/** The requests of a set of which nothing is covered. */
function revealed({ sql, params }: Sql): Sql {
  return { sql: `SELECT row FROM (${sql}) WHERE row IN (SELECT row FROM first_verdicts)`, params };
}

/** Requests with a word in their texts or with one of these tags. */
function withWord(
  workspaceId: string,
  { tags, ...word }: SearchedWord & { readonly tags: readonly string[] },
): Sql {
  const own = withWords([word]);
  if (tags.length === 0) return own;
  const marks = tags.map(() => '?').join(', ');
  const tagged = `SELECT row FROM request_tags WHERE workspace_id = ? AND tag IN (${marks})`;
  return combined([own, { sql: tagged, params: [workspaceId, ...tags] }], 'UNION');
}

function matching(words: readonly (readonly IndexedWord[])[]): Sql {
  return {
    sql: 'SELECT rowid AS row FROM request_search WHERE request_search MATCH ?',
    params: [expressionOf(words)],
  };
}

function combined(sets: readonly Sql[], operator: 'UNION' | 'INTERSECT'): Sql {
  return {
    sql: sets.map(({ sql }) => `SELECT row FROM (${sql})`).join(` ${operator} `),
    params: sets.flatMap(({ params }) => params),
  };
}

function phoneSets({ digits }: SearchTerm): Sql[] {
  if (digits === undefined) return [];
  const words = indexedDigits(digits).map((word) => [word]);
  // The index has runs of four digits; whether more digits are consecutive must be checked in the number.
  if (digits.length <= DIGIT_RUN) return [matching(words)];
  return [
    {
      sql: `SELECT request_search.rowid AS row FROM request_search
        JOIN submissions ON submissions.row = request_search.rowid
        WHERE request_search MATCH ? AND instr(spellings(submissions.phone_number), ?) > 0`,
      params: [expressionOf(words), digits],
    },
  ];
}

/** Requests whose request id or submission id starts with this. */
function idSets(db: DatabaseSync, workspaceId: string, { typed }: SearchTerm): Sql[] {
  const prefix = typed.trim();
  if (prefix.length < MIN_ID_LETTERS) return [];
  const rows = new Set<number>();
  for (const spelling of new Set([prefix, prefix.toLowerCase(), prefix.toUpperCase()])) {
    const end = `${spelling}\u{10FFFF}`;
    const sql = `SELECT row FROM (SELECT row FROM requests WHERE request_id >= ? AND request_id < ? AND +workspace_id = ?
        LIMIT ${MAX_IDS + 1})
      UNION ALL SELECT row FROM (SELECT row FROM submissions WHERE id >= ? AND id < ? LIMIT ${MAX_IDS + 1})`;
    const found = all(db, sql, spelling, end, workspaceId, spelling, end);
    if (found.length > MAX_IDS) return [];
    for (const row of found) rows.add(integer(row, 'row'));
  }
  if (rows.size === 0) return [];
  return [{ sql: 'SELECT value AS row FROM json_each(?)', params: [JSON.stringify([...rows])] }];
}

/** The row of a request; undefined if the workspace doesn't track it. */
export function rowOf(db: DatabaseSync, workspaceId: string, requestId: string): number | undefined {
  const sql = 'SELECT row FROM requests WHERE workspace_id = ? AND request_id = ?';
  const row = one(db, sql, workspaceId, requestId);
  return row && integer(row, 'row');
}

/** The distinct rows of those requests that the workspace tracks, in their order. */
export function rowsOf(db: DatabaseSync, workspaceId: string, requestIds: readonly string[]): number[] {
  const rows = requestIds.map((id) => rowOf(db, workspaceId, id)).filter((row) => row !== undefined);
  return [...new Set(rows)];
}

/** The selected rows: the named requests in their order, or all matches with exceptions in no order. */
export function selectedRows(db: DatabaseSync, workspaceId: string, selection: RequestSelection): number[] {
  if ('requestIds' in selection) return rowsOf(db, workspaceId, selection.requestIds);
  const except = new Set(rowsOf(db, workspaceId, selection.except));
  return findAll(db, matchesOf(db, workspaceId, selection.filter)).filter((row) => !except.has(row));
}
