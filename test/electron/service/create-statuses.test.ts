import { describe, expect, test } from 'vitest';
import { type CreateOutcome, problemOf } from '../../../electron/service/create-interview-request.ts';
import {
  type CreateOutcomeName,
  createOutcomes,
  isConnectionProblem,
  outcomeOfStatus,
} from '../../../electron/service/create-outcomes.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';
import { createOnce } from './create-calls.ts';
import { httpAnswer, rawServer } from './raw-server.ts';

const OUTCOME_NAMES = Object.keys(createOutcomes).filter(
  (name): name is CreateOutcomeName => name in createOutcomes,
);

/** Sends one create call to a server that gives this answer. */
async function answeredWith(status: number, body = '', headers: Record<string, string> = {}) {
  const server = await rawServer({
    onRequest: ({ socket }) => socket.write(httpAnswer(status, body, headers)),
  });
  return createOnce(server.origin);
}

describe('the status of the answer decides the outcome', () => {
  test.each([
    [200, 'accepted', 'ask'],
    [202, 'accepted', 'ask'],
    [204, 'accepted', 'ask'],
    [300, 'unclear', 'ask'],
    [301, 'unclear', 'ask'],
    [302, 'unclear', 'ask'],
    [303, 'unclear', 'ask'],
    [304, 'unclear', 'ask'],
    [307, 'refused', 'hold'],
    [308, 'refused', 'hold'],
    [400, 'refused', 'reject'],
    [413, 'refused', 'reject'],
    [415, 'refused', 'reject'],
    [422, 'refused', 'reject'],
    [431, 'refused', 'reject'],
    [401, 'refused', 'sign_in'],
    [403, 'refused', 'hold'],
    [404, 'refused', 'hold'],
    [405, 'refused', 'hold'],
    [410, 'refused', 'hold'],
    [501, 'refused', 'hold'],
    [421, 'refused', 'retry_once'],
    [425, 'refused', 'retry_once'],
    [429, 'refused', 'wait'],
    [402, 'unclear', 'ask'],
    [406, 'unclear', 'ask'],
    [408, 'unclear', 'ask'],
    [409, 'unclear', 'ask'],
    [411, 'unclear', 'ask'],
    [418, 'unclear', 'ask'],
    [451, 'unclear', 'ask'],
    [500, 'unclear', 'ask'],
    [502, 'unclear', 'ask'],
    [503, 'unclear', 'ask'],
    [504, 'unclear', 'ask'],
    [505, 'unclear', 'ask'],
    [511, 'unclear', 'ask'],
    [599, 'unclear', 'ask'],
  ])('%i is %s: %s', async (status, certainty, action) => {
    const outcome = await answeredWith(status);
    expect(createOutcomes[outcome.name]).toEqual({ certainty, action });
    expect(outcome.httpStatus).toBe(status);
    expect(outcome.accepted).toBeUndefined();
  });

  test('a 503 with a Retry-After makes the whole queue wait', async () => {
    expect(await answeredWith(503, '', { 'Retry-After': '7' })).toMatchObject({
      name: 'unavailable_until',
      retryAfterMs: 7000,
    });
  });

  test('a 503 whose Retry-After is junk is unclear', async () => {
    expect((await answeredWith(503, '', { 'Retry-After': 'soon' })).name).toBe('unclear_status');
  });

  test('a 429 says how long to wait, whatever the header’s letter case', async () => {
    expect(await answeredWith(429, '', { 'RETRY-AFTER': '30' })).toMatchObject({
      name: 'slow_down',
      retryAfterMs: 30_000,
    });
  });

  test('the first of several Retry-After headers counts', async () => {
    const server = await rawServer({
      onRequest: ({ socket }) =>
        socket.write('HTTP/1.1 429 X\r\nRetry-After: 5\r\nRetry-After: 9\r\nContent-Length: 0\r\n\r\n'),
    });
    expect((await createOnce(server.origin)).retryAfterMs).toBe(5000);
  });

  test('a refusal counts as one whatever its body says', async () => {
    const body = '{"request_id":"ir_1","status":"PENDING"}';
    expect(await answeredWith(400, body)).toMatchObject({ name: 'refused_as_it_is' });
    expect((await answeredWith(500, body)).accepted).toBeUndefined();
  });

  test('every status has an outcome', () => {
    for (let status = 200; status < 1000; status += 1) {
      expect(createOutcomes).toHaveProperty(outcomeOfStatus(status, false));
    }
  });
});

describe('a 201', () => {
  test('with an id is accepted, with whatever status the service gives', async () => {
    expect(await answeredWith(201, '{"request_id":"ir_1","status":"ON_HOLD","more":[1]}')).toMatchObject({
      name: 'accepted',
      accepted: { requestId: 'ir_1', status: 'ON_HOLD' },
    });
  });

  test('is read even if it begins with a byte order mark', async () => {
    expect(await answeredWith(201, '\uFEFF{"request_id":"ir_1"}')).toMatchObject({
      accepted: { requestId: 'ir_1', status: 'PENDING' },
    });
  });

  test.each([
    ['an empty body', ''],
    ['HTML', '<html><body>Thank you</body></html>'],
    ['half of its JSON', '{"request_id":"ir_1'],
    ['no id', '{"status":"PENDING"}'],
    ['an empty id', '{"request_id":"","status":"PENDING"}'],
    ['an id that nothing could be asked by', `{"request_id":"${'9'.repeat(201)}"}`],
    ['an id that is none', '{"request_id":{"value":1},"status":"PENDING"}'],
    ['a list', '[{"request_id":"ir_1"}]'],
    ['null', 'null'],
  ])('with %s was accepted, but its id is unknown', async (_what, body) => {
    const outcome = await answeredWith(201, body);
    expect(outcome.name).toBe('accepted_without_id');
    expect(outcome.httpStatus).toBe(201);
  });
});

/** What the history says of a submission that came back from this outcome, beside what happened. */
function historyDetailOf(outcome: CreateOutcome): string | null {
  return historyWords({ code: 'retry', values: problemOf(outcome), at: 0 }).detail;
}

describe('the words for an outcome', () => {
  test('say what happened, what to do next, and what the service said', () => {
    const outcome = {
      name: 'refused_as_it_is',
      httpStatus: 422,
      answer: '{"message":"The number is not reachable"}',
      said: {
        text: 'The number is not reachable',
        fields: [{ field: 'phoneNumber', text: 'The number is not reachable' }],
        other: '',
      },
    } as const;
    const problem = problemOf(outcome);
    expect(problem).toEqual({
      code: 'refused_as_it_is',
      httpStatus: 422,
      answer: outcome.answer,
      said: outcome.said,
    });
    expect(problemWords(problem)).toEqual({
      message: 'The service refused the details of this submission.',
      nextStep: 'Correct the phone number and submit again, or discard it.',
    });
    expect(historyDetailOf(outcome)).toBe('The number is not reachable');
  });

  test('give the technical reason in the history if there was no answer', () => {
    expect(historyDetailOf({ name: 'not_reachable', reason: 'connect ECONNREFUSED' })).toBe(
      'connect ECONNREFUSED',
    );
    expect(historyDetailOf({ name: 'interrupted' })).toBeNull();
    expect(historyDetailOf({ name: 'slow_down', httpStatus: 429, answer: '' })).toBeNull();
  });

  test('say for every unclear outcome, and no other, that the request may have arrived', () => {
    for (const name of OUTCOME_NAMES) {
      const { message } = problemWords(problemOf({ name }));
      expect(message.includes('may or may not have reached')).toBe(
        createOutcomes[name].certainty === 'unclear',
      );
    }
  });
});

test('a connection problem is one that a working connection solves', () => {
  const codes = [...Object.keys(createOutcomes), 'unheard_of', 'constructor'];
  expect(codes.filter(isConnectionProblem)).toEqual([
    'name_not_found',
    'not_reachable',
    'connect_timeout',
    'secure_connection_failed',
    'proxy_not_reachable',
    'proxy_settings_unreadable',
    'proxy_refused',
  ]);
});
