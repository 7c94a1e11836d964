import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { ErasureReceipt } from '../../../shared/privacy.ts';
import {
  all,
  change,
  insert,
  integer,
  integerOrNull,
  one,
  oneOf,
  type Row,
  text,
  textOrNull,
} from '../operation.ts';
import { appendEvidence } from '../stores/evidence-store.ts';

const MOST_RECEIPTS = 500;

const RECEIPTS = `SELECT erasures.*, json_array_length(holds) AS held_by, workspaces.name AS workspace,
  (SELECT count(*) FROM erasure_teams WHERE erasure = erasures.id) AS teams,
  (SELECT count(told_at) FROM erasure_teams WHERE erasure = erasures.id AND held = 0) AS teams_told,
  (SELECT count(*) FROM erasure_teams WHERE erasure = erasures.id AND held = 1) AS teams_held,
  (SELECT max(told_at) FROM erasure_teams WHERE erasure = erasures.id) AS team_told_at
  FROM erasures
  LEFT JOIN workspaces ON workspaces.id = erasures.workspace_id`;

export function latestReceipts(db: DatabaseSync): ErasureReceipt[] {
  return all(db, `${RECEIPTS} ORDER BY begun_at DESC, id LIMIT ${MOST_RECEIPTS}`).map(rowToReceipt);
}

export function receiptOf(db: DatabaseSync, id: string): ErasureReceipt | undefined {
  const row = one(db, `${RECEIPTS} WHERE erasures.id = ?`, id);
  return row && rowToReceipt(row);
}

/** Colleagues took somebody out of texts that are here: what these said before is overwritten by the erasure that this records. */
export function beginOverwriting(db: DatabaseSync, workspaceId: string, mentions: number): void {
  const isBegun = `kind = 'team' AND workspace_id = ? AND stage = 'tags' AND subject IS NULL AND requests = 0`;
  const added = `UPDATE erasures SET mentions = mentions + ? WHERE ${isBegun}`;
  if (mentions === 0 || change(db, added, mentions, workspaceId) > 0) return;
  const [id, at] = [randomUUID(), Date.now()];
  insert(db, 'erasures', {
    id,
    kind: 'team',
    workspace_id: workspaceId,
    begun_at: at,
    stage: 'tags',
    mentions,
  });
  const facts = { receipt: id, step: 'begun', why: 'team', submissions: 0 };
  appendEvidence(db, { kind: 'erased', at, facts });
}

export function kindOf(row: Row): ErasureReceipt['kind'] {
  return oneOf(row, 'kind', ['person', 'retention', 'team']);
}

function rowToReceipt(row: Row): ErasureReceipt {
  return {
    id: text(row, 'id'),
    kind: kindOf(row),
    begunAt: integer(row, 'begun_at'),
    finishedAt: integerOrNull(row, 'finished_at'),
    workspace: textOrNull(row, 'workspace'),
    days: integerOrNull(row, 'days'),
    requests: integer(row, 'requests'),
    submissions: integer(row, 'submissions'),
    notes: integer(row, 'notes'),
    importRows: integer(row, 'import_rows'),
    mentions: integer(row, 'mentions'),
    listedNumbers: integer(row, 'listed_numbers'),
    blockedNumbers: integer(row, 'blocked_numbers'),
    heldBy: integer(row, 'held_by'),
    floorDays: integerOrNull(row, 'floor_days'),
    team: {
      ...{ of: integer(row, 'teams'), told: integer(row, 'teams_told'), held: integer(row, 'teams_held') },
      toldAt: integerOrNull(row, 'team_told_at'),
    },
  };
}
