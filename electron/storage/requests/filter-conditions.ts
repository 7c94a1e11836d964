import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { OUTCOMES } from '../../../shared/outcome.ts';
import type { PinnedFilter, RequestFilter, RequestSelection } from '../../../shared/request-filter.ts';
import { all, integer, one } from '../operation.ts';
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

/** A set of rows that must contain a matching request. */
export interface RowSet {
  /** A query for all its rows (a column `row`, without duplicates). */
  readonly rows: Sql;
  /** A condition on whether it contains `requests.row`. */
  readonly contains: Sql;
  /** A query for its approximate size, if that is faster than finding the rows. */
  readonly size?: Sql;
}

/** The allowed values of a column that both `requests` and `request_counts` have. */
export interface CountedCondition {
  readonly column: string;
  readonly values: readonly SQLInputValue[];
}

/** A filter in terms of the database. */
export interface Conditions {
  readonly workspaceId: string;
  readonly counted: readonly CountedCondition[];
  /** The range of `accepted_at`, without `until`: UTC ms. */
  readonly from: number | null;
  readonly until: number | null;
  /** A match must be in all of them. */
  readonly sets: readonly RowSet[];
}

export function conditionsOf(db: DatabaseSync, workspaceId: string, filter: RequestFilter): Conditions {
  const flag = (wanted: boolean | null): number[] => (wanted === null ? [] : [Number(wanted)]);
  const counted: CountedCondition[] = [
    { column: 'outcome', values: filter.outcomes.map((outcome) => OUTCOMES.indexOf(outcome)) },
    { column: 'status', values: filter.statuses },
    { column: 'call_status', values: filter.callStatuses },
    { column: 'job_description_id', values: filter.jobs },
    { column: 'questionnaire_template_id', values: filter.questionnaires },
    { column: 'verdict', values: filter.verdicts },
    { column: 'has_results', values: flag(filter.hasResults) },
    { column: 'has_problem', values: flag(filter.hasProblem) },
    { column: 'unseen', values: flag(filter.unseen) },
    { column: 'archived', values: flag(filter.archived === 'any' ? null : filter.archived === 'yes') },
  ];
  const covering = coveringOf(db, workspaceId);
  return {
    workspaceId,
    counted: counted.filter(({ values }) => values.length > 0),
    from: filter.from,
    until: filter.until,
    sets: [
      ...searchSets(db, workspaceId, filter.search, covering).map(searchedSet),
      ...(filter.tags.length === 0 ? [] : [taggedSet(workspaceId, filter.tags)]),
      ...pinnedSets(db, workspaceId, filter.pinned, covering),
    ],
  };
}

/** The counted conditions on a table or alias, each preceded by AND. `plus` prevents SQLite from using an index. */
export function countedSql(counted: readonly CountedCondition[], of: string, plus = ''): Sql {
  return {
    sql: counted
      .map(({ column, values }) => ` AND ${plus}${of}.${column} IN (${values.map(() => '?').join(', ')})`)
      .join(''),
    params: counted.flatMap(({ values }) => values),
  };
}

/** The range of days on `requests`, preceded by AND. */
export function acceptedSql({ from, until }: Conditions, plus = ''): Sql {
  return {
    sql: `${from === null ? '' : ` AND ${plus}requests.accepted_at >= ?`}${
      until === null ? '' : ` AND ${plus}requests.accepted_at < ?`
    }`,
    params: [from, until].filter((bound) => bound !== null),
  };
}

function searchedSet(rows: Sql): RowSet {
  return { rows, contains: { sql: `requests.row IN (${rows.sql})`, params: rows.params } };
}

function taggedSet(workspaceId: string, tags: readonly string[]): RowSet {
  const marks = tags.map(() => '?').join(', ');
  const from = `FROM request_tags WHERE workspace_id = ? AND tag IN (${marks})`;
  return {
    size: { sql: `SELECT count(*) AS n ${from}`, params: [workspaceId, ...tags] },
    rows: {
      sql: `SELECT ${tags.length > 1 ? 'DISTINCT' : ''} row ${from}`,
      params: [workspaceId, ...tags],
    },
    contains: {
      sql: `EXISTS (SELECT 1 FROM request_tags WHERE request_tags.row = requests.row AND +tag IN (${marks}))`,
      params: tags,
    },
  };
}

function pinnedSets(
  db: DatabaseSync,
  workspaceId: string,
  filters: readonly PinnedFilter[],
  covering: Covering | undefined,
): RowSet[] {
  if (filters.length === 0) return [];
  const pins = pinsOf(db, workspaceId);
  return filters
    .filter(({ min, max, values }) => min !== null || max !== null || values.length > 0)
    .map(({ path, min, max, values }) => {
      // A field that is no longer pinned matches nothing, and the filter shows why.
      const pin = pins.find((each) => each.path === path)?.pin ?? -1;
      const parts: Sql[] = [{ sql: 'pin = ?', params: [pin] }];
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
      const where = parts.map(({ sql }) => sql).join(' AND ');
      const params = parts.flatMap((part) => part.params);
      const seen = covering ? seenPinSql(covering, path) : NO_SQL;
      return {
        size: { sql: `SELECT count(*) AS n FROM pinned_values WHERE ${where}`, params },
        rows: {
          sql: `SELECT row FROM pinned_values WHERE ${where}${seen.sql}`,
          params: [...params, ...seen.params],
        },
        contains: {
          // By the primary key: `+` excludes the index on values, which would find too many rows.
          sql: `EXISTS (SELECT 1 FROM pinned_values WHERE pinned_values.row = requests.row
            AND ${where.replaceAll('value ', '+value ')}${seen.sql})`,
          params: [...params, ...seen.params],
        },
      };
    });
}

/** A condition on a row of `pinned_values`, preceded by AND: its value isn't covered. */
function seenPinSql(covering: Covering, path: string): Sql {
  return {
    sql: ` AND (EXISTS (SELECT 1 FROM first_verdicts WHERE first_verdicts.row = pinned_values.row)
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
    const found = all(
      db,
      `SELECT row FROM (SELECT row FROM requests WHERE workspace_id = ? AND request_id >= ? AND request_id < ?
         LIMIT ${MAX_IDS + 1})
       UNION ALL SELECT row FROM (SELECT row FROM submissions WHERE id >= ? AND id < ? LIMIT ${MAX_IDS + 1})`,
      workspaceId,
      spelling,
      end,
      spelling,
      end,
    );
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
  return findAll(db, conditionsOf(db, workspaceId, selection.filter)).filter((row) => !except.has(row));
}
