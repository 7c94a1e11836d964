import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';

/** An operation of the storage worker. Writes that arrive together share one transaction (group commit). */
export interface Operation<Args extends readonly unknown[], Answer> {
  readonly mode: 'read' | 'write' | 'exclusive';
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

/** A write that must run outside a transaction, such as VACUUM; earlier writes are committed first. */
export function exclusive<Args extends readonly unknown[], Answer>(
  run: (db: DatabaseSync, ...args: Args) => Answer,
): Operation<Args, Answer> {
  return { mode: 'exclusive', run };
}

/** The operations as their callers outside the worker see them. */
export type Asynchronous<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends Operation<infer Args, infer Answer>
    ? (...args: Args) => Promise<Answer>
    : never;
};

export type Row = Record<string, unknown>;

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

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

/** Column `n`, an integer, of a query's only row, for example a count. */
export function scalar(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number {
  const row = one(db, sql, ...params);
  if (!row) throw new Error('A query for one value found no row.');
  return integer(row, 'n');
}

/** Runs a change; gives the number of affected rows. */
export function change(db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number {
  return Number(statement(db, sql).run(...params).changes);
}

type Columns = Readonly<Record<string, SQLInputValue>>;

export function insert(db: DatabaseSync, table: string, row: Columns): number {
  return Number(statement(db, insertSql(table, row)).run(...Object.values(row)).lastInsertRowid);
}

/**
 * Inserts rows that have the same columns, without bytes, in one statement: where a trigger may end it, SQLite keeps what each
 * page was before a statement, and the rows of one share most pages of the indexes.
 */
export function insertAll(db: DatabaseSync, table: string, rows: readonly Columns[]): void {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const sql = `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${columns.map((_, index) => `value ->> ${index}`).join(', ')} FROM json_each(?)`;
  change(db, sql, JSON.stringify(rows.map((row) => Object.values(row))));
}

/** Inserts a row, or sets only the columns in `updated` if there is already a row with the same key. */
export function upsert(db: DatabaseSync, table: string, fixed: Columns, updated: Columns): void {
  const row = { ...fixed, ...updated };
  const updates = Object.keys(updated).map((column) => `${column} = excluded.${column}`);
  const sql = `${insertSql(table, row)} ON CONFLICT DO UPDATE SET ${updates.join(', ')}`;
  change(db, sql, ...Object.values(row));
}

/** By table, the last one: a text that is put together anew is also hashed anew to find its statement. */
const insertTexts = new Map<string, { readonly columns: readonly string[]; readonly sql: string }>();

function insertSql(table: string, row: Columns): string {
  const columns = Object.keys(row);
  const known = insertTexts.get(table);
  if (
    known?.columns.length === columns.length &&
    known.columns.every((column, at) => column === columns[at])
  ) {
    return known.sql;
  }
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  insertTexts.set(table, { columns, sql });
  return sql;
}

// These read a column of the expected type, so that no other code needs a cast.

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds ${typeof value}, not text.`);
  return value;
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function oneOf<Value extends string>(row: Row, column: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === row[column]);
  if (found === undefined) throw new TypeError(`Column ${column} holds an unknown value: ${row[column]}`);
  return found;
}

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds ${typeof value}, not a number.`);
  return value;
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`Column ${column} holds no bytes.`);
  return value;
}

export function bytesOrNull(row: Row, column: string): Uint8Array | null {
  return row[column] === null ? null : bytes(row, column);
}

/** Made once: making it takes longer than reading a short list. */
const texts = z.array(z.string());

/** A column with a list of texts as JSON. */
export function textList(row: Row, column: string): readonly string[] {
  return texts.parse(JSON.parse(text(row, column)));
}

/** SQLite ended the whole transaction, not only one write. */
export class GroupLostError extends Error {
  override readonly name = 'GroupLostError';
}

/** Does all or nothing of `work` within the caller's transaction. Throws what `work` throws, or a `GroupLostError`. */
export function inSavepoint<T>(db: DatabaseSync, work: () => T): T {
  statement(db, 'SAVEPOINT one').run();
  try {
    const value = work();
    statement(db, 'RELEASE one').run();
    return value;
  } catch (error) {
    // On a full disk, SQLite rolls back the whole transaction, including the savepoint.
    if (!db.isTransaction) throw new GroupLostError('SQLite ended the transaction.', { cause: error });
    db.exec('ROLLBACK TO one; RELEASE one');
    throw error;
  }
}

/** Runs several reads on one snapshot, which other processes' writes don't change. */
export function inReadTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  statement(db, 'BEGIN').run();
  try {
    return work();
  } finally {
    statement(db, 'COMMIT').run();
  }
}
