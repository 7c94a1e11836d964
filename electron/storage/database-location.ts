import { fstatSync, openSync, type Stats, statSync } from 'node:fs';

/**
 * Detects that the file of an open database was moved, deleted or replaced. On Linux and macOS, SQLite would silently
 * keep writing to a file that no longer has a path. (Windows doesn't allow it for open files.)
 */
export class DatabaseLocation {
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
