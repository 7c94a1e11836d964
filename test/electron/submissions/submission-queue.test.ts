import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import { turnableClock } from '../../turnable-clock.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { connectionTo, provenReuseOf } from '../service/create-calls.ts';
import { type Answer, acceptEach, recordingService, sendJson } from '../service/recording-service.ts';
import { overridden } from '../storage/overridden.ts';
import { openTestStorage, temporaryStorage } from '../storage/temporary-storage.ts';
import {
  namesIn,
  ReachabilityOfTest,
  runningQueue,
  senderTo,
  startQueue,
  together,
  waitsOfTest,
} from './running-queue.ts';
import { senderOver } from './sender-over.ts';

/** Resets the connection of every request. */
const cut: Answer = (_request, response) => void response.socket?.resetAndDestroy();

describe('the queue', () => {
  test('sends due submissions, the longest due first, and tracks accepted ones', async () => {
    const { queue, service, storage, untilIn, settings } = await runningQueue();
    settings.concurrency = 1;
    const { submissions } = storage.stores;
    const [late, early] = [
      sampleSubmission({ sendAfter: 20, candidateName: 'Late' }),
      sampleSubmission({ sendAfter: 10, candidateName: 'Early' }),
    ];
    await submissions.add([late, early, sampleSubmission({ sendAfter: Date.now() + 60_000 })]);
    queue.wake();
    await untilIn('accepted', 2);
    expect(namesIn(service)).toEqual(['Early', 'Late']);
    const id = `ir_${early.id.slice(0, 8)}`;
    expect(await storage.stores.requests.detail('workspace-1', id)).toMatchObject({
      submissionId: early.id,
      status: 'PENDING',
    });
    expect((await submissions.get(early.id))?.attempts).toBe(1);
  });

  test('stores claim and mark as one change on an open connection, and as two without one', async () => {
    const { stores } = await temporaryStorage();
    const service = await recordingService(acceptEach);
    const saved: string[] = [];
    const store = overridden<Stores['submissions']>(stores.submissions, {
      save: (changes) => {
        saved.push(...changes.map(({ submission }) => submission.state));
        return stores.submissions.save(changes);
      },
    });
    const settings = { paused: false, concurrency: 1 };
    const reuse = provenReuseOf(service.origin);
    const sender = senderOver(connectionTo(service.origin, { reuse }), service.origin);
    const { queue } = startQueue({ store, baseUrl: service.origin, settings, sender });
    await stores.submissions.add([1, 2, 3].map(() => sampleSubmission()));
    queue.wake();
    await until('all of them', async () => (await stores.submissions.counts('workspace-1')).waiting === 0);
    const outcomeAndNext = ['accepted', 'sending'];
    expect(saved).toEqual(['connecting', 'sending', ...outcomeAndNext, ...outcomeAndNext, 'accepted']);
    expect(service.received).toHaveLength(3);
  });

  test('prefetches while all slots are in use, so that a free slot does not wait for a poll', async () => {
    const { stores } = await temporaryStorage();
    const waiting: ServerResponse[] = [];
    const service = await recordingService((_request, response) => waiting.push(response));
    let looks = 0;
    const store = overridden<Stores['submissions']>(stores.submissions, {
      due: (...args) => {
        looks += 1;
        return stores.submissions.due(...args);
      },
    });
    const settings = { paused: false, concurrency: 1 };
    const { queue } = startQueue({ store, baseUrl: service.origin, settings, headersTimeoutMs: 60_000 });
    await stores.submissions.add(Array.from({ length: 24 }, () => sampleSubmission()));
    queue.wake();
    // The first poll reads seventeen: the one being sent, and sixteen for its slot.
    for (let sent = 0; sent < 15; sent += 1) {
      await until('the next on its way', () => waiting.length === 1);
      sendJson(waiting.shift() ?? raise(), 201, { request_id: crypto.randomUUID() });
    }
    await until('the next to last of those on its way', () => waiting.length === 1);
    await until('a second look', () => looks === 2);
    expect(service.received).toHaveLength(16);
  });

  test('keeps to its concurrency, and applies a changed one at once', async () => {
    const waiting: ServerResponse[] = [];
    const { queue, add, service, untilIn, settings } = await runningQueue(
      (_request, response) => waiting.push(response),
      { firstWindow: 4 },
    );
    const next = (): void => sendJson(waiting.shift() ?? raise(), 201, { request_id: crypto.randomUUID() });
    settings.concurrency = 3;
    await add(12);
    queue.wake();
    await until('three requests', () => waiting.length === 3);
    for (let sent = 3; sent < 8; sent += 1) {
      next();
      await until('the next request', () => service.received.length === sent + 1);
      expect(waiting).toHaveLength(3);
    }
    settings.concurrency = 1;
    for (const left of [2, 1, 0]) {
      next();
      await untilIn('accepted', 8 - left);
    }
    await until('one alone', () => waiting.length === 1);
    for (let sent = 9; sent <= 11; sent += 1) {
      next();
      await untilIn('accepted', sent);
      await until('the next one', () => waiting.length === 1);
    }
    next();
    await untilIn('accepted', 12);
    expect(new Set(namesIn(service)).size).toBe(12);
  });

  test('sends nothing while it is paused', async () => {
    const { queue, add, service, untilIn, settings, inStates } = await runningQueue();
    settings.paused = true;
    await add(2);
    queue.wake();
    expect(await inStates('queued')).toHaveLength(2);
    settings.paused = false;
    queue.wake();
    await untilIn('accepted', 2);
    expect(service.received).toHaveLength(2);
  });

  test('sends nothing while nobody is signed in, and continues after sign-in', async () => {
    const { queue, add, service, tokens, untilIn, inStates } = await runningQueue();
    tokens.token = undefined;
    await add(2);
    queue.wake();
    expect(await inStates('queued')).toHaveLength(2);
    tokens.token = 'token-2';
    await queue.resume('sign_in');
    await untilIn('accepted', 2);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-2',
      'Bearer token-2',
    ]);
  });

  test('sends a submission when it comes due, without being woken', async () => {
    const { queue, service, storage, untilIn } = await runningQueue();
    await storage.stores.submissions.add([sampleSubmission({ sendAfter: Date.now() + 150 })]);
    queue.wake();
    await untilIn('accepted', 1);
    expect(service.received).toHaveLength(1);
  });

  test('sends at once a submission that comes due during a poll', async () => {
    const { stores } = await temporaryStorage();
    const service = await recordingService(acceptEach);
    let now = 1000;
    const store = overridden<Stores['submissions']>(stores.submissions, {
      due: async (...args) => {
        const found = await stores.submissions.due(...args);
        now = 5000;
        return found;
      },
    });
    const { queue } = startQueue({ store, baseUrl: service.origin, now: () => now });
    await stores.submissions.add([sampleSubmission({ sendAfter: 4000 })]);
    queue.wake();
    await until('the accepted one', async () => {
      return (await stores.submissions.inStates('workspace-1', ['accepted'])).length === 1;
    });
    expect(service.received).toHaveLength(1);
  });

  test('loses no prefetched submission when it is woken while all slots are in use', async () => {
    const waiting: ServerResponse[] = [];
    // A clock that stands still: no poll takes so long that the queue polls again just for that.
    const { queue, add, untilIn, settings, inStates } = await runningQueue(
      (_request, response) => waiting.push(response),
      { now: () => 5000, firstWindow: 2 },
    );
    const answer = (): void => {
      for (const response of waiting.splice(0)) sendJson(response, 201, { request_id: crypto.randomUUID() });
    };
    settings.concurrency = 2;
    await add(3);
    queue.wake();
    await until('two on their way', () => waiting.length === 2);
    queue.wake();
    // Asked after anything the queue asks of the store in the meantime.
    for (let turn = 0; turn < 5; turn += 1) expect(await inStates('queued')).toHaveLength(1);
    answer();
    await until('the third', () => waiting.length === 1);
    answer();
    await untilIn('accepted', 3);
  });

  test('sends a submission stored during a poll, even if that poll fills the last slot', async () => {
    const { stores } = await temporaryStorage();
    const service = await recordingService(acceptEach);
    let submittedMeanwhile = 0;
    const store = overridden<Stores['submissions']>(stores.submissions, {
      due: async (...args) => {
        const found = await stores.submissions.due(...args);
        if (submittedMeanwhile === 0) {
          submittedMeanwhile += 1;
          await stores.submissions.add([sampleSubmission()]);
          queue.wake();
        }
        return found;
      },
    });
    const settings = { paused: false, concurrency: 1 };
    const { queue } = startQueue({ store, baseUrl: service.origin, settings });
    await stores.submissions.add([sampleSubmission()]);
    queue.wake();
    await until('both of them', () => service.received.length === 2);
    expect(submittedMeanwhile).toBe(1);
  });

  test('sends a submission that comes due after the last poll prefetched others', async () => {
    const { queue, service, add, untilIn, settings } = await runningQueue();
    settings.concurrency = 1;
    await add(1, { sendAfter: Date.now() + 500 });
    await add(2);
    queue.wake();
    await untilIn('accepted', 3);
    expect(service.received).toHaveLength(3);
  });

  test('is not held up by a rejected submission', async () => {
    const { queue, add, untilIn } = await runningQueue((request, response) => {
      if (request.body.includes('Candidate 2"'))
        sendJson(response, 422, { title: 'Not a number we can call' });
      else acceptEach(request, response);
    });
    await add(4);
    queue.wake();
    await untilIn('accepted', 3);
    const [refused] = await untilIn('rejected', 1);
    expect(refused).toMatchObject({
      candidateName: 'Candidate 2',
      problem: { httpStatus: 422, said: { text: 'Not a number we can call' } },
    });
  });

  test('holds a submission that the service does not permit until the connection changes', async () => {
    const { queue, add, service, untilIn } = await runningQueue((_request, response) =>
      sendJson(response, 403, { message: 'Not yours' }),
    );
    await add(1);
    queue.wake();
    const [held] = await untilIn('held', 1);
    expect(held?.problem).toMatchObject({
      code: 'not_permitted',
      answer: '{"message":"Not yours"}',
      said: { text: 'Not yours' },
    });
    await queue.resume('sign_in');
    await untilIn('held', 1);
    service.answerWith(acceptEach);
    await queue.resume('connection');
    await untilIn('accepted', 1);
  });

  test('starts nothing new after a stop, and waits for sends in progress', async () => {
    const waiting: ServerResponse[] = [];
    const { queue, add, service, inStates } = await runningQueue(
      (_request, response) => waiting.push(response),
      { settings: { paused: false, concurrency: 1 } },
    );
    await add(3);
    queue.wake();
    await until('the first request', () => waiting.length === 1);
    const stopped = queue.stop(5000);
    sendJson(waiting[0] ?? raise(), 201, { request_id: 'ir_1' });
    await stopped;
    expect(await inStates('accepted')).toHaveLength(1);
    expect(await inStates('queued')).toHaveLength(2);
    queue.wake();
    expect(service.received).toHaveLength(1);
  });

  test('stops waiting for sends in progress when its patience ends, and leaves them marked as sending', async () => {
    const { queue, add, service, inStates } = await runningQueue(() => undefined);
    await add(1);
    queue.wake();
    await until('the request', () => service.received.length === 1);
    await queue.stop(20);
    expect(await inStates('sending')).toHaveLength(1);
  });
});

describe('an id that the service gives twice', () => {
  const sameId: Answer = (_request, response) => sendJson(response, 201, { request_id: 'ir_1' });

  test.each([1, 4])(
    'for different candidates needs a decision, with %i at a time: nobody vanishes behind another',
    async (concurrency) => {
      const { queue, storage, untilIn } = await runningQueue(sameId, {
        settings: { paused: false, concurrency },
      });
      const { submissions, events } = storage.stores;
      await submissions.add([
        sampleSubmission({ candidateName: 'Ada', phoneNumber: '+12025550101' }),
        sampleSubmission({ candidateName: 'Bob', phoneNumber: '+12025550102' }),
      ]);
      queue.wake();
      const [unconfirmed] = await untilIn('unconfirmed', 1);
      const [accepted] = await untilIn('accepted', 1);
      expect(unconfirmed).toMatchObject({ requestId: null, problem: { code: 'accepted_with_known_id' } });
      expect(unconfirmed?.problem?.knownAs).toBe(accepted?.candidateName);
      expect((await events.of(unconfirmed?.id ?? ''))[0]).toMatchObject({
        code: 'unconfirmed',
        values: { ...unconfirmed?.problem, answer: expect.stringContaining('ir_1') },
      });
      expect((await submissions.trackedAs('workspace-1', 'ir_1'))?.id).toBe(accepted?.id);
    },
  );

  test('for the same ask in one run needs a decision: the answer may have been sent twice', async () => {
    const { queue, add, storage, untilIn } = await runningQueue(sameId);
    await add(2);
    queue.wake();
    const [unconfirmed] = await untilIn('unconfirmed', 1);
    expect(unconfirmed).toMatchObject({ requestId: null, problem: { code: 'accepted_with_known_id' } });
    expect(await storage.stores.requests.count('workspace-1')).toBe(1);
  });

  test('for the same ask in a later run is one request: the service recognised it', async () => {
    const { queue, add, storage, service, untilIn } = await runningQueue(sameId);
    await add(1);
    queue.wake();
    await untilIn('accepted', 1);
    await queue.stop(5000);
    await add(1);
    startQueue({ store: storage.stores.submissions, baseUrl: service.origin }).queue.wake();
    const both = await untilIn('accepted', 2);
    expect(both.map(({ requestId }) => requestId)).toEqual(['ir_1', 'ir_1']);
    expect(await storage.stores.requests.count('workspace-1')).toBe(1);
    for (const { id } of both) {
      const history = await storage.stores.events.of(id);
      expect(history.map((each) => historyWords(each).heading)).toContain(
        'The service answered two identical submissions with this one request',
      );
    }
  });
});

describe('a 401', () => {
  const onlyToken2: Answer = (request, response) => {
    if (request.headers.authorization === 'Bearer token-2') acceptEach(request, response);
    else sendJson(response, 401, { error: 'invalid_token' });
  };

  test('leads to one refresh and one more send, under the same key', async () => {
    const { queue, add, service, tokens, untilIn } = await runningQueue(onlyToken2);
    tokens.next = 'token-2';
    await add(1);
    queue.wake();
    await untilIn('accepted', 1);
    expect(tokens.refreshes).toBe(1);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(new Set(service.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('for the fresh token too holds the submission for sign-in, without a second refresh', async () => {
    const { queue, add, service, tokens, untilIn } = await runningQueue((_request, response) =>
      sendJson(response, 401, {}),
    );
    tokens.next = 'token-2';
    await add(1);
    queue.wake();
    const [held] = await untilIn('held', 1);
    expect(held?.problem?.code).toBe('sign_in_needed');
    expect(tokens.refreshes).toBe(1);
    expect(tokens.givenUp).toEqual(['token-2']);
    expect(service.received).toHaveLength(2);
  });

  test('without a fresh token holds the submission until somebody signs in', async () => {
    const { queue, add, service, tokens, untilIn } = await runningQueue(together(3, onlyToken2), {
      firstWindow: 3,
    });
    await add(3);
    queue.wake();
    await untilIn('held', 3);
    tokens.token = 'token-2';
    await queue.resume('sign_in');
    await untilIn('accepted', 3);
    expect(service.received).toHaveLength(6);
  });

  test('is sent once somebody has signed in, even before it is stored that nobody was', async () => {
    const storage = await temporaryStorage();
    const { submissions } = storage.stores;
    const [storing, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const store = overridden(submissions, {
      save: async (changes) => {
        if (changes.some(({ history }) => history?.code === 'token_refused')) {
          storing.resolve();
          await goesOn.promise;
        }
        return submissions.save(changes);
      },
    });
    const { queue, tokens } = await runningQueue(onlyToken2, { store });
    await submissions.add([sampleSubmission()]);
    queue.wake();
    await storing.promise;
    await until('the end of the sign-in', () => !tokens.signedIn);
    tokens.token = 'token-2';
    await queue.resume('sign_in');
    goesOn.resolve();
    await until(
      'the send',
      async () => (await submissions.inStates('workspace-1', ['accepted'])).length === 1,
    );
  });

  test('while the network prevents the renewal goes back to the queue and asks nobody to sign in', async () => {
    const { queue, add, tokens, untilIn, storage } = await runningQueue(onlyToken2);
    tokens.onlyOffline = true;
    const [submission] = await add(1);
    queue.wake();
    const waiting = await until('its return', async () => {
      const found = await storage.stores.submissions.get(submission?.id ?? '');
      return found?.problem ? found : undefined;
    });
    expect(waiting).toMatchObject({ problem: { code: 'sign_in_not_renewed', httpStatus: 401 } });
    expect(waiting.state).not.toBe('held');
    tokens.next = 'token-2';
    queue.wake();
    await untilIn('accepted', 1);
  });

  test('with a failing key store leaves nothing half done', async () => {
    const { queue, add, tokens, troubles, untilIn } = await runningQueue(onlyToken2);
    tokens.replace = () => Promise.reject(new Error('The key store is locked.'));
    await add(1);
    queue.wake();
    await until('the trouble', () => troubles.length > 0);
    tokens.token = 'token-2';
    queue.wake();
    await untilIn('accepted', 1);
  });
});

describe('without a connection', () => {
  test('nothing is lost: everything waits, and is sent once the service is reachable', async () => {
    const storage = await temporaryStorage();
    const port = await freePort();
    const reachability = new ReachabilityOfTest();
    const { submissions } = storage.stores;
    const { queue } = startQueue({ store: submissions, baseUrl: `http://127.0.0.1:${port}`, reachability });
    const all = Array.from({ length: 6 }, () => sampleSubmission());
    await submissions.add(all);
    queue.wake();
    const tried = await until('the first tries', async () => {
      const queued = await submissions.inStates('workspace-1', ['queued']);
      return queued.length === 6 && queued.some(({ problem }) => problem !== null) && queued;
    });
    expect(reachability.reachable).toBe(false);
    expect(tried.filter(({ problem }) => problem).map(({ problem }) => problem?.code)).toContain(
      'not_reachable',
    );
    const service = await recordingService(acceptEach, port);
    reachability.seen();
    await until(
      'all of them',
      async () => (await submissions.inStates('workspace-1', ['accepted'])).length === 6,
    );
    expect(service.received).toHaveLength(6);
  });

  test('a retry is not sent before its stored time', async () => {
    const clock = turnableClock();
    const { queue, add, storage, untilIn } = await runningQueue(acceptEach, { now: clock.now });
    const problem = { code: 'not_permitted' } as const;
    await add(1, { sendAfter: clock.now() + 3_600_000, attempts: 7, problem });
    queue.wake();
    expect((await storage.stores.submissions.inStates('workspace-1', ['queued']))[0]?.attempts).toBe(7);
    clock.forward(3_600_001);
    queue.wake();
    const [accepted] = await untilIn('accepted', 1);
    expect(accepted?.attempts).toBe(8);
  });
});

describe('after an unclear outcome', () => {
  test('the queue stops, then sends one alone, and resumes fully once that one gets a clear answer', async () => {
    const clock = turnableClock();
    const { queue, add, service, untilPaced, inStates } = await runningQueue(together(4, cut), {
      now: clock.now,
      settings: { paused: false, concurrency: 4 },
      firstWindow: 4,
    });
    await add(40);
    queue.wake();
    await until('the unclear ones', async () => (await inStates('unconfirmed')).length >= 4);
    const hit = (await inStates('unconfirmed')).length;
    queue.wake();
    // The concurrent ones, and no further one.
    expect(hit).toBe(4);
    expect(await inStates('connecting', 'sending')).toEqual([]);
    const waiting: ServerResponse[] = [];
    service.answerWith((_request, response) => waiting.push(response));
    clock.forward(3200);
    queue.wake();
    await until('the one alone', () => waiting.length > 0);
    queue.wake();
    expect(await inStates('connecting', 'sending')).toHaveLength(1);
    expect(service.received).toHaveLength(5);
    service.answerWith(acceptEach);
    sendJson(waiting[0] ?? raise(), 201, { request_id: 'ir_alone' });
    await untilPaced('accepted', 36, clock);
    expect(service.received).toHaveLength(40);
    expect(await inStates('unconfirmed')).toHaveLength(4);
  });

  test('only one submission at a time is risked as long as the service is bad', async () => {
    const clock = turnableClock();
    const { queue, add, untilIn, service, inStates } = await runningQueue(together(2, cut), {
      now: clock.now,
      settings: { paused: false, concurrency: 2 },
      firstWindow: 2,
    });
    await add(30);
    queue.wake();
    await untilIn('unconfirmed', 2);
    for (const [failures, spent] of [3, 4, 5].entries()) {
      clock.forward(3200 * 2 ** failures);
      queue.wake();
      await untilIn('unconfirmed', spent);
      expect(service.received).toHaveLength(spent);
      expect(await inStates('connecting', 'sending')).toEqual([]);
    }
  });

  test('not even submissions that a poll was just reading are sent', async () => {
    const storage = await temporaryStorage();
    const { submissions } = storage.stores;
    const waiting: ServerResponse[] = [];
    const service = await recordingService((_request, response) => waiting.push(response));
    const looked = Promise.withResolvers<void>();
    let lookUps = 0;
    const store = overridden<Stores['submissions']>(submissions, {
      due: async (...args) => {
        const found = await submissions.due(...args);
        lookUps += 1;
        if (lookUps === 2) await looked.promise;
        return found;
      },
    });
    const { now } = turnableClock();
    const { queue, settings } = startQueue({ store, baseUrl: service.origin, now });
    settings.concurrency = 1;
    await submissions.add(Array.from({ length: 9 }, () => sampleSubmission()));
    queue.wake();
    await until('the first request', () => waiting.length === 1);
    settings.concurrency = 8;
    queue.wake();
    await until('the second look', () => lookUps === 2);
    waiting[0]?.socket?.resetAndDestroy();
    await until('the unclear end', async () => {
      return (await submissions.inStates('workspace-1', ['unconfirmed'])).length === 1;
    });
    looked.resolve();
    queue.wake();
    // Anything the poll would start has started by the time the database has answered a few times.
    for (let round = 0; round < 10; round += 1) await submissions.nextDueAt('workspace-1');
    expect(await submissions.inStates('workspace-1', ['queued'])).toHaveLength(8);
    expect(service.received).toHaveLength(1);
  });

  test('no answer in time makes the submission unconfirmed', async () => {
    const { queue, add, untilIn } = await runningQueue(() => undefined, { headersTimeoutMs: 200 });
    await add(1);
    queue.wake();
    const [unconfirmed] = await untilIn('unconfirmed', 1);
    expect(unconfirmed?.problem).toMatchObject({ code: 'no_answer_in_time' });
  });
});

describe('a service that asks to slow down', () => {
  test.each([
    [429, 'slow_down'],
    [503, 'unavailable_until'],
  ])('with %i pauses the whole queue for its Retry-After', async (status, code) => {
    const clock = turnableClock();
    const { queue, add, service, untilPaced, inStates } = await runningQueue(
      (_request, response) => sendJson(response, status, {}, { 'retry-after': '60' }),
      { now: clock.now, settings: { paused: false, concurrency: 1 } },
    );
    const [first] = await add(3);
    queue.wake();
    const told = await until('the answer', async () =>
      (await inStates('queued')).find(({ problem }) => problem?.code === code),
    );
    expect(told.id).toBe(first?.id);
    // Due at once: the wait has one home, and that is what its row says.
    expect(told.sendAfter).toBeLessThanOrEqual(clock.now());
    expect(queue.sendWait).toEqual({ why: 'service_asked', until: clock.now() + 60_000 });
    queue.wake();
    clock.forward(50_000);
    queue.wake();
    expect(await inStates('connecting', 'sending')).toEqual([]);
    expect(service.received).toHaveLength(1);
    service.answerWith(acceptEach);
    clock.forward(10_100);
    queue.wake();
    await untilPaced('accepted', 3, clock);
    expect(service.received).toHaveLength(4);
  });

  test.each(['connection', 'mark'])(
    'gets nothing more, not even a submission waiting for its %s',
    async (what) => {
      const storage = await temporaryStorage();
      const service = await recordingService((_request, response) =>
        sendJson(response, 429, {}, { 'retry-after': '60' }),
      );
      const told = Promise.withResolvers<void>();
      const sender = senderTo(service.origin);
      const { queue, troubles } = startQueue({
        baseUrl: service.origin,
        firstWindow: 2,
        sender: {
          send: async (submission, ...rest) => {
            if (what === 'connection' && submission.candidateName === 'Second') await told.promise;
            return sender.send(submission, ...rest);
          },
        },
        store: overridden<Stores['submissions']>(storage.stores.submissions, {
          save: async (changes) => {
            const second = changes.some(({ submission }) => submission.candidateName === 'Second');
            const marks = changes.some(({ submission }) => submission.state === 'sending');
            if (what === 'mark' && second && marks) await told.promise;
            return storage.stores.submissions.save(changes);
          },
        }),
      });
      const names = ['First', 'Second'];
      await storage.stores.submissions.add(names.map((candidateName) => sampleSubmission({ candidateName })));
      queue.wake();
      const queued = (name: string) => async () => {
        const found = await storage.stores.submissions.inStates('workspace-1', ['queued']);
        return found.find(({ candidateName, revision }) => candidateName === name && revision > 1);
      };
      await until('the 429', queued('First'));
      told.resolve();
      expect(await until('the second one in the queue', queued('Second'))).toMatchObject({
        attempts: 0,
        problem: null,
      });
      expect(service.received).toHaveLength(1);
      expect(troubles).toEqual([]);
    },
  );

  test('with an unreadable Retry-After sends the submission back to the queue', async () => {
    const clock = turnableClock();
    const { queue, add, service, inStates } = await runningQueue(
      (_request, response) => sendJson(response, 429, {}, { 'retry-after': 'a while' }),
      { now: clock.now },
    );
    await add(1);
    queue.wake();
    await until('the answer', () => service.received.length > 0);
    const [told] = await until('its return', async () => {
      const queued = await inStates('queued');
      return queued[0]?.problem ? queued : undefined;
    });
    expect(told?.problem?.code).toBe('slow_down');
  });
});

describe('after a crash', () => {
  test('a submission that may have been sent needs a decision, any other is queued, and nothing is sent twice', async () => {
    const { queue, storage, service, untilIn } = await runningQueue();
    const { submissions } = storage.stores;
    const [connecting, sending] = [sampleSubmission(), sampleSubmission()];
    await submissions.add([connecting, sending]);
    const claims = [connecting, sending].map((each) => changeBy(each, { type: 'claimed' }));
    await submissions.save(claims);
    await submissions.save([changeBy(claims[1]?.submission ?? raise(), { type: 'sending_marked' })]);
    await queue.recover();
    queue.wake();
    const [unconfirmed] = await untilIn('unconfirmed', 1);
    const [accepted] = await untilIn('accepted', 1);
    expect(unconfirmed).toMatchObject({ id: sending.id, problem: { code: 'interrupted' } });
    expect(accepted?.id).toBe(connecting.id);
    expect(service.received).toHaveLength(1);
    await queue.recover();
    queue.wake();
    expect(service.received).toHaveLength(1);
  });
});

describe('two queues on one database', () => {
  test('never send a submission twice', async () => {
    const service = await recordingService(acceptEach);
    const here = await runningQueue(acceptEach, { service, settings: { paused: false, concurrency: 8 } });
    const there = await openTestStorage(here.storage.path);
    const other = startQueue({
      store: there.stores.submissions,
      baseUrl: service.origin,
      settings: { paused: false, concurrency: 8 },
    });
    await here.add(60);
    here.queue.wake();
    other.queue.wake();
    await here.untilIn('accepted', 60);
    expect(service.received).toHaveLength(60);
    expect(new Set(namesIn(service)).size).toBe(60);
    expect(here.troubles).toEqual([]);
    expect(other.troubles).toEqual([]);
  });

  test('lose no id when the second takes the first one’s send for interrupted', async () => {
    const waiting: ServerResponse[] = [];
    const here = await runningQueue((_request, response) => waiting.push(response));
    const there = await openTestStorage(here.storage.path);
    const other = startQueue({ store: there.stores.submissions, baseUrl: here.service.origin });
    await here.add(1);
    here.queue.wake();
    await until('the request', () => waiting.length === 1);
    await other.queue.recover();
    expect(await here.inStates('unconfirmed')).toHaveLength(1);
    sendJson(waiting[0] ?? raise(), 201, { request_id: 'ir_late' });
    const [accepted] = await here.untilIn('accepted', 1);
    expect(accepted?.requestId).toBe('ir_late');
    expect(await here.storage.stores.requests.count('workspace-1')).toBe(1);
    expect(here.service.received).toHaveLength(1);
  });

  test('do not send again what was accepted after all, even if a person has chosen Send again', async () => {
    const waiting: ServerResponse[] = [];
    const here = await runningQueue((_request, response) => waiting.push(response));
    const there = await openTestStorage(here.storage.path);
    const other = startQueue({ store: there.stores.submissions, baseUrl: here.service.origin });
    await here.add(1);
    here.queue.wake();
    await until('the request', () => waiting.length === 1);
    here.settings.paused = true;
    await other.queue.recover();
    const [unconfirmed] = await here.inStates('unconfirmed');
    await there.stores.submissions.save([changeBy(unconfirmed ?? raise(), { type: 'send_again_chosen' })]);
    sendJson(waiting[0] ?? raise(), 201, { request_id: 'ir_late' });
    const [accepted] = await here.untilIn('accepted', 1);
    expect(accepted?.requestId).toBe('ir_late');
    expect(here.service.received).toHaveLength(1);
  });
});

describe('a submission whose token was refused', () => {
  /** Four of them, while the fresh token is being fetched. */
  async function refused() {
    const here = await runningQueue((_request, response) => sendJson(response, 401, {}));
    const renewed = Promise.withResolvers<string>();
    let asked = 0;
    here.tokens.replace = () => {
      asked += 1;
      return renewed.promise;
    };
    await here.add(4);
    here.queue.wake();
    await until('the wish for another token', () => asked === 4);
    await here.untilIn('queued', 4);
    const there = await openTestStorage(here.storage.path);
    return { ...here, there, renewed };
  }

  test('stays queued until there is a fresh token: nobody has to decide, whoever quits or is killed', async () => {
    const here = await refused();
    const [row] = await here.inStates('queued');
    const history = await here.storage.stores.events.of(row?.id ?? '');
    expect(history.map((each) => historyWords(each).heading)).toContain(
      'The service asked for a renewed sign-in and accepted nothing; it will be sent as soon as possible',
    );
    const store = here.there.stores.submissions;
    const other = startQueue({
      store,
      baseUrl: here.service.origin,
      settings: { paused: true, concurrency: 4 },
    });
    await other.queue.recover();
    expect(await here.inStates('queued')).toHaveLength(4);
    expect(await here.inStates('unconfirmed', 'sending')).toEqual([]);
    here.service.answerWith(acceptEach);
    here.tokens.token = 'token-2';
    here.renewed.resolve('token-2');
    await here.untilIn('accepted', 4);
    expect(here.service.received).toHaveLength(8);
  });

  test('is not sent any more once a person has taken it back', async () => {
    const here = await refused();
    const [row] = await here.inStates('queued');
    await here.there.stores.submissions.save([changeBy(row ?? raise(), { type: 'taken_back' })]);
    here.service.answerWith(acceptEach);
    here.tokens.token = 'token-2';
    here.renewed.resolve('token-2');
    await here.untilIn('accepted', 3);
    await here.queue.stop(5000);
    expect([here.service.received.length, (await here.inStates('draft')).length]).toEqual([7, 1]);
  });

  test('is sent once if another process sends it in the meantime', async () => {
    const here = await refused();
    here.service.answerWith(acceptEach);
    const other = startQueue({ store: here.there.stores.submissions, baseUrl: here.service.origin });
    other.queue.wake();
    await here.untilIn('accepted', 4);
    here.tokens.token = 'token-2';
    here.renewed.resolve('token-2');
    await here.queue.stop(5000);
    expect(here.service.received).toHaveLength(8);
  });
});

describe('a service that asks to wait for a day', () => {
  const aDay: Answer = (_request, response) => sendJson(response, 429, {}, { 'retry-after': '86400' });

  /** Six waiting submissions, after one was refused. */
  async function waitingForADay() {
    const here = await runningQueue(aDay, { settings: { paused: false, concurrency: 1 } });
    const added = await here.add(6);
    here.queue.wake();
    await until('the refusal', async () => (await here.inStates('queued')).some(({ problem }) => problem));
    await until('the wait', () => here.queue.retryAfterEndsAt !== undefined);
    return { ...here, added };
  }

  test('gets the one that a person wants sent; once it accepts that, the others follow', async () => {
    const here = await waitingForADay();
    expect(here.queue.retryAfterEndsAt).toBeGreaterThan(Date.now() + 86_000_000);
    here.service.answerWith(acceptEach);
    await here.queue.sendOneDespiteWait(here.added[4]?.id);
    await here.untilIn('accepted', 6);
    expect(namesIn(here.service)[1]).toBe('Candidate 5');
    expect(here.service.received).toHaveLength(7);
    expect(here.queue.retryAfterEndsAt).toBeUndefined();
  });

  test('is said of all that wait, until when, also after a restart; and no more once it accepts one', async () => {
    const waits = waitsOfTest();
    const settings = { paused: false, concurrency: 1 };
    const here = await runningQueue(aDay, { settings, waits });
    const added = await here.add(3);
    here.queue.wake();
    await until('the wait', () => here.queue.sendWait?.why === 'service_asked');
    expect(here.queue.sendWait?.until).toBeGreaterThan(Date.now() + 86_000_000);
    await until('its end', async () => (await here.inStates('queued')).length === 3);
    await here.queue.stop(1000);

    let told = 0;
    const next = startQueue({
      store: here.storage.stores.submissions,
      baseUrl: here.service.origin,
      waits,
      settings,
      onWaitChange: () => {
        told += 1;
      },
    });
    next.queue.wake();
    await until('the news', () => told === 1);
    expect(next.queue.sendWait).toMatchObject({ why: 'service_asked' });
    here.service.answerWith(acceptEach);
    await next.queue.sendOneDespiteWait(added[2]?.id);
    await here.untilIn('accepted', 3);
    await until('the end of the wait', () => told === 2 && next.queue.sendWait === null);
  });

  test('gets only that one if it asks to wait again', async () => {
    const here = await waitingForADay();
    await here.queue.sendOneDespiteWait();
    await until('the second refusal', () => here.service.received.length === 2);
    await until('its end', async () => (await here.inStates('queued')).length === 6);
    here.queue.wake();
    await here.queue.stop(1000);
    expect(here.service.received).toHaveLength(2);
    expect(here.queue.retryAfterEndsAt).toBeGreaterThan(Date.now() + 86_000_000);
  });
});

describe('a sign-out while a connection is made', () => {
  test.each([
    ['sends nothing', undefined],
    ['and a sign-in as somebody else sends nothing with the earlier sign-in', 'token-of-another'],
  ])('%s', async (_what, token) => {
    const service = await recordingService(acceptEach);
    const [connecting, connected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sender = senderTo(service.origin);
    const running = await runningQueue(acceptEach, {
      service,
      sender: {
        send: async (...call) => {
          connecting.resolve();
          await connected.promise;
          return sender.send(...call);
        },
      },
    });
    const { queue, tokens, add, storage, untilIn } = running;
    const [submission] = await add(1);
    queue.wake();
    await connecting.promise;
    tokens.token = token;
    connected.resolve();
    if (token === undefined) {
      await until('its return', async () => {
        const found = await storage.stores.submissions.get(submission?.id ?? '');
        return found?.state === 'queued' && found.revision > 2;
      });
      expect(service.received).toEqual([]);
      tokens.token = 'token-1';
      await queue.resume('sign_in');
    }
    await untilIn('accepted', 1);
    const expected = `Bearer ${token ?? 'token-1'}`;
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([expected]);
  });
});

describe('an undo while a connection is made', () => {
  test.each([
    ['withdraws it, though the connection comes about', true],
    ['withdraws it, though it would be tried again after a failed connection', false],
  ])('%s', async (_what, comesAbout) => {
    const service = await recordingService(acceptEach);
    const [connecting, connected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sender = senderTo(service.origin);
    const { queue, add, storage, untilIn } = await runningQueue(acceptEach, {
      service,
      sender: {
        send: async (...call) => {
          connecting.resolve();
          await connected.promise;
          return comesAbout ? sender.send(...call) : { name: 'not_reachable' };
        },
      },
    });
    const { submissions } = storage.stores;
    const [queued] = await add(1);
    queue.wake();
    await connecting.promise;
    await untilIn('connecting', 1);
    const claimed = await submissions.get(queued?.id ?? '');
    if (!claimed) throw new Error('It is gone.');
    expect(await submissions.save([changeBy(claimed, { type: 'taken_back' })])).toEqual([true]);
    connected.resolve();
    await queue.stop(10_000);
    expect(service.received).toEqual([]);
    expect(await submissions.get(claimed.id)).toMatchObject({ state: 'draft', requestId: null });
  });
});

describe('a second send after a 401 that may no longer be sent', () => {
  /** One submission whose 401 came; the test decides what happens while the fresh token is being fetched. */
  async function whileTokenIsFetched() {
    const clock = turnableClock();
    const slowDown: ServerResponse[] = [];
    const running = await runningQueue(
      (request, response) => {
        if (request.body.includes('Slow')) slowDown.push(response);
        else sendJson(response, 401, {});
      },
      { now: clock.now, firstWindow: 2 },
    );
    const renewed = Promise.withResolvers<string>();
    let asked = false;
    running.tokens.replace = () => {
      asked = true;
      return renewed.promise;
    };
    const { submissions } = running.storage.stores;
    const [submission] = await running.add(1);
    await submissions.add([sampleSubmission({ candidateName: 'Slow' })]);
    running.queue.wake();
    await until('both requests', () => asked && slowDown.length === 1);
    const fetched = async (): Promise<void> => {
      running.service.answerWith(acceptEach);
      running.tokens.token = 'token-2';
      renewed.resolve('token-2');
    };
    const backInQueue = () =>
      until('its return', async () => {
        const found = await submissions.get(submission?.id ?? '');
        return found?.state === 'queued' ? found : undefined;
      });
    return { ...running, clock, submission, slowDown, fetched, backInQueue };
  }

  test.each(['pausing', 'an outage', 'stopping'] as const)(
    'because of %s goes back to the queue unchanged, and is sent later',
    async (what) => {
      const here = await whileTokenIsFetched();
      const { queue, settings, reachability, submission, service } = here;
      if (what === 'pausing') settings.paused = true;
      if (what === 'an outage') reachability.learn(false);
      const stopped = what === 'stopping' ? queue.stop(300) : undefined;
      await here.fetched();
      const waiting = await here.backInQueue();
      await stopped;
      expect(waiting).toMatchObject({ sendAfter: submission?.sendAfter, problem: null, notBefore: null });
      expect(service.received).toHaveLength(2);
      if (what === 'stopping') return;
      settings.paused = false;
      reachability.learn(true);
      queue.wake();
      await here.untilIn('accepted', 1);
      expect(service.received).toHaveLength(3);
    },
  );

  test('because of a Retry-After waits until it ends', async () => {
    const here = await whileTokenIsFetched();
    sendJson(here.slowDown[0] ?? raise(), 429, {}, { 'retry-after': '60' });
    await until('the 429', async () => (await here.inStates('queued')).some(({ problem }) => problem));
    await here.fetched();
    await here.backInQueue();
    here.clock.forward(59_000);
    here.queue.wake();
    for (let round = 0; round < 10; round += 1) await here.inStates('connecting');
    expect(here.service.received).toHaveLength(2);
    here.clock.forward(1100);
    here.queue.wake();
    await here.untilPaced('accepted', 2, here.clock);
  });
});

describe('a disk that refuses', () => {
  /** Makes some saves fail, as a full disk does. */
  function failing(store: Stores['submissions'], fails: (state: string) => boolean): Stores['submissions'] {
    return overridden(store, {
      save: (changes) =>
        changes.some(({ submission }) => fails(submission.state))
          ? Promise.reject(new Error('database or disk is full'))
          : store.save(changes),
    });
  }

  test('the mark holds the submission, and nothing is sent', async () => {
    const { stores } = await temporaryStorage();
    const service = await recordingService(acceptEach);
    const store = failing(stores.submissions, (state) => state === 'sending');
    const { queue } = startQueue({ store, baseUrl: service.origin });
    await stores.submissions.add([sampleSubmission()]);
    queue.wake();
    const held = await until('the held one', async () => {
      const [found] = await stores.submissions.inStates('workspace-1', ['held']);
      return found;
    });
    expect(held.problem).toMatchObject({ code: 'mark_not_stored' });
    expect(service.received).toEqual([]);
  });

  test('the outcome is retried until the disk takes it: the id is not lost', async () => {
    const { stores } = await temporaryStorage();
    const service = await recordingService(acceptEach);
    let failures = 3;
    const store = failing(stores.submissions, (state) => {
      if (state !== 'accepted' || failures === 0) return false;
      failures -= 1;
      return true;
    });
    const { queue, troubles } = startQueue({ store, baseUrl: service.origin });
    await stores.submissions.add([sampleSubmission()]);
    queue.wake();
    await until('the accepted one', async () => {
      return (await stores.submissions.inStates('workspace-1', ['accepted'])).length === 1;
    });
    expect(troubles).toHaveLength(3);
    expect(service.received).toHaveLength(1);
  });

  test('the outcome does not keep the app from closing', async () => {
    const { stores } = await temporaryStorage();
    const service = await recordingService(acceptEach);
    const store = failing(stores.submissions, (state) => state === 'accepted');
    const { queue, troubles } = startQueue({ store, baseUrl: service.origin });
    await stores.submissions.add([sampleSubmission()]);
    queue.wake();
    await until('the trouble', () => troubles.length > 0);
    const begun = performance.now();
    await queue.stop(5000);
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(await stores.submissions.inStates('workspace-1', ['sending'])).toHaveLength(1);
  });

  test('the claim is not retried in a tight loop', async () => {
    const { stores } = await temporaryStorage();
    const service = await recordingService(acceptEach);
    let refuses = true;
    const clock = turnableClock();
    const store = failing(stores.submissions, (state) => refuses && state === 'connecting');
    const { queue, troubles } = startQueue({ store, baseUrl: service.origin, now: clock.now });
    await stores.submissions.add([sampleSubmission()]);
    queue.wake();
    await until('the trouble', () => troubles.length > 0);
    // After many rounds of the database, it was still tried only once.
    for (let round = 0; round < 50; round += 1) await stores.submissions.counts('workspace-1');
    expect(troubles).toHaveLength(1);
    refuses = false;
    clock.forward(2000);
    queue.wake();
    await until('the accepted one', async () => {
      return (await stores.submissions.inStates('workspace-1', ['accepted'])).length === 1;
    });
  });

  test('the recovery of interrupted sends stops all sending until the disk takes it', async () => {
    const { stores } = await temporaryStorage();
    const service = await recordingService(acceptEach);
    let failures = 1;
    const store = failing(stores.submissions, (state) => {
      if (state !== 'unconfirmed' || failures === 0) return false;
      failures -= 1;
      return true;
    });
    const { queue, troubles } = startQueue({ store, baseUrl: service.origin });
    const left = sampleSubmission({ state: 'sending', attempts: 1 });
    await stores.submissions.add([left, sampleSubmission({ candidateName: 'Waiting' })]);
    await queue.recover();
    expect(troubles).toHaveLength(1);
    expect(await stores.submissions.get(left.id)).toMatchObject({ state: 'sending' });
    queue.wake();
    await until('the accepted one', async () => {
      return (await stores.submissions.inStates('workspace-1', ['accepted'])).length === 1;
    });
    expect(await stores.submissions.get(left.id)).toMatchObject({ state: 'unconfirmed' });
    expect(namesIn(service)).toEqual(['Waiting']);
  });

  test('a query is tried again without being woken', async () => {
    const { stores } = await temporaryStorage();
    const service = await recordingService(acceptEach);
    let failures = 1;
    const store = overridden<Stores['submissions']>(stores.submissions, {
      due: (...args) => {
        failures -= 1;
        if (failures >= 0) return Promise.reject(new Error('database is locked'));
        return stores.submissions.due(...args);
      },
    });
    const { queue, troubles } = startQueue({ store, baseUrl: service.origin });
    await stores.submissions.add([sampleSubmission()]);
    queue.wake();
    await until('the accepted one', async () => {
      return (await stores.submissions.inStates('workspace-1', ['accepted'])).length === 1;
    });
    expect(troubles).toHaveLength(1);
  });
});

function raise(): never {
  throw new Error('There is none.');
}

test('a claim that grew old before the first byte is asked for once more, and a colleague’s stops it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const colleague = { person: 'Mary', state: 'accepted', at: 1000, job: 'Engineer', change: 7 } as const;
  const { queue, service, add, untilIn } = await runningQueue(acceptEach, {
    team: {
      claim: async () => {
        asked += 1;
        return asked === 1;
      },
      settleAgain: async () => undefined,
      facts: async (submissions) =>
        submissions.map(() => ({ colleague: asked > 1 ? colleague : null, forbidding: null })),
      waitsSince: async () => null,
    },
    // Asked again before the mark: as if the computer had slept since the claim.
    isBeingListed: () => {
      if (asked === 1) vi.setSystemTime(Date.now() + 3_600_000);
      return false;
    },
  });
  await add(1);
  queue.wake();
  const [held] = await untilIn('held', 1);
  expect(held?.problem?.code).toBe('colleague_claimed');
  expect(service.received).toEqual([]);
});
