import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { formatPhoneNumber, parsePhoneNumber } from '../../../shared/phone-number.ts';
import type { PersonSearch } from '../../../shared/privacy.ts';
import { all, text } from '../operation.ts';
import { wordsIn } from '../search/folded.ts';

/** What is taken out of texts that are about somebody or something else. */
export interface Subject {
  readonly names: readonly string[];
  /** E.164. */
  readonly phones: readonly string[];
}

const ERASED = '[erased]';

const storedSubject = z.object({ names: z.array(z.string()), phones: z.array(z.string()) });

/**
 * The names and numbers of these submissions, and those they were looked for by. A name of one word alone is a word of
 * the language too often ("Grace"), and what somebody else has is theirs as well: neither is taken out of other texts.
 */
export function subjectOf(
  db: DatabaseSync,
  rows: readonly number[],
  lookedFor: Pick<PersonSearch, 'name' | 'phone'>,
): Subject {
  const chosen = JSON.stringify(rows);
  const erased = all(
    db,
    'SELECT candidate_name, phone_number FROM submissions WHERE row IN (SELECT value FROM json_each(?))',
    chosen,
  );
  const typed = parsePhoneNumber(lookedFor.phone);
  const names = [lookedFor.name, ...erased.map((row) => text(row, 'candidate_name'))];
  const phones = [...(typed.ok ? [typed.value.e164] : []), ...erased.map((row) => text(row, 'phone_number'))];
  return {
    names: unshared(
      db,
      'candidate_name',
      names.filter((name) => wordsIn(name).length > 1),
      chosen,
    ),
    phones: unshared(db, 'phone_number', phones, chosen),
  };
}

/** Those that stand in none of the submissions that stay. */
function unshared(
  db: DatabaseSync,
  column: 'candidate_name' | 'phone_number',
  values: readonly string[],
  chosen: string,
): string[] {
  const distinct = [...new Set(values)];
  if (distinct.length === 0) return [];
  const shared = new Set(
    all(
      db,
      `SELECT DISTINCT lower(${column}) AS value FROM submissions
       WHERE lower(${column}) IN (SELECT lower(value) FROM json_each(?)) AND row NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify(distinct),
      chosen,
    ).map((row) => text(row, 'value')),
  );
  return distinct.filter((value) => !shared.has(asciiLower(value)));
}

/** As SQLite's `lower`. */
function asciiLower(value: string): string {
  return value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function storedSubjectOf(json: string | null): Subject {
  return json === null ? { names: [], phones: [] } : storedSubject.parse(JSON.parse(json));
}

/** Finds the subject in texts. Undefined where there is nothing to look for. */
export function subjectPattern({ names, phones }: Subject): RegExp | undefined {
  const patterns = [...names.map(namePattern), ...phones.map(phonePattern)];
  return patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'giu');
}

/** The text without the subject; the same text where it is not in it. */
export function withoutSubject(pattern: RegExp, whole: string): string {
  return whole.replaceAll(pattern, ERASED);
}

function namePattern(name: string): string {
  const words = name.trim().split(/\s+/).map(escaped).join('\\s+');
  return `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`;
}

/** In any writing, also without the country code. */
function phonePattern(e164: string): string {
  const [country = '', ...rest] = formatPhoneNumber(e164).split(' ');
  const national = rest.join('').replaceAll(/\D/g, '');
  const spaced = (digits: string): string => [...digits].join('[\\s()./-]*');
  if (national.length < 6) return `\\+?${spaced(e164.replaceAll(/\D/g, ''))}(?!\\d)`;
  const code = spaced(country.replaceAll(/\D/g, ''));
  return `(?<!\\d)(?:(?:\\+|00)?${code}[\\s()./-]*(?:\\(0\\)\\s*)?|0)?${spaced(national)}(?!\\d)`;
}

function escaped(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
