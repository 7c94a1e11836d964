import type { DatabaseSync } from 'node:sqlite';
import type {
  RemovedRights,
  RightsInput,
  RightsMove,
  RightsPage,
  RightsRequest,
} from '../../../shared/rights.ts';
import { all, change, insert, one, read, scalar, write } from '../operation.ts';
import { rowToRights } from './rights-row.ts';

/** What is left of an entry once its person was erased. */
const WITHOUT_PERSON = { name: '', phone: '', note: '', refusal: '', submission_id: null } as const;

export const rightsStore = {
  /** Open entries first by their due date, then closed ones, the latest first. */
  page: read((db, onlyOpen: boolean, limit: number): RightsPage => {
    const matching = onlyOpen ? `WHERE state = 'open'` : '';
    const counts = (where: string): number =>
      scalar(db, `SELECT count(*) AS n FROM rights_requests ${where}`);
    return {
      entries: all(
        db,
        `SELECT * FROM rights_requests ${matching}
         ORDER BY state <> 'open', iif(state = 'open', due_on, NULL), closed_on DESC, received_on, id LIMIT ?`,
        limit,
      ).map(rowToRights),
      count: counts(matching),
      open: counts(`WHERE state = 'open'`),
      all: counts(''),
    };
  }),

  /** How many open ones are due on this day or before. */
  countDue: read((db, day: string): number =>
    scalar(db, `SELECT count(*) AS n FROM rights_requests WHERE state = 'open' AND due_on <= ?`, day),
  ),

  /** Adds an entry, or changes the one with this id. One whose person was erased stays without personal data. */
  save: write((db, entry: RightsInput & { readonly id: string }, now: number): RightsRequest => {
    const { id, erased } = entry;
    const known = one(db, 'SELECT erased FROM rights_requests WHERE id = ?', id);
    const isErased = erased || known?.['erased'] === 1;
    const columns = columnsOf(db, entry, isErased, now);
    if (known) {
      const set = Object.keys(columns).map((name) => `${name} = ?`);
      change(db, `UPDATE rights_requests SET ${set.join(', ')} WHERE id = ?`, ...Object.values(columns), id);
    } else insert(db, 'rights_requests', { id, ...columns });
    const row = one(db, 'SELECT * FROM rights_requests WHERE id = ?', id);
    if (!row) throw new Error('An entry that was just saved is gone.');
    return rowToRights(row);
  }),

  /** Changes how an entry stands, unless it stands otherwise than `from` by now; whether it did. */
  move: write(
    (db, { id, from, to }: RightsMove, now: number): boolean =>
      change(
        db,
        `UPDATE rights_requests SET state = ?, closed_on = ?, refusal = iif(erased = 1, '', ?), changed_at = ?
         WHERE id = ? AND state = ? AND closed_on IS ? AND refusal = ?`,
        ...[to.state, to.closedOn, to.refusal, now],
        ...[id, from.state, from.closedOn, from.refusal],
      ) === 1,
  ),

  remove: write((db, id: string): void => {
    change(db, 'DELETE FROM rights_requests WHERE id = ?', id);
  }),

  /**
   * Puts a deleted entry back; whether it did. Not once it is there again, nor once anybody was erased since: the entry
   * could be of that person, and erasing could not reach it.
   */
  putBack: write((db, { entry, removedAt }: RemovedRights, now: number): boolean => {
    const unfit = one(
      db,
      `SELECT 1 FROM rights_requests WHERE id = ?
       UNION ALL SELECT 1 FROM erasures WHERE finished_at IS NULL OR finished_at >= ? LIMIT 1`,
      ...[entry.id, removedAt],
    );
    if (unfit) return false;
    insert(db, 'rights_requests', { id: entry.id, ...columnsOf(db, entry, entry.erased, now) });
    return true;
  }),
};

function columnsOf(db: DatabaseSync, entry: RightsInput, isErased: boolean, now: number) {
  return {
    kind: entry.kind,
    way: entry.way,
    state: entry.state,
    received_on: entry.receivedOn,
    due_on: entry.dueOn,
    closed_on: entry.closedOn,
    ...(isErased ? WITHOUT_PERSON : personOf(db, entry)),
    erased: Number(isErased),
    changed_at: now,
  };
}

function personOf(db: DatabaseSync, { name, phone, note, refusal, submissionId }: RightsInput) {
  // It may have been erased while the window still named it.
  const known = submissionId !== null && one(db, 'SELECT 1 FROM submissions WHERE id = ?', submissionId);
  return { name, phone, note, refusal, submission_id: known ? submissionId : null };
}
