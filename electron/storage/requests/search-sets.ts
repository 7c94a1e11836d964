import type { DatabaseSync } from 'node:sqlite';
import { all, integer } from '../operation.ts';
import type { Covering } from './covering.ts';
import { facetsWithWord, lettersIn, statusesStarting } from './facets.ts';
import type { Sql } from './filter-conditions.ts';
import { DIGIT_RUN } from './search-document.ts';
import {
  expressionOf,
  type IndexedWord,
  indexedDigits,
  indexedWords,
  isInEveryPseudonym,
  type SearchTerm,
  searchTerms,
  uncoveredWords,
} from './search-query.ts';

const NAMED_KINDS = ['job_description', 'questionnaire'] as const;

/** A term matches ids only from this length on, and only if few ids start with it. */
const MIN_ID_LETTERS = 4;
const MAX_IDS = 200;

/** A search finds statuses from this length on: a shorter one is the start of too many names. */
const MIN_STATUS_LETTERS = 4;

/** Sets of rows; a match is in all of them. No sets for a search without terms. */
export function searchSets(
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
        uncovered: covering && uncoveredWords(word, facets, covering),
        isInEveryPseudonym: covering?.identity === true && isInEveryPseudonym(word),
        tags: facetsWithWord(db, workspaceId, ['tag'], word).map(({ value }) => value),
      };
    });
    const phones = phoneSets(term).map((set) => (covering?.identity ? revealed(set) : set));
    const asWhole = [...phones, ...idSets(db, workspaceId, term)];
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
  const sets = plain.length === 0 ? mixed : [withWords(workspaceId, plain), ...mixed];
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
  /** Every candidate whose identity is covered has it. */
  readonly isInEveryPseudonym: boolean;
}

/** Requests that have all of these words in what may be seen of them. */
function withWords(workspaceId: string, words: readonly SearchedWord[]): Sql {
  const everywhere = matching(words.map(({ indexed }) => indexed));
  if (words.every(({ uncovered }) => uncovered === undefined)) return everywhere;
  const wanted = words.flatMap((word) => (word.isInEveryPseudonym ? [] : [word.uncovered ?? []]));
  if (wanted.some((any) => any.length === 0)) return revealed(everywhere);
  const all = { sql: 'SELECT row FROM requests WHERE workspace_id = ?', params: [workspaceId] };
  const found = covered(wanted.length === 0 ? all : matching(wanted));
  return combined([revealed(everywhere), found], 'UNION');
}

/** The requests of a set that are covered, where the workspace covers any. */
function covered({ sql, params }: Sql): Sql {
  return { sql: `SELECT row FROM (${sql}) WHERE row NOT IN (SELECT row FROM first_verdicts)`, params };
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
  const own = withWords(workspaceId, [word]);
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
