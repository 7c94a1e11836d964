import type { DatabaseSync } from 'node:sqlite';
import { REQUEST_SORTS, type RequestSort } from '../../../shared/request.ts';
import { all, integer, one } from '../operation.ts';
import { pinsOf } from './pinned-values.ts';
import { type RequestOrder, requestOrder } from './request-order.ts';
import { readTextsAhead } from './request-rows.ts';
import { columnsAtHand, readColumnsAhead } from './row-columns.ts';
import { isQuick, orderName, wholeOrder } from './whole-order.ts';

/** Nobody has asked for a page for so long: at first, while the window still opens, and once it is being read. */
const QUIET_MS = 400;
const QUIET_AGAIN_MS = 60;
/** Between two steps, in which whoever asks for something comes first. */
const PAUSE_MS = 5;
/** Rows of one step, and of all. */
const AT_A_TIME = 300;
const MOST_ROWS = 150_000;
/** With more requests than this, no order is made ahead of need. */
const MOST_ORDERED = 150_000;

/**
 * Once pages of the list were asked for, and then none for a moment, reads what the next ones will need, a few milliseconds
 * at a time: the columns of numbers, the orders, what is shown of the newest requests.
 * Then the first search and the first filter cost no more than the next.
 */
export function readAheadSoon(db: DatabaseSync, workspace: number): void {
  const ahead = known.get(db) ?? new ReadAhead(db);
  known.set(db, ahead);
  ahead.soon(workspace);
}

const known = new WeakMap<DatabaseSync, ReadAhead>();

class ReadAhead {
  private readonly db: DatabaseSync;
  private workspace: number | undefined;
  /** Orders made since pages were asked for. */
  private readonly tried = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  /** The row that was read last; undefined before the first. */
  private readUpTo: number | undefined;
  private rowsRead = false;
  private begun = false;

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  soon(workspace: number): void {
    this.workspace = workspace;
    this.tried.clear();
    // Another field was pinned.
    if (this.rowsRead && columnsAtHand(this.db)?.pinned.isEmpty) {
      this.rowsRead = false;
      this.readUpTo = undefined;
    }
    this.wait(this.begun ? QUIET_AGAIN_MS : QUIET_MS);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.step(), ms).unref();
  }

  private step(): void {
    if (!this.db.isOpen) return;
    this.begun = true;
    try {
      // What is being written is waited for.
      if (this.db.isTransaction || this.readSome()) this.wait(PAUSE_MS);
    } catch {
      // Nobody waits for this: whoever asks for what cannot be read meets the same, and hears of it.
      this.workspace = undefined;
    }
  }

  /** Whether there may be more. */
  private readSome(): boolean {
    return readColumnsAhead(this.db) || this.makeOrder() || this.readRows();
  }

  private makeOrder(): boolean {
    const { db, workspace, tried } = this;
    const columns = columnsAtHand(db);
    // Made in one step: of more, it would hold up for too long whoever asks for something meanwhile.
    if (workspace === undefined || !columns || this.newest() > MOST_ORDERED) return false;
    const isMissing = (order: RequestOrder): boolean =>
      !tried.has(orderName(workspace, order)) && !isQuick(columns, workspace, order);
    const next = ordersOf(db, workspace).find(isMissing);
    if (!next) return false;
    // Where there is no room for all, each is made once.
    tried.add(orderName(workspace, next));
    wholeOrder(db, columns, workspace, next);
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

/** All orders that a workspace's list can be put into. */
function ordersOf(db: DatabaseSync, workspace: number): RequestOrder[] {
  const pinned = pinsOf(db, workspace).map(({ path }): RequestSort => `pin:${path}`);
  return [...REQUEST_SORTS, ...pinned].map((sort) => requestOrder(db, workspace, sort));
}
