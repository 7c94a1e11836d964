import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askTraced } from '../../../electron/diagnostics/connection-check.ts';
import { SingleUseConnections } from '../../../electron/service/service-connections.ts';
import type { HopResult } from '../../../shared/network.ts';
import { findingWords } from '../../../shared/words/finding-words.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import { httpAnswer, rawServer } from '../service/raw-server.ts';
import { networkWith } from './network-under-test.ts';
import { type PrivateAuthority, privateAuthority } from './private-authority.ts';
import { answerWith, askFor } from './proxy-server.ts';
import { testProxy } from './test-proxy.ts';

let folder: string;
let authority: PrivateAuthority;
let certificate: { cert: string; key: string };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
  authority = privateAuthority(folder);
  certificate = authority.sign('service.test');
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

function secureService() {
  return rawServer({
    certificate,
    onRequest: ({ socket }) =>
      socket.write(httpAnswer(404, 'no page here', { Date: 'Sat, 21 Nov 2026 12:00:00 GMT' })),
  });
}

const run = (network: Awaited<ReturnType<typeof networkWith>>['network'], url: string) =>
  askTraced(network, new URL(url), 2000);
type Traced = Awaited<ReturnType<typeof run>>;

const states = ({ hops }: Traced) => hops.map(({ kind, about, state }) => `${kind} ${about} ${state}`);
/** A step with its text on screen. */
const withWords = (hop: HopResult | undefined) => ({ ...hop, ...(hop && findingWords(hop.finding)) });
const last = ({ hops }: Traced) => withWords(hops.at(-1));

describe('a traced connection', () => {
  test('tells each step of a direct connection and shows the certificate and its authority', async () => {
    const service = await secureService();
    const { network } = await networkWith({ proxyMode: 'none', certificateFile: authority.certificatePath });
    const result = await run(network, `https://service.test:${service.port}/base`);
    expect(result.answer).toBeDefined();
    expect(states(result)).toEqual([
      `route service.test:${service.port} ok`,
      'dns service.test ok',
      `tcp service.test:${service.port} ok`,
      'tls service.test ok',
      `http service.test:${service.port} ok`,
    ]);
    expect(result.hops[3]?.certificate).toMatchObject({
      subject: 'service.test',
      issuer: 'Example Corp Root CA',
      authority: { name: 'Example Corp Root CA', origin: 'added' },
    });
    expect(result.hops[3]?.certificate?.validUntil).toBeGreaterThan(Date.now());
    expect(last(result)).toMatchObject({ words: 'The server answered with HTTP 404.' });
    expect(result.answer).toMatchObject({ status: 404, body: 'no page here' });
    const [request = ''] = service.connections.map(({ received }) => received);
    expect(request).toMatch(/^GET \/base HTTP\/1\.1\r\n/);
    expect(request).not.toMatch(/authorization|cookie/i);
  });

  test('is made by the same connector as one that nobody traces', async () => {
    const service = await secureService();
    const { network } = await networkWith({ proxyMode: 'none', certificateFile: authority.certificatePath });
    const connections = new SingleUseConnections(network, 2000);
    const url = new URL(`https://service.test:${service.port}/base`);
    const timeouts = { head: 2000, body: 2000, whole: 2000 };
    await connections.exchange(url, { method: 'GET', headers: {} }, timeouts);
    await run(network, url.href);
    const [untraced, traced] = service.connections.map(({ received }) => received);
    expect(traced).toBe(untraced);
  });

  test('signs in to a proxy only when asked and never reports the password', async () => {
    const service = await secureService();
    const proxy = await testProxy({
      targets: { 'service.test:443': service.port },
      behaviour: askFor('ada:s3cret'),
    });
    const { network, credentials } = await networkWith({
      pac: () => `PROXY ${proxy.name}`,
      certificateFile: authority.certificatePath,
    });
    const refused = await run(network, 'https://service.test');
    expect(refused.answer).toBeUndefined();
    expect(last(refused)).toMatchObject({
      kind: 'proxy',
      words: 'The proxy asks for a user name and password.',
      nextStep: `Enter the user name and password for ${proxy.name} in Settings > Network.`,
    });
    await credentials.save(proxy.name, { userName: 'ada', password: 's3cret' });
    const result = await run(network, 'https://service.test');
    expect(result.answer).toBeDefined();
    expect(result.hops.map(({ kind }) => kind)).toEqual(['route', 'dns', 'tcp', 'proxy', 'tls', 'http']);
    expect(withWords(result.hops[0]).words).toBe(
      `Through the proxy ${proxy.name}. According to this computer’s settings.`,
    );
    expect(withWords(result.hops[3]).words).toBe('The proxy lets the connection through, signed in as ada.');
    expect(JSON.stringify(result)).not.toContain('s3cret');
    expect(proxy.connects.map((seen) => seen.credentials)).toEqual([undefined, undefined, 'ada:s3cret']);
  });

  test('falls back to the second proxy of the list', async () => {
    const service = await secureService();
    const proxy = await testProxy({ targets: { 'service.test:443': service.port } });
    const dead = `127.0.0.1:${await freePort()}`;
    const { network } = await networkWith({
      pac: () => `PROXY ${dead}; PROXY ${proxy.name}`,
      certificateFile: authority.certificatePath,
    });
    const result = await run(network, 'https://service.test');
    expect(result.answer).toBeDefined();
    expect(states(result).slice(1, 6)).toEqual([
      'dns 127.0.0.1 ok',
      `tcp ${dead} failed`,
      'dns 127.0.0.1 ok',
      `tcp ${proxy.name} ok`,
      `proxy ${proxy.name} ok`,
    ]);
    expect(withWords(result.hops[2]).nextStep).toContain('Check the address and its port');
  });

  test('shows an untrusted certificate with its issuer and what to do', async () => {
    const service = await secureService();
    const { network } = await networkWith({ proxyMode: 'none' });
    const result = await run(network, `https://service.test:${service.port}`);
    expect(result.answer).toBeUndefined();
    expect(last(result)).toMatchObject({
      kind: 'tls',
      words: 'The certificate was issued by Example Corp Root CA, which is not trusted here.',
      certificate: { issuer: 'Example Corp Root CA', authority: null },
    });
    expect(last(result).nextStep).toContain('add it in Settings > Network');
    expect(service.connections.map(({ received }) => received).join('')).toBe('');
  });

  test('reports a certificate for another name', async () => {
    const service = await secureService();
    const { network } = await networkWith({ proxyMode: 'none', certificateFile: authority.certificatePath });
    const result = await run(network, `https://other.test:${service.port}`);
    expect(last(result).words).toBe('The certificate is for a different name than other.test.');
  });

  test.each([
    ['HTTP/1.1 403 Forbidden\r\n\r\n', 'The proxy answered CONNECT with HTTP 403.', 'allow connections'],
    [
      'HTTP/1.1 407 No\r\nProxy-Authenticate: NTLM\r\n\r\n',
      "by NTLM, which Callboard doesn't support",
      'without a sign-in',
    ],
    ['nonsense\r\n\r\n', "The proxy's answer is not HTTP.", 'the port of the proxy'],
  ])("explains the proxy's response %j", async (answer, words, nextStep) => {
    const proxy = await testProxy({ behaviour: answerWith(answer) });
    const { network } = await networkWith({ pac: () => `PROXY ${proxy.name}` });
    const result = await run(network, 'https://service.test');
    expect(last(result).words).toContain(words);
    expect(last(result).nextStep).toContain(nextStep);
  });

  test('reports an unknown name and an unusable proxy setting', async () => {
    const { network, settings } = await networkWith({ proxyMode: 'none' });
    expect(last(await run(network, 'https://service.nowhere'))).toMatchObject({
      kind: 'dns',
      words: 'The name service.nowhere is unknown.',
    });
    settings.proxyMode = 'manual';
    expect(last(await run(network, 'https://service.test'))).toMatchObject({
      kind: 'route',
      state: 'failed',
    });
  });

  test('reports a proxy that disappears before the attempt with credentials', async () => {
    const proxy = await testProxy({
      behaviour: (seen, open) => {
        askFor('ada:1')(seen, open);
        void proxy.close();
      },
    });
    const { network, credentials } = await networkWith({ pac: () => `PROXY ${proxy.name}` });
    await credentials.save(proxy.name, { userName: 'ada', password: '1' });
    const result = await run(network, 'https://service.test');
    expect(result.answer).toBeUndefined();
    expect(last(result)).toMatchObject({
      kind: 'tcp',
      about: proxy.name,
      nextStep: 'Check the address and its port. If both are right, nothing is running there now.',
    });
  });

  test('ends in time if a proxy never answers, and says so', async () => {
    const proxy = await testProxy({ behaviour: () => undefined });
    const { network } = await networkWith({ pac: () => `PROXY ${proxy.name}` });
    const result = await askTraced(network, new URL('https://service.test'), 200);
    expect(result.hops.map(({ kind }) => kind)).toEqual(['route', 'dns', 'tcp', 'proxy']);
    expect(last(result).state).toBe('failed');
    await until('the end of the connection', () => proxy.connects[0]?.client.destroyed);
  });

  test('ends in time if a server never answers, and says so', async () => {
    const server = await rawServer({ onRequest: () => undefined });
    const { network } = await networkWith({ proxyMode: 'none' });
    const timeouts = { head: 200, body: 200, whole: 200 };
    const result = await askTraced(network, new URL(server.origin), 2000, timeouts);
    expect(result.answer).toBeUndefined();
    expect(last(result)).toMatchObject({
      kind: 'http',
      words: `${new URL(server.origin).host} did not answer in time.`,
    });
  });

  test('uses neither proxy nor TLS for plain http on loopback', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => socket.write(httpAnswer(200)) });
    const { network } = await networkWith({ pac: () => 'PROXY proxy.test:1' });
    const result = await run(network, server.origin);
    expect(result.hops.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'route ok',
      'dns ok',
      'tcp ok',
      'http ok',
    ]);
    expect(withWords(result.hops[0]).words).toBe('Directly. The address is this computer.');
  });
});
