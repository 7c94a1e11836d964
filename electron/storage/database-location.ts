import { fstatSync, openSync, type Stats, statSync } from 'node:fs';

/**
 * Where an open database lies. On Linux and macOS its folder can be removed, moved or replaced while it is open: everything
 * is then written to a file that nobody finds again. (Windows lets nobody take away an open file.)
 */
export class DatabaseLocation {
  private readonly path: string;
  /**
   * Tells the open file from another at its path. Never closed before the process ends: that would drop the locks that
   * SQLite has on the same file (sqlite.org/howtocorrupt, 2.2).
   */
  private readonly file: number | undefined;

  constructor(path: string) {
    this.path = path;
    this.file = process.platform === 'win32' ? undefined : openSync(path, 'r');
  }

  /** The number of the open file; 0 where none is kept. */
  get ino(): number {
    return this.file === undefined ? 0 : fstatSync(this.file).ino;
  }

  /** `lost`: the file, or the journal beside it, is not at its path any more; `taken`: another one is. Some microseconds. */
  get state(): 'there' | 'lost' | 'taken' {
    if (this.file === undefined) return 'there';
    const found = statAt(this.path);
    if (found === 'unreadable') return 'there';
    if (found === undefined) return 'lost';
    const open = fstatSync(this.file);
    if (found.ino !== open.ino || found.dev !== open.dev) return 'taken';
    return statAt(`${this.path}-wal`) === undefined ? 'lost' : 'there';
  }
}

/** A folder that may not be looked into has its files still. */
function statAt(path: string): Stats | undefined | 'unreadable' {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return 'unreadable';
  }
}
