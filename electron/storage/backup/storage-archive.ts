import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RestoreReport } from '../../../shared/backup.ts';
import { CodedError } from '../../../shared/result.ts';
import type {
  BackupArchive,
  BackupContent,
  NewBackup,
  OpenedBackup,
  WorkSignals,
} from '../../backup/backup-manager.ts';
import type { BackupWork, BackupWorkReply, MakeOrder } from './control.ts';

/** A job without what every job has. The conditional type distributes over the union. */
type Job<Work = BackupWork> = Work extends BackupWork ? Omit<Work, 'flag' | 'path'> : never;

interface StorageArchiveOptions {
  /** The database. */
  readonly path: string;
  /** A private folder for staged backups, which is emptied at every start. */
  readonly folder: string;
  /** The backup worker's script (built or source). */
  readonly workerFile: URL;
  /** log2 of scrypt's N for new backups; age's own unless given. */
  readonly workFactor?: number;
}

/** Backs up and restores the database; each job runs in a new worker thread. */
export class StorageArchive implements BackupArchive {
  private readonly options: StorageArchiveOptions;
  private opened: { readonly staged: string; readonly madeAt: number } | undefined;

  constructor(options: StorageArchiveOptions) {
    this.options = options;
  }

  async make<T>(
    backup: () => NewBackup,
    signals: WorkSignals,
    write: (content: BackupContent) => Promise<T>,
  ): Promise<T> {
    let worker: BackupThread | undefined;
    const begin = (): BackupThread => {
      mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
      const staged = join(this.options.folder, 'made.db');
      const { workFactor } = this.options;
      return this.begin({ work: 'make', staged, workFactor, ...backup() }, signals);
    };
    async function* pieces(): AsyncGenerator<Uint8Array, void> {
      worker = begin();
      for (;;) {
        worker.order('next');
        const reply = await worker.reply();
        if (reply.reply !== 'piece') return;
        yield reply.bytes;
      }
    }
    const check = async (path: string): Promise<void> => {
      worker?.order({ check: path });
      const reply = await worker?.reply();
      if (reply?.reply !== 'checked')
        throw new Error(`Unexpected reply of the backup worker: ${reply?.reply}`);
    };
    try {
      return await write({ pieces: pieces(), check });
    } finally {
      await worker?.end();
    }
  }

  async open(file: string, passphrase: string, signals: WorkSignals): Promise<OpenedBackup> {
    await this.discard();
    mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
    const staged = join(this.options.folder, 'opened.db');
    const worker = this.begin({ work: 'open', file, passphrase, staged }, signals);
    try {
      const reply = await worker.reply();
      if (reply.reply !== 'opened') throw new Error(`Unexpected reply of the backup worker: ${reply.reply}`);
      this.opened = { staged, madeAt: reply.opened.contents.madeAt };
      return reply.opened;
    } finally {
      await worker.end();
      if (!this.opened) await this.discard();
    }
  }

  async restore(
    restore: Parameters<BackupArchive['restore']>[0],
    signals: WorkSignals,
  ): Promise<RestoreReport> {
    if (!this.opened) throw new Error('No backup is open.');
    const worker = this.begin({ work: 'restore', ...this.opened, ...restore }, signals);
    try {
      const reply = await worker.reply();
      if (reply.reply !== 'restored')
        throw new Error(`Unexpected reply of the backup worker: ${reply.reply}`);
      return reply.report;
    } finally {
      await worker.end();
    }
  }

  async startOver(now: number, signals: WorkSignals): Promise<string> {
    await this.discard();
    mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
    const staged = join(this.options.folder, 'aside.db');
    const worker = this.begin({ work: 'start_over', staged, now }, signals);
    try {
      const reply = await worker.reply();
      if (reply.reply !== 'started_over')
        throw new Error(`Unexpected reply of the backup worker: ${reply.reply}`);
      return reply.aside;
    } finally {
      await worker.end();
      await this.discard();
    }
  }

  async discard(): Promise<void> {
    this.opened = undefined;
    await rm(this.options.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private begin(job: Job, signals: WorkSignals): BackupThread {
    const { path, workerFile } = this.options;
    return new BackupThread(workerFile, { ...job, path }, signals);
  }
}

/** A worker thread that runs one job. */
class BackupThread {
  private readonly worker: Worker;
  private readonly flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  private readonly exited = Promise.withResolvers<void>();
  private readonly signals: WorkSignals;
  private readonly stop = (): void => void Atomics.store(new Int32Array(this.flag), 0, 1);
  private answer = Promise.withResolvers<BackupWorkReply>();

  constructor(workerFile: URL, job: Job & { readonly path: string }, signals: WorkSignals) {
    this.signals = signals;
    this.worker = new Worker(workerFile, { workerData: { ...job, flag: this.flag }, name: 'backup' });
    this.worker.on('message', (reply: BackupWorkReply) => this.receive(reply));
    this.worker.on('error', (error) => this.answer.reject(error));
    this.worker.on('exit', () => {
      this.answer.reject(new Error('The backup worker has ended.'));
      this.exited.resolve();
    });
    // Otherwise, a rejection that nobody awaits would be reported as unhandled.
    this.answer.promise.catch(() => undefined);
    signals.signal.addEventListener('abort', this.stop);
    if (signals.signal.aborted) this.stop();
  }

  order(order: MakeOrder): void {
    this.worker.postMessage(order);
  }

  /** The next reply other than progress. Rejects with a CodedError if the failure has a code. */
  async reply(): Promise<Exclude<BackupWorkReply, { reply: 'progress' | 'failed' }>> {
    const reply = await this.answer.promise;
    this.answer = Promise.withResolvers();
    this.answer.promise.catch(() => undefined);
    if (reply.reply === 'failed') {
      throw reply.failure ? new CodedError(reply.failure, { cause: reply.error }) : reply.error;
    }
    if (reply.reply === 'progress') throw new Error('Progress is not a reply to a request.');
    return reply;
  }

  /** Cancels the job if it still runs, and waits for the thread to exit. */
  async end(): Promise<void> {
    this.stop();
    this.order('next');
    this.signals.signal.removeEventListener('abort', this.stop);
    await this.exited.promise;
  }

  private receive(reply: BackupWorkReply): void {
    if (reply.reply === 'progress') this.signals.onProgress(reply.done);
    else this.answer.resolve(reply);
  }
}
