import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../electron/storage/open-database.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import { newlyAccepted } from '../../../electron/storage/tracked/newly-accepted.ts';
import { TrackingLater } from '../../../electron/storage/tracking-later.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { acceptance, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A database in which requests are accepted, and who tracks them. */
function accepting() {
  const path = join(temporaryFolder(), 'callboard.db');
  const { db } = openDatabase(path);
  onTestFinished(() => db.close());
  operations.workspaces.save.run(db, sampleWorkspace(), 1000);
  let accepted = 0;
  return {
    path,
    db,
    tracking: new TrackingLater(db, () => expect.unreachable('Nothing is damaged.')),
    accept: (count: number): void => {
      for (let more = 0; more < count; more += 1) {
        const submission = sampleSubmission();
        accepted += 1;
        operations.submissions.add.run(db, [submission]);
        operations.submissions.save.run(db, acceptance(submission, `ir_${accepted}`));
      }
    },
    waiting: () => newlyAccepted(db),
  };
}

describe('what was accepted', () => {
  test('is tracked once nothing was asked for a moment', () => {
    const { tracking, accept, waiting } = accepting();
    accept(3);
    tracking.meanwhile();
    vi.advanceTimersByTime(9);
    tracking.meanwhile();
    vi.advanceTimersByTime(9);
    expect(waiting()).toBe(3);
    vi.advanceTimersByTime(1);
    expect(waiting()).toBe(0);
  });

  test('is tracked after a tenth of a second, however much is asked', () => {
    const { tracking, accept, waiting } = accepting();
    accept(3);
    for (let ms = 0; ms < 120; ms += 5) {
      tracking.meanwhile();
      vi.advanceTimersByTime(5);
    }
    expect(waiting()).toBe(0);
  });

  test('is tracked at once where there is much, but not so much that others wait for it', () => {
    const { tracking, accept, waiting } = accepting();
    accept(150);
    tracking.meanwhile();
    expect(waiting()).toBe(150 - 64);
    vi.runAllTimers();
    expect(waiting()).toBe(0);
  });

  test('is tracked before whatever needs it, and not before what the queue waits for', () => {
    const { tracking, accept, waiting } = accepting();
    accept(2);
    tracking.before({ mode: 'write', quick: true });
    expect(waiting()).toBe(2);
    tracking.before({ mode: 'read' });
    expect(waiting()).toBe(0);
  });

  test('shares the commit of its outcome where it comes alone', () => {
    const { db, tracking, accept, waiting } = accepting();
    db.exec('BEGIN IMMEDIATE');
    accept(1);
    tracking.withOneAlone();
    expect([waiting(), db.isTransaction]).toEqual([0, true]);
    accept(2);
    tracking.withOneAlone();
    db.exec('COMMIT');
    expect(waiting()).toBe(2);
  });

  test('is tracked before the database is closed, and nothing is done after that', () => {
    const { tracking, accept, waiting } = accepting();
    accept(2);
    tracking.meanwhile();
    tracking.end();
    expect([waiting(), vi.getTimerCount()]).toEqual([0, 0]);
  });
});

test('a disk that refuses is not asked again for a second', () => {
  const { db, path, tracking, accept, waiting } = accepting();
  db.exec('PRAGMA busy_timeout = 0');
  accept(100);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  tracking.meanwhile();
  other.exec('ROLLBACK');
  tracking.meanwhile();
  vi.advanceTimersByTime(990);
  expect(waiting()).toBe(100);
  vi.runAllTimers();
  expect(waiting()).toBe(0);
});
