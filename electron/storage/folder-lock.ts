import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { homedir, hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { env, platform } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { errorCode, sqliteCode } from '../network/system-error.ts';

/** How often the holder of the lock writes it again, ms. */
const BEAT_MS = 20_000;

/** A lock of another computer that was not written for this long counts as left behind, ms. */
const STALE_MS = 120_000;

/** How often the lock is read again while data is written, ms. */
const VERIFY_MS = 1000;

const LOCK_FILE = 'callboard.lock';

const holderSchema = z.object({
  id: z.string(),
  host: z.string(),
  machine: z.string(),
  boot: z.string(),
  pid: z.number(),
  /** The number of this file, which a copy of it doesn't have. */
  ino: z.string(),
});
type Holder = z.output<typeof holderSchema>;

/** Another Callboard uses the data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  /** The other computer; null if it is this one. */
  readonly host: string | null;

  constructor(host: string | null) {
    super('Another Callboard uses this data folder.');
    this.host = host;
  }
}

/**
 * Keeps a data folder to one running app, on all computers that can reach it. Electron's own lock ends at this computer:
 * it removes another's.
 *
 * A file in the folder names its holder, who writes it again while it runs. After a crash nobody is locked out: on the
 * same computer the process is known to be gone, and another computer waits until the file is old.
 */
export class FolderLock {
  private readonly path: string;
  private readonly id = randomUUID();
  private text = '';
  private readonly computer: Computer;
  /** Outlives the removal of the data folder. Undefined where the system's folder can't be written. */
  private readonly outside: DatabaseSync | undefined;
  private beatAt = 0;
  private verifiedAt = 0;
  private lostTo: string | undefined;

  /** Throws a {@link FolderInUseError}, or the system's error if nothing can be written to the folder. */
  constructor(folder: string, stateFolder: string, computer = thisComputer()) {
    this.path = join(folder, LOCK_FILE);
    this.computer = computer;
    this.outside = lockOutside(folder, stateFolder);
    try {
      this.acquire();
    } catch (error) {
      this.outside?.close();
      throw error;
    }
  }

  /** The other computer that has taken the folder over, for example while this one slept; undefined: it is ours. */
  get takenBy(): string | undefined {
    const now = Date.now();
    if (this.lostTo === undefined && Math.abs(now - this.verifiedAt) > VERIFY_MS) {
      this.verifiedAt = now;
      this.verify();
    }
    return this.lostTo;
  }

  /** Call regularly: shows other computers that this one still uses the folder. */
  beat(): void {
    const now = Date.now();
    if (Math.abs(now - this.beatAt) < BEAT_MS || this.takenBy !== undefined) return;
    this.beatAt = now;
    // A new time of the same text. If it can't be written, `takenBy` says so once another computer has written its own.
    tryTo(() => writeFileSync(this.path, this.text, { flag: 'r+' }));
  }

  /** Lets others use the folder. */
  release(): void {
    this.verifiedAt = 0;
    if (this.takenBy === undefined) rmSync(this.path, { force: true });
    if (this.outside?.isOpen) this.outside.close();
  }

  private acquire(): void {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (this.create()) return;
      const text = readText(this.path);
      const blocker = text === undefined ? undefined : this.blockedBy(text);
      if (blocker) throw blocker;
      if (text !== undefined) this.clear(text);
    }
    throw new FolderInUseError(null);
  }

  /** Whether the lock's file was created; false if there is one. */
  private create(): boolean {
    let file: number;
    try {
      file = openSync(this.path, 'wx', 0o600);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
    try {
      const ino = String(fstatSync(file, { bigint: true }).ino);
      const holder: Holder = { id: this.id, ...this.computer, pid: process.pid, ino };
      this.text = `${JSON.stringify(holder)}\n`;
      writeSync(file, this.text);
    } finally {
      closeSync(file);
    }
    this.beatAt = Date.now();
    return true;
  }

  /** Why a lock with this text keeps us out; undefined if its holder is gone. */
  private blockedBy(text: string): FolderInUseError | undefined {
    const holder = readSafely(holderSchema, parseJson(text)).data;
    const { host, machine, boot } = this.computer;
    const isHere = holder?.host === host && holder.machine === machine;
    // After a restart of the system, another process may have its number; and the folder may have been copied meanwhile.
    if (isHere && (holder.boot !== boot || !isRunning(holder.pid) || !this.isOriginal(holder)))
      return undefined;
    return this.ageMs() > STALE_MS ? undefined : new FolderInUseError(isHere ? null : (holder?.host ?? ''));
  }

  private isOriginal({ ino }: Holder): boolean {
    return ino === String(statSync(this.path, { bigint: true, throwIfNoEntry: false })?.ino);
  }

  /** How long ago the lock was written, by the clock that the folder's files have: computers' clocks differ. */
  private ageMs(): number {
    const probe = `${this.path}-${this.id}`;
    writeFileSync(probe, '', { mode: 0o600 });
    const now = statSync(probe).mtimeMs;
    rmSync(probe, { force: true });
    const written = statSync(this.path, { throwIfNoEntry: false })?.mtimeMs;
    return written === undefined ? 0 : now - written;
  }

  /** Removes the lock with this text, unless another process has just replaced it. */
  private clear(text: string): void {
    const aside = `${this.path}-${this.id}`;
    try {
      renameSync(this.path, aside);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw error;
    }
    if (readText(aside) === text) rmSync(aside, { force: true });
    else renameSync(aside, this.path);
  }

  private verify(): void {
    const read = tryTo(() => readText(this.path));
    // Unreadable for now, or as it was.
    if (!read.done || read.value === this.text) return;
    if (read.value === undefined) {
      // Gone with the folder, or removed: made anew as soon as there is a folder.
      const created = tryTo(() => this.create());
      if (!created.done || created.value) return;
    }
    const now = tryTo(() => readText(this.path) ?? '');
    this.lostTo = (now.done && readSafely(holderSchema, parseJson(now.value)).data?.host) || '';
  }
}

/**
 * The system's lock on a file that stands for the folder. Node has no file locks, but its SQLite uses the system's, which
 * end with their process.
 */
function lockOutside(folder: string, stateFolder: string): DatabaseSync | undefined {
  const locks = join(stateFolder, 'locks');
  const opened = tryTo(() => {
    mkdirSync(locks, { recursive: true, mode: 0o700 });
    return new DatabaseSync(join(locks, digest(realpathSync(folder))), { timeout: 0 });
  });
  // Where nothing can be kept outside, the lock in the folder must do.
  if (!opened.done) return undefined;
  try {
    // Nothing is ever written, so no journal file is needed.
    opened.value.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return opened.value;
  } catch (error) {
    opened.value.close();
    // SQLITE_BUSY
    if (sqliteCode(error) === 5) throw new FolderInUseError(null);
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return errorCode(error) === 'EPERM';
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

type Tried<Value> = { readonly done: true; readonly value: Value } | { readonly done: false };

/** Runs an action on files that may fail, for example because a drive is disconnected. */
function tryTo<Value>(run: () => Value): Tried<Value> {
  try {
    return { done: true, value: run() };
  } catch {
    return { done: false };
  }
}

/** What tells one computer from another. */
export interface Computer {
  /** Its name in the network. */
  readonly host: string;
  /** Stays until the system is installed anew; '' where no file says it (macOS, Windows). */
  readonly machine: string;
  /** Differs after each restart of the system; '' where no file says it. */
  readonly boot: string;
}

export function thisComputer(): Computer {
  // machine-id(5): the ID itself must not be shown to others, so only a hash of it is kept.
  const machine = firstLine('/etc/machine-id') || firstLine('/var/lib/dbus/machine-id');
  return {
    host: hostname(),
    machine: machine && digest(`callboard ${machine}`),
    boot: firstLine('/proc/sys/kernel/random/boot_id'),
  };
}

/**
 * The folder for what belongs to this user on this computer and must not travel with the data folder; it need not exist.
 */
export function stateFolder(): string {
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Callboard', 'State');
  }
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Callboard State');
  const state = env['XDG_STATE_HOME'];
  // The specification of these folders: a relative path is invalid.
  return join(state && isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'callboard');
}

/** A short name for any text, safe in file names. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n', 1)[0]?.trim() ?? '';
  } catch {
    // Other systems have no such file.
    return '';
  }
}
