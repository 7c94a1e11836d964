import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { sampleSubmission } from '../electron/sample-submission.ts';
import { connectionTo, reuseOf, reuseStoreOfTest } from '../electron/service/create-calls.ts';
import { temporaryStorage } from '../electron/storage/temporary-storage.ts';
import { startQueue } from '../electron/submissions/running-queue.ts';
import { senderOver } from '../electron/submissions/sender-over.ts';
import { until } from '../poll.ts';
import { askedFor, reportFigures } from './figures.ts';

interface Orders {
  readonly closeAfterMs: number;
  readonly how: 'end' | 'reset';
  readonly timer: 'each answer' | 'first answer';
  readonly delayMs: number;
  readonly copyAfterMs?: number;
}

interface Counts {
  readonly received: readonly (readonly [string, number])[];
  readonly connections: number;
}

const COUNT = askedFor('FAULTS_KILLS', 1) > 1 ? 1000 : 120;

/** The service in a process of its own; it ends with the test. */
async function closingService(orders: Orders) {
  const child = fork(fileURLToPath(new URL('closing-service-process.ts', import.meta.url)), [
    JSON.stringify(orders),
  ]);
  onTestFinished(() => void child.kill());
  const [ready] = await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${ready.port}`,
    counts: async (): Promise<Counts> => {
      const answer = once(child, 'message');
      child.send('counts');
      return (await answer)[0];
    },
  };
}

/** Sends so many through the queue, on a disk. */
async function sendTo(orders: Orders, count: number, trustedMs = 0) {
  const service = await closingService(orders);
  const { stores } = await temporaryStorage();
  const reuseStore = reuseStoreOfTest();
  const reuse = reuseOf(service.origin, reuseStore);
  reuse.stood(trustedMs);
  const connection = connectionTo(service.origin, { reuse });
  const { queue } = startQueue({
    store: stores.submissions,
    baseUrl: service.origin,
    sender: senderOver(connection, service.origin),
    settings: { paused: false, concurrency: 8 },
  });
  await stores.submissions.add(
    Array.from({ length: count }, (_, index) => sampleSubmission({ candidateName: `Candidate ${index}` })),
  );
  queue.wake();
  const inState = async (state: 'accepted' | 'unconfirmed') =>
    stores.submissions.inStates('workspace-1', [state]);
  await until(
    'the end of all',
    async () => (await inState('accepted')).length + (await inState('unconfirmed')).length === count,
    120_000,
  );
  const accepted = await inState('accepted');
  const { received, connections } = await service.counts();
  const wrong = accepted.filter(({ requestId, idempotencyKey }) => requestId !== `ir_${idempotencyKey}`);
  return {
    accepted: accepted.length,
    decisions: (await inState('unconfirmed')).length,
    duplicates: received.filter(([, times]) => times > 1).length,
    losses: accepted.filter(({ idempotencyKey }) => !received.some(([key]) => key === idempotencyKey)).length,
    wrong: wrong.length,
    connections,
    learned: reuseStore.learned.has(service.origin),
  };
}

const CLOSING = (['end', 'reset'] as const).flatMap((how) =>
  (['each answer', 'first answer'] as const).flatMap((timer) =>
    [0, 1, 2, 3, 5, 10, 20, 50].map((closeAfterMs) => ({ how, timer, closeAfterMs })),
  ),
);

test.each(CLOSING)(
  'a service that closes ($how) $closeAfterMs ms after $timer costs hardly a decision',
  async (each) => {
    const figures = await sendTo({ ...each, delayMs: 0 }, COUNT);
    reportFigures({
      name: `closes (${each.how}) ${each.closeAfterMs} ms after ${each.timer}, ${figures.decisions} decisions`,
      cases: COUNT,
      duplicates: figures.duplicates,
      losses: figures.losses,
      needless: figures.decisions,
    });
    expect(figures).toMatchObject({ duplicates: 0, losses: 0, wrong: 0, learned: true });
    expect(figures.decisions).toBeLessThanOrEqual(5);
  },
  180_000,
);

test.each([1, 2, 3, 5, 10, 20, 50])(
  'one that has let idle connections stand so far, and closes %i ms after each answer now, costs no more',
  async (closeAfterMs) => {
    for (const how of ['end', 'reset'] as const) {
      const figures = await sendTo({ how, timer: 'first answer', closeAfterMs, delayMs: 1 }, COUNT, 1000);
      reportFigures({
        name: `was trusted, closes (${how}) ${closeAfterMs} ms after its first answer, ${figures.decisions} decisions`,
        cases: COUNT,
        duplicates: figures.duplicates,
        losses: figures.losses,
        needless: figures.decisions,
      });
      expect(figures).toMatchObject({ duplicates: 0, losses: 0, wrong: 0, learned: true });
      expect(figures.decisions).toBeLessThanOrEqual(8);
    }
  },
  180_000,
);

test.each([0, 1, 3, 10, 30])(
  'a service that sends each answer again %i ms later has nobody tracked as somebody else',
  async (copyAfterMs) => {
    for (const trustedMs of [0, 1000]) {
      const figures = await sendTo(
        { how: 'end', timer: 'each answer', closeAfterMs: 60_000, delayMs: 5, copyAfterMs },
        COUNT,
        trustedMs,
      );
      reportFigures({
        name: `answers twice, ${copyAfterMs} ms apart${trustedMs ? ', trusted' : ''}, ${figures.decisions} decisions, ${figures.wrong} wrong`,
        cases: COUNT,
        duplicates: figures.duplicates,
        losses: figures.losses,
        needless: 0,
      });
      expect(figures).toMatchObject({ duplicates: 0, losses: 0, wrong: 0, learned: true });
      expect(figures.decisions).toBeLessThanOrEqual(8);
    }
  },
  180_000,
);
