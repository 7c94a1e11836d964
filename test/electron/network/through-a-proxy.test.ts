import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInterviewRequest, problemOf } from '../../../electron/service/create-interview-request.ts';
import { createOutcomes } from '../../../electron/service/create-outcomes.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';
import { proxyWords } from '../../../shared/words/proxy-words.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import { connectionTo, createCall, provenReuseOf } from '../service/create-calls.ts';
import { httpAnswer, type RawServer, rawServer } from '../service/raw-server.ts';
import { networkWith } from './network-under-test.ts';
import { type PrivateAuthority, privateAuthority } from './private-authority.ts';
import { answerWith, askFor, type Behaviour } from './proxy-server.ts';
import { testProxy } from './test-proxy.ts';

const ACCEPTED = httpAnswer(201, '{"request_id":"ir_1","status":"PENDING"}');
const BASE_URL = 'https://service.test';
/** A SOCKS 5 proxy's answer that needs no sign-in. */
const SOCKS5_HELLO = [5, 0];

let folder: string;
let authority: PrivateAuthority;
let serviceCertificate: { cert: string; key: string };
let proxyCertificate: { cert: string; key: string };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
  authority = privateAuthority(folder);
  serviceCertificate = authority.sign('service.test');
  proxyCertificate = authority.sign('proxy.test');
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

function secureService(
  onRequest = ({ socket }: { socket: { write(text: string): unknown } }) => void socket.write(ACCEPTED),
) {
  return rawServer({ certificate: serviceCertificate, onRequest });
}

/** Sends the proxy's answer and connects the client to the port. */
function bridge(socket: Socket, port: number, answer: Buffer): void {
  socket.removeAllListeners('data');
  const server = connect({ host: '127.0.0.1', port });
  server.on('error', () => socket.destroy());
  socket.once('close', () => server.destroy());
  server.once('connect', () => {
    socket.write(answer);
    socket.pipe(server).pipe(socket);
  });
}

/** A service that is reachable only through a proxy. */
async function behindProxy(options: { behaviour?: Behaviour; service?: RawServer; connect?: number } = {}) {
  const service = options.service ?? (await secureService());
  const proxy = await testProxy({
    targets: { 'service.test:443': service.port },
    ...(options.behaviour && { behaviour: options.behaviour }),
  });
  const parts = await networkWith({
    proxyMode: 'manual',
    proxyAddress: proxy.name,
    certificateFile: authority.certificatePath,
  });
  const connection = connectionTo(BASE_URL, {
    timeouts: { connect: options.connect ?? 5000 },
    network: parts.network,
    reuse: provenReuseOf(BASE_URL),
  });
  let marks = 0;
  const markSending = async (): Promise<void> => {
    marks += 1;
  };
  return {
    ...parts,
    service,
    proxy,
    marks: () => marks,
    create: (changes: Parameters<typeof createCall>[1] = {}) =>
      createInterviewRequest(connection, createCall(BASE_URL, { markSending, ...changes })),
  };
}

describe('a create call through a proxy', () => {
  test('arrives once, through one CONNECT request with nothing but the target', async () => {
    const { create, service, proxy, marks } = await behindProxy();
    expect((await create()).name).toBe('accepted');
    expect(proxy.connects.map(({ head }) => head)).toEqual([
      'CONNECT service.test:443 HTTP/1.1\r\nHost: service.test:443\r\nProxy-Connection: keep-alive\r\n\r\n',
    ]);
    expect(service.connections).toHaveLength(1);
    expect(service.connections[0]?.received.match(/POST \/v1/g)).toHaveLength(1);
    expect(marks()).toBe(1);
  });

  test('stores the mark after TLS is established and before the first byte of the request', async () => {
    const { create, service, proxy } = await behindProxy();
    const stored = Promise.withResolvers<void>();
    let sentBeforeMark: number | undefined;
    const sent = create({
      markSending: () => {
        sentBeforeMark = proxy.connects[0]?.sent;
        return stored.promise;
      },
    });
    await until('the mark', () => sentBeforeMark !== undefined && service.connections.length === 1);
    // The TLS handshake has passed the proxy, but no byte of the request has reached the service.
    expect(sentBeforeMark).toBeGreaterThan(0);
    expect(service.connections[0]?.received).toBe('');
    const storedAt = performance.now();
    stored.resolve();
    expect((await sent).name).toBe('accepted');
    expect(service.connections[0]?.stoodAt).toBeLessThan(storedAt);
    expect(service.connections[0]?.firstByteAt).toBeGreaterThanOrEqual(storedAt);
  });

  test('reuses a fresh tunnel with HTTP/1.1', async () => {
    const { create, proxy, service } = await behindProxy();
    await create();
    await create();
    expect(proxy.connects).toHaveLength(1);
    expect(service.connections[0]?.received.match(/HTTP\/1\.1\r\n/g)).toHaveLength(2);
  });

  test("is not sent without the service's certificate authority, even if an earlier TLS session trusted it", async () => {
    const { create, network, settings, service, marks } = await behindProxy();
    settings.certificateFile = null;
    await network.settingsChanged();
    expect((await create()).name).toBe('certificate_not_trusted');
    settings.certificateFile = authority.certificatePath;
    await network.settingsChanged();
    expect((await create()).name).toBe('accepted');
    settings.certificateFile = null;
    await network.settingsChanged();
    // A resumed TLS session would skip the check of the certificate.
    await until('the end of the kept connection', () => service.connections.every(({ closed }) => closed));
    expect((await create()).name).toBe('certificate_not_trusted');
    expect(marks()).toBe(1);
    expect(service.connections.filter(({ received }) => received !== '')).toHaveLength(1);
  });

  test('is not sent if the certificate is for another name', async () => {
    const service = await rawServer({ certificate: proxyCertificate });
    const { create } = await behindProxy({ service });
    expect((await create()).name).toBe('certificate_not_trusted');
    expect(service.connections.map(({ received }) => received).join('')).toBe('');
  });
});

describe('a proxy that asks for a user name and password', () => {
  test('gets only its own stored credentials, and only after it asked', async () => {
    const { create, credentials, network, proxy, service } = await behindProxy({
      behaviour: askFor('ada:s3cret:ö'),
    });
    const refused = await create();
    expect(refused.name).toBe('proxy_sign_in_needed');
    expect(problemWords(problemOf(refused)).message).toBe(
      `The proxy asks for a user name and password. It is ${proxy.name}.`,
    );
    await credentials.save('127.0.0.1:1', { userName: 'eve', password: 'other' });
    expect((await create()).name).toBe('proxy_sign_in_needed');
    await credentials.save(proxy.name, { userName: 'ada', password: 's3cret:ö' });
    await network.settingsChanged();
    expect((await create()).name).toBe('accepted');
    expect(proxy.connects.map((seen) => seen.credentials)).toEqual([
      undefined,
      undefined,
      undefined,
      'ada:s3cret:ö',
    ]);
    expect(
      service.connections
        .map(({ received }) => received)
        .join('')
        .toLowerCase(),
    ).not.toContain('proxy-auth');
  });

  test('gets them with the first request after it asked once', async () => {
    const { create, credentials, proxy, service } = await behindProxy({ behaviour: askFor('ada:1') });
    await credentials.save(proxy.name, { userName: 'ada', password: '1' });
    await create();
    service.connections[0]?.socket.destroy();
    await until('the end of the tunnel', () => proxy.connects[1]?.client.destroyed);
    expect((await create()).name).toBe('accepted');
    expect(proxy.connects.map((seen) => seen.credentials)).toEqual([undefined, 'ada:1', 'ada:1']);
  });

  test('and refuses them is asked only twice', async () => {
    const { create, credentials, proxy } = await behindProxy({ behaviour: askFor('ada:right') });
    await credentials.save(proxy.name, { userName: 'ada', password: 'wrong' });
    const outcome = await create();
    expect(outcome).toMatchObject({
      name: 'proxy_sign_in_needed',
      proxyProblem: { code: 'credentials_refused' },
    });
    expect(proxy.connects).toHaveLength(2);
  });

  test.each([
    ['Negotiate', "The proxy requires a sign-in by Kerberos (Negotiate), which Callboard doesn't support."],
    ['NTLM', "The proxy requires a sign-in by NTLM, which Callboard doesn't support."],
    [
      'Digest realm="a, Basic b", nonce="c"',
      "The proxy requires a sign-in by Digest, which Callboard doesn't support.",
    ],
  ])('by %s gets no password', async (challenge, reason) => {
    const { create, credentials, proxy, marks } = await behindProxy({
      behaviour: askFor('ada:1', challenge),
    });
    await credentials.save(proxy.name, { userName: 'ada', password: '1' });
    const { name, proxyProblem, ...outcome } = await create();
    expect({ name, ...outcome }).toMatchObject({ name: 'proxy_sign_in_unsupported', proxy: proxy.name });
    expect(proxyProblem && proxyWords(proxyProblem)).toBe(reason);
    expect(proxy.connects.map((seen) => seen.credentials)).toEqual([undefined]);
    expect(marks()).toBe(0);
  });

  test('that offers Basic among other schemes gets them by Basic', async () => {
    const challenge = 'Negotiate\r\nProxy-Authenticate: NTLM, BASIC realm="x"';
    const { create, credentials, proxy } = await behindProxy({ behaviour: askFor('ada:1', challenge) });
    await credentials.save(proxy.name, { userName: 'ada', password: '1' });
    expect((await create()).name).toBe('accepted');
  });
});

describe('a failing proxy never leaves a call unclear', () => {
  test.each([
    ['refuses with 403', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'proxy_refused'],
    ['answers 502', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nno!', 'proxy_refused'],
    ['redirects', 'HTTP/1.1 302 Found\r\nLocation: http://portal.test/\r\n\r\n', 'proxy_refused'],
    ['answers with another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 'proxy_not_reachable'],
    ['answers with an invalid header', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n', 'proxy_not_reachable'],
    [
      'answers with an endless head',
      `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(200_000)}`,
      'proxy_not_reachable',
    ],
    [
      'answers many small headers',
      `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(9000)}\r\n`,
      'proxy_not_reachable',
    ],
    ['answers only 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20), 'proxy_not_reachable'],
    [
      'sends bytes before the service does',
      'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 201 Created\r\n',
      'proxy_not_reachable',
    ],
  ])('when it %s', async (_how, answer, name) => {
    const { create, marks, service } = await behindProxy({ behaviour: answerWith(answer) });
    const outcome = await create();
    expect(outcome.name).toBe(name);
    expect(createOutcomes[outcome.name].certainty).toBe('not_sent');
    expect(problemWords(problemOf(outcome)).message).toContain(' proxy');
    expect(marks()).toBe(0);
    expect(service.connections).toEqual([]);
  });

  const closings: [string, Behaviour, string][] = [
    ['immediately', ({ client }) => void client.end(), 'closed'],
    ['with a reset', ({ client }) => void client.resetAndDestroy(), 'no_answer_to_connect'],
    ['in the middle of its response', ({ client }) => void client.end('HTTP/1.1 200 Conn'), 'closed'],
  ];
  test.each(closings)('when it closes the connection %s', async (_how, behaviour, code) => {
    const { create, marks } = await behindProxy({ behaviour });
    expect(await create()).toMatchObject({ name: 'proxy_not_reachable', proxyProblem: { code } });
    expect(marks()).toBe(0);
  });

  test('when it never answers', async () => {
    const { create, marks } = await behindProxy({ behaviour: () => undefined, connect: 250 });
    expect((await create()).name).toBe('proxy_not_reachable');
    expect(marks()).toBe(0);
  });

  test('when it answers byte by byte without end', async () => {
    let timer: NodeJS.Timeout | undefined;
    const { create } = await behindProxy({
      connect: 400,
      behaviour: ({ client }) => {
        timer = setInterval(() => client.write('H'), 20);
        client.once('close', () => clearInterval(timer));
      },
    });
    expect((await create()).name).toBe('proxy_not_reachable');
  });

  test("when it doesn't exist or its name is unknown", async () => {
    const { create, settings } = await behindProxy();
    settings.proxyAddress = `127.0.0.1:${await freePort()}`;
    const outcome = await create();
    expect(problemWords(problemOf(outcome)).message).toBe(
      `Couldn't reach the proxy. It is ${settings.proxyAddress}.`,
    );
    settings.proxyAddress = 'proxy.nowhere:8080';
    expect(await create()).toMatchObject({ name: 'proxy_not_reachable', proxy: 'proxy.nowhere:8080' });
  });

  test("when a manual proxy's address is invalid, without a direct connection", async () => {
    const { create, settings, service } = await behindProxy();
    settings.proxyAddress = '';
    expect((await create()).name).toBe('proxy_settings_unreadable');
    expect(service.connections).toEqual([]);
  });

  test('when the tunnel is cut during the TLS handshake with the service', async () => {
    const service = await rawServer({
      onConnection: ({ socket }) => socket.once('data', () => socket.end()),
    });
    const { create, marks } = await behindProxy({ service });
    expect((await create()).name).toBe('secure_connection_failed');
    expect(marks()).toBe(0);
  });

  test("when the service doesn't answer the TLS handshake", async () => {
    const service = await rawServer({});
    const { create } = await behindProxy({ service, connect: 300 });
    expect((await create()).name).toBe('connect_timeout');
  });

  test('when it dies between CONNECT and the first byte of the request', async () => {
    const { create, proxy, service } = await behindProxy();
    const stored = Promise.withResolvers<void>();
    let asked = false;
    const sent = create({
      markSending: () => {
        asked = true;
        return stored.promise;
      },
    });
    await until('the mark', () => asked && service.connections.length === 1);
    proxy.connects[0]?.client.resetAndDestroy();
    await until('the end of the tunnel', () => service.connections[0]?.closed);
    stored.resolve();
    const { name } = await sent;
    expect(createOutcomes[name].certainty).toBe('not_sent');
    expect(service.connections.map(({ received }) => received)).toEqual(['']);
  });
});

test('a proxy that dies after the first byte of the request leaves the call unclear', async () => {
  const service = await rawServer({ certificate: serviceCertificate });
  const { create, proxy } = await behindProxy({ service });
  const sent = create();
  await until('the request', () => service.connections[0]?.received.includes('questionnaire'));
  proxy.connects[0]?.client.resetAndDestroy();
  expect((await sent).name).toBe('connection_lost');
});

describe('the route is chosen for each connection', () => {
  test('a dead first proxy falls back to the second before anything is sent, and is tried last for a while', async () => {
    const service = await secureService();
    const proxy = await testProxy({ targets: { 'service.test:443': service.port } });
    const dead = `127.0.0.1:${await freePort()}`;
    const { network, asked } = await networkWith({
      pac: () => `PROXY ${dead}; PROXY ${proxy.name}; DIRECT`,
      certificateFile: authority.certificatePath,
    });
    const connection = connectionTo(BASE_URL, { network });
    let marks = 0;
    const markSending = async (): Promise<void> => {
      marks += 1;
    };
    const call = createCall(BASE_URL, { markSending });
    expect((await createInterviewRequest(connection, call)).name).toBe('accepted');
    expect(marks).toBe(1);
    expect(proxy.connects).toHaveLength(1);
    expect(
      network.tunnels.byAvailability([
        { kind: 'http', host: '127.0.0.1', port: Number(dead.split(':')[1]) },
        { kind: 'direct' },
      ])[0],
    ).toEqual({ kind: 'direct' });
    expect(asked).toEqual(['https://service.test/']);
  });

  test('a refusal by the first proxy is final', async () => {
    const service = await secureService();
    const strict = await testProxy({ behaviour: answerWith('HTTP/1.1 403 Forbidden\r\n\r\n') });
    const lax = await testProxy({ targets: { 'service.test:443': service.port } });
    const { network } = await networkWith({ pac: () => `PROXY ${strict.name}; PROXY ${lax.name}; DIRECT` });
    const outcome = await createInterviewRequest(connectionTo(BASE_URL, { network }), createCall(BASE_URL));
    expect(outcome).toMatchObject({ name: 'proxy_refused', proxy: strict.name });
    expect(lax.connects).toEqual([]);
  });

  test('a changed PAC result applies to the next connection', async () => {
    const service = await secureService();
    const first = await testProxy({ targets: { 'service.test:443': service.port } });
    const second = await testProxy({ targets: { 'service.test:443': service.port } });
    let now = first;
    const { network } = await networkWith({
      pac: () => `PROXY ${now.name}`,
      certificateFile: authority.certificatePath,
    });
    const connection = connectionTo(BASE_URL, { network });
    await createInterviewRequest(connection, createCall(BASE_URL));
    now = second;
    service.connections[0]?.socket.destroy();
    await until('the end of the tunnel', () => first.connects[0]?.client.destroyed);
    await createInterviewRequest(connection, createCall(BASE_URL));
    expect([first.connects.length, second.connects.length]).toEqual([1, 1]);
  });

  test('bypassed addresses and the mode without proxies connect directly', async () => {
    const service = await secureService();
    const baseUrl = `https://service.test:${service.port}`;
    const proxy = await testProxy();
    const { network, settings } = await networkWith({
      proxyMode: 'manual',
      proxyAddress: proxy.name,
      proxyBypass: '*.test',
      certificateFile: authority.certificatePath,
    });
    const create = () => createInterviewRequest(connectionTo(baseUrl, { network }), createCall(baseUrl));
    expect((await create()).name).toBe('accepted');
    settings.proxyMode = 'none';
    settings.proxyBypass = '';
    expect((await create()).name).toBe('accepted');
    expect(proxy.connections).toBe(0);
  });

  test('loopback never goes through a proxy', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => socket.write(ACCEPTED) });
    const proxy = await testProxy();
    const { network, asked } = await networkWith({ pac: () => `PROXY ${proxy.name}` });
    const connection = connectionTo(server.origin, { network });
    expect((await createInterviewRequest(connection, createCall(server.origin))).name).toBe('accepted');
    expect([proxy.connections, asked]).toEqual([0, []]);
  });

  test('unreadable system settings fail the call', async () => {
    const { network } = await networkWith({ pac: () => Promise.reject(new Error('PAC failed')) });
    const outcome = await createInterviewRequest(connectionTo(BASE_URL, { network }), createCall(BASE_URL));
    expect(outcome.name).toBe('proxy_settings_unreadable');
  });
});

describe('other kinds of proxies', () => {
  test('an HTTPS proxy needs a trusted certificate for its name', async () => {
    const service = await secureService();
    const proxy = await testProxy({
      certificate: proxyCertificate,
      targets: { 'service.test:443': service.port },
      behaviour: askFor('ada:1'),
    });
    const { network, settings, credentials } = await networkWith({
      proxyMode: 'manual',
      proxyAddress: `https://proxy.test:${proxy.port}`,
    });
    await credentials.save(`proxy.test:${proxy.port}`, { userName: 'ada', password: '1' });
    const create = () => createInterviewRequest(connectionTo(BASE_URL, { network }), createCall(BASE_URL));
    expect(await create()).toMatchObject({ name: 'proxy_not_trusted', proxy: `proxy.test:${proxy.port}` });
    expect(proxy.connects).toEqual([]);
    settings.certificateFile = authority.certificatePath;
    await network.settingsChanged();
    expect((await create()).name).toBe('accepted');
    settings.proxyAddress = `https://other.test:${proxy.port}`;
    expect((await create()).name).toBe('proxy_not_trusted');
  });

  test('SOCKS 5 and SOCKS 4 proxies open tunnels', async () => {
    const service = await secureService();
    const asked: string[] = [];
    const socks = await rawServer({
      onConnection: ({ socket }) => {
        let step = 0;
        socket.on('data', (bytes) => {
          if (bytes[0] === 5 && step === 0) socket.write(Buffer.from([5, 0]));
          else if (bytes[0] === 5 && step === 1) {
            asked.push(`5 ${bytes.subarray(5, 5 + (bytes[4] ?? 0)).toString()}`);
            bridge(socket, service.port, Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
          } else if (bytes[0] === 4 && step === 0) {
            asked.push(`4 ${[...bytes.subarray(4, 8)].join('.')}`);
            bridge(socket, service.port, Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]));
          }
          step += 1;
        });
      },
    });
    const { network, settings } = await networkWith({
      proxyMode: 'manual',
      proxyAddress: `socks5://127.0.0.1:${socks.port}`,
      certificateFile: authority.certificatePath,
    });
    const create = () => createInterviewRequest(connectionTo(BASE_URL, { network }), createCall(BASE_URL));
    expect((await create()).name).toBe('accepted');
    settings.proxyAddress = `socks4://127.0.0.1:${socks.port}`;
    expect((await create()).name).toBe('accepted');
    expect(asked).toEqual(['5 service.test', '4 127.0.0.1']);
  });

  test.each<['SOCKS4' | 'SOCKS5', string, readonly (readonly number[])[], string]>([
    ['SOCKS5', 'asks for a password', [[5, 0xff]], 'proxy_sign_in_unsupported'],
    ['SOCKS5', 'speaks another protocol', [[72, 84]], 'proxy_not_reachable'],
    ['SOCKS5', 'changes its version', [SOCKS5_HELLO, [9, 0, 0, 1, 0, 0, 0, 0, 0, 0]], 'proxy_not_reachable'],
    [
      'SOCKS5',
      'returns an unknown address type',
      [SOCKS5_HELLO, [5, 0, 0, 9, 0, 0, 0, 0, 0, 0]],
      'proxy_not_reachable',
    ],
    [
      'SOCKS5',
      'sends extra bytes',
      [SOCKS5_HELLO, [5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 22]],
      'proxy_not_reachable',
    ],
    ['SOCKS4', 'speaks another protocol', [[72, 90, 0, 0, 0, 0, 0, 0]], 'proxy_not_reachable'],
    ['SOCKS4', 'sends extra bytes', [[0, 90, 0, 0, 0, 0, 0, 0, 22]], 'proxy_not_reachable'],
  ])('a %s proxy that %s fails the call', async (kind, _how, answers, name) => {
    const socks = await rawServer({
      onConnection: ({ socket }) => {
        const left = [...answers];
        socket.on('data', () => socket.write(Buffer.from(left.shift() ?? [])));
      },
    });
    const { network } = await networkWith({ pac: () => `${kind} 127.0.0.1:${socks.port}` });
    const outcome = await createInterviewRequest(connectionTo(BASE_URL, { network }), createCall(BASE_URL));
    expect(outcome.name).toBe(name);
  });

  test("a SOCKS 5 proxy's refusal is reported with its code", async () => {
    const socks = await rawServer({
      onConnection: ({ socket }) => {
        socket.once('data', () => {
          socket.write(Buffer.from(SOCKS5_HELLO));
          socket.once('data', () => socket.write(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0])));
        });
      },
    });
    const { network } = await networkWith({ pac: () => `SOCKS5 127.0.0.1:${socks.port}` });
    const outcome = await createInterviewRequest(connectionTo(BASE_URL, { network }), createCall(BASE_URL));
    expect(outcome).toMatchObject({
      name: 'proxy_refused',
      proxyProblem: { code: 'socks5_refused', values: { answer: 2 } },
    });
  });
});
