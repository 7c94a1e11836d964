import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { callKey, spellingsOf } from '../../../shared/call-key.ts';
import { DO_NOT_CALL_SOURCES, type DoNotCallSource } from '../../../shared/do-not-call.ts';
import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import type { FoundListedNumber, PersonSearch } from '../../../shared/privacy.ts';
import type { Blocking } from '../../privacy/ports.ts';
import { keyedHash } from '../../team/team-claims.ts';
import { all, change, insert, integer, oneOf, type Row, scalar, text, textOrNull } from '../operation.ts';
import {
  type HashedNumber,
  hashFinder,
  hashWith,
  isHashListed,
  isListedByPerson,
  recordEntries,
  teamHashes,
} from '../stores/forbidding.ts';
import { teamPlace } from '../team/team-place.ts';
import { matchPerson, personOf } from './person.ts';
import { HAS_TO_TELL } from './team-rows.ts';

/** The largest row number of the do-not-call list; 0 for an empty one. */
export function lastListedRow(db: DatabaseSync): number {
  return scalar(db, 'SELECT coalesce(max(rowid), 0) AS n FROM do_not_call');
}

/** Entries with `after` < row <= `upTo` whose number is this person's or whose reason names them, lifted ones too. */
export function findListedNumbers(
  db: DatabaseSync,
  search: PersonSearch,
  after: number,
  upTo: number,
): FoundListedNumber[] {
  const person = personOf(search);
  const hashes = hashesOf(db, search);
  const rows = all(db, 'SELECT * FROM do_not_call WHERE rowid > ? AND rowid <= ?', after, upTo);
  return rows.flatMap((row) => {
    const { hash: kept } = row;
    if (kept instanceof Uint8Array && hashes.some((hash) => hash.equals(kept)))
      return [rowToFound(row, 'phone')];
    const texts = ['number', 'reason', 'lifted_reason'].map((column) => textOrNull(row, column) ?? '');
    const foundBy = matchPerson(person, texts);
    return foundBy ? [rowToFound(row, foundBy)] : [];
  });
}

/** Under which hashes the number may be on the list, by a key of this computer or of a team. */
function hashesOf(db: DatabaseSync, { phone }: PersonSearch): Buffer[] {
  const typed = parsePhoneNumber(phone);
  if (!typed.ok) return [];
  const numbers = spellingsOf(typed.value.e164);
  const own = hashFinder(db)(callKey(typed.value.e164));
  return [...teamHashes(db, numbers).map(({ hash }) => hash), ...(own ? [Buffer.from(own.hash)] : [])];
}

function rowToFound(row: Row, foundBy: FoundListedNumber['foundBy']): FoundListedNumber {
  return {
    id: text(row, 'id'),
    phoneNumber: textOrNull(row, 'number'),
    source: oneOf(row, 'source', DO_NOT_CALL_SOURCES),
    reason: text(row, 'reason'),
    addedAt: integer(row, 'added_at'),
    isLifted: row['lifted_at'] !== null,
    foundBy,
  };
}

/** The numbers (call keys) of these entries, as far as they aren't hashed. */
export function numbersOfEntries(db: DatabaseSync, ids: readonly string[]): string[] {
  const sql = 'SELECT DISTINCT number FROM do_not_call WHERE id IN (SELECT value FROM json_each(?))';
  return all(db, sql, JSON.stringify(ids)).flatMap((row) => textOrNull(row, 'number') ?? []);
}

interface ErasedNumbers {
  /** E.164 or call keys. */
  readonly phones: readonly string[];
  /** To be blocked if that is wanted, although other submissions may have them too. */
  readonly blocked: readonly string[];
  /** Entries that a person chose. */
  readonly ids: readonly string[];
  /** UTC ms. */
  readonly now: number;
}

/** How many entries an erasure changed or removed, and how many numbers stay blocked by a hash. */
interface ErasedEntries {
  readonly entries: number;
  readonly kept: number;
}

/**
 * Takes numbers off the list, with all that was written about them; with `keep`, a keyed hash of each blocks it from now
 * on. Entries of the policy aren't ours to lift: they become hashes if there is a key.
 */
export function eraseNumbers(db: DatabaseSync, numbers: ErasedNumbers, blocking: Blocking): ErasedEntries {
  const { phones, blocked, ids, now } = numbers;
  const chosen = chosenNumbers(db, phones, ids);
  const { keyId, keep } = blocking;
  if (keyId === null || !keep) {
    const removed = removeEntries(db, chosen, ids, now) + hashColleagues(db, chosen, now);
    return { entries: removed + hashEntries(db, chosen, keyId), kept: 0 };
  }
  const entries = hashEntries(db, chosen, keyId);
  const kept = [...new Set([...chosen, ...blocked].map(callKey))];
  const unlisted = kept
    .map((key) => ({ key, hashed: hashWith(db, keyId, key) }))
    .filter(({ key, hashed }) => !isHashListed(db, hashed) && !isListedByPerson(db, key));
  for (const { hashed } of unlisted) addHashed(db, hashed, blocking.by, now);
  if (unlisted.length > 0) recordEntries(db, 'do_not_call_added', 'person', unlisted.length, now);
  return { entries, kept: kept.length };
}

/** The ids of the entries that {@link eraseNumbers} removes if it keeps no numbers blocked. */
export function forgottenEntries(
  db: DatabaseSync,
  phones: readonly string[],
  ids: readonly string[],
): string[] {
  const sql = `SELECT id FROM do_not_call WHERE ${CHOSEN}`;
  const numbers = chosenNumbers(db, phones, ids);
  return all(db, sql, JSON.stringify(numbers), JSON.stringify(ids)).map((row) => text(row, 'id'));
}

/** These numbers and those of these entries, in all their spellings: an entry may be older than a country's new numbers. */
function chosenNumbers(db: DatabaseSync, phones: readonly string[], ids: readonly string[]): string[] {
  return [...new Set([...phones, ...numbersOfEntries(db, ids)].flatMap(spellingsOf))];
}

/** What a colleague entered meanwhile, nobody chose. */
const CHOSEN = `source = 'person' AND (team IS NULL AND number IN (SELECT value FROM json_each(?))
  OR id IN (SELECT value FROM json_each(?)))`;

/**
 * Takes numbers off the list that a team erased: an entry that the team has still (`inTeam`), or doesn't know yet, blocks as a
 * hash with the team's key from now on. Those of another team stay, as its mirror. Gives how many it changed or removed.
 */
export function eraseNumbersForTeam(
  db: DatabaseSync,
  workspaceId: string,
  { phones, inTeam, now }: { phones: readonly string[]; inTeam: readonly string[]; now: number },
  { keyId }: Blocking,
): number {
  const numbers = chosenNumbers(db, phones, []);
  const key = teamPlace(db, workspaceId)?.hashKey;
  if (!key) return 0;
  const rows = all(
    db,
    `SELECT id, number, id IN (SELECT key FROM team_pending WHERE workspace_id = ?1 AND kind = 'do_not_call')
       OR team IS NULL AND EXISTS (SELECT 1 FROM teams WHERE workspace_id = ?1 AND ${HAS_TO_TELL}) AS is_pending
     FROM do_not_call WHERE source = 'person' AND number IN (SELECT value FROM json_each(?2)) AND (team IS NULL OR team = ?1)`,
    workspaceId,
    JSON.stringify(numbers),
  );
  const isKept = (row: Row): boolean => row['is_pending'] === 1 || inTeam.includes(text(row, 'id'));
  for (const row of rows.filter(isKept)) {
    hashForTeam(db, workspaceId, key, row);
    if (row['is_pending'] !== 1) continue;
    const sql = "INSERT INTO team_pending (workspace_id, kind, key) VALUES (?, 'do_not_call', ?)";
    change(db, sql, workspaceId, text(row, 'id'));
  }
  const gone = rows.filter((row) => !isKept(row)).map((row) => text(row, 'id'));
  if (gone.length > 0) removeEntries(db, [], gone, now);
  return rows.length + hashEntries(db, numbers, keyId, 'policy');
}

/** What colleagues entered and nobody chose blocks as a hash with their team's key from now on; without one it is removed. */
function hashColleagues(db: DatabaseSync, numbers: readonly string[], now: number): number {
  const sql = `SELECT id, number, team FROM do_not_call
    WHERE source = 'person' AND team IS NOT NULL AND number IN (SELECT value FROM json_each(?))`;
  const rows = all(db, sql, JSON.stringify(numbers));
  for (const row of rows) {
    const place = teamPlace(db, text(row, 'team'));
    if (place?.hashKey) hashForTeam(db, place.workspaceId, place.hashKey, row);
    else removeEntries(db, [], [text(row, 'id')], now);
  }
  return rows.length;
}

function hashForTeam(db: DatabaseSync, workspaceId: string, key: Uint8Array, row: Row): void {
  const sql = `UPDATE do_not_call SET number = NULL, hash = ?, key_id = NULL, team = ?, reason = '',
      lifted_reason = iif(lifted_at IS NULL, NULL, '')
    WHERE id = ?`;
  change(db, sql, keyedHash(key, callKey(text(row, 'number'))), workspaceId, text(row, 'id'));
}

/** Removes the entries of persons with these numbers or ids; gives how many. */
function removeEntries(
  db: DatabaseSync,
  numbers: readonly string[],
  ids: readonly string[],
  now: number,
): number {
  const lists = [JSON.stringify(numbers), JSON.stringify(ids)] as const;
  const sql = `SELECT count(*) AS n FROM do_not_call WHERE lifted_at IS NULL AND ${CHOSEN}`;
  const inForce = scalar(db, sql, ...lists);
  if (inForce > 0) recordEntries(db, 'do_not_call_lifted', 'person', inForce, now);
  return change(db, `DELETE FROM do_not_call WHERE ${CHOSEN}`, ...lists);
}

/** Replaces these numbers by their hashes in all entries, lifted ones too, and removes their texts; gives how many. */
function hashEntries(
  db: DatabaseSync,
  numbers: readonly string[],
  keyId: string | null,
  source: DoNotCallSource | null = null,
): number {
  if (keyId === null) return 0;
  let entries = 0;
  for (const number of numbers) {
    entries += change(
      db,
      `UPDATE do_not_call SET number = NULL, hash = ?1, key_id = ?2, reason = '',
         lifted_reason = iif(lifted_at IS NULL, NULL, '')
       WHERE number = ?3 AND (?4 IS NULL OR source = ?4)`,
      hashWith(db, keyId, callKey(number)).hash,
      keyId,
      number,
      source,
    );
  }
  return entries;
}

function addHashed(db: DatabaseSync, { keyId, hash }: HashedNumber, by: string, now: number): void {
  const entry = { id: randomUUID(), source: 'person', hash, key_id: keyId, reason: '' };
  insert(db, 'do_not_call', { ...entry, added_at: now, added_by: by });
}
