import { appendFileSync, mkdirSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface LogFileOptions {
  readonly folder: string;
  /** The newest file is `NAME.log`, older ones `NAME.1.log`, `NAME.2.log`, ... */
  readonly name: string;
  /** A file that has grown to this is put away, bytes. */
  readonly maxBytes: number;
  /** Files there are at most. */
  readonly files: number;
}

/** How the writing goes. */
export interface LogFileFacts {
  /** Files there are. */
  readonly files: number;
  readonly bytes: number;
  /** False when the last try to write failed. */
  readonly writable: boolean;
  /** Lines that could not be written since the start. */
  readonly lost: number;
}

/** Lines that wait to be written: beyond this they are lost rather than kept in memory. */
const MOST_WAITING = 5000;

/**
 * Lines of text in a few files for this user alone. Writing never waits, never throws and never holds up the program:
 * lines are gathered and written one batch after the other; what a full or unwritable disk refuses is counted and
 * dropped. Only {@link LogFile.writeNow}, for the last words before the end, writes at once.
 */
export class LogFile {
  private readonly options: LogFileOptions;
  private waiting: string[] = [];
  private onItsWay: readonly string[] = [];
  private working: Promise<void> = Promise.resolve();
  private size: number | undefined;
  private lost = 0;
  private refused = false;

  constructor(options: LogFileOptions) {
    this.options = options;
  }

  /** Where the newest lines are. */
  get path(): string {
    return this.pathOf(0);
  }

  write(line: string): void {
    if (this.waiting.length >= MOST_WAITING) {
      this.lost += 1;
      return;
    }
    this.waiting.push(line);
    if (this.waiting.length === 1) this.working = this.working.then(() => this.writeWaiting());
  }

  /** Writes at once what waits and this line: for when the process ends. A batch on its way may be written twice. */
  writeNow(line: string): void {
    const lines = [...this.onItsWay, ...this.waiting, line];
    this.waiting = [];
    try {
      mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
      appendFileSync(this.path, textOf(lines), { mode: 0o600 });
    } catch {
      this.failed(lines.length);
    }
  }

  /** Resolves when everything given so far is written or refused. */
  async flush(): Promise<void> {
    await this.working;
  }

  /** The newest lines, the oldest of them first. */
  async lines(most: number): Promise<string[]> {
    await this.flush();
    const lines: string[] = [];
    for (let n = 0; n < this.options.files && lines.length < most; n += 1) {
      const text = await readFile(this.pathOf(n), 'utf8').catch(() => '');
      lines.unshift(...text.split('\n').filter((line) => line !== ''));
    }
    return lines.slice(-most);
  }

  async facts(): Promise<LogFileFacts> {
    await this.flush();
    const sizes = await Promise.all((await this.existing()).map((path) => sizeOf(path)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { files: sizes.length, bytes, writable: !this.refused, lost: this.lost };
  }

  /** Deletes every file of it. Rejects where the system refuses that. */
  delete(): Promise<void> {
    const deleted = this.working.then(async () => {
      for (const path of await this.existing()) await rm(path, { force: true });
      this.size = 0;
    });
    this.working = deleted.catch(() => undefined);
    return deleted;
  }

  private async writeWaiting(): Promise<void> {
    const lines = this.waiting;
    if (lines.length === 0) return;
    this.waiting = [];
    this.onItsWay = lines;
    const text = textOf(lines);
    try {
      await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
      this.size ??= await sizeOf(this.path);
      if (this.size >= this.options.maxBytes) await this.rotate();
      await appendFile(this.path, text, { mode: 0o600 });
      this.size += Buffer.byteLength(text);
      this.refused = false;
    } catch {
      this.failed(lines.length);
      // Whether a part of it was written, the file itself says at the next try.
      this.size = undefined;
    } finally {
      this.onItsWay = [];
    }
  }

  /** Each file takes the name of the next older one; the oldest is gone. */
  private async rotate(): Promise<void> {
    const { files } = this.options;
    await rm(this.pathOf(files - 1), { force: true });
    for (let n = files - 2; n >= 0; n -= 1) {
      await rename(this.pathOf(n), this.pathOf(n + 1)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
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
    this.refused = true;
  }
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isMissing(error)) return 0;
      throw error;
    },
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
