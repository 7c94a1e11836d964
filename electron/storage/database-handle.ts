import type { DatabaseSync } from 'node:sqlite';
import { DatabaseLocation } from './database-location.ts';
import { FileLostError } from './folder-gone.ts';
import type { LocationChange } from './messages.ts';
import { reopenDatabase } from './open-database.ts';
import { rewriteDatabase } from './rewrite-database.ts';

/** How often it is looked whether the file is there while nothing is written, ms. */
const LOOKED_AFTER_MS = 2000;

/** The open database, kept in a file that the next start finds. */
export class DatabaseHandle {
  db: DatabaseSync;
  private place: DatabaseLocation;
  private lost = false;
  private readonly unanswered: (() => void)[] = [];
  /** Of two processes that take the place from each other, one has to stop. */
  private tookPlace = false;
  /** Connections to files that are gone. One that is closed deletes the journal at the path, whosever that is by now. */
  private readonly left: DatabaseSync[] = [];
  private readonly path: string;
  private readonly tell: (news: LocationChange) => void;
  private readonly timer: NodeJS.Timeout;

  constructor(db: DatabaseSync, path: string, tell: (news: LocationChange) => void) {
    this.db = db;
    this.path = path;
    this.tell = tell;
    this.place = new DatabaseLocation(path);
    this.timer = setInterval(() => this.isKept(), LOOKED_AFTER_MS);
  }

  /**
   * Before a change is begun: throws a `FileLostError` where it would have no file that lasts, and none can be made. A
   * file that was taken away is written anew, with all that is known.
   */
  demandPlace(): void {
    if (!this.isKept()) throw new FileLostError('The data folder was removed.');
  }

  /**
   * After a change is committed: calls `answer` once it is in a file that lasts, mostly at once. Until then nothing is
   * sent that was to be marked, and nobody is told that it is stored; it goes along into the new file.
   */
  whenKept(answer: () => void): void {
    if (this.isKept()) answer();
    else this.unanswered.push(answer);
  }

  /** Writes what is open, and closes it. */
  close(): void {
    clearInterval(this.timer);
    this.isKept();
    this.db.close();
  }

  private isKept(): boolean {
    const { state } = this.place;
    if (state !== 'there' && !this.isWrittenAnew(state === 'taken')) return false;
    this.lost = false;
    for (const answer of this.unanswered.splice(0)) answer();
    return true;
  }

  private isWrittenAnew(taken: boolean): boolean {
    try {
      if (taken && this.tookPlace) throw new Error('Another program writes its database here.');
      const { putAside, ino } = rewriteDatabase(this.db, this.path, taken);
      this.tookPlace ||= taken;
      this.goOnWith(ino);
      this.tell({ place: 'written_anew', putAside });
      return true;
    } catch (error) {
      if (!this.lost) this.tell({ place: 'lost', error });
      this.lost = true;
      return false;
    }
  }

  /** Goes on with the file just written; throws where that has been taken away, too. */
  private goOnWith(ino: number): void {
    const db = reopenDatabase(this.path);
    const place = new DatabaseLocation(this.path);
    if (place.ino !== ino || place.state !== 'there') {
      db.close();
      throw new Error('The new file was taken away, too.');
    }
    this.left.push(this.db);
    this.db = db;
    this.place = place;
  }
}
