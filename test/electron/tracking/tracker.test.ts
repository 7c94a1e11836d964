import { describe, expect, onTestFinished, test } from 'vitest';
import { getInterviewRequest } from '../../../electron/service/get-interview-request.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import { Tracker } from '../../../electron/tracking/tracker.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import { connectionsTo } from '../service/create-calls.ts';
import { type Answer, recordingService, sendJson } from '../service/recording-service.ts';
import { overridden } from '../storage/overridden.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { ReachabilityOfTest, TokensOfTest } from '../submissions/running-queue.ts';

const pending: Answer = (_request, response) => sendJson(response, 200, { status: 'PENDING' });
const completed: Answer = (_request, response) =>
  sendJson(response, 200, { status: 'COMPLETED', assessment_results: { score: 7 } });

interface TrackerParts {
  readonly baseUrl?: string;
  readonly perMinute?: number;
  readonly concurrency?: number;
  readonly concurrencyWhenAsked?: number;
  /** Time passes only when the test advances it. */
  readonly frozen?: boolean;
  readonly wrap?: (store: Stores['requests']) => Stores['requests'];
  readonly isWindowShown?: () => boolean;
  /** Left out: the test's clock. */
  readonly monotonic?: () => number;
}

/** A tracker on a new database, reading from a service that gives this answer. */
async function tracking(answer: Answer, parts: TrackerParts = {}) {
  const storage = await temporaryStorage();
  const service = await recordingService(answer);
  const baseUrl = parts.baseUrl ?? service.origin;
  const connection = connectionsTo(baseUrl);
  const tokens = new TokensOfTest();
  const reachability = new ReachabilityOfTest();
  const troubles: unknown[] = [];
  const { requests } = storage.stores;
  const start = Date.now();
  let ahead = 0;
  const next = (): Tracker => {
    const tracker = newTracker();
    onTestFinished(() => tracker.stop(300));
    return tracker;
  };
  const newTracker = (): Tracker =>
    new Tracker({
      workspaceId: 'workspace-1',
      store: parts.wrap ? parts.wrap(requests) : requests,
      waits: storage.stores.serviceWaits,
      read: (requestId, accessToken) => getInterviewRequest(connection, { baseUrl, accessToken, requestId }),
      tokens,
      reachability,
      settings: () => ({
        refreshesPerMinute: parts.perMinute ?? 600,
        concurrency: parts.concurrency ?? 4,
        concurrencyWhenAsked: parts.concurrencyWhenAsked ?? parts.concurrency ?? 4,
      }),
      isWindowShown: parts.isWindowShown,
      onChange: () => undefined,
      onTrouble: (error) => troubles.push(error),
      now: () => (parts.frozen ? start : Date.now()) + ahead,
      monotonic: parts.monotonic,
      random: () => 0.5,
    });
  return {
    storage,
    service,
    tracker: next(),
    /** The tracker of the next run. */
    next,
    tokens,
    reachability,
    troubles,
    forward: (ms: number) => {
      ahead += ms;
    },
    detail: (id: string) => requests.detail('workspace-1', id),
    ids: () => service.received.map(({ path }) => path.split('/').at(-1)),
    untilRead: (count: number) => until(`${count} reads`, () => service.received.length >= count),
  };
}

describe('tracking', () => {
  test('reads due requests until they are COMPLETED, and no longer', async () => {
    const all = await tracking(pending);
    await addTracked(all.storage, 'ir_1');
    all.tracker.wake();
    await until('the first read', async () => (await all.detail('ir_1'))?.refreshedAt);
    all.service.answerWith(completed);
    all.forward(60_000_000);
    all.tracker.wake();
    await until('COMPLETED', async () => (await all.detail('ir_1'))?.status === 'COMPLETED');
    all.forward(60_000_000);
    all.tracker.wake();
    expect((await all.detail('ir_1'))?.nextRefreshAt).toBeNull();
    expect(all.service.received).toHaveLength(2);
    expect((await all.detail('ir_1'))?.history.map((each) => historyWords(each).heading).slice(0, 2)).toEqual(
      ['Assessment results arrived', 'Status changed from Pending to Completed'],
    );
  });

  test('reads a request when it comes due, without being woken', async () => {
    const all = await tracking(completed);
    await addTracked(all.storage, 'ir_1', {}, Date.now() - 1800);
    all.tracker.wake();
    expect(all.service.received).toEqual([]);
    await until('COMPLETED', async () => (await all.detail('ir_1'))?.status === 'COMPLETED');
  });

  test('reads requests on screen first', async () => {
    const all = await tracking(pending, { concurrency: 1, perMinute: 6 });
    for (const id of ['ir_1', 'ir_2', 'ir_3']) await addTracked(all.storage, id);
    all.tracker.showing(['ir_3']);
    await all.untilRead(1);
    expect(all.ids()).toEqual(['ir_3']);
  });

  test('keeps to its budget, however many are due', async () => {
    const all = await tracking(completed, { perMinute: 30, frozen: true });
    for (let n = 0; n < 20; n += 1) await addTracked(all.storage, `ir_${n}`);
    all.tracker.wake();
    await all.untilRead(5);
    for (let round = 0; round < 20; round += 1) {
      all.tracker.wake();
      await all.detail('ir_1');
    }
    expect(all.service.received).toHaveLength(5);
    all.forward(4000);
    all.tracker.wake();
    await all.untilRead(7);
    expect(all.service.received).toHaveLength(7);
  });

  test('pauses as a whole if the service asks to slow down, even in the middle of a round', async () => {
    const all = await tracking(
      (_request, response) => sendJson(response, 429, {}, { 'retry-after': '120' }),
      { concurrency: 1, frozen: true },
    );
    for (let n = 0; n < 8; n += 1) await addTracked(all.storage, `ir_${n}`);
    all.tracker.wake();
    await until('the answer', async () => {
      const { requests } = all.storage.stores;
      const found = await requests.find('workspace-1', await requests.ids('workspace-1', undefined));
      return found.some(({ nextRefreshAt }) => (nextRefreshAt ?? 0) > 1_000_000);
    });
    all.forward(100_000);
    all.tracker.wake();
    for (let round = 0; round < 20; round += 1) await all.detail('ir_1');
    expect(all.service.received).toHaveLength(1);
    all.service.answerWith(completed);
    all.forward(21_000);
    all.tracker.wake();
    await all.untilRead(9);
    expect(new Set(all.ids()).size).toBe(8);
  });

  /** A stopped tracker whose service asked for two minutes; `due` are still to be read, by any clock. */
  async function askedToWait(parts: TrackerParts = {}) {
    const all = await tracking(
      (_request, response) => sendJson(response, 429, {}, { 'retry-after': '120' }),
      { concurrency: 1, frozen: true, ...parts },
    );
    for (let n = 0; n < 3; n += 1) await addTracked(all.storage, `ir_${n}`);
    all.tracker.wake();
    await until('the wait', () => all.storage.stores.serviceWaits.get('workspace-1', 'reads'));
    await all.tracker.stop(1000);
    all.service.answerWith(completed);
    /** A round has begun and ended by the time the database has answered a few times. */
    const poll = async (tracker: Tracker): Promise<number> => {
      tracker.wake();
      for (let round = 0; round < 20; round += 1) await all.detail('ir_1');
      return all.service.received.length;
    };
    return { ...all, poll };
  }

  test('waits the rest of a Retry-After after a restart, even if the clock was set back', async () => {
    const all = await askedToWait();
    all.forward(100_000);
    expect(await all.poll(all.next())).toBe(1);
    all.forward(-150_000);
    expect(await all.poll(all.next())).toBe(1);
    all.forward(121_000);
    const tracker = all.next();
    tracker.wake();
    await all.untilRead(4);
  });

  test('waits until a Retry-After ends, whatever the clock is set to', async () => {
    let steady = 0;
    const all = await askedToWait({ monotonic: () => steady });
    const tracker = all.next();
    expect(await all.poll(tracker)).toBe(1);
    all.forward(1_000_000_000);
    expect(await all.poll(tracker)).toBe(1);
    steady = 121_000;
    tracker.wake();
    await all.untilRead(4);
  });

  test('goes on as soon as the service answers what a person refreshes despite its Retry-After', async () => {
    const all = await askedToWait();
    const tracker = all.next();
    expect(await all.poll(tracker)).toBe(1);
    expect(await tracker.refreshNow(['ir_2'])).toEqual({ refreshed: 1, failed: 0 });
    all.forward(10_000);
    tracker.wake();
    await all.untilRead(4);
    expect(new Set(all.ids()).size).toBe(3);
  });

  test('refreshes the token once for all reads that get a 401, and reads again', async () => {
    const all = await tracking((request, response) => {
      if (request.headers.authorization === 'Bearer token-2') completed(request, response);
      else sendJson(response, 401, {});
    });
    all.tokens.next = 'token-2';
    for (let n = 0; n < 4; n += 1) await addTracked(all.storage, `ir_${n}`);
    all.tracker.wake();
    await until(
      'all of them',
      async () => (await all.storage.stores.requests.ids('workspace-1', undefined)).length === 0,
    );
    expect(all.tokens.refreshes).toBe(1);
  });

  test('asks for sign-in if even the fresh token is refused', async () => {
    const all = await tracking((_request, response) => sendJson(response, 401, {}));
    all.tokens.next = 'token-2';
    await addTracked(all.storage, 'ir_1');
    all.tracker.wake();
    await until('the end of the sign-in', () => !all.tokens.signedIn);
    expect(all.tokens.givenUp).toEqual(['token-2']);
    expect(all.tokens.refreshes).toBe(1);
  });

  test('does not query the database in a loop while nobody is signed in', async () => {
    let looks = 0;
    const all = await tracking(pending, {
      wrap: (store) =>
        overridden(store, {
          nextDueAt: (...args) => {
            looks += 1;
            return store.nextDueAt(...args);
          },
        }),
    });
    all.tokens.token = undefined;
    await addTracked(all.storage, 'ir_1');
    all.tracker.wake();
    await until('the first look', () => looks > 0);
    const begun = performance.now();
    while (performance.now() - begun < 400) await all.detail('ir_1');
    expect(looks).toBe(1);
    all.tokens.token = 'token-1';
    all.tracker.wake();
    await all.untilRead(1);
  });

  test('stops while the service cannot be reached, and continues when it can', async () => {
    const all = await tracking(pending);
    all.reachability.learn(false);
    await addTracked(all.storage, 'ir_1');
    all.tracker.wake();
    for (let round = 0; round < 10; round += 1) await all.detail('ir_1');
    expect(all.service.received).toEqual([]);
    all.reachability.learn(true);
    await all.untilRead(1);
  });

  test('reports a failed connection, and tries no other then', async () => {
    const all = await tracking(pending, { baseUrl: `http://127.0.0.1:${await freePort()}`, concurrency: 1 });
    for (let n = 0; n < 4; n += 1) await addTracked(all.storage, `ir_${n}`);
    all.tracker.wake();
    await until('the news', () => !all.reachability.reachable);
    for (let round = 0; round < 10; round += 1) await all.detail('ir_1');
    expect(all.reachability.missedTimes).toBe(1);
    expect((await all.detail('ir_0'))?.problem).toBeNull();
  });

  test('shows an unreadable answer as a problem of that request alone, and loses nothing', async () => {
    const all = await tracking((request, response) => {
      if (request.path.endsWith('ir_odd')) response.end('<html>Welcome to the hotel</html>');
      else completed(request, response);
    });
    await addTracked(all.storage, 'ir_odd');
    await addTracked(all.storage, 'ir_good');
    all.tracker.wake();
    await until('both', async () => {
      const [odd, good] = [await all.detail('ir_odd'), await all.detail('ir_good')];
      return odd?.problem && good?.status === 'COMPLETED';
    });
    const odd = await all.detail('ir_odd');
    expect(odd).toMatchObject({ status: 'PENDING', rawAnswer: null });
    expect(odd?.history[0]).toMatchObject({
      code: 'refresh_problem',
      values: { answer: '<html>Welcome to the hotel</html>' },
    });
    expect(odd?.nextRefreshAt).toBeGreaterThan(Date.now());
  });

  test('survives a disk that refuses once', async () => {
    let failures = 1;
    const all = await tracking(completed, {
      wrap: (store) =>
        overridden(store, {
          due: (...args) => {
            failures -= 1;
            return failures >= 0 ? Promise.reject(new Error('database is locked')) : store.due(...args);
          },
        }),
    });
    await addTracked(all.storage, 'ir_1');
    all.tracker.wake();
    await until('COMPLETED', async () => (await all.detail('ir_1'))?.status === 'COMPLETED');
    expect(all.troubles).toHaveLength(1);
  });

  test('stores the other answers if one cannot be stored', async () => {
    const all = await tracking(completed, {
      concurrency: 1,
      wrap: (store) =>
        overridden(store, {
          apply: (changes) =>
            changes.some(({ request }) => request.requestId === 'ir_0')
              ? Promise.reject(new Error('disk full'))
              : store.apply(changes),
        }),
    });
    for (let n = 0; n < 3; n += 1) await addTracked(all.storage, `ir_${n}`);
    all.tracker.wake();
    await until('the others', async () => {
      const [one, two] = [await all.detail('ir_1'), await all.detail('ir_2')];
      return one?.status === 'COMPLETED' && two?.status === 'COMPLETED';
    });
    expect(all.troubles.length).toBeGreaterThan(0);
  });
});

describe('while the window is not shown', () => {
  test('due requests are read together, as far as half a minute’s budget allows, and stored in one transaction', async () => {
    const stored: number[] = [];
    const all = await tracking(pending, {
      perMinute: 12,
      frozen: true,
      isWindowShown: () => false,
      wrap: (store) =>
        overridden(store, {
          apply: (changes) => {
            stored.push(changes.length);
            return store.apply(changes);
          },
        }),
    });
    for (let n = 0; n < 9; n += 1) await addTracked(all.storage, `ir_${n}`);
    all.forward(60_000);
    all.tracker.wake();
    await until('the answers', () => stored.length > 0);
    expect(stored).toEqual([6]);
    expect(all.service.received).toHaveLength(6);
  });

  test('a newly accepted request waits for the next round', async () => {
    let looks = 0;
    let isWindowShown = false;
    const all = await tracking(pending, {
      isWindowShown: () => isWindowShown,
      wrap: (store) =>
        overridden(store, {
          nextDueAt: async (...args) => {
            const at = await store.nextDueAt(...args);
            looks += 1;
            return at;
          },
        }),
    });
    await addTracked(all.storage, 'ir_1');
    all.tracker.wake();
    await until('the end of the round', () => looks === 1);
    await addTracked(all.storage, 'ir_2');
    all.tracker.expect(Date.now());
    for (let round = 0; round < 30; round += 1) await all.detail('ir_2');
    expect(all.ids()).toEqual(['ir_1']);
    isWindowShown = true;
    all.tracker.wake();
    await all.untilRead(2);
    expect(all.ids()).toEqual(['ir_1', 'ir_2']);
  });
});

describe('refresh now', () => {
  // The storage may answer several calls in one message, so that their promises resolve one right after the other.
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'a request accepted while a round ends, %i steps after its last look, is read all the same',
    async (steps) => {
      let rounds = 0;
      const all = await tracking(completed, {
        wrap: (store) =>
          overridden(store, {
            due: async (...args) => (rounds === 0 ? [] : store.due(...args)),
            nextDueAt: (id) => {
              rounds += 1;
              if (rounds > 1) return store.nextDueAt(id);
              const looked = Promise.resolve(undefined);
              let accepted: Promise<unknown> = looked;
              for (let step = 0; step < steps; step += 1) accepted = accepted.then(() => undefined);
              void accepted.then(() => all.tracker.expect(Date.now()));
              return looked;
            },
          }),
      });
      await addTracked(all.storage, 'ir_1', {}, Date.now() - 10_000);
      all.tracker.wake();
      await all.untilRead(1);
      expect(all.ids()).toEqual(['ir_1']);
    },
  );

  test('reads the named requests, due or not, finished or not, and says how many could be read', async () => {
    const all = await tracking((request, response) => {
      if (request.path.endsWith('ir_2')) sendJson(response, 500, {});
      else completed(request, response);
    });
    for (const id of ['ir_1', 'ir_2', 'ir_3']) await addTracked(all.storage, id, {}, Date.now() + 3_600_000);
    expect(await all.tracker.refreshNow(['ir_1', 'ir_2', 'unknown'])).toEqual({ refreshed: 1, failed: 1 });
    expect(await all.tracker.refreshNow(['ir_1'])).toEqual({ refreshed: 1, failed: 0 });
    expect(all.ids().toSorted()).toEqual(['ir_1', 'ir_1', 'ir_2']);
  });

  test('without names reads all unfinished requests, beyond the budget', async () => {
    const all = await tracking(completed, { perMinute: 1 });
    for (let n = 0; n < 12; n += 1) await addTracked(all.storage, `ir_${n}`, {}, Date.now() + 3_600_000);
    expect(await all.tracker.refreshNow()).toEqual({ refreshed: 12, failed: 0 });
    expect(await all.tracker.refreshNow()).toEqual({ refreshed: 0, failed: 0 });
    expect(all.service.received).toHaveLength(12);
  });

  test('reads more at the same time than automatic rounds', async () => {
    const waiting: (() => void)[] = [];
    const all = await tracking(
      (request, response) => {
        waiting.push(() => completed(request, response));
        if (waiting.length === 4) for (const answer of waiting.splice(0)) answer();
      },
      { concurrency: 2, concurrencyWhenAsked: 4 },
    );
    for (let n = 0; n < 8; n += 1) await addTracked(all.storage, `ir_${n}`, {}, Date.now() + 3_600_000);
    expect(await all.tracker.refreshNow()).toEqual({ refreshed: 8, failed: 0 });
  });

  test('gives undefined while nobody is signed in', async () => {
    const all = await tracking(completed);
    all.tokens.token = undefined;
    await addTracked(all.storage, 'ir_1');
    expect(await all.tracker.refreshNow()).toBeUndefined();
    expect(all.service.received).toEqual([]);
  });

  test('stops when the service asks to slow down', async () => {
    const all = await tracking((_request, response) => sendJson(response, 429, {}), { concurrency: 1 });
    for (let n = 0; n < 10; n += 1) await addTracked(all.storage, `ir_${n}`, {}, Date.now() + 3_600_000);
    expect(await all.tracker.refreshNow()).toEqual({ refreshed: 0, failed: 10 });
    expect(all.service.received).toHaveLength(1);
  });

  test('shares the answer of a read in progress: the history records it once', async () => {
    const waiting: (() => void)[] = [];
    const all = await tracking((request, response) => waiting.push(() => completed(request, response)));
    await addTracked(all.storage, 'ir_1');
    all.tracker.wake();
    await all.untilRead(1);
    const both = Promise.all([all.tracker.refreshNow(['ir_1']), all.tracker.refreshNow(['ir_1'])]);
    await all.detail('ir_1');
    await all.detail('ir_1');
    for (const answer of waiting) answer();
    expect(await both).toEqual([
      { refreshed: 1, failed: 0 },
      { refreshed: 1, failed: 0 },
    ]);
    expect(all.service.received).toHaveLength(1);
    const told = (await all.detail('ir_1'))?.history.filter(({ code }) => code === 'results_arrived');
    expect(told).toHaveLength(1);
  });
});
