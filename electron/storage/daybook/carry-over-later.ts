import type { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../damage.ts';
import { type Operation, statement } from '../operation.ts';
import { GroupLostError, inSavepoint } from '../savepoint.ts';
import { carryOver, carryOverAccepted } from './carry-over.ts';
import { acceptedInDaybook, isAnyInDaybook, isOneAloneInDaybook } from './daybook.ts';

/**
 * The daybook is carried over when nothing has been asked for so long, ms, and when something is asked that needs it. While
 * much is sent, and nobody looks, it would only take the time that the next sends need.
 */
const QUIET_MS = 10;
/** So many at a time: what is asked meanwhile waits for them. The words of many are written in few steps more than those of few. */
const AT_ONCE = 64;
/** Once so many wait, they are carried over all the same: who asks for the list waits for them. Looked at every so often, ms. */
const MOST_WAITING = 4000;
const LOOKED_AT_AFTER_MS = 100;
const AT_ONCE_OF_MOST = 512;
/** Where the disk refused that, it is tried again after so long, ms. */
const TRIED_AGAIN_AFTER_MS = 1000;

const CARRIED_BEFORE = {
  all: carryOver,
  accepted: (db: DatabaseSync) => carryOverAccepted(db),
  oldest: (db: DatabaseSync) => carryOverAccepted(db, AT_ONCE),
};

/** When what the daybook has is carried over. */
export class CarryOverLater {
  private readonly db: DatabaseSync;
  private readonly onDamage: () => void;
  private timer: NodeJS.Timeout | undefined;
  private looked = performance.now();
  private notAgainBefore = 0;

  /** `onDamage` is told of damage that nobody else would hear of. */
  constructor(db: DatabaseSync, onDamage: () => void) {
    this.db = db;
    this.onDamage = onDamage;
  }

  /** Somebody asks for this operation: carries over what it needs before it. */
  before({ carriesOver, mode }: Pick<Operation<[], unknown>, 'carriesOver' | 'mode'>): void {
    if (carriesOver === 'nothing' || !isAnyInDaybook(this.db)) return;
    if (mode === 'read' && performance.now() < this.notAgainBefore) return;
    try {
      this.stored(CARRIED_BEFORE[carriesOver ?? 'all']);
    } catch (error) {
      if (error instanceof GroupLostError || mode !== 'read' || isDamage(error)) throw error;
      // A disk that takes nothing more can be read all the same: what happened last is missing then.
      this.notAgainBefore = performance.now() + TRIED_AGAIN_AFTER_MS;
    }
  }

  /** A transaction holds one write alone: where that is an acceptance, and nothing else is on its way, it needs no second commit. */
  withOneAlone(): void {
    if (isOneAloneInDaybook(this.db)) this.unasked(carryOver);
  }

  /** Nothing else is to be done just now: begins anew to wait for a quiet moment. */
  meanwhile(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!isAnyInDaybook(this.db)) return;
    const now = performance.now();
    if (now - this.looked > LOOKED_AT_AFTER_MS) {
      this.looked = now;
      if (acceptedInDaybook(this.db) > MOST_WAITING)
        this.unasked((db) => carryOverAccepted(db, AT_ONCE_OF_MOST));
    }
    this.wait(QUIET_MS);
  }

  /** Another connection goes on with it. */
  drop(): void {
    clearTimeout(this.timer);
  }

  /** The database is about to be closed. */
  end(): void {
    clearTimeout(this.timer);
    this.unasked(carryOver);
  }

  private wait(quietMs: number): void {
    const ms = Math.max(quietMs, this.notAgainBefore - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const carried = this.unasked((db) => carryOverAccepted(db, AT_ONCE));
      if (carried === AT_ONCE || performance.now() < this.notAgainBefore) this.wait(0);
    }, ms);
  }

  /** How many were carried over. Nobody waits for it: where the disk refuses, whoever writes next meets the same, and hears of it. */
  private unasked(carry: (db: DatabaseSync) => number): number {
    if (performance.now() < this.notAgainBefore || !isAnyInDaybook(this.db)) return 0;
    try {
      return this.stored(carry);
    } catch (error) {
      if (error instanceof GroupLostError) throw error;
      this.notAgainBefore = performance.now() + TRIED_AGAIN_AFTER_MS;
      if (isDamage(error)) this.onDamage();
      return 0;
    }
  }

  private stored(carry: (db: DatabaseSync) => number): number {
    return this.db.isTransaction ? inSavepoint(this.db, () => carry(this.db)) : this.inTransaction(carry);
  }

  /**
   * In a commit that the disk need not have seen: what it loses with the power is still in the daybook, and done again. The
   * next commit of anything else syncs it along.
   */
  private inTransaction(carry: (db: DatabaseSync) => number): number {
    this.db.exec('PRAGMA synchronous = NORMAL');
    try {
      statement(this.db, 'BEGIN IMMEDIATE').run();
      const carried = carry(this.db);
      statement(this.db, 'COMMIT').run();
      return carried;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    } finally {
      this.db.exec('PRAGMA synchronous = FULL');
    }
  }
}
