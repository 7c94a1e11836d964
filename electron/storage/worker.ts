/**
 * The storage worker: the only thread that touches the database. Writes that arrive together share one transaction
 * and one sync of the disk (group commit); each runs in a savepoint, so that one that fails takes no other with it.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isDamage, suspect } from './damage.ts';
import type { Ask, Opened, Reply } from './messages.ts';
import { NewerDatabaseError } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations/index.ts';

const CLOSE = 'close';

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
  let writes: Ask[] = [];
  const commit = (): void => {
    const group = writes;
    writes = [];
    for (const reply of commitGroup(db, group)) port.postMessage(reply);
  };
  port.on('message', (message: Ask | typeof CLOSE) => {
    if (message === CLOSE) {
      if (writes.length > 0) commit();
      db.close();
      port.close();
      return;
    }
    if (operationOf(message).mode !== 'write') {
      // Nothing overtakes: who counts what waits before a workspace is removed must not miss the one just submitted.
      if (writes.length > 0) commit();
      port.postMessage(answer(message, () => operationOf(message).run(db, ...message.args)));
      return;
    }
    writes.push(message);
    // After all messages that are already here: what came together is committed together.
    if (writes.length === 1) setImmediate(() => writes.length > 0 && commit());
  });
}

function commitGroup(db: DatabaseSync, group: readonly Ask[]): Reply[] {
  try {
    db.exec('BEGIN IMMEDIATE');
    const replies = group.map((ask) => answer(ask, () => inSavepoint(db, ask)));
    db.exec('COMMIT');
    return replies;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    return group.map((ask) => failure(ask, error));
  }
}

function inSavepoint(db: DatabaseSync, ask: Ask): unknown {
  db.exec('SAVEPOINT one');
  try {
    const value = operationOf(ask).run(db, ...ask.args);
    db.exec('RELEASE one');
    return value;
  } catch (error) {
    // A full disk ends the whole transaction by itself: then there is no savepoint left, and the group fails.
    if (!db.isTransaction)
      throw new GroupLostError('The transaction was ended by the database.', { cause: error });
    db.exec('ROLLBACK TO one; RELEASE one');
    throw error;
  }
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
