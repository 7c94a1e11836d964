import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Something the storage worker can do. Writes that arrive together share one transaction (group commit). */
export interface Operation<Args extends readonly unknown[], Answer> {
  readonly mode: 'read' | 'write' | 'alone';
  readonly run: (db: DatabaseSync, ...args: Args) => Answer;
}

export function read<Args extends readonly unknown[], Answer>(
  run: (db: DatabaseSync, ...args: Args) => Answer,
): Operation<Args, Answer> {
  return { mode: 'read', run };
}

export function write<Args extends readonly unknown[], Answer>(
  run: (db: DatabaseSync, ...args: Args) => Answer,
): Operation<Args, Answer> {
  return { mode: 'write', run };
}

/** A change of the file itself, which no transaction may hold: what was written before it is committed first. */
export function alone<Args extends readonly unknown[], Answer>(
  run: (db: DatabaseSync, ...args: Args) => Answer,
): Operation<Args, Answer> {
  return { mode: 'alone', run };
}

/** What an operation looks like from outside the worker. */
export type Asynchronous<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends Operation<infer Args, infer Answer>
    ? (...args: Args) => Promise<Answer>
    : never;
};

export type Row = Record<string, unknown>;

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** A prepared statement, kept per database. */
export function statement(db: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>();
  statements.set(db, known);
  const prepared = known.get(sql) ?? db.prepare(sql);
  known.set(sql, prepared);
  return prepared;
}

export function all(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): Row[] {
  return statement(db, sql).all(...params);
}

export function one(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): Row | undefined {
  return statement(db, sql).get(...params);
}

/** Runs a change; answers how many rows it touched. */
export function change(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number {
  return Number(statement(db, sql).run(...params).changes);
}

// Columns are read by type: what the schema's STRICT tables hold is checked here once, not cast everywhere.

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds ${typeof value}, not text.`);
  return value;
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds ${typeof value}, not a number.`);
  return value;
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}
