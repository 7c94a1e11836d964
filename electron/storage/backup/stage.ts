import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { callingHours } from '../../../shared/calling-hours.ts';
import { rowProblem } from '../../../shared/import-problems.ts';
import { keptColumns } from '../../../shared/imports.ts';
import { describedFields } from '../../../shared/library.ts';
import { requestProblem, submissionProblem } from '../../../shared/problems.ts';
import { requestFilter, requestSort } from '../../../shared/request-filter.ts';
import { CodedError } from '../../../shared/result.ts';
import { connectionInput, isLoopback } from '../../../shared/workspace.ts';
import { workspaceRules } from '../../../shared/workspace-rules.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { all, one, type Row, statement, text } from '../operation.ts';
import type { FacetKind } from '../requests/facets.ts';
import { rowToEvent } from '../stores/history-store.ts';
import { backedUpTables, columnsOf, quoted } from './backed-up-tables.ts';
import type { BackupAbout, BackupRecord, CellValue } from './backup-records.ts';
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

/** Queries for invalid rows, which Callboard never writes. */
const INVALID: readonly string[] = [
  `SELECT 1 FROM requests JOIN submissions USING (row) WHERE requests.workspace_id <> submissions.workspace_id
     OR requests.request_id IS NOT submissions.request_id OR submissions.state <> 'accepted'
     OR requests.call_count < 0`,
  withoutFacet('status', 'status'),
  withoutFacet('job_description_id', 'job_description'),
  withoutFacet('questionnaire_template_id', 'questionnaire'),
  `SELECT 1 FROM request_tags LEFT JOIN requests ON requests.row = request_tags.row
     AND requests.workspace_id = request_tags.workspace_id WHERE requests.row IS NULL`,
  `SELECT 1 FROM request_tags LEFT JOIN facets ON facets.workspace_id = request_tags.workspace_id
     AND facets.kind = 'tag' AND facets.value = request_tags.tag WHERE facets.id IS NULL`,
  'SELECT 1 FROM submissions WHERE (hold_until IS NULL) <> (hold_time_zone IS NULL)',
  'SELECT 1 FROM submissions WHERE hold_until IS NULL AND hold_holiday IS NOT NULL',
  'SELECT 1 FROM submissions WHERE hold_question IS NULL AND hold_answer IS NOT NULL',
  'SELECT 1 FROM submissions WHERE notice_on IS NOT NULL AND date(notice_on) IS NOT notice_on',
  'SELECT 1 FROM submissions WHERE (consent_at IS NULL) <> (consent_wording IS NULL)',
  'SELECT 1 FROM library WHERE NOT json_valid(fields)',
  'SELECT 1 FROM views WHERE descending NOT IN (0, 1)',
  'SELECT 1 FROM imports WHERE NOT json_valid(headers)',
  'SELECT 1 FROM import_rows WHERE NOT json_valid(cells)',
  'SELECT 1 FROM import_columns WHERE NOT json_valid(columns)',
  `SELECT 1 FROM imports, json_each(imports.headers) AS cell
   WHERE json_type(imports.headers) <> 'array' OR cell.type <> 'text'`,
  `SELECT 1 FROM import_rows, json_each(import_rows.cells) AS cell
   WHERE json_type(import_rows.cells) <> 'array' OR cell.type <> 'text'`,
];

const hoursInForce = z.array(z.record(z.string(), z.unknown())).min(1);

/** Throws for an invalid value. */
type Check = (json: unknown) => unknown;

const JSON_COLUMNS: readonly [table: string, column: string, check: Check][] = [
  ['submissions', 'problem', submissionProblem.parse],
  ['submissions', 'hours_in_force', checkHours],
  ['requests', 'problem', requestProblem.parse],
  ['imports', 'kept', keptColumns.parse],
  ['import_rows', 'problems', z.array(rowProblem).parse],
  ['library', 'fields', describedFields.parse],
  ['workspace_rules', 'rules', workspaceRules.parse],
  ['views', 'filter', requestFilter.parse],
];

function withoutFacet(column: string, kind: FacetKind): string {
  return `SELECT 1 FROM requests LEFT JOIN facets ON facets.workspace_id = requests.workspace_id
     AND facets.kind = '${kind}' AND facets.value = requests.${column} WHERE facets.id IS NULL`;
}

/** Throws if a staged backup holds rows that Callboard never writes, such as dangling references or invalid values. */
function checkStaged(db: DatabaseSync): void {
  if (one(db, 'PRAGMA foreign_key_check')) throw new Error('A row refers to a missing row.');
  for (const rows of INVALID) if (one(db, `${rows} LIMIT 1`)) throw new Error(`A row is invalid: ${rows}`);
  for (const row of all(db, 'SELECT * FROM workspaces')) checkWorkspace(row);
  for (const { sort } of all(db, 'SELECT DISTINCT sort FROM views')) requestSort.parse(sort);
  for (const row of statement(db, 'SELECT code, values_json FROM history').iterate()) rowToEvent(row);
  for (const [table, column, check] of JSON_COLUMNS) {
    const values = all(db, `SELECT DISTINCT ${column} AS json FROM ${table} WHERE ${column} IS NOT NULL`);
    for (const row of values) check(JSON.parse(text(row, 'json')));
  }
}

function checkHours(json: unknown): void {
  for (const hours of hoursInForce.parse(json)) callingHours.parse({ ...hours, enabled: true });
}

function checkWorkspace(row: Row): void {
  const baseUrl = text(row, 'base_url');
  const connection = connectionInput.parse({
    name: text(row, 'name'),
    baseUrl,
    authUrl: text(row, 'auth_url'),
    issuer: text(row, 'issuer'),
    clientId: text(row, 'client_id'),
    redirectUri: text(row, 'redirect_uri'),
  });
  if (connection.baseUrl !== baseUrl) throw new Error('A service address is not normalised.');
  const isLocal = [baseUrl, connection.authUrl].every((url) => isLoopback(URL.parse(url)?.hostname ?? ''));
  if (text(row, 'kind') === 'practice' && !isLocal) throw new Error('A practice service is not local.');
}
