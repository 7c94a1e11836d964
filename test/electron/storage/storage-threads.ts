import { EventEmitter } from 'node:events';
import { copyFileSync, existsSync } from 'node:fs';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Message } from '../../../electron/storage/messages.ts';
import { connectStorage, type Storage, type StorageThread } from '../../../electron/storage/storage.ts';
import { workerFile } from '../../worker-files.ts';

/** Threads that serve no database at the moment. To start one costs far more than most tests do with it. */
const idle: Worker[] = [];

/** Opens the database at `path` in a thread that may have served others before, one after the other. */
export function openInKeptThread(path: string): Promise<Storage> {
  const worker = idle.pop() ?? new Worker(workerFile('kept-storage-worker'), { name: 'storage' });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port2, path }, [port2]);
  return connectStorage(new ServedDatabase(worker, port1));
}

/** A database that a kept thread serves, as if the thread ended with it. */
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

/** Puts a database with its tables, and nothing in them, at a path where none is. */
export function layEmptyDatabase(path: string): void {
  const made = process.env['CALLBOARD_TEST_DATABASE'];
  if (!made || existsSync(path)) return;
  for (const suffix of ['', '.created']) copyFileSync(made + suffix, path + suffix);
}
