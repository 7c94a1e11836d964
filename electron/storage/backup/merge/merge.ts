import { DatabaseSync } from 'node:sqlite';
import type { BackupContents, RestoreReport } from '../../../../shared/backup.ts';
import type { NumberKeysById } from '../../../../shared/do-not-call.ts';
import { HOLD_KINDS } from '../../../../shared/holds.ts';
import { resultsIn } from '../../../../shared/read-results.ts';
import { CodedError } from '../../../../shared/result.ts';
import { setKeys } from '../../do-not-call/forbidding.ts';
import { hashFinder } from '../../do-not-call/hashed-numbers.ts';
import { appendEvidence } from '../../evidence/append-evidence.ts';
import { appendHoldEvent, recordHold } from '../../holds/hold-events.ts';
import { all, change, insert, integer, one, oneOf, scalar, text, textOrNull } from '../../operation.ts';
import { columnsByQuestionnaire, storeResultColumns } from '../../requests/described-fields.ts';
import { pinsOf } from '../../requests/pinned-values.ts';
import { indexRequest } from '../../requests/request-index.ts';
import { scheduleBackfill } from '../../requests/results-backfill.ts';
import { isDamagedAnswer, readAnswer } from '../../requests/stored-answer.ts';
import type { WorkControl } from '../control.ts';
import { copyRows } from './copy-rows.ts';
import { mergeFacets, mergePins, mergeWorkspaceData } from './merge-library.ts';
import { mergeMarks } from './merge-marks.ts';
import { matchRequests, mergeRequests, queueForIndexing } from './merge-requests.ts';
import {
  DOUBTFUL,
  MAYBE_SENT,
  matchSubmissions,
  mergeSubmissions,
  ON_BOTH,
  SETTLES,
} from './merge-submissions.ts';

/** The result of a merge, and which workspace of the backup was merged into which one here. */
export interface Merged {
  readonly report: RestoreReport;
  readonly workspaces: readonly { readonly backedUp: string; readonly here: string }[];
}

/**
 * When the backup was made and when it is merged (UTC ms), the heading of its notes where we have some, too, and the keys of
 * hashed numbers.
 */
export interface Restoring {
  readonly madeAt: number;
  readonly now: number;
  readonly notesHeading: string;
  readonly numberKeys: NumberKeysById;
}

/**
 * Merges the staged backup into the database at `path` in one transaction: all of it or nothing. Throws CodedErrors
 * `cancelled` and `backup_unfit`.
 */
export function merge(path: string, staged: string, restoring: Restoring, control: WorkControl): Merged {
  const db = attachBackup(path, staged);
  try {
    setKeys(db, bytesOfKeys(restoring.numberKeys));
    db.exec('BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON');
    const merged = mergeInTransaction(db, restoring, control);
    control.check();
    db.exec('COMMIT');
    // Truncates the large journal now instead of when the app closes.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return merged;
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
    db.close();
  }
}

function bytesOfKeys(keys: NumberKeysById): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(keys).map(([id, key]) => [id, Buffer.from(key, 'base64')]));
}

function mergeInTransaction(db: DatabaseSync, restoring: Restoring, control: WorkControl): Merged {
  const { madeAt, now } = restoring;
  matchWorkspaces(db);
  const workspacesAdded = addWorkspaces(db);
  matchSubmissions(db);
  const { toDecide, settled } = mergeSubmissions(db, restoring);
  mergeDoNotCall(db);
  mergeEvidence(db);
  mergeHolds(db, now);
  control.check();
  const describedWorkspaces = mergeWorkspaceData(db);
  mergeFacets(db);
  const pinnedWorkspaces = mergePins(db);
  matchRequests(db);
  const requestsAdded = mergeRequests(db, now);
  for (const id of new Set([...pinnedWorkspaces, ...describedWorkspaces, ...workspacesUnderPolicy(db)])) {
    const paths = pinsOf(db, id).map(({ path }) => path);
    scheduleBackfill(db, id, paths);
  }
  queueForIndexing(db);
  mergeMarks(db, restoring);
  control.check();
  indexMerged(db, control);
  const merged = mergedIn(db, { workspacesAdded, requestsAdded, toDecide, settled });
  appendEvidence(db, { kind: 'restored', at: now, facts: { madeAt, ...merged.report } });
  return merged;
}

/** Those whose results go by what the organisation's policy describes, which this connection doesn't know. */
function workspacesUnderPolicy(db: DatabaseSync): readonly string[] {
  return all(db, 'SELECT workspace_id FROM main.policy_descriptions').map((row) => text(row, 'workspace_id'));
}

/** `counts`: what the merge itself has counted. */
function mergedIn(
  db: DatabaseSync,
  counts: Pick<RestoreReport, 'workspacesAdded' | 'requestsAdded' | 'toDecide' | 'settled'>,
): Merged {
  return {
    report: {
      ...counts,
      requestsKnown: scalar(db, "SELECT count(*) AS n FROM temp.request_map WHERE fate <> 'added'"),
      othersAdded: scalar(
        db,
        `SELECT count(*) AS n FROM temp.submission_map AS map JOIN backup.submissions AS b ON b.row = map.old_row
         WHERE map.known = 0 AND b.state IN ('draft', 'rejected', 'unconfirmed')`,
      ),
    },
    workspaces: all(db, 'SELECT old_id, new_id FROM temp.workspace_map').map((row) => ({
      backedUp: text(row, 'old_id'),
      here: text(row, 'new_id'),
    })),
  };
}

/** The contents of a staged backup, compared with the database at `path`. Changes nothing. */
export function previewMerge(
  path: string,
  staged: string,
  { madeAt, madeBy }: { readonly madeAt: number; readonly madeBy: string },
): BackupContents {
  const db = attachBackup(path, staged);
  try {
    matchWorkspaces(db);
    matchSubmissions(db);
    const workspaces = all(
      db,
      `SELECT b.id, b.name, b.kind, b.base_url, ours.name AS joins,
         (SELECT count(*) FROM backup.requests AS t WHERE t.workspace_id = b.id) AS requests,
         (SELECT count(*) FROM backup.requests AS t WHERE t.workspace_id = b.id AND NOT EXISTS (
            SELECT 1 FROM main.requests AS known
            WHERE known.workspace_id = map.new_id AND known.request_id = t.request_id)) AS new_requests,
         (SELECT count(*) FROM backup.submissions AS s
          WHERE s.workspace_id = b.id AND s.state NOT IN ('accepted', 'discarded')) AS open
       FROM backup.workspaces AS b
       JOIN temp.workspace_map AS map ON map.old_id = b.id
       LEFT JOIN main.workspaces AS ours ON ours.id = map.new_id
       ORDER BY b.created_at, b.rowid`,
    );
    return {
      madeAt,
      madeBy,
      workspaces: workspaces.map((row) => ({
        id: text(row, 'id'),
        name: text(row, 'name'),
        kind: text(row, 'kind') === 'practice' ? 'practice' : 'service',
        baseUrl: text(row, 'base_url'),
        requests: integer(row, 'requests'),
        newRequests: integer(row, 'new_requests'),
        open: integer(row, 'open'),
        joins: textOrNull(row, 'joins'),
      })),
      toDecide:
        scalar(
          db,
          `SELECT count(*) AS n FROM backup.submissions AS b
           JOIN temp.submission_map AS map ON map.old_row = b.row AND map.known = 0 WHERE ${MAYBE_SENT}`,
        ) + scalar(db, `SELECT count(*) AS n ${ON_BOTH} WHERE ${DOUBTFUL}`),
      settled: scalar(db, `SELECT count(*) AS n ${ON_BOTH} WHERE ${SETTLES}`),
    };
  } finally {
    db.close();
  }
}

/** How long to wait for the storage worker's last commit, or another process, ms. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the database at `path` on a separate connection, with a staged backup attached as `backup`. Doesn't trust
 * either schema (sqlite.org/security.html).
 */
function attachBackup(path: string, staged: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    db.enableDefensive(true);
    db.exec(`PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY`);
    db.prepare('ATTACH ? AS backup').run(staged);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Adds the chains of other installations, and what is new of those that are here. Of this installation's own chain nothing
 * is added: it continues here.
 */
function mergeEvidence(db: DatabaseSync): void {
  copyRows(db, {
    table: 'evidence_chains',
    from: 'backup.evidence_chains AS b WHERE b.id NOT IN (SELECT id FROM main.evidence_chains)',
    columns: { chain: 'NULL', own: '0' },
  });
  copyRows(db, {
    table: 'evidence_facts',
    from: 'backup.evidence_facts AS b WHERE (b.kind, b.facts) NOT IN (SELECT kind, facts FROM main.evidence_facts)',
    columns: { id: 'NULL' },
  });
  const added = `backup.evidence AS b
    JOIN backup.evidence_chains AS theirs ON theirs.chain = b.chain
    JOIN main.evidence_chains AS ours ON ours.id = theirs.id AND ours.own = 0
    WHERE b.seq > (SELECT coalesce(max(seq), 0) FROM main.evidence AS m WHERE m.chain = ours.chain)`;
  const salts = `backup.evidence_salts AS b
    JOIN temp.submission_map AS map ON map.old_row = b.row AND map.known = 0
    WHERE map.new_row NOT IN (SELECT row FROM main.evidence_salts)`;
  const offset = scalar(db, 'SELECT coalesce(max(id), 0) AS n FROM main.evidence_subjects');
  copyRows(db, {
    table: 'evidence_subjects',
    from: `backup.evidence_subjects AS b
      WHERE b.id IN (SELECT b.subject FROM ${added}) OR b.id IN (SELECT b.subject FROM ${salts})`,
    columns: { id: `b.id + ${offset}` },
  });
  copyRows(db, {
    table: 'evidence',
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
  copyRows(db, {
    table: 'evidence_salts',
    from: salts,
    columns: { row: 'map.new_row', subject: `b.subject + ${offset}` },
  });
}

/** Builds the search index and the pinned values of the requests in `temp.to_index`. */
function indexMerged(db: DatabaseSync, control: WorkControl): void {
  const total = scalar(db, 'SELECT count(*) AS n FROM temp.to_index');
  const columnsOf = columnsByQuestionnaire(db);
  let done = 0;
  for (let after = -1; ; ) {
    const rows = all(
      db,
      `SELECT requests.row, requests.workspace_id, requests.questionnaire_template_id
       FROM temp.to_index JOIN main.requests USING (row)
       WHERE requests.row > ? ORDER BY requests.row LIMIT 500`,
      after,
    );
    for (const each of rows) {
      const row = integer(each, 'row');
      const [workspaceId, id] = [text(each, 'workspace_id'), text(each, 'questionnaire_template_id')];
      const results = resultsIn(mergedAnswer(db, row));
      storeResultColumns(db, row, results, id, columnsOf({ workspaceId, id }));
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
function mergedAnswer(db: DatabaseSync, row: number): string | null {
  try {
    return readAnswer(db, row);
  } catch (error) {
    throw isDamagedAnswer(error) ? new CodedError('backup_unfit', { cause: error }) : error;
  }
}

/**
 * Merges holds so that nothing is released: what either computer holds is held. One that was released here but not in the
 * backup is in force again, also one of a person who was erased here, as the backup may bring them back. `now`: UTC ms.
 */
function mergeHolds(db: DatabaseSync, now: number): void {
  const added = all(
    db,
    `SELECT id, kind FROM backup.holds AS b
     WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM main.holds AS m WHERE m.id = b.id AND m.ended_at IS NULL)
     ORDER BY placed_at, id`,
  ).map((row) => ({ hold: text(row, 'id'), of: oneOf(row, 'kind', HOLD_KINDS) }));
  const again = all(
    db,
    `SELECT m.id FROM main.holds AS m JOIN backup.holds AS b ON b.id = m.id
     WHERE m.ended_at IS NOT NULL AND b.ended_at IS NULL ORDER BY m.id`,
  ).map((row) => text(row, 'id'));
  copyRows(db, {
    table: 'hold_events',
    from: 'backup.hold_events AS b WHERE b.hold NOT IN (SELECT id FROM main.holds)',
  });
  copyRows(db, {
    table: 'holds',
    from: 'backup.holds AS b LEFT JOIN temp.workspace_map AS workspace ON workspace.old_id = b.workspace_id',
    columns: {
      workspace_id: 'workspace.new_id',
      submission_id: '(SELECT id FROM main.submissions WHERE id = b.submission_id)',
    },
    keepOurs: true,
  });
  for (const id of again) {
    change(
      db,
      `UPDATE main.holds AS m SET ended_at = NULL,
         name = iif(m.name = '', b.name, m.name), phone = iif(m.phone = '', b.phone, m.phone),
         reason = iif(m.reason = '', b.reason, m.reason)
       FROM backup.holds AS b WHERE b.id = m.id AND m.id = ?`,
      id,
    );
    appendHoldEvent(db, id, { kind: 'held_again', at: now, by: '', reason: '' });
  }
  for (const { hold, of } of added) recordHold(db, 'hold_placed', { hold, of, why: 'restored' }, now);
}

/**
 * Merges the do-not-call lists so that nothing becomes allowed: what either computer forbids is forbidden. What the other
 * computer's policy forbade stays on the list as an entry of a person, as that policy need not be in force here. A number
 * that was erased here comes back as its hash only.
 */
export function mergeDoNotCall(db: DatabaseSync): void {
  copyRows(db, {
    table: 'do_not_call_keys',
    from: 'backup.do_not_call_keys AS b WHERE true',
    keepOurs: true,
  });
  change(
    db,
    `UPDATE main.do_not_call AS m SET lifted_at = NULL, lifted_by = NULL, lifted_reason = NULL
     FROM backup.do_not_call AS b WHERE b.id = m.id AND b.lifted_at IS NULL AND m.lifted_at IS NOT NULL`,
  );
  collectErased(db);
  copyRows(db, {
    table: 'do_not_call',
    from: `backup.do_not_call AS b LEFT JOIN temp.erased_numbers AS e ON e.number = b.number
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

/*
 * Conditions for a workspace here (`m`) to match a backed-up one (`b`), best first: the same service address and client.
 * The client may have changed since the backup, so one with the same submissions matches, too.
 */
const MATCHES = [
  'm.id = b.id AND m.base_url = b.base_url',
  `m.base_url = b.base_url AND EXISTS (
     SELECT 1 FROM backup.submissions AS theirs JOIN main.submissions AS ours ON ours.id = theirs.id
     WHERE theirs.workspace_id = b.id AND ours.workspace_id = m.id)`,
  'm.base_url = b.base_url AND m.client_id = b.client_id',
  // There is at most one practice workspace, and its port changes.
  `m.kind = 'practice' AND m.removed_at IS NULL`,
];

/** Fills `temp.workspace_map` (old_id, new_id); `new_id` is null for a workspace to add. */
function matchWorkspaces(db: DatabaseSync): void {
  db.exec('CREATE TEMP TABLE workspace_map (old_id TEXT PRIMARY KEY, new_id TEXT) STRICT');
  for (const id of backedUp(db)) {
    const ours = MATCHES.map((match) =>
      one(
        db,
        `SELECT m.id FROM backup.workspaces AS b JOIN main.workspaces AS m ON m.kind = b.kind AND ${match}
         WHERE b.id = ? ORDER BY m.removed_at IS NOT NULL, m.created_at, m.rowid LIMIT 1`,
        id,
      ),
    ).find((found) => found !== undefined);
    change(db, 'INSERT INTO temp.workspace_map VALUES (?, ?)', id, ours ? text(ours, 'id') : null);
  }
}

/**
 * Adds missing workspaces, and restores those removed here but not in the backup. Gives how many were added.
 */
function addWorkspaces(db: DatabaseSync): number {
  change(
    db,
    `UPDATE main.workspaces SET removed_at = NULL WHERE id IN (
       SELECT map.new_id FROM temp.workspace_map AS map JOIN backup.workspaces AS b ON b.id = map.old_id
       WHERE b.removed_at IS NULL)`,
  );
  const missing = change(
    db,
    `UPDATE temp.workspace_map
     SET new_id = iif(old_id IN (SELECT id FROM main.workspaces), lower(hex(randomblob(5))), old_id)
     WHERE new_id IS NULL`,
  );
  copyRows(db, {
    table: 'workspaces',
    from: `backup.workspaces AS b JOIN temp.workspace_map AS map ON map.old_id = b.id
      WHERE map.new_id NOT IN (SELECT id FROM main.workspaces) ORDER BY b.created_at, b.rowid`,
    columns: { id: 'map.new_id' },
  });
  return missing;
}

function backedUp(db: DatabaseSync): string[] {
  return all(db, 'SELECT id FROM backup.workspaces ORDER BY created_at, rowid').map((row) => text(row, 'id'));
}
