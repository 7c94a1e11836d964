/**
 * The storage worker: the only thread that touches the database. Writes that arrive together share one transaction
 * and one sync of the disk (group commit); each runs in a savepoint, so that one that fails takes no other with it.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isDamage, suspect } from './damage.ts';
import { FileLostError } from './folder-gone.ts';
import { GroupSize } from './group-size.ts';
import { Inbox } from './inbox.ts';
import { KeptDatabase } from './kept-database.ts';
import type { Ask, Message, Opened, Reply } from './messages.ts';
import { NewerDatabaseError } from './newer-database.ts';
import { openDatabase } from './open-database.ts';
import { type Operation, statement } from './operation.ts';
import { operations } from './operations/index.ts';
import { GroupLostError, inSavepoint } from './savepoint.ts';

/** How long the worker sleeps between two looks whether more has come, ms. */
const NAP_MS = 0.1;
/** Nothing ever wakes who waits for it. */
const STILL = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

if (!parentPort) throw new Error('The storage worker runs in a worker thread.');
const port = parentPort;
const path = String(workerData.path);
const groupSize = new GroupSize();

function start(): void {
  let kept: KeptDatabase;
  try {
    const { db, putAside, schema } = openDatabase(path);
    kept = new KeptDatabase(db, path, (news) => port.postMessage(news));
    port.postMessage({ opened: true, putAside, schema } satisfies Opened);
  } catch (error) {
    port.postMessage({ opened: false, newer: error instanceof NewerDatabaseError, error } satisfies Opened);
    port.close();
    return;
  }
  const inbox = new Inbox(port, (ask) => operationOf(ask).mode);
  port.on('message', (message: Message) => {
    inbox.take(message);
    for (let next = inbox.first; next; next = inbox.first) {
      if (isWrite(next)) commitTogether(kept, inbox);
      else doAlone(kept, inbox.takeFirst());
    }
    if (!inbox.closed) return;
    kept.close();
    port.close();
  });
}

function doAlone(kept: KeptDatabase, ask: Ask): void {
  const changes = operationOf(ask).mode === 'alone';
  const reply = answer(ask, () => {
    if (changes) kept.demandPlace();
    return run(kept.db, ask);
  });
  if (changes && reply.ok) kept.whenKept(() => send([reply]));
  else send([reply]);
}

function send(replies: readonly Reply[]): void {
  port.postMessage(replies);
}

/**
 * Commits writes together, with the reads that came between them and with what comes while they are made. Nothing is
 * answered before the commit, not even what a read has seen.
 */
function commitTogether(kept: KeptDatabase, inbox: Inbox): void {
  const group: Ask[] = [];
  try {
    kept.demandPlace();
    const { db } = kept;
    statement(db, 'BEGIN IMMEDIATE').run();
    const replies: Reply[] = [];
    const begun = performance.now();
    for (let spent = 0; !groupSize.isFull(group.length, spent); spent = performance.now() - begun) {
      const ask = inbox.takeUpToWrite();
      if (ask) {
        group.push(ask);
        replies.push(answer(ask, () => (isWrite(ask) ? inSavepoint(db, () => run(db, ask)) : run(db, ask))));
      } else if (!inbox.look()) {
        const patience = groupSize.patienceMs(group.length) - spent;
        if (patience <= 0) break;
        Atomics.wait(STILL, 0, 0, Math.min(patience, NAP_MS));
      }
    }
    const done = performance.now();
    statement(db, 'COMMIT').run();
    inbox.look();
    groupSize.learn(group.length, performance.now() - done, inbox.waiting);
    kept.whenKept(() => send(replies));
  } catch (error) {
    const { db } = kept;
    if (db.isTransaction) db.exec('ROLLBACK');
    // None could begin: what has come meanwhile need not wait for that once more.
    if (group.length === 0) group.push(...inbox.takeWrites());
    // What a read saw of these writes is not so.
    send(group.map((ask) => (isWrite(ask) ? failure(ask, error) : answer(ask, () => run(db, ask)))));
  }
}

function isWrite(ask: Ask): boolean {
  return operationOf(ask).mode === 'write';
}

function run(db: DatabaseSync, ask: Ask): unknown {
  return operationOf(ask).run(db, ...ask.args);
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
  if (error instanceof FileLostError) return { id, ok: false, cause: 'file_lost', error };
  if (!isDamage(error)) return { id, ok: false, cause: 'other', error };
  try {
    suspect(path);
  } catch (unwritable) {
    // The person is told all the same, and the damage will be met again.
    const both = new AggregateError([error, unwritable], 'Damage could not be noted.');
    return { id, ok: false, cause: 'damaged', error: both };
  }
  return { id, ok: false, cause: 'damaged', error };
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
