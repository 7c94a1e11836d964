import type { DatabaseSync } from 'node:sqlite';
import { integer, one } from '../operation.ts';
import { readColumnsAhead } from './row-columns.ts';

/** Nobody has asked for a page for so long. */
const QUIET_MS = 400;
/** Between two steps, in which whoever asks for something comes first. */
const PAUSE_MS = 15;
/** Submissions of one step, and of all: as many as find room in the cache of pages. */
const AT_A_TIME = 2000;
const MOST_SUBMISSIONS = 150_000;

/**
 * Once pages of the list were asked for, and then none for a moment, reads what the next ones will need, a few milliseconds
 * at a time: the columns of numbers, the newest submissions (into the cache of pages), the orders that were looked at.
 * Then the first search and the first filter cost no more than the next.
 */
export function readAheadSoon(db: DatabaseSync, name: string, makeOrder: () => void): void {
  const ahead = known.get(db) ?? new ReadAhead(db);
  known.set(db, ahead);
  ahead.soon(name, makeOrder);
}

const known = new WeakMap<DatabaseSync, ReadAhead>();

class ReadAhead {
  private readonly db: DatabaseSync;
  private readonly orders = new Map<string, () => void>();
  private timer: NodeJS.Timeout | undefined;
  /** The submission that was read last; undefined before the first. */
  private readUpTo: number | undefined;
  private submissionsRead = false;

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  soon(name: string, makeOrder: () => void): void {
    this.orders.set(name, makeOrder);
    this.wait(QUIET_MS);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.step(), ms).unref();
  }

  private step(): void {
    if (!this.db.isOpen) return;
    try {
      // What is being written is waited for.
      if (this.db.isTransaction || this.readSome()) this.wait(PAUSE_MS);
    } catch {
      // Nobody waits for this: whoever asks for what cannot be read meets the same, and hears of it.
      this.orders.clear();
    }
  }

  /** Whether there may be more. */
  private readSome(): boolean {
    if (readColumnsAhead(this.db) || this.readSubmissions()) return true;
    const [next] = this.orders;
    if (!next) return false;
    const [name, makeOrder] = next;
    this.orders.delete(name);
    // Made in one step: of more, it would hold up for too long whoever asks for something meanwhile.
    if (this.newest() <= MOST_SUBMISSIONS) makeOrder();
    return true;
  }

  private readSubmissions(): boolean {
    if (this.submissionsRead) return false;
    this.readUpTo ??= this.newest() - MOST_SUBMISSIONS;
    const read = one(
      this.db,
      `SELECT count(phone_number) AS n, max(row) AS last
       FROM (SELECT row, phone_number FROM submissions WHERE row > ? ORDER BY row LIMIT ?)`,
      this.readUpTo,
      AT_A_TIME,
    );
    this.submissionsRead = !read || integer(read, 'n') < AT_A_TIME;
    if (read && !this.submissionsRead) this.readUpTo = integer(read, 'last');
    return true;
  }

  private newest(): number {
    const newest = one(this.db, 'SELECT coalesce(max(row), 0) AS row FROM submissions');
    return newest ? integer(newest, 'row') : 0;
  }
}
