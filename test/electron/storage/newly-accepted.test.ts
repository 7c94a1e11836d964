import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../electron/storage/open-database.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import type { Storage } from '../../../electron/storage/storage.ts';
import { trackNewlyAccepted } from '../../../electron/storage/tracked/newly-accepted.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import { until } from '../../poll.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { contentOf, restoreInto } from '../backup/archive.ts';
import { acceptance, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { openTestStorage, temporaryStorage } from './temporary-storage.ts';

const COUNT = 8;

/** Has several accepted at once: what comes alone is tracked with its outcome. */
async function acceptTogether({ stores }: Pick<Storage, 'stores'>, count = COUNT): Promise<string[]> {
  const submissions = Array.from({ length: count }, (_, index) =>
    sampleSubmission({ candidateName: `Ada ${index}` }),
  );
  await stores.submissions.add(submissions);
  const accepted = submissions.map((each, index) => acceptance(each, `ir_${index}`));
  await Promise.all(accepted.map((changes) => stores.submissions.save(changes)));
  return submissions.map(({ id }) => id);
}

/** Closed: two requests that are noted and not tracked, as a process leaves them that ends at that moment. */
function endedTooEarly(): { path: string; db: DatabaseSync } {
  const path = join(temporaryFolder(), 'callboard.db');
  const { db } = openDatabase(path);
  operations.workspaces.save.run(db, sampleWorkspace(), 1000);
  for (const requestId of ['ir_1', 'ir_2']) {
    const submission = sampleSubmission({ candidateName: `Grace ${requestId}` });
    operations.submissions.add.run(db, [submission]);
    operations.submissions.save.run(db, acceptance(submission, requestId));
  }
  return { path, db };
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

  test('and not yet tracked keep what was asked for', async () => {
    const { path, db } = endedTooEarly();
    const [first] = operations.submissions.inStates.run(db, 'workspace-1', ['accepted']);
    const { jobDescriptionId, questionnaireTemplateId } = sampleSubmission();
    expect(first).toMatchObject({ requestId: 'ir_1', jobDescriptionId, questionnaireTemplateId });
    expect(operations.submissions.get.run(db, first?.id ?? '')).toEqual(first);
    expect(operations.submissions.trackedAs.run(db, 'workspace-1', 'ir_1')).toEqual(first);
    db.close();
    expect(trackedIn(path)).toBe(0);
  });

  test('are tracked at the next start, where the process ended before', async () => {
    const { path, db } = endedTooEarly();
    db.close();
    await openTestStorage(path);
    await until('both', () => trackedIn(path) === 2);
  });

  test('are tracked once, whoever does it', async () => {
    const { path, db } = endedTooEarly();
    onTestFinished(() => db.close());
    const { stores } = await openTestStorage(path);
    trackNewlyAccepted(db);
    expect(await stores.requests.count('workspace-1')).toBe(2);
  });
});

describe('a disk that refuses to track them', () => {
  test('can be read all the same, and takes them once it can', async () => {
    const { stores, path } = await temporaryStorage();
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    const submission = sampleSubmission();
    operations.submissions.add.run(other, [submission]);
    operations.submissions.save.run(other, acceptance(submission, 'ir_1'));
    other.exec('BEGIN IMMEDIATE');
    expect(await stores.requests.count('workspace-1')).toBe(0);
    expect((await stores.submissions.get(submission.id))?.state).toBe('accepted');
    other.exec('ROLLBACK');
    await until('it', async () => (await stores.requests.count('workspace-1')) === 1);
  });
});

describe('a backup that was made before they were tracked', () => {
  test('brings them along', async () => {
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

  test('knows them where they are, tracked or not', async () => {
    const { path, db } = endedTooEarly();
    const content = await contentOf(path);
    db.close();
    const { report } = await restoreInto(path, content);
    expect(report).toMatchObject({ requestsAdded: 0, requestsKnown: 2 });
    expect(trackedIn(path)).toBe(2);
  });
});
