import type { DatabaseSync } from 'node:sqlite';
import { callKey, numbersWithKey } from '../../../shared/call-key.ts';
import {
  DO_NOT_CALL_SOURCES,
  type DoNotCallEntry,
  type DoNotCallPage,
  type ForbiddingEntry,
  type Lifted,
  MAX_SENT_BEFORE,
  type SentBefore,
} from '../../../shared/do-not-call.ts';
import type { NewEntry } from '../../do-not-call/ports.ts';
import { setKeys } from '../do-not-call/forbidding.ts';
import {
  all,
  change,
  insert,
  integer,
  one,
  oneOf,
  type Row,
  read,
  scalar,
  text,
  textOrNull,
  write,
} from '../operation.ts';
import { withShownNames } from '../requests/covered-names.ts';

/** Entries of one answer. */
const PAGE = 200;

export const doNotCallStore = {
  /** Adds entries of a person; one of a person with the same number in force stays as it is. Gives how many were new. */
  add: write(
    (db, entries: readonly NewEntry[]): number =>
      entries.filter((each) => !isListedByPerson(db, each.phoneNumber) && addEntry(db, each, 'person'))
        .length,
  ),

  /** Makes these the policy's entries: new ones are added, and those that it no longer has are lifted. */
  replacePolicy: write((db, entries: readonly NewEntry[], now: number): void => {
    const wanted = new Map(entries.map((each) => [callKey(each.phoneNumber), each]));
    const stored = all(
      db,
      `SELECT id, number, reason FROM do_not_call WHERE source = 'policy' AND lifted_at IS NULL`,
    );
    for (const row of stored) {
      const key = text(row, 'number');
      if (wanted.get(key)?.reason === text(row, 'reason')) wanted.delete(key);
      else change(db, 'DELETE FROM do_not_call WHERE id = ?', text(row, 'id'));
    }
    for (const each of wanted.values()) addEntry(db, { ...each, addedAt: now }, 'policy');
  }),

  /** Lifts an entry of a person; false if it isn't in force or is the policy's. */
  lift: write(
    (db, id: string, { at, by, reason }: Lifted): boolean =>
      change(
        db,
        `UPDATE do_not_call SET lifted_at = ?, lifted_by = ?, lifted_reason = ?
         WHERE id = ? AND source = 'person' AND lifted_at IS NULL`,
        at,
        by,
        reason,
        id,
      ) > 0,
  ),

  /** The entries whose number has these digits or whose reason this text; those in force first, the newest first. */
  page: read((db, search: string, offset: number): DoNotCallPage => {
    const digits = search.replaceAll(/\D/g, '');
    const matching = `(?1 = '' OR (?2 <> '' AND instr(number, ?2)) OR instr(lower(reason), lower(?1)))`;
    return {
      entries: all(
        db,
        `SELECT * FROM do_not_call WHERE ${matching}
         ORDER BY lifted_at IS NOT NULL, added_at DESC, id LIMIT ${PAGE} OFFSET ?3`,
        search,
        digits,
        offset,
      ).map(rowToEntry),
      count: scalar(db, `SELECT count(*) AS n FROM do_not_call WHERE ${matching}`, search, digits),
      inForce: scalar(db, 'SELECT count(*) AS n FROM do_not_call WHERE lifted_at IS NULL'),
    };
  }),

  /** Submissions with these call keys that the service has or may have, unfinished ones first, the newest first. */
  sentTo: read((db, callKeys: readonly string[]): SentBefore[] => {
    const found = all(
      db,
      `SELECT submissions.id, submissions.workspace_id, workspaces.name AS workspace, candidate_name, phone_number,
         submissions.request_id, submissions.created_at
       FROM json_each(?) AS numbers
       CROSS JOIN submissions INDEXED BY submissions_by_phone ON phone_number = numbers.value
       JOIN workspaces ON workspaces.id = submissions.workspace_id
       LEFT JOIN requests ON requests.row = submissions.row
       WHERE submissions.state IN ('accepted', 'sending', 'unconfirmed') OR may_have_reached_at IS NOT NULL
       ORDER BY requests.completed_at IS NOT NULL, submissions.created_at DESC LIMIT ${MAX_SENT_BEFORE}`,
      JSON.stringify(callKeys.flatMap(numbersWithKey)),
    ).map(rowToSentBefore);
    return withShownNames(db, found);
  }),

  /** Compares hashed entries with these keys from now on. */
  setKeys: write((db, keys: ReadonlyMap<string, Uint8Array>): void => setKeys(db, keys)),

  /** Ids of the keys with which entries are hashed. */
  keyIds: read((db): string[] =>
    all(db, 'SELECT id FROM do_not_call_keys ORDER BY created_at').map((row) => text(row, 'id')),
  ),

  /** Registers a key before the first number is hashed with it. */
  addKey: write((db, id: string, now: number): void => {
    insert(db, 'do_not_call_keys', { id, created_at: now });
  }),
};

function isListedByPerson(db: DatabaseSync, phoneNumber: string): boolean {
  const sql = `SELECT 1 FROM do_not_call
    WHERE lifted_at IS NULL AND number IS NOT NULL AND number = ? AND source = 'person'`;
  return one(db, sql, callKey(phoneNumber)) !== undefined;
}

function addEntry(db: DatabaseSync, entry: NewEntry, source: ForbiddingEntry['source']): true {
  insert(db, 'do_not_call', {
    id: entry.id,
    source,
    number: callKey(entry.phoneNumber),
    reason: entry.reason,
    added_at: entry.addedAt,
    added_by: entry.addedBy,
  });
  return true;
}

function rowToSentBefore(row: Row): SentBefore {
  return {
    submissionId: text(row, 'id'),
    workspaceId: text(row, 'workspace_id'),
    workspace: text(row, 'workspace'),
    candidateName: text(row, 'candidate_name'),
    phoneNumber: text(row, 'phone_number'),
    requestId: textOrNull(row, 'request_id'),
    submittedAt: integer(row, 'created_at'),
  };
}

function rowToEntry(row: Row): DoNotCallEntry {
  return {
    id: text(row, 'id'),
    phoneNumber: textOrNull(row, 'number'),
    source: oneOf(row, 'source', DO_NOT_CALL_SOURCES),
    reason: text(row, 'reason'),
    addedAt: integer(row, 'added_at'),
    addedBy: text(row, 'added_by'),
    lifted:
      row['lifted_at'] === null
        ? null
        : { at: integer(row, 'lifted_at'), by: text(row, 'lifted_by'), reason: text(row, 'lifted_reason') },
  };
}
