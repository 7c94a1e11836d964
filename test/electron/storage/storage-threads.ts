import { EventEmitter } from 'node:events';
import { copyFileSync, existsSync } from 'node:fs';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Message } from '../../../electron/storage/messages.ts';
import { connectStorage, type Storage, type StorageThread } from '../../../electron/storage/storage.ts';
import { workerFile } from '../../worker-files.ts';

/** A pool of threads without a database, because starting one takes longer than most tests. */
const idle: Worker[] = [];

/** Opens the database at `path` in a thread of the pool. */
export function openInKeptThread(path: string): Promise<Storage> {
  const worker = idle.pop() ?? new Worker(workerFile('kept-storage-worker'), { name: 'storage' });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port2, path }, [port2]);
  return connectStorage(new ServedDatabase(worker, port1));
}

/** A thread of the pool, which seems to exit when its database is closed. */
class ServedDatabase extends EventEmitter implements StorageThread {
  private readonly port: MessagePort;

  constructor(worker: Worker, port: MessagePort) {
    super();
    this.port = port;
    let isUsable = true;
    const onError = (error: unknown): void => {
      isUsable = false;
      this.emit('error', error);
      port.close();
    };
    worker.on('error', onError);
    port.on('message', (message) => this.emit('message', message));
    port.once('close', () => {
      worker.off('error', onError);
      worker.unref();
      if (isUsable && worker.threadId >= 0) idle.push(worker);
      this.emit('exit');
    });
    worker.ref();
  }

  postMessage(message: Message): void {
    this.port.postMessage(message);
  }

  async terminate(): Promise<void> {
    this.port.close();
  }
}

/** Copies a database with empty tables to a path, unless there is one. */
export function layEmptyDatabase(path: string): void {
  const made = process.env['CALLBOARD_TEST_DATABASE'];
  if (!made || existsSync(path)) return;
  for (const suffix of ['', '.created']) copyFileSync(made + suffix, path + suffix);
}
