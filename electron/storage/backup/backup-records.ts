import { DatabaseSync } from 'node:sqlite';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { numberKeysById } from '../../../shared/do-not-call.ts';
import { readSafely } from '../../../shared/read-safely.ts';
import { CodedError } from '../../../shared/result.ts';
import { schemaVersion } from '../migrate.ts';
import { BUSY_TIMEOUT_MS } from '../open-database.ts';
import { all, scalar, text } from '../operation.ts';
import { TABLES, type Table } from '../tables.ts';
import type { WorkControl } from './control.ts';

/*
 * The content of a backup is gzipped JSON lines: metadata first; then, for each table, a line for the table and one for
 * each row; last, the total number of rows. It holds rows and not a database file, so that a malicious backup can't
 * bring its own triggers, views or pages.
 */

const about = z.object({
  content: z.literal(1),
  /** The number of the last migration of the database. */
  schema: z.int().positive(),
  /** UTC ms. */
  madeAt: z.int().positive(),
  madeBy: z.string().max(100),
  /** Settings that make sense on another computer. */
  settings: z.record(z.string(), z.unknown()),
  /** Keys with which erased numbers on the do-not-call list are hashed, by id. */
  numberKeys: numberKeysById,
});
export type BackupAbout = z.output<typeof about>;

const tableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1).max(200) });
const endLine = z.object({ rows: z.int().nonnegative() });
const blob = z.object({ base64: z.base64() });
const row = z.array(z.union([z.string(), z.number(), z.null(), blob]));

export type CellValue = string | number | null | Uint8Array;

export type BackupRecord =
  | { readonly kind: 'about'; readonly about: BackupAbout }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly values: readonly CellValue[] }
  | { readonly kind: 'end'; readonly rows: number };

/** No row is longer, because an answer of the service has at most 8 MiB. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;

export function toLine(record: BackupRecord): string {
  switch (record.kind) {
    case 'about':
      return `${JSON.stringify(record.about)}\n`;
    case 'table':
      return `${JSON.stringify({ table: record.table, columns: record.columns })}\n`;
    case 'row':
      return `${JSON.stringify(record.values.map(cellToJson))}\n`;
    case 'end':
      return `${JSON.stringify({ rows: record.rows })}\n`;
  }
}

function cellToJson(value: CellValue): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

export function compress(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  return pipeThrough(Readable.from(lines, { objectMode: false }), createGzip());
}

/**
 * The records in gzipped content. Throws CodedErrors: `backup_too_new` for a later version of this format, and
 * `backup_unfit` for anything else that isn't a backup.
 */
export async function* readRecords(
  compressed: AsyncIterable<Uint8Array>,
): AsyncGenerator<BackupRecord, void> {
  let first = true;
  for await (const line of lines(pipeThrough(Readable.from(compressed), createGunzip()))) {
    yield parseRecord(line, first);
    first = false;
  }
}

function parseRecord(line: Buffer, first: boolean): BackupRecord {
  const json = parseJsonLine(line);
  if (Array.isArray(json)) return { kind: 'row', values: cellsOf(json) };
  if (first) {
    if (typeof json === 'object' && json !== null && 'content' in json && Number(json.content) > 1) {
      throw new CodedError('backup_too_new');
    }
    return { kind: 'about', about: parseAs(about, json) };
  }
  const table = readSafely(tableLine, json);
  return table.success ? { kind: 'table', ...table.data } : { kind: 'end', ...parseAs(endLine, json) };
}

/** Skips zod for rows without blobs, because a backup may have millions. */
function cellsOf(json: readonly unknown[]): readonly CellValue[] {
  if (json.every(isPlain)) return json;
  return parseAs(row, json).map((value) =>
    typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value,
  );
}

function isPlain(value: unknown): value is string | number | null {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function parseJsonLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch (error) {
    throw new CodedError('backup_unfit', { cause: error });
  }
}

function parseAs<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const result = readSafely(schema, json);
  if (!result.success) throw new CodedError('backup_unfit', { cause: result.error });
  return result.data;
}

async function* lines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      yield Buffer.concat([...begun, bytes.subarray(from, end)]);
      [begun, length, from] = [[], 0, end + 1];
    }
    begun.push(bytes.subarray(from));
    length += bytes.length - from;
    if (length > LONGEST_LINE_BYTES) throw new CodedError('backup_unfit');
  }
  if (length > 0) throw new CodedError('backup_unfit');
}

/** Passes errors of the source and of zlib to the reader; a reader that stops early closes the source. */
function pipeThrough(
  source: Readable,
  zlib: ReturnType<typeof createGzip> | ReturnType<typeof createGunzip>,
): AsyncIterable<Uint8Array> {
  let failure: unknown;
  pipeline(source, zlib, (error) => {
    failure = error;
  });
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* zlib;
      } catch (error) {
        const cause = failure ?? error;
        throw isZlibError(cause) ? new CodedError('backup_unfit', { cause }) : cause;
      }
    },
  };
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function isBackedUp(table: Table | undefined): boolean {
  return table !== undefined && table.backup !== 'left_out';
}

/** The tables of a database that go into a backup. One that `tables.ts` doesn't list is never backed up. */
export function backedUpTables(db: DatabaseSync): string[] {
  return all(db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid`)
    .map((row) => text(row, 'name'))
    .filter((name) => isBackedUp(TABLES[name]));
}

/** The columns of a table, in order, without generated ones. */
export function columnsOf(db: DatabaseSync, table: string, schema: 'main' | 'backup' = 'main'): string[] {
  return all(db, 'SELECT name FROM pragma_table_info(?, ?)', table, schema).map((row) => text(row, 'name'));
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const CHUNK_CHARACTERS = 128 * 1024;

/**
 * A snapshot of the database at `path` as lines of a backup. It is read on a separate connection in one transaction,
 * which doesn't block writers (write-ahead log). `onEnd` gets how many rows it has.
 */
export async function* dump(
  path: string,
  about: Omit<BackupAbout, 'schema' | 'content'>,
  control: WorkControl,
  onEnd: (rows: number) => void = () => undefined,
): AsyncGenerator<string, void> {
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('BEGIN');
    yield toLine({ kind: 'about', about: { ...about, content: 1, schema: schemaVersion(db) } });
    const tables = backedUpTables(db);
    const total = tables.reduce(
      (sum, table) => sum + scalar(db, `SELECT count(*) AS n FROM ${quoted(table)}`),
      0,
    );
    let rows = 0;
    for (const table of tables) {
      const columns = columnsOf(db, table);
      let chunk = toLine({ kind: 'table', table, columns });
      for (const values of rowsOf(db, table, columns)) {
        rows += 1;
        chunk += toLine({ kind: 'row', values });
        if (chunk.length < CHUNK_CHARACTERS) continue;
        control.check();
        control.progress(rows / total);
        yield chunk;
        chunk = '';
      }
      yield chunk;
    }
    onEnd(rows);
    yield toLine({ kind: 'end', rows });
  } finally {
    db.close();
  }
}

function* rowsOf(db: DatabaseSync, table: string, columns: readonly string[]): Generator<CellValue[]> {
  const read = db.prepare(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)}`);
  for (const row of read.iterate()) yield columns.map((column) => cellOf(row[column]));
}

function cellOf(value: unknown): CellValue {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    value instanceof Uint8Array
  ) {
    return value;
  }
  throw new TypeError(`A column holds ${typeof value}.`);
}
