import type { DatabaseSync } from 'node:sqlite';
import type { ErasureReceipt } from '../../../shared/privacy.ts';
import { all, integer, integerOrNull, one, type Row, text, textOrNull } from '../operation.ts';

const MOST_RECEIPTS = 500;

const RECEIPTS = `SELECT erasures.*, json_array_length(holds) AS held_by, workspaces.name AS workspace FROM erasures
  LEFT JOIN workspaces ON workspaces.id = erasures.workspace_id`;

export function latestReceipts(db: DatabaseSync): ErasureReceipt[] {
  return all(db, `${RECEIPTS} ORDER BY begun_at DESC, id LIMIT ${MOST_RECEIPTS}`).map(rowToReceipt);
}

export function receiptOf(db: DatabaseSync, id: string): ErasureReceipt | undefined {
  const row = one(db, `${RECEIPTS} WHERE erasures.id = ?`, id);
  return row && rowToReceipt(row);
}

/** Whether a person was erased, or data past its retention. */
export function kindOf(row: Row): ErasureReceipt['kind'] {
  return row['kind'] === 'person' ? 'person' : 'retention';
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
  };
}
