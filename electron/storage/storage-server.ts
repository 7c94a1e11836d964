import type { DatabaseSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import { CodedError } from '../../shared/result.ts';
import { isDamage, suspect } from './damage.ts';
import { DatabaseHandle } from './database-handle.ts';
import { FileLostError } from './folder-gone.ts';
import type { Ask, Message, Opened, Reply } from './messages.ts';
import { NewerDatabaseError } from './newer-database.ts';
import { openDatabase } from './open-database.ts';
import { type Operation, statement } from './operation.ts';
import { OperationQueue } from './operation-queue.ts';
import { GroupLostError, inSavepoint } from './savepoint.ts';
import { stores } from './stores/index.ts';

/** No group of writes is larger: those whose writes are in it wait for their answers. */
const LARGEST_GROUP = 100;

/**
 * Serves one database to whoever is at the other end of the port, in the thread it runs in: the only one that touches the
 * database. Writes that arrive together share one transaction and one sync of the disk (group commit); each runs in a
 * savepoint, so that one that fails takes no other with it.
 */
export class StorageServer {
  private readonly port: MessagePort;
  private readonly path: string;

  constructor(port: MessagePort, path: string) {
    this.port = port;
    this.path = path;
  }

  /** Opens the database, says how that went, and answers what is asked until `CLOSE` comes. */
  start(): void {
    let kept: DatabaseHandle;
    try {
      const { db, putAside, schema } = openDatabase(this.path);
      kept = new DatabaseHandle(db, this.path, (news) => this.port.postMessage(news));
      this.port.postMessage({ opened: true, putAside, schema } satisfies Opened);
    } catch (error) {
      this.port.postMessage({
        opened: false,
        newer: error instanceof NewerDatabaseError,
        error,
      } satisfies Opened);
      this.port.close();
      return;
    }
    const queue = new OperationQueue(this.port, (ask) => operationOf(ask).mode);
    this.port.on('message', (message: Message) => {
      queue.take(message);
      for (let next = queue.first; next; next = queue.first) {
        if (isWrite(next)) this.commitTogether(kept, queue);
        else this.doAlone(kept, queue.takeFirst());
      }
      if (!queue.closed) return;
      kept.close();
      this.port.close();
    });
  }

  private doAlone(kept: DatabaseHandle, ask: Ask): void {
    const changes = operationOf(ask).mode === 'alone';
    const reply = this.answer(ask, () => {
      if (changes) kept.demandPlace();
      return run(kept.db, ask);
    });
    if (changes && reply.ok) kept.whenKept(() => this.send([reply]));
    else this.send([reply]);
  }

  private send(replies: readonly Reply[]): void {
    this.port.postMessage(replies);
  }

  /**
   * Commits writes together, with the reads that came between them and with what comes while they are made. Nothing is
   * answered before the commit, not even what a read has seen.
   */
  private commitTogether(kept: DatabaseHandle, queue: OperationQueue): void {
    const group: Ask[] = [];
    try {
      kept.demandPlace();
      const { db } = kept;
      statement(db, 'BEGIN IMMEDIATE').run();
      const replies: Reply[] = [];
      while (group.length < LARGEST_GROUP) {
        const ask = queue.takeUpToWrite();
        if (ask) {
          group.push(ask);
          replies.push(
            this.answer(ask, () => (isWrite(ask) ? inSavepoint(db, () => run(db, ask)) : run(db, ask))),
          );
        } else if (!queue.look()) break;
      }
      statement(db, 'COMMIT').run();
      kept.whenKept(() => this.send(replies));
    } catch (error) {
      const { db } = kept;
      if (db.isTransaction) db.exec('ROLLBACK');
      // None could begin: what has come meanwhile need not wait for that once more.
      if (group.length === 0) group.push(...queue.takeWrites());
      // What a read saw of these writes is not so.
      this.send(
        group.map((ask) => (isWrite(ask) ? this.failure(ask, error) : this.answer(ask, () => run(db, ask)))),
      );
    }
  }

  private answer(ask: Ask, run: () => unknown): Reply {
    try {
      return { id: ask.id, ok: true, value: run() };
    } catch (error) {
      if (error instanceof GroupLostError) throw error;
      return this.failure(ask, error);
    }
  }

  private failure({ id }: Ask, error: unknown): Reply {
    const code = systemCode(error);
    if (error instanceof FileLostError) return { id, ok: false, cause: 'file_lost', error, code };
    if (!isDamage(error)) return { id, ok: false, cause: 'other', error, code };
    try {
      suspect(this.path);
    } catch (unwritable) {
      // The person is told all the same, and the damage will be met again.
      const both = new AggregateError([error, unwritable], 'Damage could not be noted.');
      return { id, ok: false, cause: 'damaged', error: both, code };
    }
    return { id, ok: false, cause: 'damaged', error, code };
  }
}

function systemCode(error: unknown): string | undefined {
  const given = error instanceof Error && 'code' in error && !(error instanceof CodedError);
  return given ? String(error.code) : undefined;
}

function isWrite(ask: Ask): boolean {
  return operationOf(ask).mode === 'write';
}

function run(db: DatabaseSync, ask: Ask): unknown {
  return operationOf(ask).run(db, ...ask.args);
}

/** What an ask names. The names come from this program's own client; anything else is a bug and says so. */
function operationOf(ask: Ask): Operation<readonly unknown[], unknown> {
  const byName: Record<string, Record<string, unknown>> = stores;
  const found = byName[ask.store]?.[ask.operation];
  if (!isOperation(found)) throw new Error(`The storage worker knows no ${ask.store}.${ask.operation}.`);
  return found;
}

function isOperation(value: unknown): value is Operation<readonly unknown[], unknown> {
  return typeof value === 'object' && value !== null && 'run' in value && 'mode' in value;
}
