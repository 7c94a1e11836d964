import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { expectMode, isPosix } from '../posix.ts';
import { openSocket, PageConnection } from './page-connection.ts';
import { sharedPreview, startPreview, temporaryFolder } from './running-preview.ts';

const shared = sharedPreview();

/** Uses plain HTTP, because `fetch` doesn't allow setting Host. */
async function request(address: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get(address, { headers }), 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Status of a refused upgrade, or "open". */
function upgrade(
  address: string,
  origin: string | undefined,
  host?: string,
): Promise<number | string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(address, origin, host);
    socket.once('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.once('error', reject);
  });
}

test("prints one ready line and serves the page there, with the app's policy widened only for the socket", async () => {
  const preview = shared();
  const address = await preview.address();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/index\.html$/);

  const page = await request(address);
  const port = new URL(address).port;
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; img-src 'self'; " +
      `connect-src ws://127.0.0.1:${port} ws://localhost:${port}`,
  );
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(page.body).toContain('<head><script src="preview/bridge.js"></script>');
  expect(preview.lines.filter((line) => line.startsWith('Preview ready:'))).toHaveLength(1);
});

test("serves files through the app's handler, including its 404", async () => {
  const preview = shared();
  const address = await preview.address();
  expect((await request(new URL('page.js', address).href)).headers['content-type']).toBe('text/javascript');
  expect((await request(new URL('absent.js', address).href)).status).toBe(404);
});

test('logs nothing if a page disconnects before its response', async () => {
  const preview = shared();
  const address = await preview.address();
  const { hostname, port, pathname } = new URL('page.js', address);
  for (let round = 0; round < 20; round += 1) {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`, () => socket.destroy());
    await once(socket, 'close');
  }
  expect((await request(address)).status).toBe(200);
  expect(preview.lines.filter((line) => line.includes('did not answer'))).toEqual([]);
});

test('refuses requests without the token, with a foreign name, or from another website', async () => {
  const preview = shared();
  const address = await preview.address();
  const { origin, host, port } = new URL(address);

  for (const path of ['/', '/index.html', `/${'A'.repeat(32)}/index.html`, '/preview/bridge.js']) {
    expect(await request(origin + path)).toMatchObject({ status: 404, body: '' });
  }
  expect(await request(address, { host: `rebound.example:${port}` })).toMatchObject({
    status: 403,
    body: '',
  });
  expect(await request(address, { host: '127.0.0.1' })).toMatchObject({ status: 403 });
  expect(await request(address, { origin: 'https://elsewhere.example' })).toMatchObject({ status: 403 });
  expect(await request(address, { origin: 'null' })).toMatchObject({ status: 403 });
  expect(await request(address, { host: `localhost:${port}` })).toMatchObject({ status: 200 });
  expect(await request(address, { host, origin })).toMatchObject({ status: 200 });
});

test('refuses a socket without the token, with a foreign name, or with another origin', async () => {
  const preview = shared();
  const address = await preview.address();
  const { origin, port } = new URL(address);

  expect(await upgrade(`${origin}/${'A'.repeat(32)}/index.html`, origin)).toBe(404);
  expect(await upgrade(address, undefined)).toBe(403);
  expect(await upgrade(address, 'https://elsewhere.example')).toBe(403);
  expect(await upgrade(address, `http://localhost:${port}`)).toBe(403);
  const rebound = `rebound.example:${port}`;
  expect(await upgrade(address, `http://${rebound}`, rebound)).toBe(403);
  expect(await upgrade(address, origin)).toBe('open');
});

test('closes a connection that violates the protocol, and keeps the others', async () => {
  const preview = shared();
  const address = await preview.address();
  const stranger = openSocket(address, new URL(address).origin);
  await once(stranger, 'open');
  stranger.send('{"kind":"invoke"}');
  expect((await once(stranger, 'close'))[0]).toBe(1008);
  using page = await PageConnection.open(address);
  expect(await page.invoke('echo', 1)).toEqual([1]);
});

test.skipIf(!isPosix)(
  "creates the data folder for this user only, before the app's main runs",
  { meta: { needs: 'permissions of POSIX' } },
  async () => {
    using folder = temporaryFolder();
    const userData = join(folder.path, 'new', 'data');
    await using preview = startPreview(userData);
    await preview.address();
    expectMode(userData, 0o700);
  },
);

test('reports a port in use before the app does anything', async () => {
  using folder = temporaryFolder();
  using other = temporaryFolder();
  await using first = startPreview(folder.path);
  const { port } = new URL(await first.address());
  await using second = startPreview(other.path, ['--port', port]);
  expect(await second.exited).toBe(1);
  expect(second.lines).toEqual([`Port ${port} is already in use. Choose another with --port, or omit it.`]);
});
