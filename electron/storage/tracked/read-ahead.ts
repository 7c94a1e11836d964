import type { DatabaseSync } from 'node:sqlite';
import { all, integer, one } from '../operation.ts';
import { readTextsAhead } from './request-rows.ts';
import { readColumnsAhead } from './row-columns.ts';

/** Nobody has asked for a page for so long. */
const QUIET_MS = 400;
/** Between two steps, in which whoever asks for something comes first. */
const PAUSE_MS = 5;
/** Rows of one step, and of all. */
const AT_A_TIME = 300;
const MOST_ROWS = 150_000;
/** With more requests than this, no order is made ahead of need. */
const MOST_ORDERED = 150_000;

/**
 * Once pages of the list were asked for, and then none for a moment, reads what the next ones will need, a few milliseconds
 * at a time: the columns of numbers, what is shown of the newest requests, the orders that were looked at.
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
  /** The row that was read last; undefined before the first. */
  private readUpTo: number | undefined;
  private rowsRead = false;

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
    if (readColumnsAhead(this.db) || this.readRows()) return true;
    const [next] = this.orders;
    if (!next) return false;
    const [name, makeOrder] = next;
    this.orders.delete(name);
    // Made in one step: of more, it would hold up for too long whoever asks for something meanwhile.
    if (this.newest() <= MOST_ORDERED) makeOrder();
    return true;
  }

  private readRows(): boolean {
    if (this.rowsRead) return false;
    this.readUpTo ??= this.newest() - MOST_ROWS;
    const rows = all(
      this.db,
      'SELECT row FROM tracked WHERE row > ? ORDER BY row LIMIT ?',
      this.readUpTo,
      AT_A_TIME,
    ).map((row) => integer(row, 'row'));
    readTextsAhead(this.db, rows);
    this.rowsRead = rows.length < AT_A_TIME;
    this.readUpTo = rows.at(-1);
    return true;
  }

  private newest(): number {
    const newest = one(this.db, 'SELECT coalesce(max(row), 0) AS row FROM submissions');
    return newest ? integer(newest, 'row') : 0;
  }
}
