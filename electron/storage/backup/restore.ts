import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { BackupContents, RestoreReport } from '../../../shared/backup.ts';
import { callingHours } from '../../../shared/calling-hours.ts';
import type { NumberKeysById } from '../../../shared/do-not-call.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { rowProblem } from '../../../shared/import-problems.ts';
import { keptColumns } from '../../../shared/imports.ts';
import { describedFields } from '../../../shared/library.ts';
import { requestProblem, submissionProblem } from '../../../shared/problems.ts';
import { resultsIn } from '../../../shared/read-results.ts';
import { requestFilter, requestSort } from '../../../shared/request-filter.ts';
import { CodedError } from '../../../shared/result.ts';
import { connectionInput, isLoopback } from '../../../shared/workspace.ts';
import { workspaceRules } from '../../../shared/workspace-rules.ts';
import { sqliteCode } from '../../network/system-error.ts';
import { countChanges, MAYBE_SENT, unconfirmWaiting } from '../copy-detection.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { all, change, insert, integer, one, type Row, scalar, statement, text } from '../operation.ts';
import { columnsByQuestionnaire, storeResultColumns } from '../requests/described-fields.ts';
import type { FacetKind } from '../requests/facets.ts';
import { pinsOf } from '../requests/pinned-values.ts';
import { isDamagedAnswer, readAnswer, scheduleBackfill } from '../requests/results-backfill.ts';
import { indexRequest } from '../requests/search.ts';
import { appendEvidence } from '../stores/evidence-store.ts';
import { hashFinder, setKeys } from '../stores/forbidding.ts';
import { rowToEvent } from '../stores/history-store.ts';
import { TABLES } from '../tables.ts';
import {
  type BackupAbout,
  type BackupRecord,
  backedUpTables,
  type CellValue,
  columnsOf,
  quoted,
} from './backup-records.ts';
import type { WorkControl } from './control.ts';
import { clear, connectBeside, hasContent } from './start-over.ts';

/** When the backup was made and when it is restored (UTC ms), and the keys of hashed numbers. */
export interface Restoring {
  readonly madeAt: number;
  readonly now: number;
  readonly numberKeys: NumberKeysById;
}

/** Leaves for a restore: a practice workspace, and a connection without content that the backup has too. */
const GIVES_WAY = `kind = 'practice' OR id IN (SELECT id FROM backup.workspaces) OR EXISTS (
  SELECT 1 FROM backup.workspaces AS b
  WHERE b.kind = 'service' AND b.base_url = workspaces.base_url AND b.client_id = workspaces.client_id)`;

/**
 * Puts the staged backup into the database at `path` in one transaction: all of it or nothing. Throws CodedErrors
 * `not_empty`, `erasure_running`, `cancelled` and `backup_unfit`.
 */
export function restore(
  path: string,
  staged: string,
  { madeAt, now, numberKeys }: Restoring,
  control: WorkControl,
): RestoreReport {
  const db = attachBackup(path, staged);
  try {
    setKeys(
      db,
      new Map(Object.entries(numberKeys).map(([id, key]) => [id, Buffer.from(key, 'base64')] as const)),
    );
    db.exec('BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON');
    if (hasContent(db)) throw new CodedError('not_empty');
    clear(db, GIVES_WAY);
    copyContent(db, now);
    joinDoNotCall(db);
    addEvidence(db);
    const toDecide = unconfirmWaiting(db, { code: 'from_a_backup', madeAt }, now);
    control.check();
    for (const workspace of all(db, 'SELECT DISTINCT workspace_id FROM main.pins')) {
      const id = text(workspace, 'workspace_id');
      scheduleBackfill(
        db,
        id,
        pinsOf(db, id).map((pin) => pin.path),
      );
    }
    indexRequests(db, control);
    const report = { ...countsOf(db), toDecide };
    appendEvidence(db, { kind: 'restored', at: now, facts: { madeAt, ...report } });
    countChanges(db, 1, 0);
    control.check();
    db.exec('COMMIT');
    // Truncates the large journal now instead of when the app closes.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return report;
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
    db.close();
  }
}

/** The contents of a staged backup. Changes nothing in the database at `path`. */
export function contentsOf(
  path: string,
  staged: string,
  made: Pick<BackupContents, 'madeAt' | 'madeBy'>,
): BackupContents {
  const db = attachBackup(path, staged);
  try {
    const workspaces = all(
      db,
      `SELECT id, name, kind, base_url,
         (SELECT count(*) FROM backup.requests AS t WHERE t.workspace_id = b.id) AS requests,
         (SELECT count(*) FROM backup.submissions AS s
          WHERE s.workspace_id = b.id AND s.state NOT IN ('accepted', 'discarded')) AS open
       FROM backup.workspaces AS b ORDER BY created_at, rowid`,
    );
    return {
      ...made,
      workspaces: workspaces.map((row) => ({
        id: text(row, 'id'),
        name: text(row, 'name'),
        kind: text(row, 'kind') === 'practice' ? 'practice' : 'service',
        baseUrl: text(row, 'base_url'),
        requests: integer(row, 'requests'),
        open: integer(row, 'open'),
      })),
      toDecide: scalar(db, `SELECT count(*) AS n FROM backup.submissions WHERE ${MAYBE_SENT}`),
    };
  } finally {
    db.close();
  }
}

function countsOf(db: DatabaseSync): Omit<RestoreReport, 'toDecide'> {
  return {
    workspaces: scalar(db, 'SELECT count(*) AS n FROM backup.workspaces'),
    requests: scalar(db, 'SELECT count(*) AS n FROM backup.requests'),
    others: scalar(
      db,
      `SELECT count(*) AS n FROM backup.submissions
       WHERE state IN ('draft', 'rejected', 'unconfirmed') AND NOT ${MAYBE_SENT}`,
    ),
  };
}

/** Opens the database at `path` on a separate connection, with a staged backup attached as `backup`. */
function attachBackup(path: string, staged: string): DatabaseSync {
  const db = connectBeside(path);
  try {
    db.prepare('ATTACH ? AS backup').run(staged);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** An expression: a random UUID (RFC 9562 §5.4). */
const NEW_UUID = `lower(format('%s-%s-4%s-a%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2),
  substr(hex(randomblob(2)), 2), hex(randomblob(6))))`;

interface Copied {
  /** What follows `FROM backup.<table> AS b`: joins and conditions. */
  readonly from?: string;
  /** Expressions for columns that aren't copied unchanged; null gives a column its default. */
  readonly columns?: Readonly<Record<string, string | null>>;
  /** Skips rows that already exist here. */
  readonly keepOurs?: boolean;
}

/** Copies rows of the backup, with all columns, into the table of the same name. */
function copyRows(
  db: DatabaseSync,
  table: string,
  { from = '', columns = {}, keepOurs = false }: Copied = {},
): void {
  const names = columnsOf(db, table).filter((name) => columns[name] !== null);
  const values = names.map((name) => columns[name] ?? `b.${quoted(name)}`);
  change(
    db,
    `INSERT ${keepOurs ? 'OR IGNORE ' : ''}INTO main.${quoted(table)} (${names.map(quoted).join(', ')})
     SELECT ${values.join(', ')} FROM backup.${quoted(table)} AS b ${from}`,
  );
}

/** Copies all content but that of the evidence, row by row as it is, except for what depends on the time. `now`: UTC ms. */
function copyContent(db: DatabaseSync, now: number): void {
  const changed: Readonly<Record<string, Copied>> = {
    requests: {
      columns: {
        // An unfinished request must be refreshed soon, even if the other computer's clock was wrong.
        next_refresh_at: `iif(b.completed_at IS NOT NULL, b.next_refresh_at,
          min(coalesce(b.next_refresh_at, ${now}), ${now + DAY_MS}))`,
      },
    },
    // The other computer may have queued the remaining rows since, so don't offer to resume the import here.
    imports: { columns: { finished_at: 'coalesce(b.finished_at, b.created_at)' } },
    teams: {
      columns: {
        computer_id: NEW_UUID,
        ...{
          generation: null,
          hash_key: null,
          seen: null,
          log_change: null,
          log_token: null,
          applying: null,
        },
      },
    },
    // What people said may have changed since on the other computer: the team's is later.
    team_pending: { from: "WHERE b.kind IN ('request', 'claim')", columns: { id: null } },
    pins: { from: "WHERE b.state <> 'removing'", columns: { state: "'filling'" } },
  };
  for (const [table, { backup }] of Object.entries(TABLES)) {
    if (backup === 'copied') copyRows(db, table, changed[table]);
  }
}

/**
 * Joins the do-not-call lists so that nothing becomes allowed: what either computer forbids is forbidden. What the other
 * computer's policy forbade stays on the list as an entry of a person, as that policy need not be in force here. A number
 * that was erased here comes back as its hash only.
 */
export function joinDoNotCall(db: DatabaseSync): void {
  copyRows(db, 'do_not_call_keys', { keepOurs: true });
  change(
    db,
    `UPDATE main.do_not_call AS m SET lifted_at = NULL, lifted_by = NULL, lifted_reason = NULL
     FROM backup.do_not_call AS b WHERE b.id = m.id AND b.lifted_at IS NULL AND m.lifted_at IS NOT NULL`,
  );
  collectErased(db);
  copyRows(db, 'do_not_call', {
    from: `LEFT JOIN temp.erased_numbers AS e ON e.number = b.number
      WHERE b.source = 'person' OR NOT EXISTS (
        SELECT 1 FROM main.do_not_call AS m WHERE m.number = b.number AND m.lifted_at IS NULL)`,
    columns: {
      source: "'person'",
      policy_list: null,
      number: 'iif(e.number IS NULL, b.number, NULL)',
      hash: 'coalesce(e.hash, b.hash)',
      key_id: 'coalesce(e.key_id, b.key_id)',
      reason: "iif(e.number IS NULL, b.reason, '')",
      lifted_reason: "iif(e.number IS NULL OR b.lifted_at IS NULL, b.lifted_reason, '')",
    },
    keepOurs: true,
  });
  db.exec('DROP TABLE temp.erased_numbers');
}

/** Numbers of the backup's list that were erased here, with their hashes. */
function collectErased(db: DatabaseSync): void {
  db.exec(`CREATE TABLE temp.erased_numbers (
    number TEXT PRIMARY KEY, hash BLOB NOT NULL, key_id TEXT NOT NULL) STRICT, WITHOUT ROWID`);
  const findHash = hashFinder(db);
  for (const row of all(db, 'SELECT DISTINCT number FROM backup.do_not_call WHERE number IS NOT NULL')) {
    const number = text(row, 'number');
    const hashed = findHash(number);
    if (hashed) insert(db, 'temp.erased_numbers', { number, hash: hashed.hash, key_id: hashed.keyId });
  }
}

/**
 * Adds the chains of other installations, what is new of those that are here, and the salts of all submissions. Of this
 * installation's own chain nothing is added: it continues here.
 */
function addEvidence(db: DatabaseSync): void {
  copyRows(db, 'evidence_chains', {
    from: 'WHERE b.id NOT IN (SELECT id FROM main.evidence_chains)',
    columns: { chain: null, own: '0' },
  });
  copyRows(db, 'evidence_facts', {
    from: 'WHERE (b.kind, b.facts) NOT IN (SELECT kind, facts FROM main.evidence_facts)',
    columns: { id: null },
  });
  const added = `JOIN backup.evidence_chains AS theirs ON theirs.chain = b.chain
    JOIN main.evidence_chains AS ours ON ours.id = theirs.id AND ours.own = 0
    WHERE b.seq > (SELECT coalesce(max(seq), 0) FROM main.evidence AS m WHERE m.chain = ours.chain)`;
  const offset = scalar(db, 'SELECT coalesce(max(id), 0) AS n FROM main.evidence_subjects');
  copyRows(db, 'evidence_subjects', {
    from: `WHERE b.id IN (SELECT subject FROM backup.evidence_salts)
      OR b.id IN (SELECT b.subject FROM backup.evidence AS b ${added})`,
    columns: { id: `b.id + ${offset}` },
  });
  copyRows(db, 'evidence', {
    from: added,
    columns: {
      chain: 'ours.chain',
      subject: `b.subject + ${offset}`,
      facts: `(SELECT m.id FROM main.evidence_facts AS m
        JOIN backup.evidence_facts AS said ON said.kind = m.kind AND said.facts = m.facts WHERE said.id = b.facts)`,
    },
  });
  db.exec(`UPDATE main.evidence_chains AS m SET seq = b.seq, at = b.at, hash = b.hash
    FROM backup.evidence_chains AS b WHERE b.id = m.id AND m.own = 0 AND b.seq > m.seq`);
  copyRows(db, 'evidence_salts', { columns: { subject: `b.subject + ${offset}` } });
}

/** Builds the search index, and the columns that are read from results. */
function indexRequests(db: DatabaseSync, control: WorkControl): void {
  const total = scalar(db, 'SELECT count(*) AS n FROM main.requests');
  const columns = columnsByQuestionnaire(db);
  let done = 0;
  for (let after = -1; ; ) {
    const rows = all(
      db,
      `SELECT row, workspace_id, questionnaire_template_id FROM main.requests WHERE row > ? ORDER BY row LIMIT 500`,
      after,
    );
    for (const each of rows) {
      const row = integer(each, 'row');
      const [workspaceId, id] = [text(each, 'workspace_id'), text(each, 'questionnaire_template_id')];
      const results = resultsIn(restoredAnswer(db, row));
      storeResultColumns(db, row, results, id, columns({ workspaceId, id }));
      indexRequest(db, row, results);
      after = row;
    }
    if (rows.length === 0) return;
    done += rows.length;
    control.check();
    control.progress(done / total);
  }
}

/** Callboard never wrote an answer that is damaged or decompresses to an excessive size. */
function restoredAnswer(db: DatabaseSync, row: number): string | null {
  try {
    return readAnswer(db, row);
  } catch (error) {
    throw isDamagedAnswer(error) ? new CodedError('backup_unfit', { cause: error }) : error;
  }
}

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
    const isOfDisk = [SQLITE_IOERR, SQLITE_FULL].includes(sqliteCode(error) ?? 0);
    throw isOfDisk ? error : new CodedError('backup_unfit', { cause: error });
  }
}

const [SQLITE_IOERR, SQLITE_FULL] = [10, 13];

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
