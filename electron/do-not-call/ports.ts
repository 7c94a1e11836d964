import type { DoNotCallEntry, DoNotCallPage, Lifted, SentBefore } from '../../shared/do-not-call.ts';

/** An entry to add. */
export interface NewEntry {
  readonly id: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly reason: string;
  /** UTC ms. */
  readonly addedAt: number;
  readonly addedBy: string;
}

/** Entries in force that can't be compared now. */
export interface Uncompared {
  /** Keys that can't be read. */
  readonly keyIds: readonly string[];
  readonly entries: number;
}

/** Where the list is stored. Every promise resolves only when the change is on the disk. */
export interface DoNotCallStore {
  /** Adds entries of a person; one of a person with the same number in force stays as it is. Gives how many were new. */
  add(entries: readonly NewEntry[]): Promise<number>;
  /** How many of these call keys are on no entry of a person in force. */
  countNew(callKeys: readonly string[]): Promise<number>;
  /** Lifts an entry of a person; false if it isn't in force or is the policy's. */
  lift(id: string, lifted: Lifted): Promise<boolean>;
  /** How many entries in force a person added together with this one, itself included; 0 if it isn't in force. */
  addedTogether(id: string): Promise<number>;
  /** Lifts all of them; gives how many. */
  liftTogether(id: string, lifted: Lifted): Promise<number>;
  uncompared(): Promise<Uncompared>;
  /** Ends the entries that can't be compared, those of the policy once its list is stored again; gives how many. */
  liftUncompared(lifted: Lifted): Promise<number>;
  /** The entries that match a search, `DO_NOT_CALL_PAGE` at most. */
  page(search: string, offset: number): Promise<DoNotCallPage>;
  /** The ids of all entries, lifted ones included, in the order of `page`. */
  ids(): Promise<readonly string[]>;
  /** These entries, in this order, without those that no longer exist. */
  entries(ids: readonly string[]): Promise<readonly DoNotCallEntry[]>;
  /** Submissions with these call keys that the service has or may have; `MAX_SENT_BEFORE` at most. */
  sentTo(callKeys: readonly string[]): Promise<readonly SentBefore[]>;
  /** Compares hashed entries with these keys, by id, from now on. */
  setKeys(keys: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Ids of the keys with which entries are hashed, the oldest first. */
  keyIds(): Promise<readonly string[]>;
  /** Registers a key before the first number is hashed with it. */
  addKey(id: string, now: number): Promise<void>;
}

/** The policy's list that is stored, in full. */
export interface StoredPolicyList {
  /** What it was stored from; null while it is being stored, or if something of it couldn't be read. */
  readonly digest: string | null;
  /** Its file that was read; null without one, and while a list is stored for the first time. */
  readonly file: string | null;
}

/**
 * Where the policy's list is stored, in pieces, so that everything else gets its turn in between. A list that was begun
 * replaces the one before: of two processes that store one, only the later goes on.
 */
export interface PolicyListStore {
  storedPolicyList(): Promise<StoredPolicyList>;
  /** Begins a list with this id. False, without any change, while some entries can't be compared. */
  beginPolicyList(list: string): Promise<boolean>;
  /** Adds a piece of the list, and keeps those that were there. False, without any change, if it may not go on. */
  addPolicyEntries(list: string, entries: readonly NewEntry[], now: number): Promise<boolean>;
  /** Removes up to `limit` entries of the policy that aren't in the list; gives how many, 0 if it may not go on. */
  removeOtherPolicyEntries(list: string, limit: number, now: number): Promise<number>;
  /** All of the list is there. */
  endPolicyList(list: string, stored: StoredPolicyList): Promise<void>;
}
