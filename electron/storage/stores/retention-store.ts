import type { DatabaseSync } from 'node:sqlite';
import type { RetainedItem } from '../../../shared/privacy.ts';
import type { RetainedPart } from '../../privacy/ports.ts';
import { holdFinder } from '../erasure/holds.ts';
import { type OldRow, oldImportRows, oldRows } from '../erasure/retained.ts';
import { change, insert, one, read, text, write } from '../operation.ts';
import { appendEvidence } from './evidence-store.ts';

/** Times are UTC ms; a retention keeps data that changed within `days` before `now`. */
export const retentionStore = {
  /** What a retention would erase of the rows `after` < row <= `upTo`. */
  findOld: read((db, days: number, now: number, after: number, upTo: number): RetainedPart => {
    const old = oldRows(db, { after, upTo }, days, now);
    const holds = holdFinder(db);
    const seen = old.filter(({ keptUnseen }) => !keptUnseen);
    const due = seen.filter(({ row }) => holds.ofRow(row).length === 0);
    return {
      requests: due.filter(({ request }) => request).length,
      submissions: due.filter(({ request }) => !request).length,
      keptUnseen: old.length - seen.length,
      held: seen.length - due.length,
      items: due.map((row) => itemOf(db, row)),
    };
  }),

  /** How many imported rows that were never queued a retention would erase, and how many of them holds keep. */
  oldImportRows: read((db, days: number, now: number): { readonly due: number; readonly held: number } => {
    const { due, held } = oldImportRows(db, days, now);
    return { due: due.length, held };
  }),

  /** Records a retention, with old imported rows but no submissions yet. */
  begin: write((db, id: string, days: number, now: number): void => {
    insert(db, 'erasures', { id, kind: 'retention', days, begun_at: now, stage: 'rows' });
    for (const { importId, rowNumber } of oldImportRows(db, days, now).due) {
      insert(db, 'erasure_import_rows', { erasure: id, import_id: importId, row_number: rowNumber });
    }
    const facts = { receipt: id, step: 'begun', why: 'retention', days };
    appendEvidence(db, { kind: 'erased', at: now, facts });
  }),

  /** Adds old submissions in the rows `after` < row <= `upTo`. */
  add: write((db, id: string, days: number, now: number, after: number, upTo: number): void => {
    const holds = holdFinder(db);
    for (const { row, keptUnseen } of oldRows(db, { after, upTo }, days, now)) {
      if (!keptUnseen && holds.ofRow(row).length === 0)
        change(db, 'INSERT OR IGNORE INTO erasure_items (erasure, row) VALUES (?, ?)', id, row);
    }
  }),
};

function itemOf(db: DatabaseSync, { row, lastChange }: OldRow): RetainedItem {
  const sql = `SELECT submissions.id, candidate_name, workspaces.name AS workspace
    FROM submissions JOIN workspaces ON workspaces.id = submissions.workspace_id WHERE row = ?`;
  const found = one(db, sql, row);
  if (!found) throw new Error('A submission that was just found is gone.');
  return {
    submissionId: text(found, 'id'),
    candidateName: text(found, 'candidate_name'),
    workspace: text(found, 'workspace'),
    lastChange,
  };
}
