import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { HeldBy, HoldPage, HoldSubject } from '../../../shared/holds.ts';
import { HOLD_KINDS } from '../../../shared/holds.ts';
import { appendHoldEvent, recordHold } from '../holds/hold-events.ts';
import { holdFinder } from '../holds/hold-finder.ts';
import { HOLDS, heldByIds, holdsOf } from '../holds/hold-rows.ts';
import { all, change, insert, integer, one, oneOf, read, scalar, text, write } from '../operation.ts';

/** A hold to place. */
export interface NewHold {
  readonly subject: HoldSubject;
  /** Null: all workspaces. */
  readonly workspaceId: string | null;
  readonly reason: string;
  /** UTC ms. */
  readonly at: number;
  /** The computer account of whoever places it. */
  readonly by: string;
}

/** Holds of one answer. */
const PAGE = 100;

/** What no retention erases. */
export const holdStore = {
  place: write((db, hold: NewHold): void => place(db, hold, null)),

  /** Holds the persons of these submissions, each once; gives how many. */
  placeOf: write((db, submissionIds: readonly string[], hold: Omit<NewHold, 'subject'>): number => {
    const persons = all(
      db,
      `SELECT min(id) AS id, candidate_name, phone_number FROM submissions
       WHERE id IN (SELECT value FROM json_each(?))
       GROUP BY candidate_name, spellings(phone_number) ORDER BY min(row)`,
      JSON.stringify(submissionIds),
    );
    for (const row of persons) {
      const [name, phone] = [text(row, 'candidate_name'), text(row, 'phone_number')];
      place(db, { ...hold, subject: { kind: 'person', name, phone } }, text(row, 'id'));
    }
    return persons.length;
  }),

  /** Ends a hold; false if it isn't in force. */
  release: write((db, id: string, reason: string, by: string, at: number): boolean => {
    const hold = one(db, 'SELECT kind FROM holds WHERE id = ? AND ended_at IS NULL', id);
    if (!hold) return false;
    change(db, 'UPDATE holds SET ended_at = ? WHERE id = ?', at, id);
    appendHoldEvent(db, id, { kind: 'released', at, by, reason });
    recordHold(db, 'hold_lifted', { hold: id, of: oneOf(hold, 'kind', HOLD_KINDS), why: 'person' }, at);
    return true;
  }),

  /** The holds in force, or those that ended; the latest first. */
  page: read((db, inForce: boolean, offset: number): HoldPage => {
    const which = inForce ? 'ended_at IS NULL' : 'ended_at IS NOT NULL';
    const order = inForce ? 'placed_at DESC' : 'ended_at DESC';
    return {
      holds: holdsOf(
        db,
        all(db, `${HOLDS} WHERE ${which} ORDER BY ${order}, h.id LIMIT ${PAGE} OFFSET ?`, offset),
      ),
      count: scalar(db, `SELECT count(*) AS n FROM holds WHERE ${which}`),
    };
  }),

  /** The holds in force that keep a submission with its request, the oldest first. */
  ofSubmission: read((db, submissionId: string): HeldBy[] => {
    const found = one(db, 'SELECT row FROM submissions WHERE id = ?', submissionId);
    return found ? heldByIds(db, holdFinder(db).ofRow(integer(found, 'row'))) : [];
  }),
};

function place(
  db: DatabaseSync,
  { subject, workspaceId, reason, at, by }: NewHold,
  submissionId: string | null,
): void {
  const id = randomUUID();
  const { kind } = subject;
  insert(db, 'holds', {
    id,
    kind,
    workspace_id: workspaceId,
    name: kind === 'person' ? subject.name : '',
    phone: kind === 'person' ? subject.phone : '',
    value: kind === 'job' ? subject.jobDescriptionId : kind === 'tag' ? subject.tag : '',
    submission_id: submissionId,
    reason,
    placed_at: at,
    placed_by: by,
  });
  recordHold(db, 'hold_placed', { hold: id, of: kind, why: 'person' }, at);
}
