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
import type { NewEntry, Uncompared } from '../../do-not-call/ports.ts';
import { setKeys, uncomparedKeys } from '../do-not-call/forbidding.ts';
import { type HashedNumber, hashFinder, isHashListed } from '../do-not-call/hashed-numbers.ts';
import { recordEntries } from '../do-not-call/record-entries.ts';
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
  /** How many of these call keys are on no entry of a person in force. */
  countNew: read((db, callKeys: readonly string[]): number =>
    scalar(
      db,
      `SELECT count(DISTINCT keys.value) AS n FROM json_each(?) AS keys WHERE NOT EXISTS (
         SELECT 1 FROM do_not_call
         WHERE lifted_at IS NULL AND number IS NOT NULL AND number = keys.value AND source = 'person')`,
      JSON.stringify(callKeys),
    ),
  ),

  add: write((db, entries: readonly NewEntry[]): number => {
    const findHash = hashFinder(db);
    const added = entries.filter(
      (each) =>
        !isListedByPerson(db, each.phoneNumber) &&
        !isHashed(db, findHash(callKey(each.phoneNumber))) &&
        addEntry(db, each, 'person'),
    );
    const [first] = added;
    if (first) recordEntries(db, 'do_not_call_added', 'person', added.length, first.addedAt);
    return added.length;
  }),

  /**
   * Makes these the policy's entries: new ones are added, and those that it no longer has are removed if these are
   * `whole`. A number that was
   * erased here is added as its hash. False, without any change, while some hashes can't be compared: a number of an erased
   * person could come back.
   */
  replacePolicy: write((db, entries: readonly NewEntry[], now: number, whole?: boolean): boolean => {
    if (uncomparedKeys(db).length > 0) return false;
    const wanted = new Map(entries.map((each) => [callKey(each.phoneNumber), each]));
    const { kept, gone } = policyEntries(db, wanted, whole ?? true);
    for (const id of gone) change(db, 'DELETE FROM do_not_call WHERE id = ?', id);
    const added = [...wanted].filter(([key]) => !kept.has(key));
    const findHash = hashFinder(db);
    for (const [key, each] of added) {
      const entry = { ...each, addedAt: now };
      const hashed = findHash(key);
      if (hashed) addHashedEntry(db, entry, hashed);
      else addEntry(db, entry, 'policy');
    }
    if (gone.length > 0) recordEntries(db, 'do_not_call_lifted', 'policy', gone.length, now);
    if (added.length > 0) recordEntries(db, 'do_not_call_added', 'policy', added.length, now);
    return true;
  }),

  /** Lifts an entry of a person; false if it isn't in force or is the policy's. */
  lift: write((db, id: string, { at, by, reason }: Lifted): boolean => {
    const lifted = change(
      db,
      `UPDATE do_not_call SET lifted_at = ?, lifted_by = ?, lifted_reason = ?
       WHERE id = ? AND source = 'person' AND lifted_at IS NULL`,
      at,
      by,
      reason,
      id,
    );
    if (lifted > 0) recordEntries(db, 'do_not_call_lifted', 'person', lifted, at);
    return lifted > 0;
  }),

  /** How many entries in force can't be compared, as their keys can't be read now; and the ids of these keys. */
  uncompared: read((db): Uncompared => {
    const keyIds = uncomparedKeys(db);
    const sql = `SELECT count(*) AS n FROM do_not_call
      WHERE lifted_at IS NULL AND hash IS NOT NULL AND key_id IN (SELECT value FROM json_each(?))`;
    return { keyIds, entries: keyIds.length === 0 ? 0 : scalar(db, sql, JSON.stringify(keyIds)) };
  }),

  /**
   * Ends the entries that can't be compared: those of persons are lifted, and the policy's removed until the policy is read
   * again. Gives how many.
   */
  liftUncompared: write((db, { at, by, reason }: Lifted): number => {
    const keyIds = JSON.stringify(uncomparedKeys(db));
    const uncompared =
      'lifted_at IS NULL AND hash IS NOT NULL AND key_id IN (SELECT value FROM json_each(?))';
    const lifted = change(
      db,
      `UPDATE do_not_call SET lifted_at = ?, lifted_by = ?, lifted_reason = ?
       WHERE source = 'person' AND ${uncompared}`,
      at,
      by,
      reason,
      keyIds,
    );
    if (lifted > 0) recordEntries(db, 'do_not_call_lifted', 'person', lifted, at);
    const removed = change(db, `DELETE FROM do_not_call WHERE source = 'policy' AND ${uncompared}`, keyIds);
    if (removed > 0) recordEntries(db, 'do_not_call_lifted', 'policy', removed, at);
    return lifted + removed;
  }),

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

  /** The numbers (E.164) of these requests, covered or not. */
  numbersOf: read((db, workspaceId: string, requestIds: readonly string[]): string[] =>
    all(
      db,
      `SELECT DISTINCT submissions.phone_number AS number FROM json_each(?) AS wanted
       CROSS JOIN requests ON requests.workspace_id = ? AND requests.request_id = wanted.value
       JOIN submissions ON submissions.row = requests.row`,
      JSON.stringify(requestIds),
      workspaceId,
    ).map((row) => text(row, 'number')),
  ),

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

function isHashed(db: DatabaseSync, hashed: HashedNumber | undefined): boolean {
  return hashed !== undefined && isHashListed(db, hashed);
}

function isListedByPerson(db: DatabaseSync, phoneNumber: string): boolean {
  const sql = `SELECT 1 FROM do_not_call
    WHERE lifted_at IS NULL AND number IS NOT NULL AND number = ? AND source = 'person'`;
  return one(db, sql, callKey(phoneNumber)) !== undefined;
}

/** Call keys that the policy's entries already have with the same reason, and the ids of entries it no longer has. */
function policyEntries(db: DatabaseSync, wanted: ReadonlyMap<string, NewEntry>, whole: boolean) {
  const stored = all(
    db,
    `SELECT id, number, hash, key_id, reason FROM do_not_call WHERE source = 'policy' AND lifted_at IS NULL`,
  );
  const erased = new Map(
    stored.flatMap((row) =>
      row['hash'] === null ? [] : [[hashText(row['key_id'], row['hash']), row] as const],
    ),
  );
  const kept = new Set<string>();
  const keptIds = new Set<string>();
  for (const row of stored) {
    const number = textOrNull(row, 'number');
    const isSame = number !== null && wanted.get(number)?.reason === text(row, 'reason');
    const isLeft = !whole && (number === null || !wanted.has(number));
    if (isLeft) keptIds.add(text(row, 'id'));
    if (!isSame) continue;
    kept.add(number);
    keptIds.add(text(row, 'id'));
  }
  const findHash = erased.size === 0 ? () => undefined : hashFinder(db);
  for (const key of wanted.keys()) {
    const hashed = findHash(key);
    const row = hashed && erased.get(hashText(hashed.keyId, hashed.hash));
    if (!row) continue;
    kept.add(key);
    keptIds.add(text(row, 'id'));
  }
  const gone = stored.map((row) => text(row, 'id')).filter((id) => !keptIds.has(id));
  return { kept, gone };
}

function hashText(keyId: unknown, hash: unknown): string {
  return `${keyId} ${hash instanceof Uint8Array ? Buffer.from(hash).toString('base64') : ''}`;
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

/** Adds an entry of the policy for a number that was erased here: without its reason, which may name the person. */
function addHashedEntry(db: DatabaseSync, entry: NewEntry, { keyId, hash }: HashedNumber): void {
  insert(db, 'do_not_call', {
    id: entry.id,
    source: 'policy',
    hash,
    key_id: keyId,
    reason: '',
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
