/**
 * The storage worker: the only thread that touches the database. Writes that arrive together share one transaction
 * and one sync of the disk (group commit); each runs in a savepoint, so that one that fails takes no other with it.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isDamage, suspect } from './damage.ts';
import { Inbox } from './inbox.ts';
import type { Ask, Message, Opened, Reply } from './messages.ts';
import { NewerDatabaseError } from './newer-database.ts';
import { openDatabase } from './open-database.ts';
import { type Operation, statement } from './operation.ts';
import { operations } from './operations/index.ts';

/** A transaction takes in no more once it has so many: those whose writes are in it wait for their answers. */
const MOST_TOGETHER = 200;

if (!parentPort) throw new Error('The storage worker runs in a worker thread.');
const port = parentPort;
const path = String(workerData.path);

function start(): void {
  let db: DatabaseSync;
  try {
    const opened = openDatabase(path);
    db = opened.db;
    port.postMessage({ opened: true, putAside: opened.putAside, schema: opened.schema } satisfies Opened);
  } catch (error) {
    port.postMessage({ opened: false, newer: error instanceof NewerDatabaseError, error } satisfies Opened);
    port.close();
    return;
  }
  const inbox = new Inbox(port, (ask) => operationOf(ask).mode);
  port.on('message', (message: Message) => {
    inbox.take(message);
    for (let next = inbox.first; next; next = inbox.first) {
      port.postMessage(isWrite(next) ? commitTogether(db, inbox) : [doAlone(db, inbox.takeFirst())]);
    }
    if (!inbox.closed) return;
    db.close();
    port.close();
  });
}

function doAlone(db: DatabaseSync, ask: Ask): Reply {
  return answer(ask, () => run(db, ask));
}

/**
 * Commits writes together, with the reads that came between them and with what comes while they are made. Nothing is
 * answered before the commit, not even what a read has seen.
 */
function commitTogether(db: DatabaseSync, inbox: Inbox): Reply[] {
  const group = inbox.takeWrites();
  try {
    statement(db, 'BEGIN IMMEDIATE').run();
    const replies: Reply[] = [];
    while (replies.length < group.length) {
      for (const ask of group.slice(replies.length)) {
        replies.push(answer(ask, () => (isWrite(ask) ? inSavepoint(db, ask) : run(db, ask))));
      }
      inbox.look();
      if (group.length < MOST_TOGETHER) group.push(...inbox.takeWrites());
    }
    statement(db, 'COMMIT').run();
    return replies;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    // What a read saw of these writes is not so.
    return group.map((ask) => (isWrite(ask) ? failure(ask, error) : answer(ask, () => run(db, ask))));
  }
}

function isWrite(ask: Ask): boolean {
  return operationOf(ask).mode === 'write';
}

function inSavepoint(db: DatabaseSync, ask: Ask): unknown {
  statement(db, 'SAVEPOINT one').run();
  try {
    const value = run(db, ask);
    statement(db, 'RELEASE one').run();
    return value;
  } catch (error) {
    // A full disk ends the whole transaction by itself: then there is no savepoint left, and the group fails.
    if (!db.isTransaction)
      throw new GroupLostError('The transaction was ended by the database.', { cause: error });
    db.exec('ROLLBACK TO one; RELEASE one');
    throw error;
  }
}

function run(db: DatabaseSync, ask: Ask): unknown {
  return operationOf(ask).run(db, ...ask.args);
}

/** The whole group is lost, not one write. */
class GroupLostError extends Error {
  override readonly name = 'GroupLostError';
}

function answer(ask: Ask, run: () => unknown): Reply {
  try {
    return { id: ask.id, ok: true, value: run() };
  } catch (error) {
    if (error instanceof GroupLostError) throw error;
    return failure(ask, error);
  }
}

function failure({ id }: Ask, error: unknown): Reply {
  const damaged = isDamage(error);
  if (!damaged) return { id, ok: false, damaged, error };
  try {
    suspect(path);
  } catch (unwritable) {
    // The person is told all the same, and the damage will be met again.
    return {
      id,
      ok: false,
      damaged,
      error: new AggregateError([error, unwritable], 'Damage could not be noted.'),
    };
  }
  return { id, ok: false, damaged, error };
}

/** What an ask names. The names come from this program's own client; anything else is a bug and says so. */
function operationOf(ask: Ask): Operation<readonly unknown[], unknown> {
  const stores: Record<string, Record<string, unknown>> = operations;
  const found = stores[ask.store]?.[ask.operation];
  if (!isOperation(found)) throw new Error(`The storage worker knows no ${ask.store}.${ask.operation}.`);
  return found;
}

function isOperation(value: unknown): value is Operation<readonly unknown[], unknown> {
  return typeof value === 'object' && value !== null && 'run' in value && 'mode' in value;
}

start();
