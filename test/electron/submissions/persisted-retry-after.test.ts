import { expect, test } from 'vitest';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import { until } from '../../poll.ts';
import { turnableClock } from '../../turnable-clock.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { acceptEach, recordingService, sendJson } from '../service/recording-service.ts';
import { overridden } from '../storage/overridden.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { ReachabilityOfTest, startQueue } from './running-queue.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;
const MINUTE = 60_000;

/** A stopped queue whose service asked it to wait for a minute; `restart` starts the next run with the same clock. */
async function afterRetryAfter(status = 429) {
  const { stores } = await temporaryStorage();
  const { submissions, serviceWaits } = stores;
  const service = await recordingService((_request, response) =>
    sendJson(response, status, {}, { 'retry-after': '60' }),
  );
  const clock = turnableClock();
  const start = (changes: Partial<Parameters<typeof startQueue>[0]> = {}) =>
    startQueue({
      store: submissions,
      waits: serviceWaits,
      baseUrl: service.origin,
      now: clock.now,
      ...changes,
    });
  await submissions.add([sampleSubmission()]);
  const first = start();
  first.queue.wake();
  await until('the answer', async () => (await submissions.inStates('workspace-1', ['queued']))[0]?.problem);
  await first.queue.stop(5000);
  service.answerWith(acceptEach);
  // Due at once by any clock: only the Retry-After holds it back.
  await submissions.add([sampleSubmission({ sendAfter: 1, candidateName: 'New' })]);
  return {
    clock,
    service,
    restart: async (changes: Parameters<typeof start>[0] = {}) => {
      const { queue } = start(changes);
      await queue.recover();
      /** Polls; returns how many submissions the service has received so far. */
      const poll = async (): Promise<number> => {
        queue.wake();
        // Anything the poll would start has started by the time the database has answered a few times.
        for (let round = 0; round < 10; round += 1) await submissions.nextDueAt('workspace-1');
        return service.received.length;
      };
      return { queue, poll };
    },
    untilAccepted: (count: number) =>
      until('the accepted ones', async () => {
        return (await submissions.inStates('workspace-1', ['accepted'])).length === count;
      }),
  };
}

test.each([429, 503])('a Retry-After of a %i survives a restart', async (status) => {
  const { clock, restart, untilAccepted } = await afterRetryAfter(status);
  clock.forward(MINUTE - 1000);
  const { queue, poll } = await restart();
  expect(await poll()).toBe(1);
  clock.forward(1100);
  queue.wake();
  await untilAccepted(2);
});

test('it is over if its time passed while the app was closed', async () => {
  const { clock, restart, untilAccepted } = await afterRetryAfter();
  clock.forward(MINUTE + 100);
  const { queue } = await restart();
  queue.wake();
  await untilAccepted(2);
});

test('a clock set back by years makes it start over, once', async () => {
  const { clock, restart, untilAccepted } = await afterRetryAfter();
  clock.forward(-10 * YEAR);
  const again = await restart();
  expect(await again.poll()).toBe(1);
  await again.queue.stop(5000);
  clock.forward(MINUTE + 100);
  const { queue } = await restart();
  queue.wake();
  await untilAccepted(2);
});

test('a clock set forward by years ends it: nobody is forgotten', async () => {
  const { clock, restart, untilAccepted } = await afterRetryAfter();
  clock.forward(10 * YEAR);
  const { queue } = await restart();
  queue.wake();
  await untilAccepted(2);
});

test('it is measured from a start without a network, whatever the clock is set to before there is one', async () => {
  const { clock, service, restart, untilAccepted } = await afterRetryAfter();
  const reachability = new ReachabilityOfTest();
  reachability.reachable = false;
  const steady = { ms: 0 };
  const { queue, poll } = await restart({ reachability, monotonic: () => steady.ms });
  expect(await poll()).toBe(1);
  clock.forward(YEAR);
  reachability.learn(true);
  expect(await poll()).toBe(1);
  steady.ms += MINUTE;
  queue.wake();
  await untilAccepted(2);
  expect(service.received).toHaveLength(3);
});

test('it is on its way to the disk before the submission is due again, whatever is killed in between', async () => {
  const { stores } = await temporaryStorage();
  const service = await recordingService((_request, response) =>
    sendJson(response, 429, {}, { 'retry-after': '60' }),
  );
  const written: string[] = [];
  const { queue } = startQueue({
    store: overridden<Stores['submissions']>(stores.submissions, {
      save: (changes) => {
        if (changes.some(({ submission }) => submission.problem)) written.push('due again');
        return stores.submissions.save(changes);
      },
    }),
    waits: {
      get: stores.serviceWaits.get,
      keep: (...wait) => {
        written.push('wait');
        return stores.serviceWaits.keep(...wait);
      },
    },
    baseUrl: service.origin,
  });
  await stores.submissions.add([sampleSubmission()]);
  queue.wake();
  await until('both', () => written.length === 2);
  expect(written).toEqual(['wait', 'due again']);
});

test('it is told again if the service asks for more', async () => {
  const { stores } = await temporaryStorage();
  let seconds = 60;
  const service = await recordingService((_request, response) =>
    sendJson(response, 429, {}, { 'retry-after': `${seconds}` }),
  );
  const clock = turnableClock();
  const told: (number | null | undefined)[] = [];
  const { queue } = startQueue({
    store: stores.submissions,
    waits: stores.serviceWaits,
    baseUrl: service.origin,
    now: clock.now,
    onWaitChange: () => told.push(queue.sendWait?.until),
  });
  const submission = sampleSubmission();
  await stores.submissions.add([submission]);
  const asked = clock.now();
  queue.wake();
  await until('the first wait', () => told.length === 1);
  await until('its end', async () => (await stores.submissions.get(submission.id))?.problem);
  seconds = 600;
  await queue.sendOneDespiteWait(submission.id);
  await until('the second wait', () => told.length === 2);
  expect(told).toEqual([asked + 60_000, asked + 600_000]);
});
