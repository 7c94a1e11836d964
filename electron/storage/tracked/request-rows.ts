import type { DatabaseSync } from 'node:sqlite';
import type { PinnedValue } from '../../../shared/assessment.ts';
import type { RequestRow } from '../../../shared/request.ts';
import { type FacetLookup, facetsByCode } from './facets-by-code.ts';
import { listed, numberAt, numberOrNullAt, textAt, textOrNullAt } from './listed.ts';
import { narrowJson } from './narrow-json.ts';
import {
  type PackedPage,
  type PageWords,
  type RowPins,
  type RowTexts,
  SHOWN_NUMBERS,
  unpackedPage,
  type Words,
} from './packed-page.ts';
import { pinsOf, shownValue } from './pinned-values.ts';
import { columnsAtHand, type RowColumns } from './row-columns.ts';
import type { ShownTexts } from './shown-texts.ts';

/** The rows of these numbers as the grid shows them, those that there are, in the order of the numbers. */
export function requestRows(db: DatabaseSync, workspace: number, rows: readonly number[]): RequestRow[] {
  return [...unpackedPage({ ...packedRows(db, workspace, rows), total: rows.length, all: rows.length }).rows];
}

/** The same, packed. */
export function packedRows(
  db: DatabaseSync,
  workspace: number,
  wanted: readonly number[],
): Pick<PackedPage, 'texts' | 'pinned' | 'words' | 'numbers'> {
  const columns = columnsAtHand(db);
  const texts = textsOf(wanted, columns?.texts, (missing) => readTexts(db, missing));
  const rows = wanted.filter((_, place) => texts[place] !== undefined);
  const pins = pinsOf(db, workspace);
  const pinned =
    pins.length === 0 ? [] : textsOf(rows, columns?.pinned, (missing) => readPinned(db, missing));
  const numbers = columns ? numbersIn(columns, rows) : readNumbers(db, rows);
  const words: PageWords = {
    facets: wordsOf(numbers, facetsByCode(db)),
    paths: Object.fromEntries(pins.map(({ pin, path }) => [pin, path])),
  };
  return {
    texts: jsonList(texts.filter((text) => text !== undefined)),
    pinned: jsonList(pinned.map((text) => text ?? NOTHING)),
    words: narrowJson(words),
    numbers,
  };
}

const NOTHING = '[]';

/** The list of values that are JSON already. */
function jsonList(values: readonly string[]): string {
  if (values.length === 0) return '[]';
  const last = values.length - 1;
  // Put around the joined text, brackets would have all of it copied once more.
  return values
    .map((value, place) => `${place === 0 ? '[' : ''}${value}${place === last ? ']' : ''}`)
    .join(',');
}

/** A text of each of these rows that there is, in their order: from those at hand; what is missing there is read and kept. */
function textsOf(
  rows: readonly number[],
  kept: ShownTexts | undefined,
  read: (rows: readonly number[]) => Map<number, string>,
): (string | undefined)[] {
  const texts = rows.map((row) => kept?.get(row));
  const missing = rows.filter((_, place) => texts[place] === undefined);
  if (missing.length === 0) return texts;
  const found = read(missing);
  for (const [row, text] of found) kept?.set(row, text);
  return texts.map((text, place) => text ?? found.get(rows[place] ?? 0));
}

const TEXTS = `SELECT tracked.row, submissions.request_id, submissions.id, submissions.candidate_name,
    submissions.phone_number, tracked.headline, tracked.problem, tracked.refreshed_at
  FROM json_each(?) AS wanted
  CROSS JOIN tracked ON tracked.row = wanted.value
  JOIN submissions ON submissions.row = tracked.row`;

function readTexts(db: DatabaseSync, rows: readonly number[]): Map<number, string> {
  const list = JSON.stringify(rows);
  const tags = tagsOf(db, list);
  return new Map(
    listed(db, TEXTS, list).map((values) => {
      const row = numberAt(values, 0);
      const texts: RowTexts = [
        textAt(values, 1),
        textAt(values, 2),
        textAt(values, 3),
        textAt(values, 4),
        textOrNullAt(values, 5),
        textOrNullAt(values, 6),
        numberOrNullAt(values, 7),
        tags.get(row) ?? [],
      ];
      return [row, narrowJson(texts)];
    }),
  );
}

/** The tags of each row that has any, in their order. */
function tagsOf(db: DatabaseSync, list: string): Map<number, string[]> {
  const byRow = new Map<number, string[]>();
  const found = listed(
    db,
    `SELECT request_tags.row, facets.value FROM json_each(?) AS wanted
     CROSS JOIN request_tags ON request_tags.row = wanted.value
     JOIN facets ON facets.code = request_tags.tag
     ORDER BY facets.sort_key, facets.value`,
    list,
  );
  for (const values of found) {
    const row = numberAt(values, 0);
    const tags = byRow.get(row);
    if (tags) tags.push(textAt(values, 1));
    else byRow.set(row, [textAt(values, 1)]);
  }
  return byRow;
}

/** The values of pinned fields, also of those rows that have none. */
function readPinned(db: DatabaseSync, rows: readonly number[]): Map<number, string> {
  const byRow = new Map<number, PinnedValue[]>(rows.map((row) => [row, []]));
  const found = listed(
    db,
    `SELECT pinned_values.row, pinned_values.pin, pinned_values.value, pinned_values.shown
     FROM json_each(?) AS wanted
     CROSS JOIN pinned_values ON pinned_values.row = wanted.value AND pinned_values.value IS NOT NULL`,
    JSON.stringify(rows),
  );
  for (const values of found) {
    const value = shownValue({ value: values[2], shown: values[3] });
    if (value !== undefined) byRow.get(numberAt(values, 0))?.push(numberAt(values, 1), value);
  }
  return new Map(
    [...byRow].map(([row, pins]): [number, string] => [row, narrowJson(pins satisfies RowPins)]),
  );
}

function numbersIn(columns: RowColumns, rows: readonly number[]): Float64Array {
  const numbers = new Float64Array(rows.length * SHOWN_NUMBERS.length);
  for (let place = 0; place < SHOWN_NUMBERS.length; place += 1) {
    const column = columns.column(SHOWN_NUMBERS[place] ?? 'status');
    for (let at = 0; at < rows.length; at += 1)
      numbers[at * SHOWN_NUMBERS.length + place] = column[rows[at] ?? 0] ?? 0;
  }
  return numbers;
}

function readNumbers(db: DatabaseSync, rows: readonly number[]): Float64Array {
  const found = listed(
    db,
    `SELECT ${SHOWN_NUMBERS.join(', ')} FROM json_each(?) AS wanted CROSS JOIN tracked ON row = wanted.value
     ORDER BY wanted.key`,
    JSON.stringify(rows),
  );
  return Float64Array.from(found.flat(), Number);
}

/** How many of `SHOWN_NUMBERS` are codes of facets. */
const CODES = 4;

/** What the codes among the numbers of some rows stand for. */
function wordsOf(numbers: Float64Array, facets: FacetLookup): Record<string, Words> {
  const words: Record<string, Words> = {};
  for (let at = 0; at < numbers.length; at += SHOWN_NUMBERS.length) {
    for (let place = 0; place < CODES; place += 1) {
      const code = numbers[at + place] ?? 0;
      // No call was made: no status of it.
      if (code === 0 || words[code]) continue;
      const { value, name } = facets(code);
      words[code] = [value, name];
    }
  }
  return words;
}

/** Reads the texts of these rows ahead of need, where there is room for them. */
export function readTextsAhead(db: DatabaseSync, rows: readonly number[]): void {
  const columns = columnsAtHand(db);
  if (!columns) return;
  textsOf(rows, columns.texts, (missing) => readTexts(db, missing));
  textsOf(rows, columns.pinned, (missing) => readPinned(db, missing));
}
