import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PageGate } from '../../preview/page-gate.ts';
import type { PageHost } from '../../preview/page-host.ts';
import { PageServer } from '../../preview/page-server.ts';

const compare = vi.hoisted(() => vi.fn());
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>();
  compare.mockImplementation(real.timingSafeEqual);
  return { ...real, timingSafeEqual: compare };
});

let address: URL;
const asked: string[] = [];

const host: PageHost = {
  runsScripts: true,
  answer: async (path) => {
    asked.push(path);
    return new Response('<p>', {
      headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" },
    });
  },
  script: async () => '',
  pageOpened: () => void asked.push('socket'),
  pageClosed: () => undefined,
  pageMessage: () => undefined,
};

beforeAll(async () => {
  const server = new PageServer(0);
  await server.listen();
  server.serve('', host);
  address = new URL(server.rootOf(''));
});

beforeEach(() => {
  asked.length = 0;
});

/** Sends these raw lines; returns the status line and headers of the response in lower case. */
async function send(...lines: string[]): Promise<{ status: number; whole: string }> {
  const socket = connect(Number(address.port), '127.0.0.1');
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  const whole = (await text(socket)).toLowerCase();
  return { status: Number(whole.split(' ')[1]), whole };
}

const get = (path: string, ...headers: string[]) =>
  send(`GET ${path} HTTP/1.1`, ...headers, 'Connection: close');
const page = (): string => `${address.pathname}index.html`;
const own = (): string => `Host: ${address.host}`;

describe('a foreign name that resolves to this computer (DNS rebinding)', () => {
  test.each([
    'evil.example',
    'evil.example:{port}',
    '127.0.0.1.evil.example:{port}',
    'localhost.evil.example:{port}',
    'localhost.:{port}',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.1:{port}',
    '0.0.0.0:{port}',
    '[::1]:{port}',
    '[::ffff:127.0.0.1]:{port}',
    '2130706433:{port}',
    '127.0.0.1:{port}@evil.example',
    ' ',
  ])('Host: %s is refused', async (name) => {
    const { status } = await get(page(), `Host: ${name.replace('{port}', address.port)}`);
    expect([400, 403]).toContain(status);
    expect(asked).toEqual([]);
  });

  test('no Host, two Hosts, and a different one in the request line are refused', async () => {
    expect((await send(`GET ${page()} HTTP/1.0`)).status).toBe(403);
    expect([400, 403]).toContain((await get(page(), own(), 'Host: evil.example')).status);
    expect([400, 403, 404]).toContain((await get(`http://evil.example${page()}`, own())).status);
    expect(asked).toEqual([]);
  });

  test('its own names are accepted', async () => {
    expect((await get(page(), own())).status).toBe(200);
    expect((await get(page(), `Host: localhost:${address.port}`)).status).toBe(200);
  });
});

describe('another page in the same browser', () => {
  test.each([
    'http://127.0.0.1:1',
    'http://localhost:{port}',
    'https://127.0.0.1:{port}',
    'null',
    'http://127.0.0.1',
    '',
  ])('Origin: %j is refused', async (origin) => {
    const line = `Origin: ${origin.replace('{port}', address.port)}`;
    expect((await get(page(), own(), line)).status).toBe(403);
    expect(asked).toEqual([]);
  });

  test.each([
    ['cross-site', 'no-cors', 'script'],
    ['same-site', 'no-cors', 'image'],
    ['cross-site', 'navigate', 'iframe'],
    ['cross-site', 'navigate', 'object'],
  ])('a fetch from %s by %s as %s is refused, though it sends no Origin', async (site, mode, dest) => {
    const said = [`Sec-Fetch-Site: ${site}`, `Sec-Fetch-Mode: ${mode}`, `Sec-Fetch-Dest: ${dest}`];
    expect((await get(page(), own(), ...said)).status).toBe(403);
    expect(asked).toEqual([]);
  });

  test('navigation is accepted from anywhere: by a link or a typed address', async () => {
    const byLink = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
    expect((await get(page(), own(), ...byLink)).status).toBe(200);
    expect((await get(page(), own(), 'Sec-Fetch-Site: none')).status).toBe(200);
    expect(
      (await get(page(), own(), `Origin: ${address.origin}`, 'Sec-Fetch-Site: same-origin')).status,
    ).toBe(200);
  });

  test('gets no CORS permission from a preflight or any response', async () => {
    const preflight = await send(
      `OPTIONS ${page()} HTTP/1.1`,
      own(),
      'Access-Control-Request-Private-Network: true',
      'Access-Control-Request-Method: GET',
      'Connection: close',
    );
    expect(preflight.status).toBe(405);
    for (const { whole } of [preflight, await get(page(), own()), await get('/', own())]) {
      expect(whole).not.toContain('access-control-');
      expect(whole).toContain('cross-origin-resource-policy: same-origin');
      expect(whole).toContain('referrer-policy: no-referrer');
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s does nothing', async (method) => {
    expect(
      (await send(`${method} ${page()} HTTP/1.1`, own(), 'Content-Length: 0', 'Connection: close')).status,
    ).toBe(405);
    expect(asked).toEqual([]);
  });
});

describe('a socket', () => {
  const upgrade = (path: string, ...headers: string[]) =>
    send(
      `GET ${path} HTTP/1.1`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    );
  const socket = (): string => `${address.pathname}preview/socket`;

  test.each([
    ['without Origin', () => []],
    ['of another local page', () => ['Origin: http://127.0.0.1:1']],
    ['of a page without an origin', () => ['Origin: null']],
    ['of a website', () => ['Origin: https://evil.example']],
    ['of the other name of this computer', () => [`Origin: http://localhost:${address.port}`]],
  ])('%s is refused', async (_name, headers) => {
    expect((await upgrade(socket(), own(), ...headers())).status).toBe(403);
    expect(asked).toEqual([]);
  });

  test('with a rebound name is refused, even if its Origin matches its Host', async () => {
    const name = `evil.example:${address.port}`;
    expect((await upgrade(socket(), `Host: ${name}`, `Origin: http://${name}`)).status).toBe(403);
  });

  test('without the token is refused', async () => {
    const path = `/${'A'.repeat(32)}/preview/socket`;
    expect((await upgrade(path, own(), `Origin: ${address.origin}`)).status).toBe(404);
    expect((await upgrade(`${address.pathname}other`, own(), `Origin: ${address.origin}`)).status).toBe(404);
    expect(asked).toEqual([]);
  });
});

describe('the token', () => {
  const token = (): string => address.pathname.split('/')[1] ?? '';

  test('has 192 bits and differs in each run', () => {
    const tokens = Array.from({ length: 50 }, () => new PageGate(() => 1).token);
    expect(new Set(tokens).size).toBe(50);
    for (const each of tokens) expect(Buffer.from(each, 'base64url')).toHaveLength(24);
  });

  test.each<[string, () => string]>([
    ['a beginning of it', () => token().slice(0, -1)],
    ['more than it', () => `${token()}A`],
    ['its other letters', () => token().toLowerCase().replaceAll('a', 'b')],
    ['its encoding', () => `%${token().charCodeAt(0).toString(16)}${token().slice(1)}`],
    ["an earlier start's", () => new PageGate(() => 1).token],
    ['none', () => ''],
    ['a very long one', () => 'A'.repeat(10_000)],
  ])('%s is rejected', async (_name, given) => {
    const { status, whole } = await get(`/${given()}/index.html`, own());
    expect(status).toBe(404);
    expect(whole).not.toContain(token().toLowerCase());
    expect(asked).toEqual([]);
  });

  test('is compared in constant time, by digests of fixed length', async () => {
    for (const given of ['x', token(), 'A'.repeat(10_000)]) {
      compare.mockClear();
      await get(`/${given}/index.html`, own());
      const digest = (text: string) => createHash('sha256').update(text).digest();
      expect(compare.mock.calls).toEqual([[digest(given), digest(token())]]);
    }
  });
});

test('listens only on 127.0.0.1, so that other computers cannot reach it', async () => {
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address: outer } of others) {
    const socket = connect(Number(address.port), outer);
    const [error] = await once(socket, 'error');
    expect(error.code).toBe('ECONNREFUSED');
  }
  const socket = connect(Number(address.port), '127.0.0.2');
  expect((await once(socket, 'error'))[0].code).toBe('ECONNREFUSED');
});
