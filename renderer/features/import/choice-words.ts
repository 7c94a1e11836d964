import { countryName } from '../../../shared/words/country-name.ts';
import type { CellChoice, ChoiceKind } from './reading/cell-choice.ts';

const WAYS: Readonly<Record<Exclude<ChoiceKind, 'national' | 'plus'>, string>> = {
  zero: 'with a zero in front',
  written: 'as written',
  once: 'country code once',
  now: 'as called now',
  right: 'is right',
  shown: 'as shown',
  plain: 'as in the cell',
  day_first: 'day first',
  month_first: 'month first',
};

/** Describes a choice next to its value: the country of the phone number, and how the cell was read. */
export function aboutChoice({ kind, country }: CellChoice): string {
  const way = kind === 'national' || kind === 'plus' ? null : WAYS[kind];
  const where = country === null ? null : countryName(country);
  return [where, way].filter((part) => part !== null).join(', ') || 'country unknown';
}

const WAYS_OF_ALL: Readonly<Record<ChoiceKind, string>> = {
  national: 'Numbers of',
  zero: 'With a zero in front',
  plus: 'Only the + is missing',
  written: 'As written',
  once: 'Country code once',
  now: 'As called now',
  right: 'They are right',
  shown: 'As the sheet shows them',
  plain: 'As stored in the cells',
  day_first: 'The day comes first',
  month_first: 'The month comes first',
};

/** Kinds of choices between phone numbers, which may be of several countries. */
const OF_NUMBERS: ReadonlySet<ChoiceKind> = new Set(['national', 'zero', 'plus', 'written', 'once', 'now']);

/** Describes a choice for many cells: `Numbers of Germany`, `Only the + is missing: United Kingdom and 2 other countries`. */
export function aboutAll(kind: ChoiceKind, choices: readonly CellChoice[]): string {
  const names = [
    ...new Set(choices.map(({ country }) => (country === null ? 'unknown' : countryName(country)))),
  ];
  const [first = '', second, ...others] = names;
  const way = WAYS_OF_ALL[kind];
  if (!OF_NUMBERS.has(kind)) return way;
  const more = others.length === 0 ? second : `${others.length + 1} other countries`;
  const where = more === undefined ? first : `${first} and ${more}`;
  return kind === 'national' ? `${way} ${where}` : `${way}: ${where}`;
}
