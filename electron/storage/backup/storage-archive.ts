import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CodedError } from '../../../shared/result.ts';
import type {
  BackupArchive,
  NewBackup,
  OpenedBackup,
  RestoredBackup,
  WorkSignals,
} from '../../backup/ports.ts';
import { type BackupWork, type BackupWorkReply, NEXT } from './backup-work.ts';

type WorkOrder = BackupWork extends infer Each
  ? Each extends BackupWork
    ? Omit<Each, 'flag' | 'path'>
    : never
  : never;

export interface StorageArchiveOptions {
  /** The database. */
  readonly path: string;
  /** Where an opened backup is laid out: of this program alone, and emptied at every start. */
  readonly folder: string;
  /** The backup worker's script (built or source). */
  readonly workerFile: URL;
}

/** The archive of the database: each work in a worker thread of its own. */
export class StorageArchive implements BackupArchive {
  private readonly options: StorageArchiveOptions;
  private opened: { readonly staged: string; readonly madeAt: number } | undefined;

  constructor(options: StorageArchiveOptions) {
    this.options = options;
  }

  async *make(backup: NewBackup, signals: WorkSignals): AsyncGenerator<Uint8Array, void> {
    const worker = this.begin({ work: 'make', ...backup }, signals);
    try {
      for (;;) {
        worker.ask();
        const reply = await worker.reply();
        if (reply.reply !== 'piece') return;
        yield reply.bytes;
      }
    } finally {
      await worker.end();
    }
  }

  async open(file: string, passphrase: string, signals: WorkSignals): Promise<OpenedBackup> {
    await this.discard();
    mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
    const staged = join(this.options.folder, 'opened.db');
    const worker = this.begin({ work: 'open', file, passphrase, staged }, signals);
    try {
      const reply = await worker.reply();
      if (reply.reply !== 'opened') throw new Error('The backup worker did something else.');
      this.opened = { staged, madeAt: reply.opened.contents.madeAt };
      return reply.opened;
    } finally {
      await worker.end();
      if (!this.opened) await this.discard();
    }
  }

  async restore(
    restore: { readonly now: number; readonly notesHeading: string },
    signals: WorkSignals,
  ): Promise<RestoredBackup> {
    if (!this.opened) throw new Error('A backup is opened before it is restored.');
    const worker = this.begin({ work: 'restore', ...this.opened, ...restore }, signals);
    try {
      const reply = await worker.reply();
      if (reply.reply !== 'restored') throw new Error('The backup worker did something else.');
      return reply.merged;
    } finally {
      await worker.end();
    }
  }

  async discard(): Promise<void> {
    this.opened = undefined;
    await rm(this.options.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private begin(order: WorkOrder, signals: WorkSignals): WorkingThread {
    const { path, workerFile } = this.options;
    return new WorkingThread(workerFile, { ...order, path }, signals);
  }
}

type WithoutFlag = WorkOrder & { readonly path: string };

/** A worker at its work. */
class WorkingThread {
  private readonly worker: Worker;
  private readonly flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  private readonly exited = Promise.withResolvers<void>();
  private readonly signals: WorkSignals;
  private readonly stop = (): void => void Atomics.store(new Int32Array(this.flag), 0, 1);
  private answer = Promise.withResolvers<BackupWorkReply>();

  constructor(workerFile: URL, order: WithoutFlag, signals: WorkSignals) {
    this.signals = signals;
    this.worker = new Worker(workerFile, { workerData: { ...order, flag: this.flag }, name: 'backup' });
    this.worker.on('message', (reply: BackupWorkReply) => this.take(reply));
    this.worker.on('error', (error) => this.answer.reject(error));
    this.worker.on('exit', () => {
      this.answer.reject(new Error('The backup worker has ended.'));
      this.exited.resolve();
    });
    // Nobody may be waiting when it ends.
    this.answer.promise.catch(() => undefined);
    signals.signal.addEventListener('abort', this.stop);
    if (signals.signal.aborted) this.stop();
  }

  /** Asks for the next piece. */
  ask(): void {
    this.worker.postMessage(NEXT);
  }

  /** What it says next, progress apart. Rejects with a CodedError where there is a code for it. */
  async reply(): Promise<Exclude<BackupWorkReply, { reply: 'progress' | 'failed' }>> {
    const reply = await this.answer.promise;
    this.answer = Promise.withResolvers();
    this.answer.promise.catch(() => undefined);
    if (reply.reply === 'failed') {
      throw reply.failure ? new CodedError(reply.failure, { cause: reply.error }) : reply.error;
    }
    if (reply.reply === 'progress') throw new Error('Progress is no answer.');
    return reply;
  }

  /** Stops what is still done, and waits until the thread is gone. */
  async end(): Promise<void> {
    this.stop();
    this.ask();
    this.signals.signal.removeEventListener('abort', this.stop);
    await this.exited.promise;
  }

  private take(reply: BackupWorkReply): void {
    if (reply.reply === 'progress') this.signals.onProgress(reply.done);
    else this.answer.resolve(reply);
  }
}
