import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { callKey, spellingsOf } from '../../../shared/call-key.ts';
import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import type { PersonSearch } from '../../../shared/privacy.ts';
import type { Subject } from '../../privacy/ports.ts';
import { all, one, text } from '../operation.ts';
import { sortKey, wordsIn } from '../requests/search.ts';
import { FEWEST_DIGITS } from './person.ts';

const storedSubject = z.object({
  names: z.array(z.string()),
  phones: z.array(z.string()),
  local: z.array(z.string()),
  links: z.array(z.string()),
  // Numbers that stay blocked, whoever else has them.
  blocked: z.array(z.string()).default([]),
  // Ids of entries of the do-not-call list that were taken off.
  forgotten: z.array(z.string()).default([]),
});

/**
 * The names, numbers and links of these submissions, `listed` numbers and those of the search. Leaves out names of a single word, which
 * are too often ordinary words ("Grace"), and anything that somebody else shares.
 */
export function subjectOf(
  db: DatabaseSync,
  rows: readonly number[],
  search: Pick<PersonSearch, 'name' | 'phone'>,
  listed: readonly string[] = [],
): Subject {
  const chosen = JSON.stringify(rows);
  const erased = all(
    db,
    'SELECT candidate_name, resume_url FROM submissions WHERE row IN (SELECT value FROM json_each(?))',
    chosen,
  );
  const names = [search.name, ...erased.map((row) => text(row, 'candidate_name'))];
  const phones = numbersOf(db, rows, search, listed).flatMap(spellingsOf);
  const alone = new Set(unshared(db, 'phone_number', phones, chosen));
  const shared = new Set(phones.filter((phone) => !alone.has(phone)).map(callKey));
  const own = [...alone].filter((phone) => !shared.has(callKey(phone)));
  return {
    names: unsharedNames(
      db,
      names.filter((name) => wordsIn(name).length > 1),
      chosen,
    ),
    phones: own,
    local: own.filter((phone) => isLocallyUnshared(db, phone, chosen)),
    links: unshared(
      db,
      'resume_url',
      erased.map((row) => text(row, 'resume_url')),
      chosen,
    ),
  };
}

/** The numbers of these submissions, `listed` ones and that of the search, whoever else has them. */
export function numbersOf(
  db: DatabaseSync,
  rows: readonly number[],
  { phone }: Pick<PersonSearch, 'phone'>,
  listed: readonly string[],
): string[] {
  const typed = parsePhoneNumber(phone);
  const sql = 'SELECT DISTINCT phone_number FROM submissions WHERE row IN (SELECT value FROM json_each(?))';
  const erased = all(db, sql, JSON.stringify(rows)).map((row) => text(row, 'phone_number'));
  return [...(typed.ok ? [typed.value.e164] : []), ...erased, ...listed];
}

/** The values that no other submission has. */
function unshared(
  db: DatabaseSync,
  column: 'phone_number' | 'resume_url',
  values: readonly string[],
  chosen: string,
): string[] {
  const distinct = [...new Set(values)];
  if (distinct.length === 0) return [];
  const shared = new Set(
    all(
      db,
      `SELECT DISTINCT ${column} AS value FROM submissions
       WHERE ${column} IN (SELECT value FROM json_each(?)) AND row NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify(distinct),
      chosen,
    ).map((row) => text(row, 'value')),
  );
  return distinct.filter((value) => !shared.has(value));
}

/** The names that nobody else has, ignoring case and accents, as the search in texts does. */
function unsharedNames(db: DatabaseSync, names: readonly string[], chosen: string): string[] {
  const distinct = [...new Map(names.map((name) => [sortKey(name), name] as const))];
  if (distinct.length === 0) return [];
  const sql = `SELECT DISTINCT name_key AS name FROM requests
    WHERE name_key IN (SELECT value FROM json_each(?)) AND row NOT IN (SELECT value FROM json_each(?))`;
  const tracked = all(db, sql, JSON.stringify(distinct.map(([key]) => key)), chosen);
  const others = all(
    db,
    `SELECT candidate_name AS name FROM submissions
     WHERE row NOT IN (SELECT row FROM requests) AND row NOT IN (SELECT value FROM json_each(?))`,
    chosen,
  );
  const shared = new Set([...tracked, ...others].map((row) => sortKey(text(row, 'name'))));
  return distinct.flatMap(([key, name]) => (shared.has(key) ? [] : [name]));
}

/** Whether nobody else's number ends with the same digits. */
function isLocallyUnshared(db: DatabaseSync, phone: string, chosen: string): boolean {
  const sql = `SELECT 1 FROM submissions WHERE substr(phone_number, -?) = ?
      AND row NOT IN (SELECT value FROM json_each(?)) LIMIT 1`;
  const other = one(db, sql, FEWEST_DIGITS, phone.slice(-FEWEST_DIGITS), chosen);
  return other === undefined;
}

export function storedSubjectOf(json: string | null): z.output<typeof storedSubject> {
  return json === null
    ? { names: [], phones: [], local: [], links: [], blocked: [], forgotten: [] }
    : storedSubject.parse(JSON.parse(json));
}
