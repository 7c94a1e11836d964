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
import type { Orders, Received } from './closing-service-process.ts';
import { askedFor, reportFigures } from './figures.ts';

interface Case {
  readonly name: string;
  readonly orders: Orders;
  /** How long idle connections were seen to stay open before, ms. */
  readonly trustedMs?: number;
}

const isLong = askedFor('FAULTS_KILLS', 1) > 1;
const COUNT = isLong ? 1000 : 24;
/** Every other one in a usual run. */
const some = (delays: readonly number[]) => delays.filter((_, at) => isLong || at % 2 === 0);
const HOW = ['end', 'reset'] as const;

/** A service for each case, all in one child process; it ends with the test. */
async function closingServices(cases: readonly Case[]) {
  const child = fork(fileURLToPath(new URL('closing-service-process.ts', import.meta.url)), [
    JSON.stringify(cases.map(({ orders }) => orders)),
  ]);
  onTestFinished(() => void child.kill());
  const [ports]: readonly number[][] = await once(child, 'message');
  return {
    origins: (ports ?? []).map((port) => `http://127.0.0.1:${port}`),
    received: async (): Promise<readonly Received[]> => {
      const answer = once(child, 'message');
      child.send('counts');
      return (await answer)[0];
    },
  };
}

/**
 * Sends `count` submissions through a queue on a disk; returns what is stored in the end. Fails if the queue doesn't learn that
 * the service closes connections unannounced.
 */
async function sendTo(origin: string, count: number, trustedMs: number) {
  const { stores } = await temporaryStorage();
  const reuseStore = reuseStoreOfTest();
  const reuse = reuseOf(origin, reuseStore);
  reuse.survivedIdle(trustedMs);
  const { queue } = startQueue({
    store: stores.submissions,
    baseUrl: origin,
    sender: senderOver(connectionTo(origin, { reuse }), origin),
    settings: { paused: false, concurrency: 8 },
  });
  await stores.submissions.add(
    Array.from({ length: count }, (_, index) => sampleSubmission({ candidateName: `Candidate ${index}` })),
  );
  queue.wake();
  const isOver = async () => (await stores.submissions.counts('workspace-1')).waiting === 0;
  await until('the end of all', isOver, 120_000);
  // A fast computer ends before the service closes its first connection.
  await until('what the service does to connections', () => reuseStore.learned.has(origin));
  return {
    accepted: await stores.submissions.inStates('workspace-1', ['accepted']),
    unconfirmed: await stores.submissions.inStates('workspace-1', ['unconfirmed']),
  };
}

/**
 * Sends to the services of all cases in parallel; each must end without duplicates and losses, and with at most
 * `mostDecisions`.
 */
async function expectHardlyADecision(cases: readonly Case[], mostDecisions: number): Promise<void> {
  const services = await closingServices(cases);
  const ended = await Promise.all(
    services.origins.map((origin, index) => sendTo(origin, COUNT, cases[index]?.trustedMs ?? 0)),
  );
  const receivedByEach = await services.received();
  expect(ended).toHaveLength(cases.length);
  for (const [index, { name }] of cases.entries()) {
    const { accepted = [], unconfirmed = [] } = ended[index] ?? {};
    const received = receivedByEach[index] ?? [];
    const keys = new Set(received.map(([key]) => key));
    const figures = {
      duplicates: received.filter(([, times]) => times > 1).length,
      losses: accepted.filter(({ id }) => !keys.has(id)).length,
    };
    const decisions = unconfirmed.length;
    const wrong = accepted.filter(({ requestId, id }) => requestId !== `ir_${id}`);
    reportFigures({
      name: `${name}, ${decisions} decisions, ${wrong.length} wrong`,
      cases: COUNT,
      ...figures,
      needless: decisions,
    });
    expect({ ...figures, wrong }, name).toEqual({ duplicates: 0, losses: 0, wrong: [] });
    expect(accepted.length + decisions, name).toBe(COUNT);
    expect(decisions, name).toBeLessThanOrEqual(mostDecisions);
  }
}

test.each(HOW.flatMap((how) => (['each answer', 'first answer'] as const).map((timer) => ({ how, timer }))))(
  'services that close ($how) 0 to 50 ms after $timer cost at most 5 decisions',
  async ({ how, timer }) => {
    const cases = some([0, 1, 2, 3, 5, 10, 20, 50]).map((closeAfterMs) => ({
      name: `closes (${how}) ${closeAfterMs} ms after ${timer}`,
      orders: { how, timer, closeAfterMs, delayMs: 0 },
    }));
    await expectHardlyADecision(cases, 5);
  },
  180_000,
);

test.each(HOW)(
  'services that kept idle connections open, and now close (%s) 1 to 50 ms after the first answer, cost at most 8',
  async (how) => {
    const cases = some([1, 2, 3, 5, 10, 20, 50]).map((closeAfterMs) => ({
      name: `was trusted, closes (${how}) ${closeAfterMs} ms after its first answer`,
      orders: { how, timer: 'first answer' as const, closeAfterMs, delayMs: 1 },
      trustedMs: 1000,
    }));
    await expectHardlyADecision(cases, 8);
  },
  180_000,
);

test.each([0, 1000])(
  'services that repeat each answer 0 to 30 ms later, trusted for %i ms, get nobody tracked as somebody else',
  async (trustedMs) => {
    const cases = some([0, 1, 3, 10, 30]).map((copyAfterMs) => ({
      name: `answers twice, ${copyAfterMs} ms apart${trustedMs ? ', trusted' : ''}`,
      orders: { how: 'end', timer: 'each answer', closeAfterMs: 60_000, delayMs: 5, copyAfterMs } as const,
      trustedMs,
    }));
    await expectHardlyADecision(cases, 8);
  },
  180_000,
);
