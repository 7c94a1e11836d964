import type { DatabaseSync } from 'node:sqlite';
import type { WriteTrouble } from '../../shared/storage-notice.ts';
import { DatabaseLocation } from './database-location.ts';
import { FileLostError } from './folder-gone.ts';
import type { LocationChange, WriteTroubleChange } from './messages.ts';
import { reopenDatabase } from './open-database.ts';
import { keepPolicyMeaning } from './requests/policy-meaning.ts';
import { keepPolicyMode } from './requests/verdict-mode.ts';
import { rewriteDatabase } from './rewrite-database.ts';
import { isWritable } from './write-trouble.ts';

/** How often the file is checked while nothing is written, ms. */
const CHECK_INTERVAL_MS = 2000;

/** The open database. Writes it to a new file if its file was moved, deleted or replaced. */
export class DatabaseHandle {
  db: DatabaseSync;
  private location: DatabaseLocation;
  private lost = false;
  private readonly whenRestored: (() => void)[] = [];
  /** Replaces another process's file only once, because two processes could otherwise replace each other's for ever. */
  private hasReplaced = false;
  /** Never closed, because that would delete the journal at the path, which may belong to another process now. */
  private readonly lostConnections: DatabaseSync[] = [];
  private readonly path: string;
  private writeTrouble: WriteTrouble | null = null;
  private readonly onChange: (change: LocationChange | WriteTroubleChange) => void;
  private readonly timer: NodeJS.Timeout;

  constructor(
    db: DatabaseSync,
    path: string,
    onChange: (change: LocationChange | WriteTroubleChange) => void,
  ) {
    this.db = db;
    this.path = path;
    this.onChange = onChange;
    this.location = new DatabaseLocation(path);
    this.timer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
  }

  /** Call before a change. Throws a `FileLostError` if the file is gone and no new one can be written. */
  requireFile(): void {
    if (!this.ensureFile()) throw new FileLostError('The data folder was removed.');
  }

  /**
   * Call after a commit: runs `confirm` once the change is in a file that the next start finds, usually immediately.
   * A change not confirmed yet must count as not stored, so that nothing is sent because of it.
   */
  whenDurable(confirm: () => void): void {
    if (this.ensureFile()) confirm();
    else this.whenRestored.push(confirm);
  }

  /** Call after a commit. */
  written(): void {
    this.changeTrouble(null);
  }

  /** Call after a failed write. */
  notWritten(why: WriteTrouble): void {
    this.changeTrouble(why);
  }

  close(): void {
    clearInterval(this.timer);
    this.ensureFile();
    this.db.close();
  }

  /** Finds out by itself that the file is gone, and that it can be written again. */
  private check(): void {
    const isPresent = this.ensureFile();
    if (isPresent && this.writeTrouble !== null && isWritable(this.db)) this.written();
  }

  private changeTrouble(writeTrouble: WriteTrouble | null): void {
    if (writeTrouble === this.writeTrouble) return;
    this.writeTrouble = writeTrouble;
    this.onChange({ writeTrouble });
  }

  private ensureFile(): boolean {
    const { state } = this.location;
    if (state !== 'present' && !this.rewrite(state === 'replaced')) return false;
    this.lost = false;
    for (const confirm of this.whenRestored.splice(0)) confirm();
    return true;
  }

  private rewrite(isReplaced: boolean): boolean {
    try {
      if (isReplaced && this.hasReplaced) throw new Error('Another program writes its database here.');
      const { putAside, ino } = rewriteDatabase(this.db, this.path, isReplaced);
      this.hasReplaced ||= isReplaced;
      this.switchTo(ino);
      this.onChange({ change: 'written_anew', putAside });
      return true;
    } catch (error) {
      if (!this.lost) this.onChange({ change: 'lost', error });
      this.lost = true;
      return false;
    }
  }

  /** Opens the new file; throws if that was moved, deleted or replaced, too. */
  private switchTo(ino: number): void {
    const db = reopenDatabase(this.path);
    const location = new DatabaseLocation(this.path);
    if (location.ino !== ino || location.state !== 'present') {
      db.close();
      throw new Error('The new file was removed, too.');
    }
    keepPolicyMode(this.db, db);
    keepPolicyMeaning(this.db, db);
    this.lostConnections.push(this.db);
    this.db = db;
    this.location = location;
  }
}
