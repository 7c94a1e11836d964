import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createInterviewRequest } from '../../../electron/service/create-interview-request.ts';
import { createOutcomes } from '../../../electron/service/create-outcomes.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import { connectionTo, createCall, createOnce, GOOD_BODY, provenReuseOf } from './create-calls.ts';
import { httpAnswer, type RawServer, rawServer } from './raw-server.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

const ACCEPTED = httpAnswer(201, '{"request_id":"ir_1","status":"PENDING"}');

function answering(answer: string): Promise<RawServer> {
  return rawServer({ onRequest: ({ socket }) => socket.write(answer) });
}

describe('the create call as the service sees it', () => {
  test('is one HTTP/1.1 POST with exactly the fields of the interface', async () => {
    const server = await answering(ACCEPTED);
    await createOnce(server.origin);
    const [head = '', body = ''] = server.connections[0]?.received.split('\r\n\r\n') ?? [];
    const [line, ...headers] = head.split('\r\n');
    expect(line).toBe('POST /v1/interview/create-interview-request HTTP/1.1');
    expect(headers.map((header) => header.toLowerCase()).toSorted()).toEqual(
      [
        'accept: application/json',
        'accept-encoding: gzip, deflate, br, zstd',
        'authorization: bearer token-1',
        'connection: keep-alive',
        `content-length: ${Buffer.byteLength(body)}`,
        'content-type: application/json',
        `host: 127.0.0.1:${server.port}`,
        'idempotency-key: "0b6c3c5e-56a5-4a38-9c5d-7a5d3b0f7f10"',
      ].toSorted(),
    );
    expect(JSON.parse(body)).toEqual(GOOD_BODY);
  });

  test('keeps the path of the service address', async () => {
    const server = await answering(ACCEPTED);
    const baseUrl = `${server.origin}/tenant/7`;
    expect((await createOnce(baseUrl)).name).toBe('accepted');
    expect(server.connections[0]?.received).toMatch(
      /^POST \/tenant\/7\/v1\/interview\/create-interview-request HTTP\/1\.1\r\n/,
    );
  });

  test('carries names of any language in UTF-8, with the length in bytes', async () => {
    const server = await rawServer({
      onConnection: ({ socket }) => socket.once('data', () => setImmediate(() => socket.write(ACCEPTED))),
    });
    const body = { ...GOOD_BODY, candidate: { ...GOOD_BODY.candidate, name: 'Zoë 李 "Z"' } };
    expect((await createOnce(server.origin, { body })).name).toBe('accepted');
    const received = server.connections[0]?.received ?? '';
    expect(received).toContain(`content-length: ${Buffer.byteLength(JSON.stringify(body))}`);
    expect(received).toContain('Zoë 李 \\"Z\\"');
  });

  test('is alone on its connection: a concurrent call opens its own', async () => {
    const waiting: (() => void)[] = [];
    const server = await rawServer({
      onRequest: ({ socket }) => {
        const id = waiting.length + 1;
        waiting.push(() => socket.write(httpAnswer(201, `{"request_id":"ir_${id}"}`)));
      },
    });
    const connection = connectionTo(server.origin, { reuse: provenReuseOf(server.origin) });
    const create = () => createInterviewRequest(connection, createCall(server.origin));
    const first = create();
    await until('the first request', () => waiting.length === 1);
    const second = create();
    await until('the second request', () => waiting.length === 2);
    expect(server.connections.map(({ received }) => received.match(/POST/g)?.length)).toEqual([1, 1]);
    for (const answer of waiting) answer();
    expect([(await first).accepted?.requestId, (await second).accepted?.requestId]).toEqual(['ir_1', 'ir_2']);
  });
});

describe('the mark', () => {
  test('is stored after the connection is open and before the first byte', async () => {
    const server = await answering(ACCEPTED);
    const stored = Promise.withResolvers<void>();
    let asked = false;
    const sent = createOnce(server.origin, {
      markSending: () => {
        asked = true;
        return stored.promise;
      },
    });
    await until('the mark', () => asked && server.connections.length === 1);
    // While the disk is slow, the socket stays silent: a round trip elsewhere proves the wait.
    await roundTrip();
    expect(server.connections[0]?.received).toBe('');
    const storedAt = performance.now();
    stored.resolve();
    expect((await sent).name).toBe('accepted');
    const [connection] = server.connections;
    expect(connection?.stoodAt).toBeLessThan(storedAt);
    expect(connection?.firstByteAt).toBeGreaterThanOrEqual(storedAt);
  });

  test('is stored once, and again for each further call on a kept-alive connection', async () => {
    const server = await answering(ACCEPTED);
    const connection = connectionTo(server.origin, { reuse: provenReuseOf(server.origin) });
    let marks = 0;
    const markSending = async (): Promise<void> => {
      marks += 1;
    };
    for (const expected of [1, 2, 3]) {
      await createInterviewRequest(connection, createCall(server.origin, { markSending }));
      expect(marks).toBe(expected);
    }
    expect(server.connections).toHaveLength(1);
  });

  test('sends nothing at all if it cannot be stored', async () => {
    const server = await answering(ACCEPTED);
    const outcome = await createOnce(server.origin, {
      markSending: () => Promise.reject(new Error('disk full')),
    });
    expect(outcome.name).toBe('mark_not_stored');
    await until('the end of the connection', () => server.connections[0]?.closed);
    expect(server.connections.map(({ received }) => received)).toEqual(['']);
  });

  test('is not stored without a connection', async () => {
    let asked = false;
    const outcome = await createOnce(`http://127.0.0.1:${await freePort()}`, {
      markSending: async () => {
        asked = true;
      },
    });
    expect(outcome.name).toBe('not_reachable');
    expect(asked).toBe(false);
  });

  test('is waited for if the connection breaks while it is being stored, and the call counts as not sent', async () => {
    const server = await rawServer({});
    const stored = Promise.withResolvers<void>();
    let asked = false;
    let answered = false;
    const sent = createOnce(server.origin, {
      markSending: () => {
        asked = true;
        return stored.promise;
      },
    }).finally(() => {
      answered = true;
    });
    await until('the mark', () => asked && server.connections.length === 1);
    server.connections[0]?.socket.resetAndDestroy();
    await until('the end of the connection', () => server.connections[0]?.closed);
    await roundTrip();
    await roundTrip();
    // The mark must be settled before the outcome is stored: two concurrent writes of one row could swap.
    expect(answered).toBe(false);
    stored.resolve();
    const { name } = await sent;
    expect(createOutcomes[name].certainty).toBe('not_sent');
    expect(server.connections.map(({ received }) => received)).toEqual(['']);
  });
});

describe('without a connection the call was not sent', () => {
  test('if the name cannot be found', async () => {
    expect((await createOnce('http://service.invalid')).name).toBe('name_not_found');
  });

  test('if the connection is refused', async () => {
    expect((await createOnce(`http://127.0.0.1:${await freePort()}`)).name).toBe('not_reachable');
  });

  test('if it is refused at every address of a name', async () => {
    expect((await createOnce(`http://localhost:${await freePort()}`)).name).toBe('not_reachable');
  });

  test('if nobody answers the TLS handshake', async () => {
    const server = await rawServer({});
    const baseUrl = `https://127.0.0.1:${server.port}`;
    expect((await createOnce(baseUrl, {}, { connect: 300 })).name).toBe('connect_timeout');
  });

  test.each(['reset', 'closed'])('if the TLS handshake is %s', async (how) => {
    const server = await rawServer({
      onConnection: ({ socket }) =>
        socket.once('data', () => (how === 'reset' ? socket.resetAndDestroy() : socket.end())),
    });
    expect((await createOnce(`https://127.0.0.1:${server.port}`)).name).toBe('secure_connection_failed');
  });

  test('if the server speaks plain HTTP instead of TLS', async () => {
    const server = await rawServer({
      onConnection: ({ socket }) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    });
    expect((await createOnce(`https://127.0.0.1:${server.port}`)).name).toBe('secure_connection_failed');
  });

  test('if the certificate is not trusted: no byte of the request reaches such a server', async () => {
    const server = await rawServer({
      certificate: selfSignedCertificate(),
      onRequest: ({ socket }) => socket.write(ACCEPTED),
    });
    expect((await createOnce(server.origin)).name).toBe('certificate_not_trusted');
    expect(server.connections.map(({ received }) => received).join('')).toBe('');
  });

  test('if the certificate belongs to another name', async () => {
    const server = await rawServer({ certificate: selfSignedCertificate() });
    const outcome = await createOnce(server.origin.replace('localhost', '127.0.0.1'));
    expect(outcome.name).toBe('certificate_not_trusted');
  });
});

describe('after the first byte every failure is unclear', () => {
  test('if the connection is cut before the answer', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => socket.end() });
    expect((await createOnce(server.origin)).name).toBe('connection_lost');
  });

  test('if the connection is reset before the answer', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => socket.resetAndDestroy() });
    expect((await createOnce(server.origin)).name).toBe('connection_lost');
  });

  test('if the connection is reset at the first byte', async () => {
    const server = await rawServer({
      onConnection: ({ socket }) => socket.once('data', () => socket.resetAndDestroy()),
    });
    expect((await createOnce(server.origin)).name).toBe('connection_lost');
  });

  test('if half a status line comes and then nothing more', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => socket.end('HTTP/1.1 20') });
    expect(createOutcomes[(await createOnce(server.origin)).name].certainty).toBe('unclear');
  });

  test('if the head of the answer breaks off', async () => {
    const server = await rawServer({
      onRequest: ({ socket }) => socket.end('HTTP/1.1 201 Created\r\nContent-Ty'),
    });
    expect(createOutcomes[(await createOnce(server.origin)).name].certainty).toBe('unclear');
  });

  test('if the answer is garbage', async () => {
    const server = await answering('SSH-2.0-OpenSSH_9.6\r\n');
    expect((await createOnce(server.origin)).name).toBe('answer_unreadable');
  });

  test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    'if only %s comes and then the end',
    async (line) => {
      const server = await rawServer({ onRequest: ({ socket }) => socket.end(`HTTP/1.1 ${line}\r\n\r\n`) });
      expect(createOutcomes[(await createOnce(server.origin)).name].certainty).toBe('unclear');
    },
  );

  test('if the service switches to another protocol', async () => {
    const server = await answering(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    );
    expect(createOutcomes[(await createOnce(server.origin)).name].certainty).toBe('unclear');
  });

  test('if the service stays silent', async () => {
    const server = await rawServer({});
    const outcome = await createOnce(server.origin, {}, { headers: 200 });
    expect(outcome.name).toBe('no_answer_in_time');
    expect(server.connections[0]?.received).toMatch(/^POST /);
  });

  test('if the head of the answer is endless', async () => {
    const server = await answering(`HTTP/1.1 201 Created\r\nX-Long: ${'x'.repeat(300_000)}`);
    expect(createOutcomes[(await createOnce(server.origin)).name].certainty).toBe('unclear');
  });
});

describe('an answer with a complete head is judged by its status', () => {
  test('a final answer after a provisional one counts', async () => {
    const server = await answering(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ACCEPTED}`);
    expect(await createOnce(server.origin)).toMatchObject({
      name: 'accepted',
      accepted: { requestId: 'ir_1', status: 'PENDING' },
    });
  });

  test('a 201 with a body that breaks off is accepted, but its id is unknown', async () => {
    const server = await rawServer({
      onRequest: ({ socket }) =>
        socket.end(httpAnswer(201, '{"request_id":"ir_1","status":"PEN', { 'Content-Length': '40' })),
    });
    expect((await createOnce(server.origin)).name).toBe('accepted_without_id');
  });

  test('a 201 with complete JSON that is shorter than its Content-Length is not trusted', async () => {
    const server = await rawServer({
      onRequest: ({ socket }) =>
        socket.end(httpAnswer(201, '{"request_id":"ir_1"}', { 'Content-Length': '99' })),
    });
    expect((await createOnce(server.origin)).name).toBe('accepted_without_id');
  });

  test('a 201 without its body is accepted, but its id is unknown', async () => {
    const server = await answering('HTTP/1.1 201 Created\r\nContent-Length: 40\r\n\r\n');
    expect((await createOnce(server.origin, {}, { body: 200 })).name).toBe('accepted_without_id');
  });

  test('a refusal with a body that breaks off is still a refusal', async () => {
    const server = await rawServer({
      onRequest: ({ socket }) => socket.end(httpAnswer(422, '{"title":"No', { 'Content-Length': '90' })),
    });
    expect(await createOnce(server.origin)).toMatchObject({ name: 'refused_as_it_is', httpStatus: 422 });
  });

  test('a body in chunks is read to its end', async () => {
    const server = await answering(
      'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"request_id":"i\r\n5\r\nr_9"}\r\n0\r\n\r\n',
    );
    expect(await createOnce(server.origin)).toMatchObject({ accepted: { requestId: 'ir_9' } });
  });

  test('an endless body is not read for ever', async () => {
    const server = await rawServer({
      onRequest: ({ socket }) => {
        const flood = (): void => {
          while (!socket.destroyed && socket.write('x'.repeat(1024 * 1024)));
        };
        socket.on('drain', flood);
        socket.write('HTTP/1.1 201 Created\r\n\r\n');
        flood();
      },
    });
    expect((await createOnce(server.origin)).name).toBe('accepted_without_id');
  });

  test.each([301, 302, 303, 307, 308])('a %i is never followed', async (status) => {
    const elsewhere = await answering(ACCEPTED);
    const server = await answering(httpAnswer(status, '', { Location: `${elsewhere.origin}/v1/elsewhere` }));
    const outcome = await createOnce(server.origin);
    expect(outcome.name).toBe(status >= 307 ? 'redirect_refused' : 'redirected');
    expect(elsewhere.connections).toEqual([]);
    expect(server.connections[0]?.received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('a kept-alive connection', () => {
  test('is reused while it is fresh', async () => {
    const server = await answering(ACCEPTED);
    const connection = connectionTo(server.origin, { reuse: provenReuseOf(server.origin) });
    await createInterviewRequest(connection, createCall(server.origin));
    await createInterviewRequest(connection, createCall(server.origin));
    expect(server.connections).toHaveLength(1);
  });

  test('is closed after a second or two, however long the service would keep it', async () => {
    const server = await answering(
      httpAnswer(201, '{"request_id":"ir_1"}', { 'Keep-Alive': 'timeout=120', Connection: 'keep-alive' }),
    );
    const connection = connectionTo(server.origin, { reuse: provenReuseOf(server.origin) });
    await createInterviewRequest(connection, createCall(server.origin));
    await until('the client to give it up', () => server.connections[0]?.closed, 4000);
    await createInterviewRequest(connection, createCall(server.origin));
    expect(server.connections).toHaveLength(2);
  });

  test('is replaced by a new one if the service has closed it in the meantime', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => socket.end(ACCEPTED) });
    const connection = connectionTo(server.origin, { reuse: provenReuseOf(server.origin) });
    await createInterviewRequest(connection, createCall(server.origin));
    await until('the end of the connection', () => server.connections[0]?.closed);
    expect((await createInterviewRequest(connection, createCall(server.origin))).name).toBe('accepted');
    expect(server.connections).toHaveLength(2);
  });
});

/** Takes as long as a connection to another server and its end: anything sent before has arrived by then. */
async function roundTrip(): Promise<void> {
  const server = await rawServer({ onConnection: ({ socket }) => socket.end() });
  const socket = connect(server.port, '127.0.0.1').resume();
  await once(socket, 'close');
}
