import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { CodedError } from '../../shared/result.ts';
import { CopyDetection, positionOf } from './copy-detection.ts';
import { DatabaseHandle } from './database-handle.ts';
import { FolderInUseError, FolderLock } from './folder-lock.ts';
import { CLOSE, type Message, type OpenResult, type Reply, type StoreCall } from './messages.ts';
import { NewerDatabaseError } from './migrate.ts';
import { isDamage, markSuspect, openDatabase } from './open-database.ts';
import { GroupLostError, inSavepoint, type Operation, statement } from './operation.ts';
import { stores } from './stores/index.ts';
import { FileLostError, writeTroubleOf } from './write-trouble.ts';

/** The calls that the storage worker has not run yet, in the order of their arrival. */
export class OperationQueue {
  /** No more calls will arrive. */
  closed = false;
  private readonly port: MessagePort;
  private readonly modeOf: (call: StoreCall) => Operation<[], unknown>['mode'];
  private calls: StoreCall[] = [];

  constructor(port: MessagePort, modeOf: (call: StoreCall) => Operation<[], unknown>['mode']) {
    this.port = port;
    this.modeOf = modeOf;
  }

  get first(): StoreCall | undefined {
    return this.calls[0];
  }

  push(message: Message): void {
    if (message === CLOSE) this.closed = true;
    else this.calls.push(...message);
  }

  /** Adds messages that have arrived, without waiting; whether there were any. */
  poll(): boolean {
    let any = false;
    for (let next = receiveMessageOnPort(this.port); next; next = receiveMessageOnPort(this.port)) {
      any = true;
      this.push(next.message);
    }
    return any;
  }

  /** Removes the first call. */
  shift(): StoreCall {
    const first = this.calls.shift();
    if (!first) throw new Error('The queue is empty.');
    return first;
  }

  /** Removes the first call, as long as a write follows (or is first) before any exclusive operation. */
  shiftUpToWrite(): StoreCall | undefined {
    for (const call of this.calls) {
      const mode = this.modeOf(call);
      if (mode === 'exclusive') return undefined;
      if (mode === 'write') return this.calls.shift();
    }
    return undefined;
  }

  /** Removes every call that `shiftUpToWrite` would. */
  drainUpToLastWrite(): StoreCall[] {
    const drained: StoreCall[] = [];
    for (let call = this.shiftUpToWrite(); call; call = this.shiftUpToWrite()) drained.push(call);
    return drained;
  }
}

/** Limits how long the first write of a group waits for its reply. */
const MAX_GROUP_SIZE = 100;

/**
 * Serves one database to the other end of the port; only its thread uses the database. Writes that arrive together
 * share one transaction and one disk sync (group commit). Each but the first runs in a savepoint, so that a failing one
 * doesn't affect the others; for a savepoint, SQLite writes down every page before its first change.
 */
export class StorageServer {
  private readonly port: MessagePort;
  private readonly path: string;
  private readonly stateFolder: string | undefined;
  private handle: DatabaseHandle | undefined;

  /** `stateFolder`: see `openStorage`. */
  constructor(port: MessagePort, path: string, stateFolder?: string) {
    this.port = port;
    this.path = path;
    this.stateFolder = stateFolder;
  }

  /** Opens the database, reports the result, and answers calls until `CLOSE`. */
  start(): void {
    let handle: DatabaseHandle;
    try {
      handle = this.open();
      this.handle = handle;
    } catch (error) {
      const newer = error instanceof NewerDatabaseError;
      const inUse = error instanceof FolderInUseError ? { host: error.host } : undefined;
      this.port.postMessage({ opened: false, newer, inUse, error } satisfies OpenResult);
      this.port.close();
      return;
    }
    const queue = new OperationQueue(this.port, (call) => operationOf(call).mode);
    this.port.on('message', (message: Message) => {
      queue.push(message);
      for (let next = queue.first; next; next = queue.first) {
        if (isWrite(next)) this.commitGroup(handle, queue);
        else this.runSingle(handle, queue.shift());
      }
      if (!queue.closed) return;
      handle.close();
      this.port.close();
    });
  }

  private open(): DatabaseHandle {
    const { path, stateFolder, port } = this;
    // Before anything else is touched.
    const lock = stateFolder === undefined ? undefined : new FolderLock(dirname(path), stateFolder);
    try {
      const { db, putAside, schema } = openDatabase(path);
      const copies = stateFolder === undefined ? undefined : new CopyDetection(path, stateFolder);
      const copyFound = copies?.check(db);
      const handle = new DatabaseHandle(db, path, (change) => port.postMessage(change), { lock, copies });
      const unmarked = copies?.unmarked;
      port.postMessage({ opened: true, putAside, schema, copyFound, unmarked } satisfies OpenResult);
      return handle;
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  private runSingle(handle: DatabaseHandle, call: StoreCall): void {
    const isChange = operationOf(call).mode === 'exclusive';
    const reply = this.replyTo(call, () => {
      if (isChange) handle.requireFile();
      const value = run(handle.db, call);
      if (isChange) handle.written();
      return value;
    });
    if (isChange && reply.ok) handle.whenDurable(() => this.send([reply]));
    else this.send([reply]);
  }

  private send(replies: readonly Reply[]): void {
    this.port.postMessage(replies);
  }

  /**
   * Commits a group of writes with the reads between them, including calls that arrive while it runs. Sends no reply
   * before the commit, not even of a read, which may have seen uncommitted writes.
   */
  private commitGroup(handle: DatabaseHandle, queue: OperationQueue): void {
    const group: StoreCall[] = [];
    try {
      handle.requireFile();
      const { db } = handle;
      statement(db, 'BEGIN IMMEDIATE').run();
      const replies: Reply[] = [];
      while (group.length < MAX_GROUP_SIZE) {
        const call = queue.shiftUpToWrite();
        if (call) {
          group.push(call);
          const isFirst = group.length === 1;
          const runCall = (): unknown => run(db, call);
          const inGroup = isWrite(call) && !isFirst ? () => inSavepoint(db, runCall) : runCall;
          const reply = this.replyTo(call, inGroup);
          replies.push(reply);
          if (isFirst && !reply.ok) {
            // Nothing else is in the transaction yet.
            if (db.isTransaction) db.exec('ROLLBACK');
            this.send(replies);
            return;
          }
        } else if (!queue.poll()) break;
      }
      const position = positionOf(db);
      statement(db, 'COMMIT').run();
      handle.written();
      handle.whenDurable(() => this.send(replies), position);
    } catch (error) {
      const { db } = handle;
      if (db.isTransaction) db.exec('ROLLBACK');
      // The transaction didn't begin: fail all waiting writes, so that each doesn't wait for the lock again.
      if (group.length === 0) group.push(...queue.drainUpToLastWrite());
      // Runs reads again, because they may have seen writes that were rolled back.
      this.send(
        group.map((call) =>
          isWrite(call) ? this.failure(call, error) : this.replyTo(call, () => run(db, call)),
        ),
      );
    }
  }

  private replyTo(call: StoreCall, run: () => unknown): Reply {
    try {
      return { id: call.id, ok: true, value: run() };
    } catch (error) {
      if (error instanceof GroupLostError) throw error;
      return this.failure(call, error);
    }
  }

  private failure({ id }: StoreCall, error: unknown): Reply {
    const code = systemCode(error);
    if (error instanceof FileLostError) return { id, ok: false, cause: 'file_lost', error, code };
    if (!isDamage(error)) {
      const trouble = writeTroubleOf(error);
      if (trouble) this.handle?.notWritten(trouble);
      return { id, ok: false, cause: trouble ?? 'other', error, code };
    }
    try {
      markSuspect(this.path);
    } catch (unwritable) {
      // The person is told anyway, and the damage will be found again.
      const both = new AggregateError([error, unwritable], 'The damage could not be recorded.');
      return { id, ok: false, cause: 'damaged', error: both, code };
    }
    return { id, ok: false, cause: 'damaged', error, code };
  }
}

function systemCode(error: unknown): string | undefined {
  const hasCode = error instanceof Error && 'code' in error && !(error instanceof CodedError);
  return hasCode ? String(error.code) : undefined;
}

function isWrite(call: StoreCall): boolean {
  return operationOf(call).mode === 'write';
}

function run(db: DatabaseSync, call: StoreCall): unknown {
  return operationOf(call).run(db, ...call.args);
}

/** The operation that a call names; throws for an unknown name, which would be a bug in the client. */
function operationOf(call: StoreCall): Operation<readonly unknown[], unknown> {
  const byName: Record<string, Record<string, unknown>> = stores;
  const found = byName[call.store]?.[call.operation];
  if (!isOperation(found)) throw new Error(`Unknown storage operation: ${call.store}.${call.operation}`);
  return found;
}

function isOperation(value: unknown): value is Operation<readonly unknown[], unknown> {
  return typeof value === 'object' && value !== null && 'run' in value && 'mode' in value;
}
