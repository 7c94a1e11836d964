import { DatabaseSync } from 'node:sqlite';
import { BUSY_TIMEOUT_MS } from '../inspect-database.ts';
import { schemaVersion } from '../migrate.ts';
import { scalar } from '../operation.ts';
import { backedUpTables, columnsOf, quoted } from './backed-up-tables.ts';
import { type BackupAbout, type CellValue, toLine } from './backup-records.ts';
import type { WorkControl } from './control.ts';

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
