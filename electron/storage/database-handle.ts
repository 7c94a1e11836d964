import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { WriteTrouble } from '../../shared/storage-notice.ts';
import { errorCode } from '../network/system-error.ts';
import { putAside } from '../privacy/private-folder.ts';
import type { CopyDetection, Position } from './copy-detection.ts';
import type { FolderLock } from './folder-lock.ts';
import type { LocationChange, WriteTroubleChange } from './messages.ts';
import { reopenDatabase } from './open-database.ts';
import { keepPolicyMode } from './requests/covering.ts';
import { keepPolicyMeaning } from './requests/described-fields.ts';
import { FileLostError, isWritable } from './write-trouble.ts';

/**
 * Detects that the file of an open database was moved, deleted or replaced. On Linux and macOS, SQLite would silently
 * keep writing to a file that no longer has a path. (Windows doesn't allow it for open files.)
 */
class DatabaseLocation {
  private readonly path: string;
  /**
   * Identifies the open file. Never closed before the process ends, because closing it would drop SQLite's locks on
   * the same file (sqlite.org/howtocorrupt, 2.2).
   */
  private readonly file: number | undefined;

  constructor(path: string) {
    this.path = path;
    this.file = process.platform === 'win32' ? undefined : openSync(path, 'r');
  }

  /** The inode of the open file; 0 on Windows. */
  get ino(): number {
    return this.file === undefined ? 0 : fstatSync(this.file).ino;
  }

  /** `missing`: no file, or no journal, is at its path; `replaced`: another file is. Takes some microseconds. */
  get state(): 'present' | 'missing' | 'replaced' {
    if (this.file === undefined) return 'present';
    const found = statAt(this.path);
    if (found === 'unreadable') return 'present';
    if (found === undefined) return 'missing';
    const open = fstatSync(this.file);
    if (found.ino !== open.ino || found.dev !== open.dev) return 'replaced';
    return statAt(`${this.path}-wal`) === undefined ? 'missing' : 'present';
  }
}

/** `unreadable`: for example without permission for the folder, which still has its files. */
function statAt(path: string): Stats | undefined | 'unreadable' {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return 'unreadable';
  }
}

/**
 * Writes the content of an open database, whose own file is gone, to a new file at `path`, synced to the disk. With
 * `replaceOther`, first puts the file at `path` aside. Gives the new path of that file, and the inode of the new one.
 */
function rewriteDatabase(
  db: DatabaseSync,
  path: string,
  replaceOther: boolean,
): { readonly putAside: string | undefined; readonly ino: number } {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  db.prepare('VACUUM INTO ?').run(temporary);
  chmodSync(temporary, 0o600);
  syncToDisk(temporary, 'r+');
  const { ino } = statSync(temporary);
  const aside = replaceOther ? putAside(path, new Date()) : undefined;
  renameSync(temporary, path);
  syncToDisk(folder, 'r');
  return { putAside: aside, ino };
}

/** Syncs a file (`r+`, as Windows demands) or a folder (`r`), whose entries Windows keeps itself. */
export function syncToDisk(path: string, flags: 'r' | 'r+'): void {
  if (flags === 'r' && process.platform === 'win32') return;
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** How often the file is checked while nothing is written, ms. */
const CHECK_INTERVAL_MS = 2000;

/** What keeps the folder to one app, and tells a copy of it. */
interface FolderGuards {
  readonly lock?: FolderLock | undefined;
  readonly copies?: CopyDetection | undefined;
}

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
  private readonly folder: FolderGuards;
  private isTaken = false;

  constructor(
    db: DatabaseSync,
    path: string,
    onChange: (change: LocationChange | WriteTroubleChange) => void,
    folder: FolderGuards = {},
  ) {
    this.db = db;
    this.path = path;
    this.onChange = onChange;
    this.folder = folder;
    this.location = new DatabaseLocation(path);
    this.timer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
  }

  /** Call before a change. Throws a `FileLostError` if the file is gone and no new one can be written. */
  requireFile(): void {
    if (!this.ensureFile()) throw new FileLostError('The data folder was removed.');
  }

  /**
   * Call after a commit: runs `confirm` once the change is in a file that the next start finds, usually immediately.
   * A change not confirmed yet must count as not stored, so that nothing is sent because of it. `position`: as read in
   * the commit, if it changed submissions.
   */
  whenDurable(confirm: () => void, position?: Position): void {
    const { copies } = this.folder;
    const confirmMarked =
      copies && position
        ? () => copies.advance(position, confirm, (error) => this.notWritten(markTroubleOf(error)))
        : confirm;
    if (this.ensureFile()) confirmMarked();
    else this.whenRestored.push(confirmMarked);
  }

  /** Call after a commit. */
  written(): void {
    if (!this.folder.copies?.isBehind) this.changeTrouble(null);
  }

  /** Call after a failed write. */
  notWritten(why: WriteTrouble): void {
    this.changeTrouble(why);
  }

  close(): void {
    clearInterval(this.timer);
    this.ensureFile();
    // Closing would write the journal into a database that is another computer's now.
    if (!this.isTaken) this.db.close();
    this.folder.lock?.release();
  }

  /** Finds out by itself that the file is gone, and that it can be written again. */
  private check(): void {
    this.folder.lock?.beat();
    this.folder.copies?.retry();
    const isPresent = this.ensureFile();
    if (isPresent && this.writeTrouble !== null && isWritable(this.db)) this.written();
  }

  private changeTrouble(writeTrouble: WriteTrouble | null): void {
    if (writeTrouble === this.writeTrouble) return;
    this.writeTrouble = writeTrouble;
    this.onChange({ writeTrouble });
  }

  private ensureFile(): boolean {
    const takenBy = this.folder.lock?.takenBy;
    if (takenBy !== undefined) {
      if (!this.isTaken) this.onChange({ change: 'taken', host: takenBy });
      this.isTaken = true;
      return false;
    }
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
    this.folder.copies?.moved(db);
  }
}

/** Why the mark outside the folder can't be written. */
function markTroubleOf(error: unknown): WriteTrouble {
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk_full';
  return code === 'EACCES' || code === 'EROFS' || code === 'EPERM' ? 'not_allowed' : 'disk_failing';
}
