import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { systemReason } from '../../../electron/network/system-error.ts';
import { createInterviewRequest, problemOf } from '../../../electron/service/create-interview-request.ts';
import { CodedError } from '../../../shared/result.ts';
import { freePort } from '../../free-port.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { connectionTo, createCall, createOnce, GOOD_BODY } from './create-calls.ts';
import { httpAnswer, rawServer } from './raw-server.ts';

describe('the reason stored with a problem', () => {
  test('is the system’s message', async () => {
    const port = await freePort();
    const outcome = await createOnce(`http://127.0.0.1:${port}`);
    expect(problemOf(outcome)).toEqual({
      code: 'not_reachable',
      reason: `connect ECONNREFUSED 127.0.0.1:${port}`,
    });
  });

  test('is the HTTP parser’s message', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => void socket.end('SSH-2.0\r\n\r\n') });
    const { code, reason } = problemOf(await createOnce(server.origin));
    expect([code, reason]).toEqual(['answer_unreadable', expect.stringMatching(/^Parse Error: /)]);
  });

  test('is missing if no answer comes in time', async () => {
    const server = await rawServer({});
    const connections = connectionTo(server.origin, { timeouts: { headers: 200 } });
    const outcome = await createInterviewRequest(connections, createCall(server.origin));
    expect(problemOf(outcome)).toEqual({ code: 'no_answer_in_time' });
  });

  test('is missing if the answer comes before the request is complete', async () => {
    const server = await rawServer({
      onConnection: ({ socket }) =>
        socket.once('data', () => {
          socket.pause();
          socket.write(httpAnswer(201, '{"request_id":"ir_1"}'));
        }),
    });
    const name = 'x'.repeat(30_000_000);
    const body = { ...GOOD_BODY, candidate: { ...GOOD_BODY.candidate, name } };
    expect(problemOf(await createOnce(server.origin, { body }))).toEqual({ code: 'answer_unreadable' });
  });

  test('is Node’s message if the connection ends without an answer', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => void socket.end() });
    expect(problemOf(await createOnce(server.origin))).toEqual({
      code: 'connection_lost',
      reason: 'socket hang up',
    });
  });

  test('is missing if the mark is refused with our own error', async () => {
    const server = await rawServer({});
    const refusals = [new Error('The submission may not go out any more.'), new CodedError('disk_full')];
    for (const refusal of refusals) {
      const outcome = await createOnce(server.origin, { markSending: () => Promise.reject(refusal) });
      expect(problemOf(outcome)).toEqual({ code: 'mark_not_stored' });
    }
  });
});

describe('the system’s message', () => {
  const shared = sharedStorage();

  test('of an SQLite error crosses the thread boundary', async () => {
    const { storage, workspaceId } = await shared.withWorkspace();
    const submission = sampleSubmission({ workspaceId, id: randomUUID() });
    await storage.stores.submissions.add([submission]);
    const refused = storage.stores.submissions.add([submission]).catch(systemReason);
    expect(await refused).toMatch(/^UNIQUE constraint failed: /);
  });

  test('is found below our own errors, and among several attempts', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND a.test'), { code: 'ENOTFOUND' });
    expect(systemReason(new CodedError('internal', { cause }))).toBe('getaddrinfo ENOTFOUND a.test');
    const tries = [new Error('One try failed.'), cause];
    expect(systemReason(new AggregateError(tries, 'All tries failed.'))).toBe('getaddrinfo ENOTFOUND a.test');
  });

  test('is the code if there is no message', () => {
    expect(systemReason(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(
      'ECONNREFUSED',
    );
  });

  test.each([
    ['an error of our own', new Error('There was no answer.')],
    ['a coded failure', new CodedError('disk_full')],
    ['no error at all', 'broken'],
  ])('is not %s', (_what, error) => {
    expect(systemReason(error)).toBeUndefined();
  });
});
