/**
 * The storage worker: the only thread that touches the database. Writes that arrive together share one transaction
 * and one sync of the disk (group commit); each runs in a savepoint, so that one that fails takes no other with it.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isDamage, suspect } from './damage.ts';
import { GroupSize } from './group-size.ts';
import { Inbox } from './inbox.ts';
import type { Ask, Message, Opened, Reply } from './messages.ts';
import { NewerDatabaseError } from './newer-database.ts';
import { openDatabase } from './open-database.ts';
import { type Operation, statement } from './operation.ts';
import { operations } from './operations/index.ts';
import { newlyAccepted, trackNewlyAccepted } from './tracked/newly-accepted.ts';

/**
 * Requests that were accepted are tracked when nothing has been asked for so long, ms, when so many wait or one for so long,
 * ms, and when something is asked that needs them. Right behind one commit there often comes what the next has to hold.
 */
const QUIET_MS = 10;
const TRACKED_TOGETHER = 64;
const TRACKED_AFTER_MS = 100;
/** So many at a time: what is asked meanwhile waits for them. */
const TRACKED_AT_ONCE = 16;
/** Where the disk refused that, it is tried again after so long, ms. */
const TRIED_AGAIN_AFTER_MS = 1000;

/** How long the worker sleeps between two looks whether more has come, ms. */
const NAP_MS = 0.1;
/** Nothing ever wakes who waits for it. */
const STILL = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

if (!parentPort) throw new Error('The storage worker runs in a worker thread.');
const port = parentPort;
const path = String(workerData.path);
const groupSize = new GroupSize();
let tracking: NodeJS.Timeout | undefined;
let waitingSince: number | undefined;
let notAgainBefore = 0;

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
  trackMeanwhile(db);
  const inbox = new Inbox(port, (ask) => operationOf(ask).mode);
  port.on('message', (message: Message) => {
    inbox.take(message);
    for (let next = inbox.first; next; next = inbox.first) {
      port.postMessage(isWrite(next) ? commitTogether(db, inbox) : [doAlone(db, inbox.takeFirst())]);
    }
    if (!inbox.closed) return trackMeanwhile(db);
    clearTimeout(tracking);
    trackUnasked(db, () => trackInTransaction(db));
    db.close();
    port.close();
  });
}

function doAlone(db: DatabaseSync, ask: Ask): Reply {
  return answer(ask, () => {
    catchUp(db, ask, () => trackInTransaction(db));
    return run(db, ask);
  });
}

/**
 * Commits writes together, with the reads that came between them and with what comes while they are made. Nothing is
 * answered before the commit, not even what a read has seen.
 */
function commitTogether(db: DatabaseSync, inbox: Inbox): Reply[] {
  const group: Ask[] = [];
  try {
    statement(db, 'BEGIN IMMEDIATE').run();
    const replies: Reply[] = [];
    const begun = performance.now();
    for (let spent = 0; !groupSize.isFull(group.length, spent); spent = performance.now() - begun) {
      const ask = inbox.takeUpToWrite();
      if (ask) {
        group.push(ask);
        replies.push(answer(ask, () => runInGroup(db, ask)));
      } else if (!inbox.look()) {
        const patience = groupSize.patienceMs(group.length) - spent;
        if (patience <= 0) break;
        Atomics.wait(STILL, 0, 0, Math.min(patience, NAP_MS));
      }
    }
    // What comes alone needs no second commit.
    if (group.length === 1 && newlyAccepted(db) === 1) {
      trackUnasked(db, () => inSavepoint(db, () => trackNewlyAccepted(db)));
    }
    const done = performance.now();
    statement(db, 'COMMIT').run();
    inbox.look();
    groupSize.learn(group.length, performance.now() - done, inbox.waiting);
    return replies;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    // None could begin: what has come meanwhile need not wait for that once more.
    if (group.length === 0) group.push(...inbox.takeWrites());
    // What a read saw of these writes is not so.
    return group.map((ask) => (isWrite(ask) ? failure(ask, error) : answer(ask, () => run(db, ask))));
  }
}

function runInGroup(db: DatabaseSync, ask: Ask): unknown {
  catchUp(db, ask, () => inSavepoint(db, () => trackNewlyAccepted(db)));
  return isWrite(ask) ? inSavepoint(db, () => run(db, ask)) : run(db, ask);
}

/** Tracks what was accepted a moment ago, where somebody asks for what needs it. */
function catchUp(db: DatabaseSync, ask: Ask, track: () => void): void {
  const { quick, mode } = operationOf(ask);
  if (quick || newlyAccepted(db) === 0) return;
  if (mode === 'read' && performance.now() < notAgainBefore) return;
  try {
    track();
  } catch (error) {
    if (error instanceof GroupLostError || mode !== 'read' || isDamage(error)) throw error;
    // A disk that takes nothing more can be read all the same: what was accepted last is missing then.
    notAgainBefore = performance.now() + TRIED_AGAIN_AFTER_MS;
  }
}

/**
 * In a commit that the disk need not have seen: what it loses with the power is still noted, and done again. The next commit
 * of anything else syncs it along.
 */
function trackInTransaction(db: DatabaseSync, atMost?: number): void {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    statement(db, 'BEGIN IMMEDIATE').run();
    trackNewlyAccepted(db, atMost);
    statement(db, 'COMMIT').run();
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}

/** Nothing else is to be done just now. */
function trackMeanwhile(db: DatabaseSync): void {
  if (newlyAccepted(db) >= TRACKED_TOGETHER) {
    trackUnasked(db, () => trackInTransaction(db, TRACKED_AT_ONCE));
  }
  if (newlyAccepted(db) === 0) {
    waitingSince = undefined;
    return;
  }
  const now = performance.now();
  waitingSince ??= now;
  if (tracking && now - waitingSince > TRACKED_AFTER_MS) return;
  clearTimeout(tracking);
  tracking = setTimeout(
    () => {
      tracking = undefined;
      waitingSince = undefined;
      trackUnasked(db, () => trackInTransaction(db, TRACKED_AT_ONCE));
      trackMeanwhile(db);
    },
    Math.max(QUIET_MS, notAgainBefore - now),
  );
}

/** Nobody waits for it: where the disk refuses, whoever writes next meets the same, and hears of it. */
function trackUnasked(db: DatabaseSync, track: () => void): void {
  if (newlyAccepted(db) === 0 || performance.now() < notAgainBefore) return;
  try {
    track();
  } catch (error) {
    if (error instanceof GroupLostError) throw error;
    notAgainBefore = performance.now() + TRIED_AGAIN_AFTER_MS;
    if (isDamage(error)) suspect(path);
  }
}

function isWrite(ask: Ask): boolean {
  return operationOf(ask).mode === 'write';
}

function inSavepoint<T>(db: DatabaseSync, work: () => T): T {
  statement(db, 'SAVEPOINT one').run();
  try {
    const value = work();
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
