import type { RowBits } from '../search/row-bits.ts';

/** Rows in a rising order: what is equal by the numbers of the rows, what has no value at the end. */
export interface OrderedRows {
  readonly rows: Int32Array;
  /** How many have no value. */
  readonly valueless: number;
}

/**
 * The place of what comes so many steps after the first, and how many steps after the first a place comes: each undoes the
 * other. The other way round, what has no value still comes last.
 */
function placeAt({ rows, valueless }: OrderedRows, descending: boolean, step: number): number {
  if (!descending) return step;
  const last = rows.length - valueless - 1;
  return step <= last ? last - step : rows.length - 1 - (step - last - 1);
}

/** A page of those of `found` in an order that has all of them. */
export function pageInOrder(
  found: RowBits,
  order: OrderedRows,
  descending: boolean,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): number[] {
  const page: number[] = [];
  let before = 0;
  for (let step = 0; step < order.rows.length && page.length < limit; step += 1) {
    const row = order.rows[placeAt(order, descending, step)] ?? 0;
    if (!found.has(row)) continue;
    if (before >= offset) page.push(row);
    before += 1;
  }
  return page;
}

/** The place of each row in an order, by the number of the row. */
export function placesIn({ rows }: OrderedRows, end: number): Int32Array {
  const places = new Int32Array(end);
  for (let place = 0; place < rows.length; place += 1) places[rows[place] ?? 0] = place;
  return places;
}

/** The same as `pageInOrder`, where few are found: those are brought into order instead of being looked for in it. */
export function pageByPlaces(
  found: RowBits,
  order: OrderedRows,
  places: Int32Array,
  descending: boolean,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): number[] {
  const steps = found.rows().map((row) => placeAt(order, descending, places[row] ?? 0));
  return [...steps.sort().subarray(offset, offset + limit)].map(
    (step) => order.rows[placeAt(order, descending, step)] ?? 0,
  );
}

/** How many of those of `found` stand before one of them. */
export function countBefore(found: RowBits, order: OrderedRows, descending: boolean, row: number): number {
  let before = 0;
  for (let step = 0; step < order.rows.length; step += 1) {
    const each = order.rows[placeAt(order, descending, step)] ?? 0;
    if (each === row) break;
    if (found.has(each)) before += 1;
  }
  return before;
}

/** A page of those of `found` where whole groups of rows come one after the other. */
export function pageOfGroups(
  found: RowBits,
  groups: readonly RowBits[],
  descending: boolean,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): number[] {
  const page: number[] = [];
  let left = offset;
  for (const group of descending ? groups.toReversed() : groups) {
    if (page.length >= limit) break;
    const count = left === 0 ? 0 : found.countIn(group);
    if (left > 0 && count <= left) {
      left -= count;
      continue;
    }
    page.push(...found.someIn(group, descending, left, limit - page.length));
    left = 0;
  }
  return page;
}

/** How many of those of `found` stand before one of them in groups that come one after the other. */
export function countBeforeInGroups(
  found: RowBits,
  groups: readonly RowBits[],
  descending: boolean,
  row: number,
): number {
  let before = 0;
  for (const group of descending ? groups.toReversed() : groups) {
    const count = found.countIn(group);
    if (group.has(row)) {
      const below = found.countIn(group, row);
      return before + (descending ? count - below - 1 : below);
    }
    before += count;
  }
  return before;
}

/** So many are told apart in one pass. */
const DIGITS = 2 ** 12;

/** Rising rows by whole numbers: the lowest digits first, what is equal stays as it stood. */
export function inOrderOf(rows: Int32Array, column: Float64Array): OrderedRows {
  let least = Infinity;
  let greatest = -Infinity;
  for (let place = 0; place < rows.length; place += 1) {
    const value = column[rows[place] ?? 0] ?? 0;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  let ordered = rows;
  for (let unit = 1; greatest - least >= unit; unit *= DIGITS)
    ordered = byDigit(ordered, column, least, unit);
  return { rows: ordered, valueless: 0 };
}

function byDigit(rows: Int32Array, column: Float64Array, least: number, unit: number): Int32Array {
  const digits = new Uint16Array(rows.length);
  const places = new Int32Array(DIGITS + 1);
  for (let place = 0; place < rows.length; place += 1) {
    const units = Math.floor(((column[rows[place] ?? 0] ?? 0) - least) / unit);
    const digit = units - Math.floor(units / DIGITS) * DIGITS;
    digits[place] = digit;
    places[digit + 1] = (places[digit + 1] ?? 0) + 1;
  }
  for (let digit = 1; digit < DIGITS; digit += 1)
    places[digit] = (places[digit] ?? 0) + (places[digit - 1] ?? 0);
  const ordered = new Int32Array(rows.length);
  for (let place = 0; place < rows.length; place += 1) {
    const digit = digits[place] ?? 0;
    const to = places[digit] ?? 0;
    ordered[to] = rows[place] ?? 0;
    places[digit] = to + 1;
  }
  return ordered;
}

/** These rising rows by the codes in a column, in the order of the codes. */
export function inOrderOfCodes(
  rows: Int32Array,
  column: Float64Array,
  codes: readonly number[],
): OrderedRows {
  const places = new Int32Array(Math.max(0, ...codes) + 1);
  for (const row of rows) places[column[row] ?? 0] = (places[column[row] ?? 0] ?? 0) + 1;
  let begin = 0;
  for (const code of codes) {
    const length = places[code] ?? 0;
    places[code] = begin;
    begin += length;
  }
  const ordered = new Int32Array(rows.length);
  for (const row of rows) {
    const code = column[row] ?? 0;
    const place = places[code] ?? 0;
    ordered[place] = row;
    places[code] = place + 1;
  }
  return { rows: ordered, valueless: 0 };
}
