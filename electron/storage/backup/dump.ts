import { DatabaseSync } from 'node:sqlite';
import { BUSY_TIMEOUT_MS } from '../inspect-database.ts';
import { schemaVersion } from '../migrate.ts';
import { integer, one } from '../operation.ts';
import { backedUpTables, columnsOf, quoted } from './backed-up-tables.ts';
import { type BackupAbout, type CellValue, lineOf } from './backup-records.ts';
import type { WorkControl } from './control.ts';

/** Characters that are handed on at a time. */
const PIECE = 128 * 1024;

/**
 * The rows of the database at `path` as they are at one moment, as lines of a backup: read on a connection of its own
 * within one transaction, so that nobody who writes waits (write-ahead log).
 */
export async function* dump(
  path: string,
  about: Omit<BackupAbout, 'schema' | 'content'>,
  control: WorkControl,
): AsyncGenerator<string, void> {
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('BEGIN');
    yield lineOf({ kind: 'about', about: { ...about, content: 1, schema: schemaVersion(db) } });
    const tables = backedUpTables(db);
    const total = tables.reduce((sum, table) => sum + rowsIn(db, table), 0);
    let rows = 0;
    for (const table of tables) {
      const columns = columnsOf(db, table);
      let piece = lineOf({ kind: 'table', table, columns });
      for (const values of rowsOf(db, table, columns)) {
        rows += 1;
        piece += lineOf({ kind: 'row', values });
        if (piece.length < PIECE) continue;
        control.check();
        control.progress(rows / total);
        yield piece;
        piece = '';
      }
      yield piece;
    }
    yield lineOf({ kind: 'end', rows });
  } finally {
    db.close();
  }
}

function rowsIn(db: DatabaseSync, table: string): number {
  const counted = one(db, `SELECT count(*) AS n FROM ${quoted(table)}`);
  return counted ? integer(counted, 'n') : 0;
}

/** In the order of their numbers: an import puts them back in the order in which they lie. */
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
