import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DamagedDatabaseError } from './damage.ts';
import { DataFolderGoneError } from './folder-gone.ts';
import { type Ask, CLOSE, type LocationChange, type Message, type Opened, type Reply } from './messages.ts';
import { NewerDatabaseError } from './newer-database.ts';
import type { SchemaStep } from './open-database.ts';
import type { Asynchronous } from './operation.ts';
import type { stores } from './stores/index.ts';

type Operations = typeof stores;

/** The stores, each operation a promise that resolves when the change is on the disk. */
export type Stores = { readonly [Name in keyof Operations]: Asynchronous<Operations[Name]> };

export interface Storage {
  readonly stores: Stores;
  /** Where a damaged database was put aside at opening; undefined when all was well. */
  readonly putAside: string | undefined;
  readonly schema: SchemaStep;
  /** Whether damage was met since: the operation failed with a `DamagedDatabaseError`; the next start checks the file. */
  readonly damaged: () => boolean;
  /** What became of the database's file since; undefined where nothing did. */
  readonly place: () => LocationChange | undefined;
  /** Calls the listener when that changes. */
  onPlace(listener: (news: LocationChange) => void): void;
  /** Commits what is under way and closes the database. */
  close(): Promise<void>;
}

/** Rows go through the worker and stay nowhere: V8 by itself takes tens of megabytes more for such short-lived objects. */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

/** A thread that serves one database: what of a `Worker` is needed here. */
export interface StorageThread extends EventEmitter {
  postMessage(message: Message): void;
  terminate(): Promise<unknown>;
}

/** The storage worker ended; whatever was asked of it is lost and must count as not stored. */
export class StorageClosedError extends Error {
  override readonly name = 'StorageClosedError';
}

/**
 * Opens the database at `path` in a worker thread. `workerFile` is the worker's script (built or source). `onDamage`
 * is told once, when an operation meets damage; `onTrouble` of what ends the worker later. Rejects with what opening
 * threw, e.g. a `NewerDatabaseError`.
 */
export function openStorage(
  path: string,
  workerFile: URL,
  onDamage?: () => void,
  onTrouble?: (error: unknown) => void,
): Promise<Storage> {
  const worker = new Worker(workerFile, { workerData: { path }, name: 'storage', resourceLimits: LIMITS });
  return storageIn(worker, onDamage, onTrouble);
}

/** The same with a thread that has been told to serve the database. */
export async function storageIn(
  worker: StorageThread,
  onDamage: () => void = () => undefined,
  onTrouble: (error: unknown) => void = () => undefined,
): Promise<Storage> {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const opened = Promise.withResolvers<Opened>();
  const exited = Promise.withResolvers<void>();
  let ended = false;
  let damaged = false;
  let place: LocationChange | undefined;
  const placeListeners: ((news: LocationChange) => void)[] = [];
  worker.once('message', (message: Opened) => {
    opened.resolve(message);
    worker.on('message', (replies: readonly Reply[] | LocationChange) => {
      if ('place' in replies) {
        place = replies;
        for (const listener of placeListeners) listener(replies);
        return;
      }
      for (const reply of replies) settle(pending, reply);
      if (damaged || !replies.some((reply) => !reply.ok && reply.cause === 'damaged')) return;
      damaged = true;
      onDamage();
    });
  });
  worker.once('error', (error) => {
    opened.reject(error);
    onTrouble(error);
  });
  worker.once('exit', () => {
    ended = true;
    exited.resolve();
    const closed = new StorageClosedError('The storage worker has ended.');
    opened.reject(closed);
    for (const each of pending.values()) each.reject(closed);
    pending.clear();
  });
  const result = await opened.promise;
  if (!result.opened) {
    await worker.terminate();
    throw result.newer ? new NewerDatabaseError('Newer database', { cause: result.error }) : result.error;
  }
  let nextId = 1;
  let asked: Ask[] = [];
  const send = (): void => {
    const asks = asked;
    asked = [];
    try {
      if (asks.length > 0) worker.postMessage(asks satisfies Message);
    } catch (error) {
      // One holds what cannot go to another thread: none of them went.
      for (const { id } of asks) settle(pending, { id, ok: false, cause: 'other', error, code: undefined });
    }
  };
  const ask = (store: string, operation: string, args: readonly unknown[]): Promise<unknown> => {
    if (ended) return Promise.reject(new StorageClosedError('The storage is closed.'));
    const id = nextId++;
    const answer = Promise.withResolvers<unknown>();
    pending.set(id, answer);
    // What is asked in one turn of the event loop goes together, and so into one commit. A message between threads costs
    // more than what it carries, too.
    if (asked.length === 0) setImmediate(send);
    asked.push({ id, store, operation, args });
    return answer.promise;
  };
  return {
    stores: remoteStores(ask),
    putAside: result.putAside,
    schema: result.schema,
    damaged: () => damaged,
    place: () => place,
    onPlace: (listener) => void placeListeners.push(listener),
    close: async () => {
      ended = true;
      send();
      worker.postMessage(CLOSE satisfies Message);
      await exited.promise;
    },
  };
}

function settle(pending: Map<number, PromiseWithResolvers<unknown>>, reply: Reply): void {
  const waiting = pending.get(reply.id);
  pending.delete(reply.id);
  if (reply.ok) waiting?.resolve(reply.value);
  else waiting?.reject(errorOf(reply));
}

function errorOf({ cause, error, code }: Extract<Reply, { ok: false }>): unknown {
  if (code !== undefined && error instanceof Error) Object.assign(error, { code });
  if (cause === 'damaged') return new DamagedDatabaseError({ cause: error });
  return cause === 'file_lost' ? new DataFolderGoneError({ cause: error }) : error;
}

/** An object whose `store.operation(...args)` asks the worker. The type says which of them exist. */
function remoteStores(
  ask: (store: string, operation: string, args: readonly unknown[]) => Promise<unknown>,
): Stores {
  const storeProxy = (store: string): object =>
    new Proxy(
      {},
      {
        get:
          (_target, operation) =>
          (...args: unknown[]) =>
            ask(store, String(operation), args),
      },
    );
  return new Proxy({} as Stores, { get: (_target, store) => storeProxy(String(store)) });
}
