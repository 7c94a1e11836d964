import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { carryOver } from '../../../electron/storage/daybook/carry-over.ts';
import { openDatabase } from '../../../electron/storage/open-database.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import type { Storage } from '../../../electron/storage/storage.ts';
import { type SubmissionEvent, transition } from '../../../electron/submissions/transition.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { Submission } from '../../../shared/submission.ts';
import { until } from '../../poll.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { contentOf, restoreInto, tablesOf } from '../backup/archive.ts';
import { acceptance, changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { openTestStorage, temporaryStorage } from './temporary-storage.ts';

const { submissions } = operations;
const COUNT = 8;

/** A database that this test writes by itself, so that nothing is carried over but by it. */
function database(): { readonly path: string; readonly db: DatabaseSync } {
  const path = join(temporaryFolder(), 'callboard.db');
  const { db } = openDatabase(path);
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  operations.workspaces.save.run(db, sampleWorkspace(), 1000);
  return { path, db };
}

/** A submission that is on its way, as the daybook has it. */
function marked(db: DatabaseSync, changes: Partial<Submission> = {}): Submission {
  const submission = sampleSubmission(changes);
  submissions.add.run(db, [submission]);
  const mark = changeBy(submission, { type: 'sending_marked' });
  expect(submissions.save.run(db, [mark])).toEqual([true]);
  return mark.submission;
}

/** How the service accepted one that is on its way. */
function answered(submission: Submission, requestId: string) {
  const outcome = { name: 'accepted', httpStatus: 201, accepted: { requestId, status: 'PENDING' } } as const;
  return changeBy(submission, { type: 'answered', outcome, retryAt: 3000 }, 3000);
}

/** Two accepted requests that stand in the daybook alone, as a process leaves them that ends at that moment. */
function endedTooEarly(): { path: string; db: DatabaseSync } {
  const { path, db } = database();
  for (const requestId of ['ir_1', 'ir_2']) {
    const submission = sampleSubmission({ candidateName: `Grace ${requestId}` });
    submissions.add.run(db, [submission]);
    submissions.save.run(db, acceptance(submission, requestId));
  }
  return { path, db };
}

/** Has several accepted at once: what comes alone is carried over with its outcome. */
async function acceptTogether({ stores }: Pick<Storage, 'stores'>): Promise<string[]> {
  const added = Array.from({ length: COUNT }, (_, index) =>
    sampleSubmission({ candidateName: `Ada ${index}` }),
  );
  await stores.submissions.add(added);
  const accepted = added.map((each, index) => acceptance(each, `ir_${index}`));
  await Promise.all(accepted.map((changes) => stores.submissions.save(changes)));
  return added.map(({ id }) => id);
}

function trackedIn(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const counted = db.prepare('SELECT count(*) AS n FROM tracked').get();
  db.close();
  return Number(counted?.['n']);
}

const PAGE = {
  workspaceId: 'workspace-1',
  filter: NO_FILTER,
  sort: 'name',
  descending: false,
  offset: 0,
  limit: 100,
} as const;

describe('requests that were accepted at the same moment', () => {
  test('are all there for whoever asks at once', async () => {
    const storage = await temporaryStorage();
    const ids = await acceptTogether(storage);
    const { rows } = await storage.stores.requests.page(PAGE);
    expect(rows.map(({ submissionId }) => submissionId)).toEqual(ids);
    const found = await storage.stores.requests.page({ ...PAGE, filter: { ...NO_FILTER, search: 'ada' } });
    expect(found.rows).toHaveLength(COUNT);
  });

  test('are tracked soon, also where nobody asks', async () => {
    const storage = await temporaryStorage();
    await acceptTogether(storage);
    await until('all of them', () => trackedIn(storage.path) === COUNT);
  });

  test('are tracked at the next start, where the process ended before', async () => {
    const { path, db } = endedTooEarly();
    db.close();
    expect(trackedIn(path)).toBe(0);
    await openTestStorage(path);
    await until('both', () => trackedIn(path) === 2);
  });

  test('are tracked once, whoever does it', async () => {
    const { path, db } = endedTooEarly();
    const { stores } = await openTestStorage(path);
    carryOver(db);
    expect(await stores.requests.count('workspace-1')).toBe(2);
  });
});

describe('a submission that stands in the daybook', () => {
  test('is not due any more, and waits no more once it was accepted', () => {
    const { db } = database();
    const sent = marked(db);
    submissions.add.run(db, [sampleSubmission({ sendAfter: 5000 })]);
    const look = () => ({
      due: submissions.due.run(db, 'workspace-1', 2000, 10).length,
      next: submissions.nextDueAt.run(db, 'workspace-1'),
      waiting: submissions.counts.run(db, 'workspace-1').waiting,
    });
    expect(look()).toEqual({ due: 0, next: 5000, waiting: 2 });
    submissions.save.run(db, [answered(sent, 'ir_1')]);
    expect(look()).toEqual({ due: 0, next: 5000, waiting: 1 });
    carryOver(db);
    expect(look()).toEqual({ due: 0, next: 5000, waiting: 1 });
  });

  test('cannot be claimed or changed by whoever knows it as it was before', () => {
    const { db } = database();
    const queued = sampleSubmission();
    submissions.add.run(db, [queued]);
    const changes = [{ type: 'sending_marked' }, { type: 'claimed' }, { type: 'paused' }] as const;
    expect(submissions.save.run(db, [changeBy(queued, { type: 'sending_marked' })])).toEqual([true]);
    for (const event of changes) expect(submissions.save.run(db, [changeBy(queued, event)])).toEqual([false]);
    carryOver(db);
    for (const event of changes) expect(submissions.save.run(db, [changeBy(queued, event)])).toEqual([false]);
  });

  test('is seen by another process as it is', async () => {
    const { path, db } = database();
    const sent = marked(db);
    const { stores } = await openTestStorage(path);
    expect(await stores.submissions.inStates('workspace-1', ['sending'])).toEqual([sent]);
  });

  test('takes no id that is noted for another ask, and takes it for the same ask without tracking it twice', () => {
    const { db } = database();
    const [one, other] = [marked(db), marked(db, { phoneNumber: '+12025550199' })];
    const same = marked(db);
    expect(submissions.save.run(db, [answered(one, 'ir_1')])).toEqual([true]);
    expect(submissions.save.run(db, [answered(other, 'ir_1')])).toEqual([false]);
    expect(submissions.save.run(db, [answered(same, 'ir_1')])).toEqual([true]);
    carryOver(db);
    expect(submissions.trackedAs.run(db, 'workspace-1', 'ir_1')?.id).toBe(one.id);
    expect(operations.requests.count.run(db, 'workspace-1')).toBe(1);
    expect(submissions.get.run(db, same.id)).toMatchObject({ state: 'accepted', requestId: 'ir_1' });
    expect(submissions.get.run(db, other.id)).toMatchObject({ state: 'sending', requestId: null });
  });

  test('takes no id that is tracked for another ask', () => {
    const { db } = database();
    submissions.save.run(db, [answered(marked(db), 'ir_1')]);
    carryOver(db);
    const other = marked(db, { phoneNumber: '+12025550199' });
    expect(submissions.save.run(db, [answered(other, 'ir_1')])).toEqual([false]);
  });
});

describe('a disk that refuses to carry over', () => {
  test('can be read all the same, and takes it once it can', async () => {
    const { stores, path } = await temporaryStorage();
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    const submission = sampleSubmission();
    submissions.add.run(other, [submission]);
    submissions.save.run(other, acceptance(submission, 'ir_1'));
    other.exec('BEGIN IMMEDIATE');
    expect(await stores.requests.count('workspace-1')).toBe(0);
    other.exec('ROLLBACK');
    await until('it', async () => (await stores.requests.count('workspace-1')) === 1);
  });

  test('tells nobody that nothing is on its way: what an earlier run left is found later', async () => {
    const { stores, path } = await temporaryStorage();
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    const sent = marked(other);
    other.exec('BEGIN IMMEDIATE');
    await expect(stores.submissions.inStates('workspace-1', ['sending'])).rejects.toThrow('locked');
    other.exec('ROLLBACK');
    expect(await stores.submissions.inStates('workspace-1', ['sending'])).toEqual([sent]);
  });
});

describe('a backup that was made before it was carried over', () => {
  test('brings accepted requests along', async () => {
    const { path, db } = endedTooEarly();
    db.close();
    const content = await contentOf(path);
    const here = await temporaryStorage();
    const { report } = await restoreInto(here.path, content);
    expect(report).toMatchObject({ requestsAdded: 2, requestsKnown: 0 });
    const [workspace] = (await here.stores.workspaces.list()).filter(({ id }) => id !== 'workspace-1');
    const counts = await Promise.all(
      ['workspace-1', workspace?.id ?? ''].map((id) => here.stores.requests.count(id)),
    );
    expect(counts.toSorted()).toEqual([0, 2]);
  });

  test('knows them where they are, carried over or not', async () => {
    const { path, db } = endedTooEarly();
    const content = await contentOf(path);
    db.close();
    const { report } = await restoreInto(path, content);
    expect(report).toMatchObject({ requestsAdded: 0, requestsKnown: 2 });
    expect(trackedIn(path)).toBe(2);
  });

  test('leaves a submission that was on its way to a person: it may have been sent', async () => {
    const { path, db } = database();
    marked(db);
    db.close();
    const here = await temporaryStorage();
    const { report } = await restoreInto(here.path, await contentOf(path));
    expect(report).toMatchObject({ toDecide: 1 });
  });
});

const requestId = fc.integer({ min: 1, max: 3 }).map((n) => `ir_${n}`);
const outcome = fc.oneof(
  requestId.map((id) => ({
    name: 'accepted' as const,
    httpStatus: 201,
    accepted: { requestId: id, status: 'PENDING' },
  })),
  fc.constant({ name: 'unavailable_until' as const, httpStatus: 503, answer: 'Down' }),
  fc.constant({ name: 'no_answer_in_time' as const }),
);
const event: fc.Arbitrary<SubmissionEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'sending_marked' as const }) },
  {
    weight: 3,
    arbitrary: outcome.map((each) => ({ type: 'answered' as const, outcome: each, retryAt: 2500 })),
  },
  fc.constantFrom(
    { type: 'claimed' as const },
    { type: 'released' as const },
    { type: 'put_off' as const },
    {
      type: 'not_renewed' as const,
      outcome: { name: 'sign_in_not_renewed' as const, httpStatus: 401 },
      retryAt: 2600,
    },
    { type: 'interrupted' as const },
    { type: 'paused' as const },
    { type: 'resumed' as const, why: 'Tried again' },
    { type: 'hours_checked' as const, hold: { until: 9000, timeZone: 'Europe/Berlin' } },
    { type: 'send_now_chosen' as const, waivedUntil: 8000 },
    { type: 'send_again_chosen' as const },
    { type: 'request_id_entered' as const, requestId: 'ir_2', status: 'PENDING' },
  ),
  outcome.map((each) => ({ type: 'answered_late' as const, outcome: each })),
);

/**
 * Lets the same happen to three submissions in a copy of the database at `empty`; `meanwhile` after each step. Answers all
 * that is stored in the end.
 */
function outcomeOf(
  empty: string,
  steps: readonly { readonly which: number; readonly event: SubmissionEvent; readonly after: number }[],
  made: readonly Submission[],
  meanwhile: (db: DatabaseSync) => void,
): unknown {
  const path = join(temporaryFolder(), 'callboard.db');
  cpSync(empty, path);
  const db = new DatabaseSync(path);
  // Thrown away when it has been compared.
  db.exec('PRAGMA synchronous = OFF');
  submissions.add.run(db, made);
  const known = [...made];
  let now = 2000;
  const stored: boolean[] = [];
  for (const { which, event: happened, after } of steps) {
    now += after;
    const before = known[which];
    const change = before && transition(before, happened, now);
    if (!change) continue;
    const [isStored = false] = submissions.save.run(db, [change]);
    stored.push(isStored);
    if (isStored) known[which] = change.submission;
    meanwhile(db);
  }
  carryOver(db);
  const read = made.map(({ id }) => submissions.get.run(db, id));
  expect(read).toEqual(known);
  db.close();
  return { stored, tables: tablesOf(path) };
}

test('whatever happens, the same is stored in the end, carried over late or after every step', () => {
  const steps = fc.array(fc.record({ which: fc.nat(2), event, after: fc.constantFrom(0, 1, 700) }), {
    maxLength: 14,
  });
  const empty = database();
  empty.db.close();
  fc.assert(
    fc.property(steps, (happened) => {
      const made = ['43', '99', '43'].map((end) => sampleSubmission({ phoneNumber: `+120255501${end}` }));
      const late = outcomeOf(empty.path, happened, made, () => undefined);
      expect(late).toEqual(outcomeOf(empty.path, happened, made, carryOver));
    }),
    { numRuns: 60 },
  );
});
