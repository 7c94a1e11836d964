import type { DatabaseSync } from 'node:sqlite';
import type { BackupContents, RestoreReport } from '../../../../shared/backup.ts';
import type { NumberKeysById } from '../../../../shared/do-not-call.ts';
import { setKeys } from '../../do-not-call/forbidding.ts';
import { appendEvidence } from '../../evidence/append-evidence.ts';
import { all, integer, scalar, text, textOrNull } from '../../operation.ts';
import { pinsOf } from '../../requests/pinned-values.ts';
import { scheduleBackfill } from '../../requests/results-backfill.ts';
import type { WorkControl } from '../control.ts';
import { attachBackup } from './attach-backup.ts';
import { indexMerged } from './index-merged.ts';
import { addWorkspaces, matchWorkspaces } from './match-workspaces.ts';
import { mergeDoNotCall } from './merge-do-not-call.ts';
import { mergeEvidence } from './merge-evidence.ts';
import { mergeHolds } from './merge-holds.ts';
import { mergeFacets, mergePins, mergeWorkspaceData } from './merge-library.ts';
import { mergeMarks } from './merge-marks.ts';
import { matchRequests, mergeRequests, queueForIndexing } from './merge-requests.ts';
import { mergeRights } from './merge-rights.ts';
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
  mergeRights(db);
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
