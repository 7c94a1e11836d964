import { randomUUID } from 'node:crypto';
import { callKey } from '../../shared/call-key.ts';
import type {
  DoNotCallAdded,
  DoNotCallEntry,
  DoNotCallPage,
  ListedNumber,
} from '../../shared/do-not-call.ts';
import type { Changed } from '../../shared/ipc/call.ts';
import { CodedError } from '../../shared/result.ts';
import type { Stores } from '../storage/stores/index.ts';

export interface NewEntry extends Omit<DoNotCallEntry, 'source' | 'lifted'> {
  /** E.164. */
  readonly phoneNumber: string;
}

/** Entries of one page of an export. */
const READ_AT_ONCE = 200;

interface DoNotCallListOptions {
  readonly store: Stores['doNotCall'];
  /** The computer account of the person in front of it. */
  readonly account: string;
  /** Withdraws what waits for a number on the list, in all workspaces; gives how many. */
  readonly withdraw: () => Promise<number>;
  /** Why some entries can't be compared now; null if all can. */
  readonly locked: () => Promise<'waiting' | 'lost' | null>;
  /** More may be sent than before. */
  readonly onLifted: () => void;
  readonly onChange: () => void;
  /** UTC ms. */
  readonly now?: () => number;
}

/** The numbers that nobody may call, of all workspaces together. */
export class DoNotCallList {
  private readonly options: DoNotCallListOptions;
  private readonly now: () => number;
  /** Call keys on their way to the disk, with how many calls add each: they count at once. */
  private readonly adding = new Map<string, number>();

  constructor(options: DoNotCallListOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  /** Whether the number (E.164) is being added right now: it counts before it is on the disk. */
  isBeingAdded(phoneNumber: string): boolean {
    return this.adding.has(callKey(phoneNumber));
  }

  page(search: string, offset: number): Promise<DoNotCallPage> {
    return this.options.store.page(search, offset);
  }

  /** Adds numbers, and withdraws what waits for them. */
  async add(numbers: readonly ListedNumber[]): Promise<DoNotCallAdded> {
    const { store, account, withdraw, onLifted, onChange } = this.options;
    const keys = numbers.map(({ phoneNumber }) => callKey(phoneNumber));
    for (const key of keys) this.adding.set(key, (this.adding.get(key) ?? 0) + 1);
    const addedAt = this.now();
    const entries = numbers.map((each) => ({ ...each, id: randomUUID(), addedAt, addedBy: account }));
    let isListed = false;
    try {
      const added = await store.add(entries);
      const withdrawn = await withdraw();
      isListed = true;
      return { added, withdrawn, sentBefore: await store.sentTo(keys) };
    } finally {
      for (const key of keys) this.added(key);
      // What came due meanwhile waits for nothing any more.
      if (!isListed) onLifted();
      onChange();
    }
  }

  /** How many of these numbers (E.164) `add` would add. */
  countNew(phoneNumbers: readonly string[]): Promise<number> {
    return this.options.store.countNew(phoneNumbers.map(callKey));
  }

  /** Lifts an entry of a person. Error: `do_not_call_not_lifted` if it is the policy's or was lifted before. */
  async lift(id: string, reason: string): Promise<void> {
    const { store, account, onChange } = this.options;
    const lifted = await store.lift(id, { at: this.now(), by: account, reason });
    if (!lifted) throw new CodedError('do_not_call_not_lifted');
    onChange();
  }

  /** How many entries in force a person added together with this one, itself included; 0 if it isn't in force. */
  addedTogether(id: string): Promise<number> {
    return this.options.store.addedTogether(id);
  }

  /** Lifts all of them, so that a wrong list can be taken back; gives how many. Error: `do_not_call_not_lifted`. */
  async liftTogether(id: string, reason: string): Promise<Changed> {
    const { store, account, onChange } = this.options;
    const changed = await store.liftTogether(id, { at: this.now(), by: account, reason });
    if (changed === 0) throw new CodedError('do_not_call_not_lifted');
    onChange();
    return { changed };
  }

  /**
   * Ends the entries that can't be compared as their key is lost; gives how many. Error: `do_not_call_not_lifted` while the
   * key store may still give the key.
   */
  async liftLost(reason: string): Promise<Changed> {
    const { store, account, locked, onLifted, onChange } = this.options;
    if ((await locked()) !== 'lost') throw new CodedError('do_not_call_not_lifted');
    const changed = await store.liftUncompared({ at: this.now(), by: account, reason });
    onLifted();
    onChange();
    return { changed };
  }

  /**
   * All entries that are there now, lifted ones included, for an export. Their ids are read first: what is added, lifted or
   * erased while the pages are read moves no other entry past the next page.
   */
  async entries(): Promise<{ readonly count: number; readonly entries: AsyncIterable<DoNotCallEntry> }> {
    const ids = await this.options.store.ids();
    return { count: ids.length, entries: this.read(ids) };
  }

  private async *read(ids: readonly string[]): AsyncGenerator<DoNotCallEntry> {
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      yield* await this.options.store.entries(ids.slice(at, at + READ_AT_ONCE));
    }
  }

  private added(key: string): void {
    const left = (this.adding.get(key) ?? 1) - 1;
    if (left > 0) this.adding.set(key, left);
    else this.adding.delete(key);
  }
}
