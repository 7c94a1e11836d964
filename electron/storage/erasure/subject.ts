import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import type { PersonSearch } from '../../../shared/privacy.ts';
import { all, one, text } from '../operation.ts';
import { sortKey, wordsIn } from '../requests/folded.ts';

/** What is taken out of texts that are about somebody or something else. */
export interface Subject {
  readonly names: readonly string[];
  /** E.164. */
  readonly phones: readonly string[];
  /** Of them, those of which the last digits are nobody else's either. */
  readonly local: readonly string[];
  /** Of the resumes. */
  readonly links: readonly string[];
}

/** The last digits of a number that people write it by at home; as many as tell whose it is (person.ts). */
export const LOCAL_DIGITS = 7;

/** Older versions began erasures without the last two. */
const storedSubject = z.object({
  names: z.array(z.string()),
  phones: z.array(z.string()),
  local: z.array(z.string()).default([]),
  links: z.array(z.string()).default([]),
});

/**
 * The names, numbers and links of these submissions, and those they were looked for by. A name of one word alone is a
 * word of the language too often ("Grace"), and what somebody else has is theirs as well: neither is taken out of other
 * texts.
 */
export function subjectOf(
  db: DatabaseSync,
  rows: readonly number[],
  lookedFor: Pick<PersonSearch, 'name' | 'phone'>,
): Subject {
  const chosen = JSON.stringify(rows);
  const erased = all(
    db,
    `SELECT candidate_name, phone_number, resume_url FROM submissions
     WHERE row IN (SELECT value FROM json_each(?))`,
    chosen,
  );
  const typed = parsePhoneNumber(lookedFor.phone);
  const names = [lookedFor.name, ...erased.map((row) => text(row, 'candidate_name'))];
  const phones = [...(typed.ok ? [typed.value.e164] : []), ...erased.map((row) => text(row, 'phone_number'))];
  const own = unshared(db, 'phone_number', phones, chosen);
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

/** Those that stand in none of the submissions that stay. */
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

/** Those that nobody has who stays, in whatever case and with or without accents: so they are looked for in texts. */
function unsharedNames(db: DatabaseSync, names: readonly string[], chosen: string): string[] {
  const distinct = [...new Map(names.map((name) => [sortKey(name), name] as const))];
  if (distinct.length === 0) return [];
  const tracked = all(
    db,
    `SELECT DISTINCT name_key AS name FROM requests
     WHERE name_key IN (SELECT value FROM json_each(?)) AND row NOT IN (SELECT value FROM json_each(?))`,
    JSON.stringify(distinct.map(([key]) => key)),
    chosen,
  );
  const others = all(
    db,
    `SELECT candidate_name AS name FROM submissions
     WHERE row NOT IN (SELECT row FROM requests) AND row NOT IN (SELECT value FROM json_each(?))`,
    chosen,
  );
  const shared = new Set([...tracked, ...others].map((row) => sortKey(text(row, 'name'))));
  return distinct.flatMap(([key, name]) => (shared.has(key) ? [] : [name]));
}

/** Whether nobody who stays has a number that ends like this one. */
function isLocallyUnshared(db: DatabaseSync, phone: string, chosen: string): boolean {
  const other = one(
    db,
    `SELECT 1 FROM submissions WHERE substr(phone_number, -?) = ?
       AND row NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
    LOCAL_DIGITS,
    phone.slice(-LOCAL_DIGITS),
    chosen,
  );
  return other === undefined;
}

export function storedSubjectOf(json: string | null): Subject {
  return json === null
    ? { names: [], phones: [], local: [], links: [] }
    : storedSubject.parse(JSON.parse(json));
}
