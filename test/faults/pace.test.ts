import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { SendThrottle } from '../../electron/submissions/send-throttle.ts';
import { acceptEach, sendJson } from '../electron/service/recording-service.ts';
import { namesIn, runningQueue } from '../electron/submissions/running-queue.ts';
import { reportFigures } from './figures.ts';
import { fixedWindow, type Limit, leakyBucket, outages, slidingWindow, tokenBucket } from './limits.ts';
import { seededRandom } from './seeded-random.ts';

/** How a service says no: a 503 without Retry-After is unclear, and costs a decision. */
interface Refusal {
  readonly status: 429 | 503;
  /** s */
  readonly retryAfter?: number;
}

const REFUSALS: readonly Refusal[] = [
  { status: 429 },
  { status: 429, retryAfter: 1 },
  { status: 503 },
  { status: 503, retryAfter: 1 },
];
const nameOf = ({ status, retryAfter }: Refusal) =>
  `${status}${retryAfter === undefined ? '' : ` Retry-After: ${retryAfter}`}`;

/** The longest a person waits for a file of 90, ms. */
const WITHIN_MS = 90_000;
const CANDIDATES = 90;

interface Paced {
  readonly accepted: number;
  readonly decisions: number;
}

/** Sends `waiting` through a throttle in simulated time: a round trip of 5 ms, two sends at once. */
function simulate(limit: Limit, refusal: Refusal, { waiting = CANDIDATES, seed = 1 } = {}): Paced {
  let now = 0;
  const random = seededRandom(seed);
  const throttle = new SendThrottle(() => now, random);
  const events: { readonly at: number; readonly run: () => void }[] = [];
  let [left, inFlight, accepted, decisions] = [waiting, 0, 0, 0];
  const send = (): void => {
    left -= 1;
    inFlight += 1;
    const epoch = throttle.started();
    events.push({ at: now + 1 + 2 * random(), run: () => arrive(epoch) });
  };
  const arrive = (epoch: number): void => {
    const isTaken = limit(now);
    events.push({ at: now + (isTaken ? 4 : 1), run: () => answer(epoch, isTaken) });
  };
  const answer = (epoch: number, isTaken: boolean): void => {
    inFlight -= 1;
    const { status, retryAfter } = refusal;
    if (isTaken) {
      accepted += 1;
      throttle.learn({ name: 'accepted' }, epoch);
    } else if (status === 503 && retryAfter === undefined) {
      decisions += 1;
      throttle.learn({ name: 'unclear_status', httpStatus: 503 }, epoch);
    } else {
      left += 1;
      const name = status === 429 ? 'slow_down' : 'unavailable_until';
      throttle.learn({ name, retryAfterMs: retryAfter === undefined ? undefined : retryAfter * 1000 }, epoch);
    }
  };
  for (;;) {
    while (left > 0 && throttle.freeSlots(2, inFlight) > 0) send();
    events.sort((one, other) => one.at - other.at);
    const next = Math.min(
      events[0]?.at ?? Number.POSITIVE_INFINITY,
      left > 0 ? now + (throttle.waitMs || 1) : now + WITHIN_MS,
    );
    if ((left === 0 && inFlight === 0) || next > WITHIN_MS) return { accepted, decisions };
    now = next;
    while ((events[0]?.at ?? Number.POSITIVE_INFINITY) <= now) events.shift()?.run();
  }
}

describe.each(REFUSALS.map((refusal) => ({ refusal, name: nameOf(refusal) })))(
  'behind a steady limit that refuses with $name',
  ({ refusal }) => {
    const limits: readonly (readonly [string, (rate: number) => Limit])[] = [
      ['a leaky bucket', leakyBucket],
      ['a bucket of three tokens', (rate) => tokenBucket(rate, 3)],
      ['a bucket of a second', (rate) => tokenBucket(rate, Math.max(1, rate))],
      ['a sliding window of a second', (rate) => slidingWindow(rate, Math.max(1000, 1000 / rate))],
    ];
    test.each(limits)('(%s) 85 % of what it allows gets through, with few decisions', (_, limitOf) => {
      for (const rate of [0.5, 1, 2, 3, 5, 8, 10]) {
        for (const seed of [1, 2, 3]) {
          const { accepted, decisions } = simulate(limitOf(rate), refusal, { seed });
          const allowed = Math.min(CANDIDATES, (rate * WITHIN_MS) / 1000);
          const share = (accepted + decisions) / allowed;
          expect(share, `${rate} a second, seed ${seed}`).toBeGreaterThanOrEqual(0.85);
          expect(decisions, `${rate} a second, seed ${seed}`).toBeLessThanOrEqual(costs(refusal));
        }
      }
    });
  },
);

test('an outage of 3 s in every 5 costs no more than a decision an outage', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { accepted, decisions } = simulate(
      outages(5000, 3000),
      { status: 503 },
      { waiting: 1_000_000, seed },
    );
    expect(decisions).toBeLessThanOrEqual(WITHIN_MS / 5000);
    expect(accepted).toBeGreaterThan(100);
  }
});

describe('on real connections', { timeout: 200_000 }, () => {
  const isLong = process.env['FAULTS_RUNS'] !== undefined;

  /** Sends `waiting` real submissions to a service with this limit, until none waits or `withinMs` have passed. */
  async function paced(name: string, limit: Limit, refusal: Refusal, waiting: number, withinMs: number) {
    let first: number | undefined;
    /** By request in the order of arrival: whether it got through. */
    const taken: boolean[] = [];
    const { status, retryAfter } = refusal;
    const { queue, add, service, inStates, settings } = await runningQueue(
      (request, response) => {
        first ??= performance.now();
        const isTaken = limit(performance.now() - first);
        taken.push(isTaken);
        if (isTaken) acceptEach(request, response);
        else
          sendJson(response, status, {}, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` });
      },
      { settings: { paused: false, concurrency: 4 } },
    );
    await add(waiting);
    const began = performance.now();
    queue.wake();
    const isOver = async () =>
      performance.now() - began > withinMs ||
      (await inStates('queued', 'connecting', 'sending')).length === 0;
    while (!(await isOver())) await after(50);
    settings.paused = true;
    const [accepted, decisions] = [await inStates('accepted'), await inStates('unconfirmed')];
    const took = performance.now() - began;
    const names = namesIn(service).filter((_, index) => taken[index]);
    reportFigures({
      name: `${name}: ${accepted.length} accepted in ${(took / 1000).toFixed(0)} s`,
      cases: waiting,
      duplicates: names.length - new Set(names).size,
      losses: waiting - (await inStates('accepted', 'unconfirmed', 'queued', 'connecting', 'sending')).length,
      needless: 0,
      decisions: decisions.length,
    });
    expect(names.length, 'nobody is called twice').toBe(new Set(names).size);
    return { accepted: accepted.length, decisions: decisions.length };
  }

  test.each(REFUSALS)(
    '$status $retryAfter: a file gets through at the pace of the service',
    async (refusal) => {
      const [rate, waiting] = isLong ? [5, CANDIDATES] : [10, 15];
      const name = `${rate} a second, ${nameOf(refusal)}`;
      const { accepted, decisions } = await paced(name, leakyBucket(rate), refusal, waiting, WITHIN_MS);
      expect(decisions).toBeLessThanOrEqual(costs(refusal));
      expect(accepted).toBe(waiting - decisions);
    },
  );

  const LIMITS: readonly (readonly [string, (rate: number) => Limit])[] = [
    ['leaky bucket', leakyBucket],
    ['bucket of 5', (rate) => tokenBucket(rate, 5)],
    ['window of 1 s', (rate) => fixedWindow(rate, Math.max(1000, 1000 / rate))],
  ];
  if (!isLong) return;

  test.each(REFUSALS)('all rates and kinds of limits, $status $retryAfter', async (refusal) => {
    for (const rate of [0.5, 1, 2, 10, 20]) {
      for (const [kind, limitOf] of LIMITS) {
        const name = `${rate} a second, ${kind}, ${nameOf(refusal)}`;
        const found = await paced(name, limitOf(rate), refusal, CANDIDATES, WITHIN_MS);
        const allowed = Math.min(CANDIDATES, (rate * WITHIN_MS) / 1000);
        expect(found.decisions, name).toBeLessThanOrEqual(costs(refusal));
        expect((found.accepted + found.decisions) / allowed, name).toBeGreaterThanOrEqual(0.85);
      }
    }
  });

  test('outages of 3 s in every 5 for a minute', async () => {
    const found = await paced('3 s out in every 5', outages(5000, 3000), { status: 503 }, 20_000, 60_000);
    expect(found.decisions).toBeLessThanOrEqual(13);
  });
});

/** How many decisions a limit that refuses in this way may cost. */
function costs({ status, retryAfter }: Refusal): number {
  return status === 503 && retryAfter === undefined ? 5 : 0;
}
