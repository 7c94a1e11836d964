import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { callKey } from '../../../shared/call-key.ts';
import type { Lifted } from '../../../shared/do-not-call.ts';
import type { Hold, HoldPage } from '../../../shared/holds.ts';
import { holdFinder, holdsById, recordHold, rowToHold } from '../erasure/holds.ts';
import { all, change, read, scalar, text, write } from '../operation.ts';
import { submissionRow } from './submission-row.ts';

/** Why a person is held, when, and the computer account of whoever holds them. */
export type NewHold = Lifted;

/** `phoneNumber`: E.164. */
export interface HeldPerson {
  readonly name: string;
  readonly phoneNumber: string;
}

const PAGE = 100;

/** Persons whose data no retention erases. */
export const holdStore = {
  /** Holds a person; false if this computer holds them already. A colleague's hold ends without asking here. */
  place: write(place),

  /** Holds the persons of these requests; gives how many were not held before. */
  placeOf: write((db, workspaceId: string, requestIds: readonly string[], hold: NewHold): number => {
    const sql = `SELECT candidate_name, phone_number FROM requests JOIN submissions USING (row)
      WHERE requests.workspace_id = ? AND requests.request_id IN (SELECT value FROM json_each(?)) ORDER BY row`;
    const persons = all(db, sql, workspaceId, JSON.stringify(requestIds));
    return persons.filter((row) =>
      place(db, { name: text(row, 'candidate_name'), phoneNumber: text(row, 'phone_number') }, hold),
    ).length;
  }),

  release: write((db, id: string, at: number): void => {
    if (change(db, 'DELETE FROM holds WHERE id = ?', id) > 0)
      recordHold(db, 'hold_lifted', { hold: id, why: 'person' }, at);
  }),

  page: read((db, offset: number): HoldPage => {
    const sql = `SELECT * FROM holds ORDER BY placed_at DESC, id LIMIT ${PAGE} OFFSET ?`;
    return {
      holds: all(db, sql, offset).map(rowToHold),
      count: scalar(db, 'SELECT count(*) AS n FROM holds'),
    };
  }),

  /** The holds that keep a submission with its request, the oldest first. */
  ofSubmission: read((db, submissionId: string): Hold[] => {
    const row = submissionRow(db, submissionId);
    return row === undefined ? [] : holdsById(db, holdFinder(db).ofRow(row));
  }),
};

function place(db: DatabaseSync, { name, phoneNumber }: HeldPerson, { reason, at, by }: NewHold): boolean {
  const id = randomUUID();
  const sql = `INSERT INTO holds (id, number, name, reason, placed_at, placed_by) SELECT ?1, ?2, ?3, ?4, ?5, ?6
    WHERE NOT EXISTS (SELECT 1 FROM holds WHERE number = ?2 AND team IS NULL)`;
  const placed = change(db, sql, id, callKey(phoneNumber), name, reason, at, by);
  if (placed > 0) recordHold(db, 'hold_placed', { hold: id, why: 'person' }, at);
  return placed > 0;
}
