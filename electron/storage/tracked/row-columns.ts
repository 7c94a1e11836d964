import type { DatabaseSync } from 'node:sqlite';
import { RowBits } from '../search/row-bits.ts';
import { KeptLists } from './kept-lists.ts';
import { type Moment, momentOf } from './moment.ts';
import { NUMBER_COLUMNS, type NumberColumn } from './number-columns.ts';
import { RowChanges } from './row-changes.ts';
import { ShownTexts } from './shown-texts.ts';
import { Spans } from './spans.ts';

/** Where it stands behind the number of the row. */
const ACCEPTED = NUMBER_COLUMNS.indexOf('accepted_at') + 1;

/** More rows than this were changed at once: reading everything anew is as fast. */
const MOST_TOUCHED = 20_000;
const FIRST_ROOM = 1024;
/** Rows that are read at a time ahead of need: some milliseconds. */
const READ_AHEAD = 4000;
/** Sets of rows with a value of a column: there are few values, or they are asked for by a few. */
const MOST_VALUES = 200;
/** All texts of rows, characters: of some two hundred thousand requests. */
const MOST_SHOWN = 40_000_000;
const MOST_PINNED = 20_000_000;

/**
 * The numbers of `tracked`, column by column in memory: what a search finds is filtered, counted and put in order
 * without looking up a row for each. About 100 bytes a request, read when first needed, kept current by triggers that
 * end with the connection.
 */
export class RowColumns {
  private readonly db: DatabaseSync;
  private readonly changes: RowChanges;
  /** What is shown of a row beyond the numbers: who it is, its tags and so on, and apart from it its pinned fields. */
  readonly texts = new ShownTexts(MOST_SHOWN);
  readonly pinned = new ShownTexts(MOST_PINNED);
  /** What was found and put in order. */
  readonly lists = new KeptLists();
  private columns: ReadonlyMap<NumberColumn, Float64Array> = new Map();
  private readonly accepted = new Spans();
  private room = 0;
  private loaded = false;
  /** All up to this row has been read. */
  private readUpTo = 0;
  /** Of other processes' changes (PRAGMA data_version), and how many rows this one has written. */
  private version: unknown;
  private written: unknown;
  private readonly byValue = new Map<string, { name: NumberColumn; value: number; rows: RowBits }>();

  constructor(db: DatabaseSync) {
    this.db = db;
    this.changes = new RowChanges(db);
  }

  /** One above the largest number of a row. */
  get end(): number {
    return this.room;
  }

  /** Brings them up to date; not within a transaction, which could still be rolled back. */
  sync(): void {
    const now = momentOf(this.db);
    const { written } = now;
    const isOthers = this.followOthers(now);
    if (this.loaded && written === this.written) return;
    if (isOthers) this.lists.clear();
    else if (written !== this.written) this.lists.follow(this.changes);
    const { tracked, pinned, person, tags } = this.changes;
    for (const rows of [tracked, person, tags]) for (const row of rows) this.texts.forget(row);
    for (const row of pinned) this.pinned.forget(row);
    if (tracked.size > MOST_TOUCHED) this.startOver();
    if (!this.loaded) this.read('WHERE row > ?', this.readUpTo);
    this.loaded = true;
    this.readTouched();
    this.changes.clear();
    this.written = written;
  }

  /** Reads some of what was not read yet, ahead of need; whether there is more. Not within a transaction. */
  readAhead(): boolean {
    if (this.loaded) return false;
    this.followOthers(momentOf(this.db));
    this.loaded = this.read('WHERE row > ? ORDER BY row LIMIT ?', this.readUpTo, READ_AHEAD) < READ_AHEAD;
    return !this.loaded;
  }

  /** Whether all is in memory, but for what was written since. */
  get isLoaded(): boolean {
    return this.loaded;
  }

  /** Whether another process has written: then all is read anew. */
  private followOthers({ version }: Moment): boolean {
    if (version === this.version) return false;
    this.startOver();
    this.texts.clear();
    this.pinned.clear();
    this.version = version;
    return true;
  }

  private startOver(): void {
    this.columns = new Map();
    this.accepted.clear();
    this.room = 0;
    this.byValue.clear();
    this.readUpTo = 0;
    this.loaded = false;
    this.changes.tracked.clear();
  }

  private readTouched(): void {
    if (this.changes.tracked.size === 0) return;
    for (const row of this.changes.tracked) if (row < this.room) this.column('workspace')[row] = 0;
    this.read('WHERE row IN (SELECT value FROM json_each(?))', JSON.stringify([...this.changes.tracked]));
    this.followValues();
  }

  /** The rows with one of these values (small whole numbers) in a column. Not to be changed. */
  with(name: NumberColumn, values: readonly number[]): RowBits {
    const [first, ...others] = values;
    if (first === undefined) return new RowBits(this.room);
    if (others.length === 0) return this.withValue(name, first);
    const rows = this.withValue(name, first).copy();
    for (const value of others) rows.include(this.withValue(name, value));
    return rows;
  }

  /** The rows accepted from a time on, and before another; perhaps some that are not there. */
  acceptedWithin(from: number, until: number): RowBits {
    return this.accepted.within(this.column('accepted_at'), from, until);
  }

  private withValue(name: NumberColumn, value: number): RowBits {
    const known = this.byValue.get(`${name} ${value}`);
    if (known) return known.rows;
    const rows = new RowBits(this.room);
    const column = this.column(name);
    for (let row = 0; row < column.length; row += 1) if (column[row] === value) rows.add(row);
    if (this.byValue.size >= MOST_VALUES) this.byValue.clear();
    this.byValue.set(`${name} ${value}`, { name, value, rows });
    return rows;
  }

  /** A column by the number of the row; where there is no such row, its workspace is 0. */
  column(name: NumberColumn): Float64Array {
    const column = this.columns.get(name);
    if (!column) throw new Error('The columns are brought up to date before they are used.');
    return column;
  }

  /** What has a value may have another one now. */
  private followValues(): void {
    for (const { name, value, rows } of this.byValue.values()) {
      const column = this.column(name);
      for (const row of this.changes.tracked) {
        if (column[row] === value) rows.add(row);
        else rows.delete(row);
      }
    }
  }

  /** Answers how many rows there were. */
  private read(where: string, ...params: readonly (string | number)[]): number {
    if (this.room === 0) this.grow(FIRST_ROOM);
    const statement = this.db.prepare(`SELECT row, ${NUMBER_COLUMNS.join(', ')} FROM tracked ${where}`);
    statement.setReturnArrays(true);
    let filled = this.arrays();
    let count = 0;
    for (const values of statement.iterate(...params)) {
      if (!Array.isArray(values)) throw new TypeError('A row was not read as a list.');
      const row = Number(values[0]);
      if (row >= this.room) {
        this.grow(row + 1);
        filled = this.arrays();
      }
      for (let place = 0; place < filled.length; place += 1) {
        const column = filled[place];
        if (column) column[row] = Number(values[place + 1]);
      }
      this.accepted.widen(row, Number(values[ACCEPTED]));
      this.readUpTo = Math.max(this.readUpTo, row);
      count += 1;
    }
    return count;
  }

  private arrays(): Float64Array[] {
    return NUMBER_COLUMNS.map((name) => this.column(name));
  }

  private grow(atLeast: number): void {
    const room = Math.max(atLeast, Math.ceil(this.room * 1.5));
    // Sets have room for the rows that there could be before.
    this.byValue.clear();
    this.lists.forgetFollowedSets();
    this.columns = new Map(
      NUMBER_COLUMNS.map((name) => {
        const column = new Float64Array(room);
        const before = this.columns.get(name);
        if (before) column.set(before);
        return [name, column];
      }),
    );
    this.room = room;
  }
}

const kept = new WeakMap<DatabaseSync, RowColumns>();

/** The columns of a database where they have been needed before, up to date; undefined else, and within a transaction. */
export function columnsAtHand(db: DatabaseSync): RowColumns | undefined {
  return kept.get(db)?.isLoaded ? rowColumns(db) : undefined;
}

/** The columns of a database, up to date; undefined within a transaction. */
export function rowColumns(db: DatabaseSync): RowColumns | undefined {
  if (db.isTransaction) return undefined;
  const columns = columnsOf(db);
  columns.sync();
  return columns;
}

/** Reads some of the columns ahead of need; whether there is more. Not within a transaction. */
export function readColumnsAhead(db: DatabaseSync): boolean {
  return columnsOf(db).readAhead();
}

function columnsOf(db: DatabaseSync): RowColumns {
  const columns = kept.get(db) ?? new RowColumns(db);
  kept.set(db, columns);
  return columns;
}
