import type { DatabaseSync } from 'node:sqlite';
import type { BackupContents, RestoreReport } from '../../../shared/backup.ts';
import type { NumberKeysById } from '../../../shared/do-not-call.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { resultsIn } from '../../../shared/read-results.ts';
import { CodedError } from '../../../shared/result.ts';
import { countChanges } from '../data-folder/copy-detection.ts';
import { MAYBE_SENT, unconfirmWaiting } from '../data-folder/unconfirm-waiting.ts';
import { setKeys } from '../do-not-call/forbidding.ts';
import { hashFinder } from '../do-not-call/hashed-numbers.ts';
import { appendEvidence } from '../evidence/append-evidence.ts';
import { all, change, insert, integer, scalar, text } from '../operation.ts';
import { columnsByQuestionnaire, storeResultColumns } from '../requests/described-fields.ts';
import { pinsOf } from '../requests/pinned-values.ts';
import { indexRequest } from '../requests/request-index.ts';
import { scheduleBackfill } from '../requests/results-backfill.ts';
import { isDamagedAnswer, readAnswer } from '../requests/stored-answer.ts';
import { BACKED_UP, columnsOf, OF_THE_COMPUTER, quoted } from './backed-up-tables.ts';
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
    pins: { from: "WHERE b.state <> 'removing'", columns: { state: "'filling'" } },
  };
  for (const table of BACKED_UP) {
    if (!OF_THE_COMPUTER.has(table) && table !== 'evidence_salts') copyRows(db, table, changed[table]);
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
