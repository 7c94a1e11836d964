import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';
import { askPreviewToQuit } from '../../scripts/ask-to-quit.ts';

const previewMain = join(import.meta.dirname, '../../preview/main.ts');
const fixtureApp = join(import.meta.dirname, 'fixture-app');

/** A running preview of the fixture app, with its output. */
export class RunningPreview implements AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything printed so far, stdout and stderr. */
  readonly lines: string[] = [];
  /** Exit code, once all pipes to the process are closed. */
  readonly exited: Promise<number | null>;
  private readonly watchers = new Set<() => void>();

  constructor(command: string, args: readonly string[], env: Record<string, string> = {}) {
    this.child = spawn(command, args, {
      env: { ...process.env, CALLBOARD_PREVIEW_APP: fixtureApp, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
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

  /** The rest of the first line that starts with `start`; rejects if the process ends without one. */
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

  async quit(): Promise<number | null> {
    askPreviewToQuit(this.child);
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null) await this.kill();
  }
}

/** Flags for a preview on `userData` that opens no browser. */
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

/** A preview shared by the tests of a file; it ends after them. */
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

/** A temporary folder, removed after the test. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'callboard-preview-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
