import { appendFileSync, mkdirSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../network/system-error.ts';

interface LogFileOptions {
  readonly folder: string;
  /** The newest file is `NAME.log`, older ones `NAME.1.log`, `NAME.2.log`, ... */
  readonly name: string;
  /** Size at which a file is rotated, bytes. */
  readonly maxBytes: number;
  readonly files: number;
}

export interface LogFileStats {
  readonly files: number;
  readonly bytes: number;
  /** False if the last write failed. */
  readonly writable: boolean;
  /** Lines that couldn't be written in this run. */
  readonly lost: number;
}

/** Limit on queued lines; further ones are dropped to bound memory use. */
const MAX_QUEUED = 5000;

/**
 * A rotating log file, readable by this user only. Writes never block or throw: lines are queued and written in batches,
 * and lines that can't be written are counted and dropped. Only {@link LogFile.writeNow}, used just before the process
 * exits, is synchronous.
 */
export class LogFile {
  private readonly options: LogFileOptions;
  private queue: string[] = [];
  private inFlight: readonly string[] = [];
  private writing: Promise<void> = Promise.resolve();
  private size: number | undefined;
  private lost = 0;
  private failing = false;

  constructor(options: LogFileOptions) {
    this.options = options;
  }

  get path(): string {
    return this.pathOf(0);
  }

  write(line: string): void {
    if (this.queue.length >= MAX_QUEUED) {
      this.lost += 1;
      return;
    }
    this.queue.push(line);
    if (this.queue.length === 1) this.writing = this.writing.then(() => this.writeQueued());
  }

  /** Writes queued lines and this one synchronously, for a process about to exit. A batch in flight may be written twice. */
  writeNow(line: string): void {
    const lines = [...this.inFlight, ...this.queue, line];
    this.queue = [];
    try {
      mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
      appendFileSync(this.path, textOf(lines), { mode: 0o600 });
    } catch {
      this.failed(lines.length);
    }
  }

  /** Resolves when every line so far is written or dropped. */
  async flush(): Promise<void> {
    await this.writing;
  }

  /** The last `max` lines, oldest first. */
  async lines(max: number): Promise<string[]> {
    await this.flush();
    const lines: string[] = [];
    for (let n = 0; n < this.options.files && lines.length < max; n += 1) {
      const text = await readFile(this.pathOf(n), 'utf8').catch(() => '');
      lines.unshift(...text.split('\n').filter((line) => line !== ''));
    }
    return lines.slice(-max);
  }

  async stats(): Promise<LogFileStats> {
    await this.flush();
    const sizes = await Promise.all((await this.existing()).map((path) => sizeOf(path)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { files: sizes.length, bytes, writable: !this.failing, lost: this.lost };
  }

  /** Deletes all files. Rejects if the system refuses. */
  delete(): Promise<void> {
    const deleted = this.writing.then(async () => {
      for (const path of await this.existing()) await rm(path, { force: true });
      this.size = 0;
    });
    this.writing = deleted.catch(() => undefined);
    return deleted;
  }

  private async writeQueued(): Promise<void> {
    const lines = this.queue;
    if (lines.length === 0) return;
    this.queue = [];
    this.inFlight = lines;
    const text = textOf(lines);
    try {
      await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
      this.size ??= await sizeOf(this.path);
      if (this.size >= this.options.maxBytes) await this.rotate();
      await appendFile(this.path, text, { mode: 0o600 });
      this.size += Buffer.byteLength(text);
      this.failing = false;
    } catch {
      this.failed(lines.length);
      // Part of the batch may have been written, so read the size again next time.
      this.size = undefined;
    } finally {
      this.inFlight = [];
    }
  }

  /** Renames each file to the next older name and deletes the oldest. */
  private async rotate(): Promise<void> {
    const { files } = this.options;
    await rm(this.pathOf(files - 1), { force: true });
    for (let n = files - 2; n >= 0; n -= 1) {
      await rename(this.pathOf(n), this.pathOf(n + 1)).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
      });
    }
    this.size = 0;
  }

  private async existing(): Promise<string[]> {
    const all = Array.from({ length: this.options.files }, (_, n) => this.pathOf(n));
    const present = new Set(await readdir(this.options.folder).catch(() => []));
    return all.filter((path) => present.has(path.replace(/^.*[/\\]/, '')));
  }

  private pathOf(n: number): string {
    const { folder, name } = this.options;
    return join(folder, n === 0 ? `${name}.log` : `${name}.${n}.log`);
  }

  private failed(lines: number): void {
    this.lost += lines;
    this.failing = true;
  }
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return 0;
      throw error;
    },
  );
}

export function logFolder(userData: string): string {
  return join(userData, 'logs');
}
