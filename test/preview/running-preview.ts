import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';

const previewMain = join(import.meta.dirname, '../../preview/main.ts');
const fixtureApp = join(import.meta.dirname, 'fixture-app');

/** One start of the preview on the fixture app, with what it printed. */
export class RunningPreview implements AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything printed so far, stdout and stderr. */
  readonly lines: string[] = [];
  /** Exit code, once every pipe to the process is closed. */
  readonly exited: Promise<number | null>;
  private readonly watchers = new Set<() => void>();

  constructor(command: string, args: readonly string[], env: Record<string, string> = {}) {
    this.child = spawn(command, args, {
      env: { ...process.env, CALLBOARD_PREVIEW_APP: fixtureApp, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line);
        for (const watcher of this.watchers) watcher();
      });
    }
    this.exited = once(this.child, 'close').then(([code]) => {
      for (const watcher of this.watchers) watcher();
      return code as number | null;
    });
  }

  /** What stands after `start` in the first line that begins with it; rejects when the process ends without one. */
  async line(start: string): Promise<string> {
    let ended = false;
    void this.exited.then(() => {
      ended = true;
    });
    for (;;) {
      const found = this.lines.find((line) => line.startsWith(start));
      if (found !== undefined) return found.slice(start.length);
      if (ended) throw new Error(`The preview ended without "${start}":\n${this.lines.join('\n')}`);
      await Promise.race([new Promise<void>((resolve) => this.watchers.add(resolve)), this.exited]);
    }
  }

  /** The first window's address. */
  address(): Promise<string> {
    return this.line('Preview ready: ');
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null) await this.kill();
  }
}

/** Flags that keep a start on `userData`, away from browsers. */
export function previewArguments(userData: string, ...more: string[]): string[] {
  return [previewMain, '--user-data', userData, '--no-open', ...more];
}

export function startPreview(
  userData: string,
  args: string[] = [],
  env?: Record<string, string>,
): RunningPreview {
  return new RunningPreview(process.execPath, previewArguments(userData, ...args), env);
}

/** One preview for all tests of a file that only ask it something; it ends with them. */
export function sharedPreview(): () => RunningPreview {
  let folder: ReturnType<typeof temporaryFolder>;
  let preview: RunningPreview;
  beforeAll(() => {
    folder = temporaryFolder();
    preview = startPreview(folder.path);
  });
  afterAll(async () => {
    await preview[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  return () => preview;
}

/** A folder of the test's own, removed at its end. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'callboard-preview-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
