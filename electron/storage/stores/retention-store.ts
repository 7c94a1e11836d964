import type { DatabaseSync } from 'node:sqlite';
import type { RetainedItem } from '../../../shared/privacy.ts';
import type { RetainedPart } from '../../privacy/ports.ts';
import { OLD_IMPORT_ROWS, type OldRow, oldImportsBefore, oldRows } from '../erasure/retained.ts';
import { change, integer, one, read, text, write } from '../operation.ts';

/** Times are UTC ms; a retention keeps what changed within `days` before `now`. */
export const retentionStore = {
  /** What of the rows `after` < row <= `upTo` would go. */
  lookAt: read((db, days: number, now: number, after: number, upTo: number): RetainedPart => {
    const old = oldRows(db, { after, upTo }, days, now);
    const going = old.filter(({ keptUnseen }) => !keptUnseen);
    return {
      requests: going.filter(({ request }) => request).length,
      submissions: going.filter(({ request }) => !request).length,
      keptUnseen: old.length - going.length,
      items: going.map((each) => itemOf(db, each)),
    };
  }),

  /** How many rows of files that were never queued would go. */
  oldImportRows: read((db, days: number, now: number): number => {
    const row = one(db, `SELECT count(*) AS n ${OLD_IMPORT_ROWS}`, oldImportsBefore(days, now));
    return row ? integer(row, 'n') : 0;
  }),

  /** Begins a retention, with nothing in it yet. */
  begin: write((db, id: string, days: number, now: number): void => {
    change(
      db,
      `INSERT INTO erasures (id, kind, days, begun_at, stage) VALUES (?, 'retention', ?, ?, 'rows')`,
      id,
      days,
      now,
    );
    change(
      db,
      `INSERT INTO erasure_import_rows SELECT ?, import_rows.import_id, row_number ${OLD_IMPORT_ROWS}`,
      id,
      oldImportsBefore(days, now),
    );
  }),

  /** Adds what is old of the rows `after` < row <= `upTo`. */
  add: write((db, id: string, days: number, now: number, after: number, upTo: number): void => {
    for (const { row, keptUnseen } of oldRows(db, { after, upTo }, days, now)) {
      if (!keptUnseen)
        change(db, 'INSERT OR IGNORE INTO erasure_items (erasure, row) VALUES (?, ?)', id, row);
    }
  }),
};

function itemOf(db: DatabaseSync, { row, lastChange }: OldRow): RetainedItem {
  const found = one(
    db,
    `SELECT submissions.id, candidate_name, workspaces.name AS workspace
     FROM submissions JOIN workspaces ON workspaces.id = submissions.workspace_id WHERE row = ?`,
    row,
  );
  if (!found) throw new Error('A submission that was just found is gone.');
  return {
    submissionId: text(found, 'id'),
    candidateName: text(found, 'candidate_name'),
    workspace: text(found, 'workspace'),
    lastChange,
  };
}
