import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CodedError } from '../../../shared/result.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { all, text } from '../operation.ts';
import { backedUpTables, columnsOf, quoted } from './backed-up-tables.ts';
import type { BackupAbout, BackupRecord, CellValue } from './backup-records.ts';
import { checkStaged } from './check-staged.ts';
import type { WorkControl } from './control.ts';

interface Staged {
  readonly about: BackupAbout;
  readonly rows: number;
}

/**
 * Loads the records of a backup into a new database at `path`; gives its metadata and how many rows it has. Our own migrations create the schema
 * of the backup's version and then update it, so only rows come from the backup. Throws CodedErrors: those of reading
 * records, `backup_too_new`, `backup_too_old`, and `backup_unfit` for invalid rows.
 */
export async function stage(
  path: string,
  records: AsyncIterable<BackupRecord>,
  control: WorkControl,
): Promise<Staged> {
  closeSync(openSync(path, 'wx', 0o600));
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    // Any failure discards the whole file, so it needs neither a journal nor syncs.
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY');
    const staged = await load(db, records, control);
    control.check();
    asUnfit(() => {
      migrate(db);
      checkStaged(db);
    });
    return staged;
  } finally {
    db.close();
  }
}

async function load(
  db: DatabaseSync,
  records: AsyncIterable<BackupRecord>,
  control: WorkControl,
): Promise<Staged> {
  let about: BackupAbout | undefined;
  let table: StatementSync | undefined;
  let triggers: string[] = [];
  let rows = 0;
  let ended = false;
  const loaded = new Set<string>();
  for await (const record of records) {
    if (ended || (about === undefined) !== (record.kind === 'about')) throw new CodedError('backup_unfit');
    if (record.kind === 'about') {
      about = record.about;
      triggers = createSchema(db, about.schema);
    } else if (record.kind === 'table') {
      if (loaded.has(record.table)) throw new CodedError('backup_unfit');
      loaded.add(record.table);
      table = insertInto(db, record.table, record.columns);
    } else if (record.kind === 'row') {
      rows += 1;
      addRow(table, record.values);
      if (rows % 500 === 0) control.check();
    } else {
      if (record.rows !== rows) throw new CodedError('backup_unfit');
      ended = true;
    }
  }
  if (!about || !ended) throw new CodedError('backup_unfit');
  db.exec('COMMIT');
  for (const trigger of triggers) db.exec(trigger);
  return { about, rows };
}

/** Creates the schema of a version without its triggers, whose effects the rows already include. Gives the triggers. */
function createSchema(db: DatabaseSync, schema: number): string[] {
  const newest = migrations.at(-1)?.version ?? 0;
  if (schema > newest) throw new CodedError('backup_too_new');
  if (schema < (migrations[0]?.version ?? 0)) throw new CodedError('backup_too_old');
  migrate(
    db,
    migrations.filter(({ version }) => version <= schema),
  );
  const triggers = all(db, `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`);
  for (const each of triggers) db.exec(`DROP TRIGGER ${quoted(text(each, 'name'))}`);
  db.exec('BEGIN');
  return triggers.map((each) => text(each, 'sql'));
}

/** Prepares an insert; only into tables and columns that may be in a backup. */
function insertInto(db: DatabaseSync, table: string, columns: readonly string[]): StatementSync {
  const known = backedUpTables(db).includes(table) ? columnsOf(db, table) : [];
  const unique = new Set(columns).size === columns.length;
  if (!unique || !columns.every((column) => known.includes(column))) throw new CodedError('backup_unfit');
  return db.prepare(
    `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
}

function addRow(table: StatementSync | undefined, values: readonly CellValue[]): void {
  if (!table) throw new CodedError('backup_unfit');
  asUnfit(() => table.run(...values));
}

/** Reports rows that violate a constraint, a check or a migration as `backup_unfit`, but not disk errors. */
function asUnfit(run: () => void): void {
  try {
    run();
  } catch (error) {
    throw isDiskError(error) ? error : new CodedError('backup_unfit', { cause: error });
  }
}

/** SQLITE_IOERR (10) and SQLITE_FULL (13). */
function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [10, 13].includes(Number(error.errcode) & 0xff);
}
