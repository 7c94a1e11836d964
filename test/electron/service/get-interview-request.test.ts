import { describe, expect, test } from 'vitest';
import { getInterviewRequest, type ReadOutcome } from '../../../electron/service/get-interview-request.ts';
import type { ConnectionTimeouts } from '../../../electron/service/service-connections.ts';
import { freePort } from '../../free-port.ts';
import { connectionsTo } from './create-calls.ts';
import { httpAnswer, type RawServer, rawServer } from './raw-server.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

function readFrom(
  baseUrl: string,
  requestId = 'ir_1',
  timeouts: Partial<ConnectionTimeouts> = {},
): Promise<ReadOutcome> {
  return getInterviewRequest(connectionsTo(baseUrl, { timeouts }), {
    baseUrl,
    accessToken: 'token-1',
    requestId,
  });
}

function answering(answer: string): Promise<RawServer> {
  return rawServer({ onRequest: ({ socket }) => socket.write(answer) });
}

async function answered(
  body: string,
  status = 200,
  headers: Record<string, string> = {},
): Promise<ReadOutcome> {
  return readFrom((await answering(httpAnswer(status, body, headers))).origin);
}

test('a status read is one GET without a body, with the id as one segment of the path', async () => {
  const server = await answering(httpAnswer(200, '{"status":"PENDING"}'));
  await readFrom(`${server.origin}/base`, 'a/b c');
  const [line, ...headers] = server.connections[0]?.received.trimEnd().split('\r\n') ?? [];
  expect(line).toBe('GET /base/v1/interview/requests/a%2Fb%20c HTTP/1.1');
  expect(headers.map((header) => header.toLowerCase()).toSorted()).toEqual([
    'accept-encoding: gzip, deflate, br, zstd',
    'accept: application/json',
    'authorization: bearer token-1',
    'connection: keep-alive',
    `host: 127.0.0.1:${server.port}`,
  ]);
});

describe('an answer', () => {
  test('is read completely: unknown fields and states are kept, and so is its text', async () => {
    const body = `{ "request_id": "ir_1", "status": "AWAITING_CALLBACK", "eta": [1],
      "screening_calls": [{"id":"c1","timestamp":"2026-10-21T07:28:00Z","duration_minutes":0,"status":"RINGING","leg":"b"}],
      "assessment_results": {"score": {"of": 10}} }`;
    expect(await answered(body)).toEqual({
      name: 'read',
      raw: body,
      answer: {
        request_id: 'ir_1',
        status: 'AWAITING_CALLBACK',
        eta: [1],
        screening_calls: [
          { id: 'c1', timestamp: '2026-10-21T07:28:00Z', duration_minutes: 0, status: 'RINGING', leg: 'b' },
        ],
        assessment_results: { score: { of: 10 } },
      },
    });
  });

  test('may leave out what does not exist yet', async () => {
    expect(
      await answered('{"status":"PENDING","screening_calls":null,"assessment_results":null}'),
    ).toMatchObject({
      name: 'read',
      answer: { status: 'PENDING', screening_calls: [], assessment_results: null },
    });
    expect(
      await answered('{"status":"PENDING","screening_calls":[{"id":null,"timestamp":null}]}'),
    ).toMatchObject({
      name: 'read',
      answer: { screening_calls: [{ id: null, timestamp: null }] },
    });
  });

  test('may begin with a byte order mark', async () => {
    expect(await answered('\uFEFF{"status":"PENDING"}')).toMatchObject({ name: 'read' });
  });

  test.each([
    ['HTML', '<html>Sign in to the network</html>'],
    ['nothing', ''],
    ['half of its JSON', '{"status":"PEND'],
    ['no status', '{"screening_calls":[]}'],
  ])('of %s cannot be read, and is kept as it came', async (_what, body) => {
    const outcome = await answered(body);
    expect(outcome).toMatchObject({ name: 'unreadable', raw: body });
    expect(outcome.name === 'unreadable' && outcome.reason).not.toBe('');
  });

  test.each([
    [
      'a duration in words',
      '[{"id":"c1","status":"RINGING","duration_minutes":"long"}]',
      'screening_calls.0.duration_minutes',
      [{ id: 'c1', status: 'RINGING' }],
    ],
    [
      'a time in milliseconds',
      '[{"id":"c1","timestamp":1767225600000},{"id":"c2"}]',
      'screening_calls.0.timestamp',
      [{ id: 'c1' }, { id: 'c2' }],
    ],
    ['a status that is a number', '[{"id":"c1","status":7}]', 'screening_calls.0.status', [{ id: 'c1' }]],
    [
      'an id that is a list',
      '[{"id":["c1"],"status":"RINGING"}]',
      'screening_calls.0.id',
      [{ status: 'RINGING' }],
    ],
    ['a call that is none', '["c1",{"id":"c2"}]', 'screening_calls.0', [{}, { id: 'c2' }]],
    ['calls that are no list', '{"id":"c1"}', 'screening_calls', []],
  ])('with %s is read without that, and says so', async (_what, calls, named, read) => {
    const body = `{"status":"COMPLETED","screening_calls":${calls},"assessment_results":{"score":4}}`;
    const outcome = await answered(body);
    expect(outcome).toMatchObject({
      name: 'read',
      raw: body,
      answer: { status: 'COMPLETED', screening_calls: read, assessment_results: { score: 4 } },
      leftOut: expect.stringContaining(named),
    });
  });

  test('that is larger than 8 MiB says so', async () => {
    const body = JSON.stringify({ status: 'COMPLETED', assessment_results: 'x'.repeat(9 * 1024 * 1024) });
    const outcome = await answered(body);
    expect(outcome).toMatchObject({ name: 'too_large' });
    expect(outcome.name === 'too_large' && outcome.raw.length).toBe(4096);
  });

  test.each([
    ['another id', '"ir_2"', 'other_request'],
    ['an id in other letters', '"IR_1"', 'other_request'],
    ['a number', '7', 'other_request'],
    ['the id that was asked for', '"ir_1"', 'read'],
    ['no id', 'null', 'read'],
  ])('that names %s', async (_what, named, name) => {
    const outcome = await answered(
      `{"request_id":${named},"status":"COMPLETED","assessment_results":{"score":1}}`,
    );
    expect(outcome.name).toBe(name);
  });

  test('matches a UUID in other letter case, and a number exactly', async () => {
    const uuid = '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b';
    const answerNaming = (named: string) =>
      answering(httpAnswer(200, `{"request_id":${named},"status":"A"}`));
    const read = async (named: string, asked: string) =>
      (await readFrom((await answerNaming(named)).origin, asked)).name;
    expect(await read(`"${uuid.toUpperCase()}"`, uuid)).toBe('read');
    expect(await read('9007199254740993', '9007199254740993')).toBe('read');
    expect(await read('9007199254740993', '9007199254740992')).toBe('other_request');
  });

  test('with ten thousand errors names a few of them', async () => {
    const calls = Array.from({ length: 10_000 }, () => ({
      timestamp: 5,
      duration_minutes: 'long',
      status: 7,
    }));
    const outcome = await answered(JSON.stringify({ status: 'PENDING', screening_calls: calls }));
    expect(outcome.name === 'read' && outcome.leftOut).toMatch(
      /^screening_calls\.0\..{20,300}; and 29997 more$/,
    );
  });

  test.each([
    [401, { name: 'sign_in_needed' }],
    [404, { name: 'not_found', answer: 'Gone fishing' }],
    [410, { name: 'not_found', answer: 'Gone fishing' }],
    [204, { name: 'refused', httpStatus: 204 }],
    [302, { name: 'refused', httpStatus: 302 }],
    [403, { name: 'refused', httpStatus: 403, answer: 'Gone fishing' }],
    [500, { name: 'refused', httpStatus: 500, answer: 'Gone fishing' }],
    [503, { name: 'refused', httpStatus: 503, answer: 'Gone fishing' }],
  ])('of %i is told apart', async (status, outcome) => {
    const body = status === 204 ? '' : '{"message":"Gone fishing"}';
    expect(await answered(body, status)).toMatchObject(outcome);
  });

  test.each([429, 503])('of %i with Retry-After asks to slow down', async (status) => {
    expect(await answered('', status, { 'Retry-After': '9' })).toEqual({
      name: 'slow_down',
      retryAfterMs: 9000,
    });
  });

  test('of 429 without Retry-After asks to slow down too', async () => {
    expect(await answered('', 429)).toEqual({ name: 'slow_down', retryAfterMs: undefined });
  });

  test('that redirects is never followed', async () => {
    const elsewhere = await answering(httpAnswer(200, '{"status":"COMPLETED"}'));
    await answered('', 307, { Location: `${elsewhere.origin}/` });
    expect(elsewhere.connections).toEqual([]);
  });
});

describe('without a complete answer', () => {
  test('the service was not reached if the connection was refused', async () => {
    expect(await readFrom(`http://127.0.0.1:${await freePort()}`)).toMatchObject({
      name: 'no_answer',
      reached: false,
    });
  });

  test('the service was not reached if its name is unknown', async () => {
    expect(await readFrom('http://service.invalid')).toMatchObject({ name: 'no_answer', reached: false });
  });

  test('the service was not reached if its certificate is not trusted', async () => {
    const server = await rawServer({ certificate: selfSignedCertificate() });
    expect(await readFrom(server.origin)).toMatchObject({ name: 'no_answer', reached: false });
  });

  test('the service was reached if it cut the connection', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => socket.resetAndDestroy() });
    expect(await readFrom(server.origin)).toMatchObject({ name: 'no_answer', reached: true });
  });

  test('the service was reached if it stayed silent', async () => {
    const server = await rawServer({});
    expect(await readFrom(server.origin, 'ir_1', { headers: 200 })).toMatchObject({
      name: 'no_answer',
      reached: true,
    });
  });

  test('half a body is no answer, even if it looks complete', async () => {
    const server = await rawServer({
      onRequest: ({ socket }) =>
        socket.end(httpAnswer(200, '{"status":"PENDING"}', { 'Content-Length': '99' })),
    });
    expect(await readFrom(server.origin)).toMatchObject({ name: 'no_answer', reached: true });
  });
});
