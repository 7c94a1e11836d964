import type { DatabaseSync } from 'node:sqlite';
import { isDamage } from './damage.ts';
import { type Operation, statement } from './operation.ts';
import { GroupLostError, inSavepoint } from './savepoint.ts';
import { newlyAccepted, trackNewlyAccepted } from './tracked/newly-accepted.ts';

/**
 * Requests that were accepted are tracked when nothing has been asked for so long, ms, when so many wait or one for so long,
 * ms, and when something is asked that needs them. Right behind one commit there often comes what the next has to hold.
 */
const QUIET_MS = 10;
const TRACKED_TOGETHER = 64;
const TRACKED_AFTER_MS = 100;
/** So many at a time: what is asked meanwhile waits for them. The words of many are written in few steps more than those of few. */
const TRACKED_AT_ONCE = 64;
/** Where the disk refused that, it is tried again after so long, ms. */
const TRIED_AGAIN_AFTER_MS = 1000;

/** When requests that are noted as accepted (tracked/newly-accepted.ts) are tracked. */
export class TrackingLater {
  private readonly db: DatabaseSync;
  private readonly onDamage: () => void;
  private timer: NodeJS.Timeout | undefined;
  /** Since when the first of those waits, on the monotonic clock. */
  private waitingSince: number | undefined;
  private notAgainBefore = 0;

  /** `onDamage` is told of damage that nobody else would hear of. */
  constructor(db: DatabaseSync, onDamage: () => void) {
    this.db = db;
    this.onDamage = onDamage;
  }

  /** Somebody asks for this operation: tracks them before it, where it needs them. */
  before({ quick, mode }: Pick<Operation<[], unknown>, 'quick' | 'mode'>): void {
    if (quick || newlyAccepted(this.db) === 0) return;
    if (mode === 'read' && performance.now() < this.notAgainBefore) return;
    try {
      this.track();
    } catch (error) {
      if (error instanceof GroupLostError || mode !== 'read' || isDamage(error)) throw error;
      // A disk that takes nothing more can be read all the same: what was accepted last is missing then.
      this.notAgainBefore = performance.now() + TRIED_AGAIN_AFTER_MS;
    }
  }

  /** A transaction holds one write alone: what that has noted needs no second commit. */
  withOneAlone(): void {
    if (newlyAccepted(this.db) === 1) this.unasked();
  }

  /** Nothing else is to be done just now; `timeIsUp`: and they have waited long enough. */
  meanwhile(timeIsUp = false): void {
    let waiting = newlyAccepted(this.db);
    if (waiting > 0 && (timeIsUp || waiting >= TRACKED_TOGETHER)) waiting -= this.unasked(TRACKED_AT_ONCE);
    if (waiting === 0) {
      this.waitingSince = undefined;
      return;
    }
    const now = performance.now();
    this.waitingSince ??= now;
    if (this.timer && now - this.waitingSince > TRACKED_AFTER_MS) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.waitingSince = undefined;
        this.meanwhile(true);
      },
      Math.max(QUIET_MS, this.notAgainBefore - now),
    );
  }

  /** The database is about to be closed. */
  end(): void {
    clearTimeout(this.timer);
    if (newlyAccepted(this.db) > 0) this.unasked();
  }

  /** How many were tracked. Nobody waits for it: where the disk refuses, whoever writes next meets the same, and hears of it. */
  private unasked(atMost?: number): number {
    if (performance.now() < this.notAgainBefore) return 0;
    try {
      return this.track(atMost);
    } catch (error) {
      if (error instanceof GroupLostError) throw error;
      this.notAgainBefore = performance.now() + TRIED_AGAIN_AFTER_MS;
      if (isDamage(error)) this.onDamage();
      return 0;
    }
  }

  private track(atMost?: number): number {
    return this.db.isTransaction
      ? inSavepoint(this.db, () => trackNewlyAccepted(this.db, atMost))
      : this.inTransaction(atMost);
  }

  /**
   * In a commit that the disk need not have seen: what it loses with the power is still noted, and done again. The next
   * commit of anything else syncs it along.
   */
  private inTransaction(atMost?: number): number {
    this.db.exec('PRAGMA synchronous = NORMAL');
    try {
      statement(this.db, 'BEGIN IMMEDIATE').run();
      const tracked = trackNewlyAccepted(this.db, atMost);
      statement(this.db, 'COMMIT').run();
      return tracked;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    } finally {
      this.db.exec('PRAGMA synchronous = FULL');
    }
  }
}
