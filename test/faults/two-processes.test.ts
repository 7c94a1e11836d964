import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sampleSubmission } from '../electron/sample-submission.ts';
import { acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { openTestStorage, temporaryStorage } from '../electron/storage/temporary-storage.ts';
import { startQueue } from '../electron/submissions/running-queue.ts';
import { until } from '../poll.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { spawnQueue } from './crash/queue-life.ts';
import { rowsAtRest } from './crash/rows-at-rest.ts';
import { reportFigures } from './figures.ts';

test('two queues on one database send each submission once', { timeout: 60_000 }, async () => {
  const count = 150;
  const service = await recordingService(acceptEach);
  const first = await temporaryStorage();
  const second = await openTestStorage(first.path);
  await first.stores.submissions.add(Array.from({ length: count }, () => sampleSubmission()));
  const queues = [first, second].map(({ stores }) =>
    startQueue({ store: stores.submissions, baseUrl: service.origin }),
  );
  for (const { queue } of queues) queue.wake();
  await until(
    'all of them',
    async () => (await first.stores.submissions.inStates('workspace-1', ['accepted'])).length === count,
    40_000,
  );
  const keys = service.received.map(({ headers }) => headers['idempotency-key']);
  reportFigures({
    name: 'two queues',
    cases: count,
    duplicates: keys.length - new Set(keys).size,
    losses: 0,
    needless: 0,
  });
  expect([keys.length, new Set(keys).size]).toEqual([count, count]);
});

test('processes that find each other’s sends in progress at start send nothing twice', {
  timeout: 60_000,
}, async () => {
  const path = join(temporaryFolder(), 'callboard.db');
  const service = await recordingService(acceptEach);
  const orders = { path, baseUrl: service.origin, submits: 12, sendAgainShare: 0 };
  const children = [1, 2, 3].map((seed) => spawnQueue({ ...orders, seed }));
  // Read in parallel: output that nobody reads is lost when the process ends.
  const endings = children.map((child) => Promise.all([text(child.stdout), text(child.stderr)]));
  for (const [said, complaints] of await Promise.all(endings)) {
    expect([said.includes('settled'), complaints]).toEqual([true, '']);
  }
  const keys = service.received.map(({ headers }) => headers['idempotency-key']);
  const rows = rowsAtRest(path);
  const unconfirmed = rows.filter(({ state }) => state === 'unconfirmed').length;
  const accepted = rows.filter(({ state }) => state === 'accepted').length;
  reportFigures({
    name: 'three processes',
    cases: rows.length,
    duplicates: keys.length - new Set(keys).size,
    losses: rows.length - accepted - unconfirmed,
    needless: unconfirmed,
  });
  expect(rows).toHaveLength(36);
  expect([keys.length - new Set(keys).size, accepted + unconfirmed]).toEqual([0, 36]);
});
