import type { DatabaseSync } from 'node:sqlite';
import { callKey, numbersWithKey } from '../../../shared/call-key.ts';
import {
  DO_NOT_CALL_SOURCES,
  type DoNotCallEntry,
  type DoNotCallPage,
  type Lifted,
  MAX_SENT_BEFORE,
  type SentBefore,
} from '../../../shared/do-not-call.ts';
import { asciiDigits, parsePhoneNumber } from '../../../shared/phone-number.ts';
import type { NewEntry } from '../../do-not-call/do-not-call-list.ts';
import type { Uncompared } from '../../do-not-call/number-keys.ts';
import type { StoredPolicyList } from '../../do-not-call/policy-list.ts';
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
  upsert,
  write,
} from '../operation.ts';
import {
  type HashedNumber,
  hashFinder,
  isHashListed,
  isListedByPerson,
  mayHoldErased,
  recordEntries,
  setKeys,
  uncomparedKeys,
} from './forbidding.ts';

/** Entries of one answer. */
const PAGE = 200;

/** Entries in force first, the newest first; those that were added together in the order in which they were written. */
const IN_ORDER = 'ORDER BY lifted_at IS NOT NULL, added_at DESC, rowid';

/** Entries of persons in force with the moment and account of one of them (?1). Erased numbers are nobody's mistake. */
const ADDED_TOGETHER = `source = 'person' AND lifted_at IS NULL AND number IS NOT NULL
  AND (added_at, added_by) = (SELECT added_at, added_by FROM do_not_call
    WHERE id = ?1 AND source = 'person' AND lifted_at IS NULL AND number IS NOT NULL)`;

export const doNotCallStore = {
  /** How many of these call keys are on no entry of a person in force. */
  countNew: read((db, callKeys: readonly string[]): number =>
    scalar(
      db,
      `SELECT count(DISTINCT keys.value) AS n FROM json_each(?) AS keys WHERE NOT EXISTS (
         SELECT 1 FROM do_not_call
         WHERE lifted_at IS NULL AND number IS NOT NULL AND number = keys.value AND source = 'person' AND team IS NULL)`,
      JSON.stringify(callKeys),
    ),
  ),

  /** Adds entries of a person; one of a person with the same number in force stays as it is. Gives how many were new. */
  add: write((db, entries: readonly NewEntry[]): number => {
    const findHash = hashFinder(db);
    // A hash by this computer's key says nothing to a team.
    const isHashEnough = one(db, 'SELECT 1 FROM teams') === undefined;
    const added = entries.filter((each) => {
      const key = callKey(each.phoneNumber);
      const hashed = findHash(key);
      if (isListedByPerson(db, key) || (isHashEnough && hashed && isHashListed(db, hashed))) return false;
      addEntry(db, each);
      return true;
    });
    const [first] = added;
    if (first) recordEntries(db, 'do_not_call_added', 'person', added.length, first.addedAt);
    return added.length;
  }),

  /** Lifts an entry of a person; false if it isn't in force or is the policy's. */
  lift: write((db, id: string, lifted: Lifted): boolean => liftWhere(db, 'id = ?1', id, lifted) > 0),

  /** How many entries in force a person added together with this one, itself included; 0 if it isn't in force. */
  addedTogether: read((db, id: string): number =>
    scalar(db, `SELECT count(*) AS n FROM do_not_call WHERE ${ADDED_TOGETHER}`, id),
  ),

  liftTogether: write((db, id: string, lifted: Lifted): number =>
    liftWhere(db, `id IN (SELECT id FROM do_not_call WHERE ${ADDED_TOGETHER})`, id, lifted),
  ),

  /** How many entries in force can't be compared, as their keys can't be read now; and the ids of these keys. */
  uncompared: read((db): Uncompared => {
    const keyIds = uncomparedKeys(db);
    const sql = `SELECT count(*) AS n FROM do_not_call
      WHERE lifted_at IS NULL AND hash IS NOT NULL AND key_id IN (SELECT value FROM json_each(?))`;
    return { keyIds, entries: keyIds.length === 0 ? 0 : scalar(db, sql, JSON.stringify(keyIds)) };
  }),

  /**
   * Gives up the entries that can't be compared: those of persons are lifted, and the policy's end once its list is stored
   * again, in which their numbers are. Gives how many.
   */
  liftUncompared: write((db, lifted: Lifted): number => {
    const keyIds = JSON.stringify(uncomparedKeys(db));
    const uncompared = 'hash IS NOT NULL AND key_id IN (SELECT value FROM json_each(?1))';
    const ofPersons = liftWhere(db, uncompared, keyIds, lifted);
    const ofPolicy = change(
      db,
      `UPDATE do_not_call SET policy_list = NULL WHERE source = 'policy' AND lifted_at IS NULL AND ${uncompared}`,
      keyIds,
    );
    // So that it is stored again.
    if (ofPolicy > 0) change(db, 'UPDATE do_not_call_policy SET digest = NULL');
    return ofPersons + ofPolicy;
  }),

  /** The ids of all entries, lifted ones included, in the order of `page`. */
  ids: read((db): string[] =>
    all(db, `SELECT id FROM do_not_call ${IN_ORDER}`).map((row) => text(row, 'id')),
  ),

  /** These entries, in the order of `ids`; skips those that no longer exist. */
  entries: read((db, ids: readonly string[]): DoNotCallEntry[] =>
    all(
      db,
      `SELECT do_not_call.* FROM json_each(?) AS wanted CROSS JOIN do_not_call ON do_not_call.id = wanted.value
       ORDER BY wanted.key`,
      JSON.stringify(ids),
    ).map(rowToEntry),
  ),

  /** The entries whose number has these digits or whose reason this text. */
  page: read((db, search: string, offset: number): DoNotCallPage => {
    const typed = parsePhoneNumber(search);
    // Without the domestic zero, which no number on the list has.
    const digits = typed.ok
      ? callKey(typed.value.e164).slice(1)
      : asciiDigits(search).replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');
    const matching = `(?1 = '' OR (?2 <> '' AND instr(spellings(number), ?2)) OR instr(lower(reason), lower(?1)))`;
    return {
      entries: all(
        db,
        `SELECT * FROM do_not_call WHERE ${matching}
         ${IN_ORDER} LIMIT ${PAGE} OFFSET ?3`,
        search,
        digits,
        offset,
      ).map(rowToEntry),
      count: scalar(db, `SELECT count(*) AS n FROM do_not_call WHERE ${matching}`, search, digits),
      inForce: scalar(db, 'SELECT count(*) AS n FROM do_not_call WHERE lifted_at IS NULL'),
    };
  }),

  /** Submissions with these call keys that the service has or may have, unfinished ones first, the newest first. */
  sentTo: read((db, callKeys: readonly string[]): SentBefore[] =>
    all(
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
    ).map(rowToSentBefore),
  ),

  /** Compares hashed entries with these keys from now on. */
  setKeys: write((db, keys: ReadonlyMap<string, Uint8Array>): void => setKeys(db, keys)),

  keyIds: read((db): string[] =>
    all(db, 'SELECT id FROM do_not_call_keys ORDER BY created_at').map((row) => text(row, 'id')),
  ),

  /** Registers a key before the first number is hashed with it. */
  addKey: write((db, id: string, now: number): void => {
    insert(db, 'do_not_call_keys', { id, created_at: now });
  }),
};

/** Lifts the entries of persons in force that fulfil a condition with one parameter (?1); gives how many. */
function liftWhere(
  db: DatabaseSync,
  condition: string,
  parameter: string,
  { at, by, reason }: Lifted,
): number {
  const sql = `UPDATE do_not_call SET lifted_at = ?2, lifted_by = ?3, lifted_reason = ?4
    WHERE source = 'person' AND lifted_at IS NULL AND ${condition}`;
  const lifted = change(db, sql, parameter, at, by, reason);
  if (lifted > 0) recordEntries(db, 'do_not_call_lifted', 'person', lifted, at);
  return lifted;
}

function addEntry(db: DatabaseSync, entry: NewEntry): void {
  insert(db, 'do_not_call', {
    id: entry.id,
    source: 'person',
    number: callKey(entry.phoneNumber),
    reason: entry.reason,
    added_at: entry.addedAt,
    added_by: entry.addedBy,
  });
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

export const policyListStore = {
  storedPolicyList: read((db): StoredPolicyList => {
    const row = one(db, 'SELECT digest, file FROM do_not_call_policy');
    return row
      ? { digest: textOrNull(row, 'digest'), file: textOrNull(row, 'file') }
      : { digest: null, file: null };
  }),

  /** Begins a list; the file of the one before counts as read until this one is stored. */
  beginPolicyList: write((db, list: string): boolean => {
    // A number of an erased person could come back.
    if (mayHoldErased(db)) return false;
    upsert(db, 'do_not_call_policy', { one: 1 }, { list, digest: null });
    return true;
  }),

  /** Adds a piece of the list; a number that was erased here is added as its hash. */
  addPolicyEntries: write((db, list: string, entries: readonly NewEntry[], now: number): boolean => {
    if (!isBegun(db, list) || mayHoldErased(db)) return false;
    const findHash = hashFinder(db);
    const added = entries.filter((each) => storeEntry(db, list, each, findHash(callKey(each.phoneNumber))));
    if (added.length > 0) recordEntries(db, 'do_not_call_added', 'policy', added.length, now);
    return true;
  }),

  /** Removes up to `limit` entries of the policy that aren't in the list; gives how many, 0 if it may not go on. */
  removeOtherPolicyEntries: write((db, list: string, limit: number, now: number): number => {
    if (!isBegun(db, list)) return 0;
    const sql = `DELETE FROM do_not_call WHERE id IN (
        SELECT id FROM do_not_call
        WHERE source = 'policy' AND lifted_at IS NULL AND policy_list IS NOT ? LIMIT ?)`;
    const removed = change(db, sql, list, limit);
    if (removed > 0) recordEntries(db, 'do_not_call_lifted', 'policy', removed, now);
    return removed;
  }),

  endPolicyList: write((db, list: string, { digest, file }: StoredPolicyList): void => {
    change(db, 'UPDATE do_not_call_policy SET digest = ?, file = ? WHERE list = ?', digest, file, list);
  }),
};

function isBegun(db: DatabaseSync, list: string): boolean {
  return one(db, 'SELECT 1 FROM do_not_call_policy WHERE list = ?', list) !== undefined;
}

/** Adds the policy's entry for a number, or keeps it with its date; whether it was added. */
function storeEntry(
  db: DatabaseSync,
  list: string,
  entry: NewEntry,
  hashed: HashedNumber | undefined,
): boolean {
  if (hashed ? keepHashed(db, list, hashed) : keepEntry(db, list, entry)) return false;
  insert(db, 'do_not_call', {
    id: entry.id,
    source: 'policy',
    // Without its reason, which may name the person.
    ...(hashed
      ? { hash: hashed.hash, key_id: hashed.keyId, reason: '' }
      : { number: callKey(entry.phoneNumber), reason: entry.reason }),
    added_at: entry.addedAt,
    added_by: entry.addedBy,
    policy_list: list,
  });
  return true;
}

function keepEntry(db: DatabaseSync, list: string, { phoneNumber, reason }: NewEntry): boolean {
  const sql = `UPDATE do_not_call SET policy_list = ?, reason = ?
    WHERE lifted_at IS NULL AND number IS NOT NULL AND number = ? AND source = 'policy'`;
  return change(db, sql, list, reason, callKey(phoneNumber)) > 0;
}

function keepHashed(db: DatabaseSync, list: string, { keyId, hash }: HashedNumber): boolean {
  const sql = `UPDATE do_not_call SET policy_list = ?
    WHERE lifted_at IS NULL AND hash IS NOT NULL AND key_id = ? AND hash = ? AND source = 'policy'`;
  return change(db, sql, list, keyId, hash) > 0;
}
