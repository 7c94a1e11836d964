import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WriteTrouble } from '../../shared/storage-notice.ts';
import { FolderInUseError } from './folder-lock.ts';
import {
  CLOSE,
  type LocationChange,
  type Message,
  type OpenedStorage,
  type OpenResult,
  type Reply,
  type StoreCall,
  type WriteTroubleChange,
} from './messages.ts';
import { NewerDatabaseError } from './migrate.ts';
import { DamagedDatabaseError } from './open-database.ts';
import type { Stores } from './stores/index.ts';
import { DataFolderGoneError, NotStoredError } from './write-trouble.ts';

export interface Storage extends OpenedStorage {
  readonly stores: Stores;
  /** Whether an operation has failed with a `DamagedDatabaseError`; the next start then checks the file. */
  readonly damaged: () => boolean;
  /** The last change of the database file's location; undefined without one. */
  readonly locationChange: () => LocationChange | undefined;
  onLocationChange(listener: (change: LocationChange) => void): void;
  /** Why the database can't be written for now; null if it can, as far as anyone has tried. */
  readonly writeTrouble: () => WriteTrouble | null;
  onWriteTroubleChange(listener: () => void): void;
  /** Commits pending operations and closes the database. */
  close(): Promise<void>;
}

/** By default, V8 grows its heap by tens of megabytes for short-lived objects such as rows. */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

/** The part of a `Worker` that a storage needs. */
export interface StorageThread extends EventEmitter {
  postMessage(message: Message): void;
  terminate(): Promise<unknown>;
}

/** The storage worker has ended; changes without a reply must count as not stored. */
export class StorageClosedError extends Error {
  override readonly name = 'StorageClosedError';
}

/**
 * Opens the database at `path` in a worker thread, whose script is `workerFile` (built or source). Calls `onDamage`
 * once, when an operation finds damage, and `onTrouble` with an error that ends the worker. Rejects with the error of
 * opening, for example a `NewerDatabaseError`.
 *
 * With a `stateFolder` (see there), it also keeps the database's folder to itself, and tells a copy of it; it rejects with
 * a `FolderInUseError` if another app has the folder.
 */
export function openStorage(
  path: string,
  workerFile: URL,
  onDamage?: () => void,
  onTrouble?: (error: unknown) => void,
  stateFolder?: string,
): Promise<Storage> {
  const workerData = { path, stateFolder };
  const worker = new Worker(workerFile, { workerData, name: 'storage', resourceLimits: LIMITS });
  return connectStorage(worker, onDamage, onTrouble);
}

/** The same for a thread that already opens the database. */
export async function connectStorage(
  worker: StorageThread,
  onDamage: () => void = () => undefined,
  onTrouble: (error: unknown) => void = () => undefined,
): Promise<Storage> {
  const client = new StorageClient(worker, onDamage, onTrouble);
  const result = await client.opened.promise;
  if (!result.opened) {
    await worker.terminate();
    if (result.inUse) throw new FolderInUseError(result.inUse.host);
    throw result.newer ? new NewerDatabaseError('Newer database', { cause: result.error }) : result.error;
  }
  return {
    ...result,
    stores: remoteStores((...call) => client.call(...call)),
    damaged: () => client.damaged,
    locationChange: () => client.locationChange,
    onLocationChange: (listener) => void client.locationListeners.push(listener),
    writeTrouble: () => client.writeTrouble,
    onWriteTroubleChange: (listener) => void client.troubleListeners.push(listener),
    close: () => client.close(),
  };
}

/** Sends calls to a storage worker, and settles their promises with its replies. */
class StorageClient {
  readonly opened = Promise.withResolvers<OpenResult>();
  damaged = false;
  locationChange: LocationChange | undefined;
  readonly locationListeners: ((change: LocationChange) => void)[] = [];
  writeTrouble: WriteTrouble | null = null;
  readonly troubleListeners: (() => void)[] = [];
  private readonly worker: StorageThread;
  private readonly onDamage: () => void;
  private readonly exited = Promise.withResolvers<void>();
  private readonly pending = new Map<number, PromiseWithResolvers<unknown>>();
  private unsent: StoreCall[] = [];
  private nextId = 1;
  private ended = false;

  constructor(worker: StorageThread, onDamage: () => void, onTrouble: (error: unknown) => void) {
    this.worker = worker;
    this.onDamage = onDamage;
    worker.once('message', (result: OpenResult) => {
      this.opened.resolve(result);
      worker.on('message', (message: readonly Reply[] | LocationChange | WriteTroubleChange) => {
        if ('change' in message) this.changeLocation(message);
        else if ('writeTrouble' in message) this.changeTrouble(message);
        else this.receive(message);
      });
    });
    worker.once('error', (error) => {
      this.opened.reject(error);
      onTrouble(error);
    });
    worker.once('exit', () => this.rejectAll());
  }

  call(store: string, operation: string, args: readonly unknown[]): Promise<unknown> {
    if (this.ended) return Promise.reject(new StorageClosedError('The storage is closed.'));
    const id = this.nextId++;
    const result = Promise.withResolvers<unknown>();
    this.pending.set(id, result);
    // One message for all calls in a turn of the event loop: it costs more than its content, and they share a commit.
    if (this.unsent.length === 0) setImmediate(() => this.flush());
    this.unsent.push({ id, store, operation, args });
    return result.promise;
  }

  async close(): Promise<void> {
    this.ended = true;
    this.flush();
    this.worker.postMessage(CLOSE);
    await this.exited.promise;
  }

  private flush(): void {
    const calls = this.unsent;
    this.unsent = [];
    try {
      if (calls.length > 0) this.worker.postMessage(calls);
    } catch (error) {
      // An argument can't be cloned, so no call of the message was sent.
      for (const { id } of calls) this.settle({ id, ok: false, cause: 'other', error, code: undefined });
    }
  }

  private receive(replies: readonly Reply[]): void {
    for (const reply of replies) this.settle(reply);
    if (this.damaged || !replies.some((reply) => !reply.ok && reply.cause === 'damaged')) return;
    this.damaged = true;
    this.onDamage();
  }

  private settle(reply: Reply): void {
    const result = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    if (reply.ok) result?.resolve(reply.value);
    else result?.reject(errorOf(reply));
  }

  private changeLocation(change: LocationChange): void {
    this.locationChange = change;
    for (const listener of this.locationListeners) listener(change);
  }

  private changeTrouble({ writeTrouble }: WriteTroubleChange): void {
    this.writeTrouble = writeTrouble;
    for (const listener of this.troubleListeners) listener();
  }

  private rejectAll(): void {
    this.ended = true;
    this.exited.resolve();
    const error = new StorageClosedError('The storage worker has ended.');
    this.opened.reject(error);
    for (const result of this.pending.values()) result.reject(error);
    this.pending.clear();
  }
}

function errorOf({ cause, error, code }: Extract<Reply, { ok: false }>): unknown {
  if (code !== undefined && error instanceof Error) Object.assign(error, { code });
  switch (cause) {
    case 'damaged':
      return new DamagedDatabaseError({ cause: error });
    case 'file_lost':
      return new DataFolderGoneError({ cause: error });
    case 'other':
      return error;
    default:
      return new NotStoredError(cause, { cause: error });
  }
}

/** Stores whose methods, `store.operation(...args)`, call the worker. Their type says which exist. */
function remoteStores(call: StorageClient['call']): Stores {
  const remoteStore = (store: string): object =>
    new Proxy(
      {},
      {
        get:
          (_target, operation) =>
          (...args: unknown[]) =>
            call(store, String(operation), args),
      },
    );
  return new Proxy({} as Stores, { get: (_target, store) => remoteStore(String(store)) });
}
