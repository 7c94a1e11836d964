import { importProblem } from '../../../../shared/import-problems.ts';
import type { CellChoice, ChoiceKind } from './cell-choice.ts';
import type { Verdict } from './verdict.ts';

/** The languages whose month names are read. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'cs', 'tr'];

const SEPARATORS = /[\s,./-]+/;

/** Words beside day, month and year: `24th of November 2026`, `24 de noviembre de 2026`, `den 24. november 2026`. */
const FILLERS = new Set(['of', 'the', 'de', 'del', 'le', 'il', 'den', 'd']);

/**
 * Reads a calendar day as people and spreadsheets write it; an empty text is no day. Nothing is guessed: where day and month
 * could be meant either way, the user chooses, and a year of two digits or a time zone is refused.
 */
export function readDay(text: string): Verdict {
  const bare = withoutTime(text.normalize('NFKC').trim());
  if (bare === '') return { value: '' };
  const days = readingsOf(bare);
  const [only, other] = days;
  if (only === undefined) return { problem: importProblem('no_day', { text }) };
  if (other === undefined || only.value === other.value) return { value: only.value };
  return { problem: importProblem('day_two_readings'), choices: days };
}

/** Whether a text is a date or a time as a workbook stores it (ISO 8601). */
export function isDateOrTime(text: string): boolean {
  return /^(?:\d{4}-\d{2}-\d{2}(?:T.*)?|\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/.test(text);
}

/** Without a time of day on this day's own clock; one with a time zone could be another day there. */
function withoutTime(text: string): string {
  return text.replace(/(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]\.?m\.?)?$/i, '');
}

function readingsOf(text: string): readonly CellChoice[] {
  const yearFirst = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (yearFirst) return choicesOf(['day_first', yearFirst[1], yearFirst[3], yearFirst[4]]);
  const yearLast = /^(\d{1,2})([-./ ])\s?(\d{1,2})\2\s?(\d{4})$/.exec(text);
  if (yearLast) {
    const [, first, , second, year] = yearLast;
    return choicesOf(['day_first', year, second, first], ['month_first', year, first, second]);
  }
  return inWords(text);
}

/** A day with the month's name: `24. November 2026`, `Nov 24, 2026`. */
function inWords(text: string): readonly CellChoice[] {
  const words = text
    .split(SEPARATORS)
    .map(plainWord)
    .filter((word) => word !== '' && !FILLERS.has(word));
  const [month, ...months] = words.flatMap((word) => monthNames().get(word) ?? []);
  const [year, ...years] = words.filter((word) => /^\d{4}$/.test(word));
  const [day, ...days] = words.flatMap((word) => /^(\d{1,2})(?:st|nd|rd|th|er|º)?$/.exec(word)?.[1] ?? []);
  const isWhole = words.length === 3 && months.length + years.length + days.length === 0;
  return isWhole && month !== undefined ? choicesOf(['day_first', year, String(month), day]) : [];
}

type Reading = readonly [
  kind: ChoiceKind,
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
];

/** Those of the readings that the calendar has. */
function choicesOf(...readings: readonly Reading[]): readonly CellChoice[] {
  return readings.flatMap(([kind, year = '', month = '', day = '']) => {
    const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const midnight = Date.parse(`${value}T00:00:00Z`);
    // Where there is no 31st, engines may go on to the next month.
    if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(value)) return [];
    return [{ kind, value, label: dayWords(midnight), country: null }];
  });
}

function dayWords(midnight: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(midnight);
}

// Made when first needed: most lists have no such day.
let months: ReadonlyMap<string, number> | undefined;

/** Month names and their abbreviations, without those that mean different months in different languages. */
function monthNames(): ReadonlyMap<string, number> {
  months ??= new Map(
    [...numbersByName()].flatMap(([name, [only, another]]) => {
      return only === undefined || another !== undefined ? [] : [[name, only] as const];
    }),
  );
  return months;
}

function numbersByName(): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>();
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      // With a day beside it, as some languages inflect the name.
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
      for (let at = 0; at < 12; at += 1) {
        const name = format.formatToParts(Date.UTC(2026, at, 1)).find(({ type }) => type === 'month')?.value;
        const key = plainWord(name ?? '');
        const known = byName.get(key) ?? [];
        // Czech abbreviates a month to its number.
        if (/\p{L}/u.test(key) && !known.includes(at + 1)) byName.set(key, [...known, at + 1]);
      }
    }
  }
  return byName;
}

/** In lower case, without accents and the dot of an abbreviation. */
function plainWord(word: string): string {
  return word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/\.$/, '');
}
