import type { DatabaseSync } from 'node:sqlite';
import { all, integer } from '../operation.ts';
import { facetsWithWord } from './facets.ts';
import type { Sql } from './filter-conditions.ts';
import { DIGITS_IN_A_ROW } from './search-document.ts';
import {
  expressionOf,
  type IndexedWord,
  indexedDigits,
  indexedWords,
  type SearchTerm,
  searchTerms,
} from './search-query.ts';

const NAMED_KINDS = ['job_description', 'questionnaire'] as const;

/** Shorter beginnings of ids are not looked for, nor those that so many share: they name nobody. */
const FEWEST_ID_LETTERS = 4;
const MOST_IDS = 200;

/** The rows that hold what is searched for: those in every one of the sets. None for a text that asks for nothing. */
export function searchSets(db: DatabaseSync, workspaceId: string, search: string): Sql[] {
  const plain: (readonly IndexedWord[])[] = [];
  const mixed: Sql[] = [];
  for (const term of searchTerms(search)) {
    const words = term.words.map((word) => ({
      indexed: indexedWords(
        word,
        facetsWithWord(db, workspaceId, NAMED_KINDS, word).map(({ id }) => id),
      ),
      tags: facetsWithWord(db, workspaceId, ['tag'], word).map(({ value }) => value),
    }));
    const whole = [...phoneSets(term), ...idSets(db, workspaceId, term)];
    if (whole.length > 0) {
      mixed.push(union([inAll(words.map((each) => withWord(workspaceId, each))), ...whole]));
      continue;
    }
    for (const word of words) {
      if (word.tags.length === 0) plain.push(word.indexed);
      else mixed.push(withWord(workspaceId, word));
    }
  }
  return plain.length === 0 ? mixed : [matching(plain), ...mixed];
}

/** Requests with a word, in their own texts or as one of these tags. */
function withWord(
  workspaceId: string,
  { indexed, tags }: { readonly indexed: readonly IndexedWord[]; readonly tags: readonly string[] },
): Sql {
  const own = matching([indexed]);
  if (tags.length === 0) return own;
  const marks = tags.map(() => '?').join(', ');
  const tagged = `SELECT row FROM request_tags WHERE workspace_id = ? AND tag IN (${marks})`;
  return union([own, { sql: tagged, params: [workspaceId, ...tags] }]);
}

function inAll(sets: readonly Sql[]): Sql {
  return {
    sql: sets.map(({ sql }) => `SELECT row FROM (${sql})`).join(' INTERSECT '),
    params: sets.flatMap(({ params }) => params),
  };
}

function matching(words: readonly (readonly IndexedWord[])[]): Sql {
  return {
    sql: 'SELECT rowid AS row FROM request_search WHERE request_search MATCH ?',
    params: [expressionOf(words)],
  };
}

function union(sets: readonly Sql[]): Sql {
  return {
    sql: sets.map(({ sql }) => `SELECT row FROM (${sql})`).join(' UNION '),
    params: sets.flatMap(({ params }) => params),
  };
}

function phoneSets({ digits }: SearchTerm): Sql[] {
  if (digits === undefined) return [];
  const words = indexedDigits(digits).map((each) => [each]);
  // Four in a row are found exactly; of more, that they follow each other has to be looked at.
  if (digits.length <= DIGITS_IN_A_ROW) return [matching(words)];
  return [
    {
      sql: `SELECT request_search.rowid AS row FROM request_search
        JOIN submissions ON submissions.row = request_search.rowid
        WHERE request_search MATCH ? AND instr(submissions.phone_number, ?) > 0`,
      params: [expressionOf(words), digits],
    },
  ];
}

/** Requests and submissions whose id begins like this. */
function idSets(db: DatabaseSync, workspaceId: string, { typed }: SearchTerm): Sql[] {
  const beginning = typed.trim();
  if (beginning.length < FEWEST_ID_LETTERS) return [];
  const rows = new Set<number>();
  for (const spelling of new Set([beginning, beginning.toLowerCase(), beginning.toUpperCase()])) {
    const end = `${spelling}\u{10FFFF}`;
    const found = all(
      db,
      `SELECT row FROM (SELECT row FROM requests WHERE workspace_id = ? AND request_id >= ? AND request_id < ?
         LIMIT ${MOST_IDS + 1})
       UNION ALL SELECT row FROM (SELECT row FROM submissions WHERE id >= ? AND id < ? LIMIT ${MOST_IDS + 1})`,
      workspaceId,
      spelling,
      end,
      spelling,
      end,
    );
    if (found.length > MOST_IDS) return [];
    for (const row of found) rows.add(integer(row, 'row'));
  }
  if (rows.size === 0) return [];
  return [{ sql: 'SELECT value AS row FROM json_each(?)', params: [JSON.stringify([...rows])] }];
}
