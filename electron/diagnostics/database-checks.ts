import { Worker } from 'node:worker_threads';
import type { DatabaseCheck, DatabaseProblem } from '../../shared/diagnostics.ts';
import type { LogEvent } from './log-events.ts';

interface DatabaseChecksOptions {
  readonly path: string;
  /** The check worker's script (built or source). */
  readonly workerFile: URL;
  readonly log: LogEvent;
  readonly onTrouble: (error: unknown) => void;
}

interface Running {
  readonly thorough: boolean;
  readonly startedAt: number;
  readonly worker: Worker;
  readonly stop: Int32Array;
  done: number;
  total: number;
}

/** Checks the database in a worker thread, one check at a time, and keeps the last result. */
export class DatabaseChecks {
  private readonly options: DatabaseChecksOptions;
  private running: Running | undefined;
  private last: DatabaseCheck = { phase: 'none' };

  constructor(options: DatabaseChecksOptions) {
    this.options = options;
  }

  get state(): DatabaseCheck {
    if (!this.running) return this.last;
    const { thorough, done, total } = this.running;
    return { phase: 'running', thorough, done, total };
  }

  start(thorough: boolean): DatabaseCheck {
    if (this.running) return this.state;
    const { worker, stop } = this.startWorker(thorough ? 'integrity_check' : 'quick_check');
    const running: Running = { thorough, startedAt: Date.now(), worker, stop, done: 0, total: 0 };
    this.running = running;
    worker.on('message', (message: CheckMessage) => this.handle(running, message));
    worker.once('error', (error) => this.fail(running, error));
    worker.once('exit', () => this.end(running, 'failed', []));
    return this.state;
  }

  /** Cancels a check immediately; its thread ends after the current step. */
  cancel(): DatabaseCheck {
    const { running } = this;
    if (!running) return this.last;
    Atomics.store(running.stop, 0, 1);
    this.end(running, 'cancelled', []);
    return this.last;
  }

  /** Rejects if the database can't be read. */
  async count(): Promise<DatabaseCounts> {
    const { worker } = this.startWorker('count');
    const answer = Promise.withResolvers<DatabaseCounts>();
    worker.once('message', (message: CheckMessage) => {
      if (message.kind === 'counted') answer.resolve(message.counts);
      else
        answer.reject(
          message.kind === 'failed' ? message.error : new Error('The worker returned no counts.'),
        );
    });
    worker.once('error', answer.reject);
    worker.once('exit', () => answer.reject(new Error('The worker exited before it returned the counts.')));
    return answer.promise;
  }

  /** Cancels a running check and waits for its thread to end. */
  async close(): Promise<void> {
    const { running } = this;
    if (!running) return;
    this.cancel();
    await running.worker.terminate();
  }

  private startWorker(task: CheckRequest['task']): { worker: Worker; stop: Int32Array } {
    const { path, workerFile } = this.options;
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const request: CheckRequest = { path, task, stop };
    return { worker: new Worker(workerFile, { workerData: request, name: 'database-check' }), stop };
  }

  private handle(running: Running, message: CheckMessage): void {
    switch (message.kind) {
      case 'progress':
        running.done = message.done;
        running.total = message.total;
        return;
      case 'checked': {
        const found = message.problems.length > 0 ? 'damaged' : 'sound';
        this.end(running, message.stopped ? 'cancelled' : found, message.problems);
        return;
      }
      case 'failed':
        this.fail(running, message.error);
        return;
      case 'counted':
        return;
    }
  }

  private fail(running: Running, error: unknown): void {
    this.options.onTrouble(error);
    this.end(running, 'failed', []);
  }

  private end(
    running: Running,
    ended: 'sound' | 'damaged' | 'cancelled' | 'failed',
    problems: Extract<DatabaseCheck, { phase: 'ended' }>['problems'],
  ): void {
    if (this.running !== running) return;
    this.running = undefined;
    const at = Date.now();
    const { thorough, startedAt } = running;
    const tookMs = at - startedAt;
    this.last = { phase: 'ended', thorough, ended, problems, at, tookMs };
    this.options.log('database_checked', { thorough, ended, problems: problems.length, tookMs });
  }
}

export interface CheckRequest {
  readonly path: string;
  readonly task: 'quick_check' | 'integrity_check' | 'count';
  /** One number; anything but 0 asks the worker to stop after the current step. */
  readonly stop: Int32Array;
}

export type CheckMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'checked'; readonly stopped: boolean; readonly problems: readonly DatabaseProblem[] }
  | { readonly kind: 'counted'; readonly counts: DatabaseCounts }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Row counts by table, and of submissions by state. */
export interface DatabaseCounts {
  readonly schema: number;
  readonly tables: Readonly<Record<string, number>>;
  readonly submissions: Readonly<Record<string, number>>;
}
