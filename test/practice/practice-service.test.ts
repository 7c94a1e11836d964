import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PortTakenError } from '../../practice/http-server.ts';
import { startPracticeService } from '../../practice/practice-service.ts';
import { expectMode } from '../posix.ts';
import {
  create,
  createdId,
  GOOD_BODY,
  getCode,
  practice,
  read,
  redeem,
  refresh,
  signIn,
} from './support/practice-client.ts';
import { rawExchange } from './support/raw-exchange.ts';

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The contents of all files in a folder. */
function contentOf(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

test('a restart on the same folder keeps requests, tokens, grants and the client', async () => {
  const folder = freshFolder();
  const clientSecret = 'a-secret-that-the-app-keeps-sealed';
  const first = await practice({ folder, clientSecret });
  const tokens = await signIn(first);
  const id = await createdId(first, tokens.access);
  const headers = { 'idempotency-key': 'kept' };
  const keyed = await (await create(first, tokens.access, GOOD_BODY, headers)).json();
  await first.close();

  const second = await practice({ folder, clientSecret, timeScale: 1000 });
  expect(second.clientId).toBe(first.clientId);
  expect(second.clientSecret).toBe(clientSecret);
  const status = await read(second, tokens.access, id);
  expect(status.status).toBe(200);
  expect((await status.json()).status).toBe('PENDING');
  expect(await (await create(second, tokens.access, GOOD_BODY, headers)).json()).toEqual(keyed);
  const next = await refresh(second, tokens.refresh);
  expect(next.status).toBe(200);
  await second.close();

  const third = await practice({ folder, clientSecret });
  expect((await refresh(third, tokens.refresh)).status).toBe(400);
});

test('the folder contains no token, code or secret, and only its owner can read it', async () => {
  const folder = freshFolder();
  const service = await practice({ folder });
  const spentCode = await getCode(service);
  const { body } = await redeem(service, spentCode);
  const openCode = await getCode(service);
  const next = await refresh(service, String(body['refresh_token']));
  const secrets = [
    service.clientSecret,
    spentCode,
    openCode,
    ...[body, next.body].flatMap((tokens) => [tokens['access_token'], tokens['refresh_token']]),
  ].map(String);
  expect(secrets.every((secret) => secret.length >= 43)).toBe(true);
  for (const content of [contentOf(folder), await service.close().then(() => contentOf(folder))]) {
    expect(content).toContain('AccessToken');
    for (const secret of secrets) expect(content.includes(secret)).toBe(false);
  }
  for (const name of readdirSync(folder)) expectMode(join(folder, name), 0o600);
});

test('without a folder everything is random and nothing is kept', async () => {
  const first = await practice();
  const second = await practice();
  expect(first.clientId).not.toBe(second.clientId);
  expect(first.clientSecret).not.toBe(second.clientSecret);
  expect(first.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(first.authUrl).toBe(first.baseUrl);
});

test('a port in use is reported as such, and leaves nothing open', async () => {
  const first = await practice();
  const port = Number(new URL(first.baseUrl).port);
  await expect(startPracticeService({ port })).rejects.toThrow(PortTakenError);
  await expect(startPracticeService({ adminPort: port })).rejects.toThrow(
    `Port ${port} is taken by another program.`,
  );
});

test('an unusable redirect address is reported at the start', async () => {
  const wrong = startPracticeService({ redirectUris: ['http://example.com/callback'] });
  await expect(wrong).rejects.toThrow(/redirect_uris/);
});

test('closing ends idle connections and delayed responses at once, and frees the port', async () => {
  const service = await practice({ adminPort: 0 });
  const { access } = await signIn(service);
  service.faults.add({ route: 'create', kind: 'latency', milliseconds: 60_000 });
  const held = create(service, access);
  const refused = expect(held).rejects.toThrow();
  await expect.poll(() => service.faults.list()[0]?.hits).toBe(1);
  const begin = performance.now();
  await service.close();
  expect(performance.now() - begin).toBeLessThan(1_000);
  await refused;
  await practice({ port: Number(new URL(service.baseUrl).port) });
});

test('closing twice is harmless', async () => {
  const service = await practice();
  await service.close();
  await service.close();
});

test.each(['evil.example', '127.0.0.1.evil.example', '192.168.0.1', 'localhost.evil'])(
  'a call with the host name %s is rejected',
  async (host) => {
    const service = await practice({ adminPort: 0 });
    for (const origin of [service.baseUrl, service.adminUrl ?? '']) {
      const sent = `GET /faults HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect((await rawExchange(origin, sent)).received).toMatch(/^HTTP\/1\.1 421 /);
    }
  },
);

test('nothing is logged in normal use', async () => {
  const lines: string[] = [];
  const service = await practice({ log: (line) => lines.push(line) });
  const { access } = await signIn(service);
  await create(service, access);
  await create(service, access, '{');
  await create(service, 'invented');
  expect(lines).toEqual([]);
});
