import { expect, test } from 'vitest';
import { until } from '../../poll.ts';
import { turnableClock } from '../../turnable-clock.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { acceptEach, recordingService, sendJson } from '../service/recording-service.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';
import { startQueue } from './running-queue.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;
const MINUTE = 60_000;

/** A queue that the service told to wait for a minute, stopped; `restart` begins the next run by the same clock. */
async function toldToWait(status = 429) {
  const { stores } = await temporaryStorage();
  const { submissions, queueWaits } = stores;
  const service = await recordingService((_request, response) =>
    sendJson(response, status, {}, { 'retry-after': '60' }),
  );
  const clock = turnableClock();
  const start = () =>
    startQueue({ store: submissions, waits: queueWaits, baseUrl: service.origin, now: clock.now });
  await submissions.add([sampleSubmission()]);
  const first = start();
  first.queue.wake();
  await until('the answer', async () => (await submissions.inStates('workspace-1', ['queued']))[0]?.problem);
  await first.queue.stop(5000);
  service.answerWith(acceptEach);
  // Due at once, by any clock: only the wait keeps it back.
  await submissions.add([sampleSubmission({ sendAfter: 1, candidateName: 'New' })]);
  return {
    clock,
    service,
    restart: async () => {
      const { queue } = start();
      await queue.recover();
      /** Looks, and answers how many the service has received by now. */
      const look = async (): Promise<number> => {
        queue.wake();
        // Whatever the look would begin is begun by the time the database has answered a few times.
        for (let round = 0; round < 10; round += 1) await submissions.nextDueAt('workspace-1');
        return service.received.length;
      };
      return { queue, look };
    },
    untilAccepted: (count: number) =>
      until('the accepted ones', async () => {
        return (await submissions.inStates('workspace-1', ['accepted'])).length === count;
      }),
  };
}

test.each([429, 503])('the wait after a %i survives a restart', async (status) => {
  const { clock, restart, untilAccepted } = await toldToWait(status);
  clock.forward(MINUTE - 1000);
  const { queue, look } = await restart();
  expect(await look()).toBe(1);
  clock.forward(1100);
  queue.wake();
  await untilAccepted(2);
});

test('it is over when its time has passed while the app was closed', async () => {
  const { clock, restart, untilAccepted } = await toldToWait();
  clock.forward(MINUTE + 100);
  const { queue } = await restart();
  queue.wake();
  await untilAccepted(2);
});

test('a clock put back by years makes it begin anew, once', async () => {
  const { clock, restart, untilAccepted } = await toldToWait();
  clock.forward(-10 * YEAR);
  const again = await restart();
  expect(await again.look()).toBe(1);
  await again.queue.stop(5000);
  clock.forward(MINUTE + 100);
  const { queue } = await restart();
  queue.wake();
  await untilAccepted(2);
});

test('a clock put forward by years ends it: nobody is forgotten', async () => {
  const { clock, restart, untilAccepted } = await toldToWait();
  clock.forward(10 * YEAR);
  const { queue } = await restart();
  queue.wake();
  await untilAccepted(2);
});
