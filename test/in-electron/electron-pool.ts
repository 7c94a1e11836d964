import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { PoolOptions, PoolRunnerInitializer, PoolWorker, WorkerRequest } from 'vitest/node';

/** Path of the program, and `main` or `node`: how scripts/test-electron.ts tells this pool what to run. */
export const PROGRAM = 'CALLBOARD_TEST_PROGRAM';
export const PROCESS = 'CALLBOARD_TEST_PROCESS';

type Listener = Parameters<PoolWorker['on']>[1];

const KILL_AFTER_MS = 5000;

/** A Vitest pool whose worker is Electron's main process; its tests run on that process's own thread and event loop. */
export function electronPool(): PoolRunnerInitializer {
  return { name: 'electron', createPoolWorker: (options) => new ElectronWorker(options) };
}

/** One Electron process. Vitest's own `forks` pool can't be used: it starts the program that it runs in. */
class ElectronWorker implements PoolWorker {
  readonly name = 'electron';
  readonly cacheFs = true;
  private readonly options: PoolOptions;
  private child: ChildProcess | undefined;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  on(event: string, callback: Listener): void {
    this.running.on(event, callback);
  }

  off(event: string, callback: Listener): void {
    this.running.off(event, callback);
  }

  send(message: WorkerRequest): void {
    // Not an `error` event: it would come before `exit`, which says how the program ended.
    this.running.send(message, (error) => {
      if (error) this.options.project.vitest.logger.error(`The program got no message: ${error.message}`);
    });
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  async start(): Promise<void> {
    if (this.child) return;
    const asNode = process.env[PROCESS] === 'node';
    const { ELECTRON_RUN_AS_NODE: _, ...env } = { ...process.env, ...this.options.env };
    const child = spawn(process.env[PROGRAM] ?? '', commandLine(asNode), {
      env: asNode ? { ...env, ELECTRON_RUN_AS_NODE: '1' } : env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Vitest's messages hold more than JSON.
      serialization: 'advanced',
    });
    const { outputStream, errorStream } = this.options.project.vitest.logger;
    child.stdout?.pipe(outputStream, { end: false });
    child.stderr?.pipe(errorStream, { end: false });
    this.child = child;
  }

  async stop(): Promise<void> {
    const child = this.running;
    const ended = new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', () => resolve());
    });
    child.kill();
    const late = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    await ended;
    clearTimeout(late);
    this.child = undefined;
  }

  private get running(): ChildProcess {
    if (!this.child) throw new Error('Electron has not been started.');
    return this.child;
  }
}

function commandLine(asNode: boolean): string[] {
  const entry = join(import.meta.dirname, 'worker.ts');
  if (asNode) return [entry];
  // No page is opened, so there is nothing to sandbox, and build machines often can't.
  return process.platform === 'linux' ? [entry, '--no-sandbox'] : [entry];
}
