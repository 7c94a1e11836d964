import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TlsOptions } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { askTraced } from '../../../electron/diagnostics/connection-check.ts';
import { findingWords } from '../../../shared/words/finding-words.ts';
import { httpAnswer, rawServer } from '../service/raw-server.ts';
import { createWords, signInWords } from './failure-words.ts';
import { networkWith } from './network-under-test.ts';
import { type KeyPair, type PrivateAuthority, privateAuthority } from './private-authority.ts';

let folder: string;
let authority: PrivateAuthority;
let certificate: KeyPair;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
  authority = privateAuthority(folder);
  certificate = authority.sign('named.test');
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function secureServer(options: TlsOptions): Server {
  const server = createServer({ ...certificate, ...options }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end(httpAnswer(200, '{}')));
  });
  return server.on('tlsClientError', () => undefined);
}

const SERVERS = {
  'plain http at an https address': () => createHttpServer((_request, response) => response.end('hello')),
  'only TLS 1.1': () =>
    secureServer({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
  'a client certificate, by TLS 1.2': () =>
    secureServer({ requestCert: true, rejectUnauthorized: true, ca: [], maxVersion: 'TLSv1.2' }),
  'a client certificate, by TLS 1.3': () =>
    secureServer({ requestCert: true, rejectUnauthorized: true, ca: [], minVersion: 'TLSv1.3' }),
} as const;

test.each([
  ['plain http at an https address', /answers without encryption \(plain http\) at an https address/, /port/],
  ['only TLS 1.1', /offers only encryption older than TLS 1\.2/, /to allow TLS 1\.2 or newer/],
  ['a client certificate, by TLS 1.2', /refused the secure connection/, /client certificate/],
  ['a client certificate, by TLS 1.3', /asks for a client certificate/, /./],
] as const)(
  'a server with %s is named by submissions, sign-ins and the check',
  async (what, message, next) => {
    const { network } = await networkWith({ proxyMode: 'none', certificateFile: authority.certificatePath });
    const url = `https://named.test:${await portOf(SERVERS[what]())}`;
    for (const words of [await createWords(network, url), await signInWords(network, url)]) {
      expect(words?.message).toMatch(message);
      expect(words?.nextStep).toMatch(next);
    }
    const { hops } = await askTraced(network, new URL(url));
    const finding = hops.at(-1)?.finding;
    expect(finding && findingWords(finding).words).toMatch(message);
  },
);

test('a page that asks for a client certificate is named, too', async () => {
  const { network } = await networkWith({ proxyMode: 'none' });
  // What nginx answers.
  const page = '<html><head><title>400 No required SSL certificate was sent</title></head></html>';
  const server = await rawServer({
    onRequest: ({ socket }) => socket.write(httpAnswer(400, page, { 'Content-Type': 'text/html' })),
  });
  expect((await createWords(network, server.origin)).message).toMatch(/asks for a client certificate/);
  const signIn = await signInWords(network, server.origin);
  expect(signIn?.message).toContain('No required SSL certificate was sent');
  expect(signIn?.nextStep).toMatch(/an address that needs no client certificate/);
});

test('a 403 with a page in place of JSON may be a firewall that took the name for an attack; JSON is the service', async () => {
  const { network } = await networkWith({ proxyMode: 'none' });
  const answering = (body: string) =>
    rawServer({ onRequest: ({ socket }) => socket.write(httpAnswer(403, body)) });
  const page = await answering('<!DOCTYPE html><title>Request blocked</title>');
  const firewall = await createWords(network, page.origin);
  expect(firewall.message).toContain('a firewall in front of it');
  expect(firewall.nextStep).toMatch(/because of its content.*choose Try now/);
  const json = await answering('{"message":"no permission to write"}');
  expect((await createWords(network, json.origin)).message).toBe('The service does not allow this.');
});
