import type { DatabaseSync } from 'node:sqlite';
import { type Moment, momentOf } from './moment.ts';

interface Kept<T> extends Moment {
  readonly value: T;
}

/**
 * Something about each database that stays true until something is written, here (total_changes) or by another process
 * (PRAGMA data_version), and is then made anew.
 */
export class UntilWritten<T> {
  private readonly kept = new WeakMap<DatabaseSync, Kept<T>>();
  private readonly make: () => T;

  constructor(make: () => T) {
    this.make = make;
  }

  /** A new one within a transaction: what is read there may be rolled back. */
  of(db: DatabaseSync): T {
    if (db.isTransaction) return this.make();
    const { version, written } = momentOf(db);
    const known = this.kept.get(db);
    if (known && known.version === version && known.written === written) return known.value;
    const value = this.make();
    this.kept.set(db, { version, written, value });
    return value;
  }
}
