import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CarryOverLater } from '../../../electron/storage/daybook/carry-over-later.ts';
import { openDatabase } from '../../../electron/storage/open-database.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { acceptance, changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A database in which submissions are sent, and who carries over what its daybook has. */
function sending() {
  const path = join(temporaryFolder(), 'callboard.db');
  const { db } = openDatabase(path);
  onTestFinished(() => db.close());
  operations.workspaces.save.run(db, sampleWorkspace(), 1000);
  let accepted = 0;
  return {
    path,
    db,
    later: new CarryOverLater(db, () => expect.unreachable('Nothing is damaged.')),
    mark: (): void => {
      const submission = sampleSubmission();
      operations.submissions.add.run(db, [submission]);
      operations.submissions.save.run(db, [changeBy(submission, { type: 'sending_marked' })]);
    },
    accept: (count: number): void => {
      const submissions = Array.from({ length: count }, () => sampleSubmission());
      db.exec('SAVEPOINT together');
      operations.submissions.add.run(db, submissions);
      const changes = submissions.flatMap((each, nth) => acceptance(each, `ir_${accepted + nth}`));
      operations.submissions.save.run(db, changes);
      db.exec('RELEASE together');
      accepted += count;
    },
    waiting: () => Number(db.prepare('SELECT count(*) AS n FROM daybook').get()?.['n']),
  };
}

describe('what the daybook has', () => {
  test('is carried over once nothing was asked for a moment', () => {
    const { later, accept, waiting } = sending();
    accept(3);
    later.meanwhile();
    vi.advanceTimersByTime(9);
    later.meanwhile();
    vi.advanceTimersByTime(9);
    expect(waiting()).toBe(3);
    vi.advanceTimersByTime(1);
    expect(waiting()).toBe(0);
  });

  test('wakes nobody where there is nothing', () => {
    const { later } = sending();
    later.meanwhile();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is carried over in steps: what is asked between them waits for one alone', () => {
    const { later, accept, waiting } = sending();
    accept(150);
    later.meanwhile();
    vi.advanceTimersByTime(10);
    expect(waiting()).toBe(150 - 64);
    later.meanwhile();
    vi.advanceTimersByTime(9);
    expect(waiting()).toBe(150 - 64);
    vi.runAllTimers();
    expect(waiting()).toBe(0);
  });

  test('waits as long as much is asked, until it is too much', () => {
    const { later, accept, waiting } = sending();
    const busy = (): void => {
      for (let ms = 0; ms < 120; ms += 5) {
        later.meanwhile();
        vi.advanceTimersByTime(5);
      }
    };
    accept(4000);
    busy();
    expect(waiting()).toBe(4000);
    accept(1);
    busy();
    expect(waiting()).toBe(4001 - 512);
  });

  test('stays there unasked while it is on its way: its end is about to follow', () => {
    const { later, mark, accept, waiting } = sending();
    mark();
    accept(2);
    later.meanwhile();
    vi.runAllTimers();
    expect(waiting()).toBe(1);
  });

  test('is carried over before whatever needs it, and not before what the queue waits for', () => {
    const { later, mark, accept, waiting } = sending();
    mark();
    accept(2);
    later.before({ mode: 'write', carriesOver: 'nothing' });
    expect(waiting()).toBe(3);
    later.before({ mode: 'read' });
    expect(waiting()).toBe(0);
  });

  test('is carried over in part where the oldest or accepted ones are enough, and what is on its way stays', () => {
    const { later, mark, accept, waiting } = sending();
    mark();
    accept(100);
    later.before({ mode: 'read', carriesOver: 'oldest' });
    expect(waiting()).toBe(101 - 64);
    later.before({ mode: 'read', carriesOver: 'accepted' });
    expect(waiting()).toBe(1);
  });

  test('shares the commit of an acceptance that comes alone', () => {
    const { db, later, mark, accept, waiting } = sending();
    db.exec('BEGIN IMMEDIATE');
    accept(1);
    later.withOneAlone();
    expect([waiting(), db.isTransaction]).toEqual([0, true]);
    mark();
    later.withOneAlone();
    accept(1);
    later.withOneAlone();
    db.exec('COMMIT');
    expect(waiting()).toBe(2);
  });

  test('is carried over before the database is closed, and nothing is done after that', () => {
    const { later, mark, accept, waiting } = sending();
    mark();
    accept(2);
    later.meanwhile();
    later.end();
    expect([waiting(), vi.getTimerCount()]).toEqual([0, 0]);
  });
});

test('a disk that refuses is not asked again for a second', () => {
  const { db, path, later, accept, waiting } = sending();
  db.exec('PRAGMA busy_timeout = 0');
  accept(100);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  later.meanwhile();
  vi.advanceTimersByTime(10);
  other.exec('ROLLBACK');
  later.meanwhile();
  vi.advanceTimersByTime(990);
  expect(waiting()).toBe(100);
  vi.runAllTimers();
  expect(waiting()).toBe(0);
});
