import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { NewEntry } from '../../../electron/do-not-call/do-not-call-list.ts';
import type { StoredPolicyList } from '../../../electron/do-not-call/policy-list.ts';
import { joinDoNotCall } from '../../../electron/storage/backup/restore.ts';
import { eraseNumbers } from '../../../electron/storage/erasure/listed-numbers.ts';
import { one } from '../../../electron/storage/operation.ts';
import { doNotCallStore, policyListStore } from '../../../electron/storage/stores/do-not-call-store.ts';
import { forbidding, setKeys } from '../../../electron/storage/stores/forbidding.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import { keyedHash } from '../../../electron/team/team-claims.ts';
import { callKey } from '../../../shared/call-key.ts';
import type { Forbidding } from '../../../shared/do-not-call.ts';
import type { storesInMemory } from '../../electron/storage/stores-in-memory.ts';

/** Who forbids a number: a person (of any computer), or the policy in force here. */
type Ground = 'person' | 'policy';
/** By call key. */
type Grounds = ReadonlyMap<string, ReadonlySet<Ground>>;

export const OWN_KEY = 'own';
const OTHERS_KEY = 'others';

const KEYS: ReadonlyMap<string, Uint8Array> = new Map([
  [OWN_KEY, Buffer.alloc(32, 1)],
  [OTHERS_KEY, Buffer.alloc(32, 2)],
]);

/**
 * The do-not-call list of a world: the app's own statements on its database. Beside it, the model keeps for itself
 * which numbers must not be called, from what was done and not from what the tables say.
 */
export class ListOnDisk {
  readonly store: Stores['doNotCall'];
  private readonly db: DatabaseSync;
  private grounds = new Map<string, Set<Ground>>();
  private backedUp: Grounds | undefined;
  private begun: { readonly list: string; readonly keys: Set<string> } | undefined;
  private locked = false;
  /** Call keys that somebody put on the list at some time. */
  readonly everListed = new Set<string>();

  constructor({ db, stores }: ReturnType<typeof storesInMemory>) {
    this.db = db;
    this.store = stores.doNotCall;
    db.exec(`ATTACH ':memory:' AS backup;
      CREATE TABLE backup.do_not_call AS SELECT * FROM main.do_not_call WHERE false;
      CREATE TABLE backup.do_not_call_keys AS SELECT * FROM main.do_not_call_keys WHERE false`);
    setKeys(this.db, KEYS);
    doNotCallStore.addKey.run(this.db, OWN_KEY, 0);
  }

  /** Whether nobody may be called at all, as the keys of hashed numbers can't be read. */
  get closed(): boolean {
    if (!this.locked) return false;
    return (
      one(this.db, 'SELECT 1 FROM do_not_call WHERE hash IS NOT NULL AND lifted_at IS NULL') !== undefined
    );
  }

  get isLocked(): boolean {
    return this.locked;
  }

  get hasBackup(): boolean {
    return this.backedUp !== undefined;
  }

  /** Whether the number must not be called, as the model knows. */
  mustNot(phoneNumber: string): boolean {
    return this.closed || (this.grounds.get(callKey(phoneNumber))?.size ?? 0) > 0;
  }

  /** What the app's statements say of the number. */
  forbidding(phoneNumber: string): Forbidding | null {
    return forbidding(this.db, phoneNumber);
  }

  add(entries: readonly NewEntry[]): number {
    const added = doNotCallStore.add.run(this.db, entries);
    for (const { phoneNumber } of entries) this.ground(callKey(phoneNumber), 'person');
    return added;
  }

  /** Lifts what persons have put on the list about this number. */
  lift(phoneNumber: string, at: number): void {
    const key = callKey(phoneNumber);
    for (const id of this.entriesOfPersons(key)) {
      doNotCallStore.lift.run(this.db, id, { at, by: 'ada', reason: 'Agreed' });
    }
    this.grounds.get(key)?.delete('person');
  }

  /** Erases the person with this number, who stays blocked or not. */
  erase(phoneNumber: string, keep: boolean, now: number): void {
    const blocking = { keyId: OWN_KEY, keep, by: 'ada' };
    eraseNumbers(this.db, { phones: [phoneNumber], blocked: [phoneNumber], ids: [], now }, blocking);
    const key = callKey(phoneNumber);
    // What was hashed before can only be removed by its id.
    if (keep) this.ground(key, 'person');
    else if (this.entriesOfPersons(key).length === 0) this.grounds.get(key)?.delete('person');
  }

  /** The key store is locked: hashed numbers can't be compared. */
  lock(locked: boolean): void {
    this.locked = locked;
    setKeys(this.db, locked ? new Map() : KEYS);
  }

  /** A backup of this computer, made now. */
  backUp(): void {
    this.db.exec(`DELETE FROM backup.do_not_call; DELETE FROM backup.do_not_call_keys;
      INSERT INTO backup.do_not_call SELECT * FROM main.do_not_call;
      INSERT INTO backup.do_not_call_keys SELECT * FROM main.do_not_call_keys`);
    this.backedUp = new Map([...this.grounds].map(([key, grounds]) => [key, new Set(grounds)]));
  }

  /** A backup of another computer, on which this number is on the list: of a person, by a policy, or erased. */
  backUpOther(phoneNumber: string, how: 'person' | 'policy' | 'erased', now: number): void {
    const key = callKey(phoneNumber);
    const secret = KEYS.get(OTHERS_KEY);
    const hash = secret && how === 'erased' ? keyedHash(secret, key) : null;
    this.db.exec('DELETE FROM backup.do_not_call; DELETE FROM backup.do_not_call_keys');
    if (how === 'erased')
      this.db.prepare('INSERT INTO backup.do_not_call_keys VALUES (?, ?)').run(OTHERS_KEY, now);
    this.db
      .prepare(
        `INSERT INTO backup.do_not_call (id, source, number, hash, key_id, reason, added_at, added_by)
         VALUES (?, ?, ?, ?, ?, '', ?, 'bob')`,
      )
      .run(
        randomUUID(),
        how === 'policy' ? 'policy' : 'person',
        how === 'erased' ? null : key,
        hash,
        how === 'erased' ? OTHERS_KEY : null,
        now,
      );
    this.backedUp = new Map([[key, new Set([how === 'policy' ? ('policy' as const) : ('person' as const)])]]);
  }

  /** Joins the list of the last backup with this one. */
  merge(): void {
    const forbiddenHere = new Set([...this.grounds].filter(([, { size }]) => size > 0).map(([key]) => key));
    this.db.exec('BEGIN');
    joinDoNotCall(this.db);
    this.db.exec('COMMIT');
    for (const [key, grounds] of this.backedUp ?? []) {
      // What a policy forbade there and anybody forbids here needs no second entry.
      if (grounds.has('person') || (grounds.has('policy') && !forbiddenHere.has(key)))
        this.ground(key, 'person');
    }
  }

  storedPolicyList(): StoredPolicyList {
    return policyListStore.storedPolicyList.run(this.db);
  }

  beginPolicyList(list: string): boolean {
    const begun = policyListStore.beginPolicyList.run(this.db, list);
    if (begun) this.begun = { list, keys: new Set() };
    return begun;
  }

  addPolicyEntries(list: string, entries: readonly NewEntry[], now: number): boolean {
    const added = policyListStore.addPolicyEntries.run(this.db, list, entries, now);
    if (added && this.begun?.list !== list) throw new Error('An outdated list was stored');
    if (!added) return false;
    for (const { phoneNumber } of entries) {
      this.begun?.keys.add(callKey(phoneNumber));
      this.ground(callKey(phoneNumber), 'policy');
    }
    return true;
  }

  removeOtherPolicyEntries(list: string, limit: number, now: number): number {
    const removed = policyListStore.removeOtherPolicyEntries.run(this.db, list, limit, now);
    if (this.begun?.list !== list) return removed;
    for (const [key, grounds] of this.grounds) if (!this.begun.keys.has(key)) grounds.delete('policy');
    return removed;
  }

  endPolicyList(list: string, stored: StoredPolicyList): void {
    policyListStore.endPolicyList.run(this.db, list, stored);
  }

  /** Ids of the entries of persons about this call key, also of hashed ones. */
  private entriesOfPersons(key: string): string[] {
    const hashes = [...KEYS.values()].map((secret) => Buffer.from(keyedHash(secret, key)));
    const rows = this.db
      .prepare(`SELECT id, number, hash FROM do_not_call WHERE source = 'person' AND lifted_at IS NULL`)
      .all();
    const isTheirs = (number: unknown, hash: unknown): boolean =>
      number === key || (hash instanceof Uint8Array && hashes.some((each) => each.equals(hash)));
    return rows.flatMap(({ id, number, hash }) => (isTheirs(number, hash) ? [String(id)] : []));
  }

  private ground(key: string, ground: Ground): void {
    const grounds = this.grounds.get(key) ?? new Set();
    this.grounds.set(key, grounds.add(ground));
    this.everListed.add(key);
  }
}
