import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { statement } from '../operation.ts';

/** Rows as lists of values, which are read faster than objects where there are many. */
export function listed(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): unknown[][] {
  const prepared = statement(db, sql);
  prepared.setReturnArrays(true);
  return prepared.all(...params).map((values) => {
    if (!Array.isArray(values)) throw new TypeError('A row was not read as a list.');
    return values;
  });
}

export function textAt(values: readonly unknown[], place: number): string {
  const value = values[place];
  if (typeof value !== 'string') throw new TypeError(`Column ${place} holds ${typeof value}, not text.`);
  return value;
}

export function textOrNullAt(values: readonly unknown[], place: number): string | null {
  return values[place] === null ? null : textAt(values, place);
}

export function numberAt(values: readonly unknown[], place: number): number {
  const value = values[place];
  if (typeof value !== 'number') throw new TypeError(`Column ${place} holds ${typeof value}, not a number.`);
  return value;
}

export function numberOrNullAt(values: readonly unknown[], place: number): number | null {
  return values[place] === null ? null : numberAt(values, place);
}
