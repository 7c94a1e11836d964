import { expect, test } from 'vitest';
import { NO_OUTBOX_COUNTS } from '../../shared/outbox.ts';
import { fieldsOfNth } from '../electron/sample-submission.ts';
import { openWorkspaces } from '../electron/workspaces/workspaces-under-test.ts';
import { until } from '../poll.ts';
import {
  COMMITS_PER_SUBMISSION_ALONE,
  COMMITS_PER_SUBMISSION_OF_MANY,
  SOCKETS_BESIDE_CREATES,
} from './budgets.ts';
import { countCommits } from './commits-in-journal.ts';
import { countingService } from './counting-service.ts';

/** A complete signed-in workspace with a counting service. */
async function sendingWorkspace(concurrency: number) {
  const service = await countingService();
  const { workspaces, storage, settings, troubles, connectAndSignIn } = await openWorkspaces();
  settings.queueConcurrency = concurrency;
  const workspaceId = await connectAndSignIn(service.connection);
  const open = workspaces.open.get(workspaceId);
  if (!open) throw new Error('The workspace is not open.');
  return {
    service,
    open,
    commits: countCommits(storage.path),
    /** Queues this many at once and waits until all are stored as accepted. */
    submit: async (count: number): Promise<void> => {
      const before = await storage.stores.requests.count(workspaceId);
      const submissions = Array.from({ length: count }, (_, index) => fieldsOfNth(before + index));
      expect(await open.submitter.submit(submissions)).toMatchObject({ ok: true });
      const counts = () => storage.stores.submissions.counts(workspaceId);
      await until(`${count} sent`, async () => (await counts()).waiting === 0, 30_000);
      expect([await counts(), troubles]).toEqual([NO_OUTBOX_COUNTS, []]);
      expect(await storage.stores.requests.count(workspaceId)).toBe(before + count);
    },
  };
}

test('a submission sent alone needs one commit per durable state', async () => {
  const { open, commits, submit } = await sendingWorkspace(4);
  await open.tracker.stop(0);
  for (let sent = 0; sent < 5; sent += 1) await submit(1);
  expect(commits()).toBe(5 * COMMITS_PER_SUBMISSION_ALONE);
});

test('submissions sent concurrently share commits', async () => {
  const { open, commits, submit } = await sendingWorkspace(8);
  await open.tracker.stop(0);
  await submit(200);
  expect(commits()).toBeLessThanOrEqual(200 * COMMITS_PER_SUBMISSION_OF_MANY);
});

test('500 submissions use no more sockets than concurrent create calls', async () => {
  const concurrency = 8;
  const { service, submit } = await sendingWorkspace(concurrency);
  await submit(500);
  expect(service.created()).toBe(500);
  expect(service.mostForCreates()).toBeLessThanOrEqual(concurrency);
  // Sockets were reused between create calls.
  expect(service.everForCreates()).toBeLessThan(250);
  expect(service.mostOpen()).toBeLessThanOrEqual(concurrency + SOCKETS_BESIDE_CREATES);
});
