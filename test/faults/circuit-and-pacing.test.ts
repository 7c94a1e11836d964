import { describe, expect, test } from 'vitest';
import { acceptEach, sendJson } from '../electron/service/recording-service.ts';
import { namesIn, runningQueue, together } from '../electron/submissions/running-queue.ts';
import { until } from '../poll.ts';
import { turnableClock } from '../turnable-clock.ts';
import { reportFigures } from './figures.ts';

test('a failing service costs a handful of decisions, however many wait', { timeout: 120_000 }, async () => {
  const [submissions, concurrency, probes] = [300, 8, 5];
  const clock = turnableClock();
  const { queue, add, service, storage, inStates } = await runningQueue(
    together(concurrency, (_request, response) => sendJson(response, 500, {})),
    { now: clock.now, settings: { paused: false, concurrency }, firstWindow: concurrency },
  );
  const countIn = async (state: 'unconfirmed' | 'accepted') => (await inStates(state)).length;
  await add(submissions);
  queue.wake();
  await until('the end of those begun together', async () => (await countIn('unconfirmed')) === concurrency);
  for (let probe = 1; probe <= probes; probe += 1) {
    queue.wake();
    expect(await countIn('unconfirmed')).toBe(concurrency + probe - 1);
    clock.forward(120_000);
    queue.wake();
    await until('the probe', async () => (await countIn('unconfirmed')) === concurrency + probe);
    expect(service.received).toHaveLength(concurrency + probe);
  }
  service.answerWith(acceptEach);
  clock.forward(120_000);
  queue.wake();
  const rest = submissions - concurrency - probes;
  // A count costs less than the rows.
  const waiting = async () => (await storage.stores.submissions.counts('workspace-1')).waiting;
  await until(
    'all others',
    async () => {
      clock.forward(1000);
      queue.wake();
      return (await waiting()) === 0;
    },
    90_000,
  );
  expect(await countIn('accepted')).toBe(rest);
  const duplicates = service.received.length - new Set(namesIn(service)).size;
  reportFigures({
    name: `service fails, ${probes} probes, ${concurrency + probes} decisions`,
    cases: submissions,
    duplicates,
    losses: submissions - (await countIn('accepted')) - (await countIn('unconfirmed')),
    needless: 0,
  });
  expect([duplicates, await countIn('unconfirmed')]).toEqual([0, concurrency + probes]);
});

describe('the whole queue waits', () => {
  test.each([
    [429, '60'],
    [503, '60'],
    // A date has no milliseconds: up to a second less.
    [429, new Date(Date.now() + 3_600_000).toUTCString()],
  ])('after a %i as long as Retry-After says: %s', async (status, retryAfter) => {
    const waitMs = retryAfter === '60' ? 60_000 : Date.parse(retryAfter) - Date.now();
    const clock = turnableClock();
    const concurrency = 4;
    const { queue, add, service, inStates, untilPaced } = await runningQueue(
      together(concurrency, (_request, response) =>
        sendJson(response, status, {}, { 'retry-after': retryAfter }),
      ),
      { now: clock.now, settings: { paused: false, concurrency }, firstWindow: concurrency },
    );
    await add(20);
    queue.wake();
    await until('the refusals', async () => {
      const refused = (await inStates('queued')).filter(({ problem }) => problem?.httpStatus === status);
      return refused.length === concurrency;
    });
    const asked = clock.now();
    const arrivals: number[] = [];
    service.answerWith((request, response) => {
      arrivals.push(clock.now() - asked);
      acceptEach(request, response);
    });
    const steps = 60;
    const step = Math.floor((waitMs - 2000) / steps);
    for (let done = 0; done < steps; done += 1) {
      clock.forward(step);
      queue.wake();
      expect(await inStates('queued')).toHaveLength(20);
    }
    expect(service.received).toHaveLength(concurrency);
    clock.forward(Math.ceil(waitMs) - steps * step + 1000);
    queue.wake();
    await untilPaced('accepted', 20, clock);
    expect(Math.min(...arrivals)).toBeGreaterThan(waitMs - 2000);
    expect(service.received).toHaveLength(concurrency + 20);
  });
});
