import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listenOnLoopback } from '../../../electron/auth/session.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';

async function listening(
  redirectUri: string,
  isAnswer = (address: string) => address.includes('state=right'),
) {
  const taken: string[] = [];
  const listener = await listenOnLoopback(redirectUri, (address) => {
    taken.push(address);
    return isAnswer(address);
  });
  onTestFinished(() => listener.close());
  return { ...listener, taken };
}

const HAS_IPV6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);

async function isOpen(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe('the loopback listener', () => {
  test('uses the port of the redirect address, or a free one if it has none', async () => {
    const port = await freePort();
    expect((await listening(`http://127.0.0.1:${port}/oauth/callback`)).redirectUri).toBe(
      `http://127.0.0.1:${port}/oauth/callback`,
    );
    expect((await listening('http://127.0.0.1/oauth/callback')).redirectUri).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/,
    );
    expect((await listening('http://localhost/cb?x=1')).redirectUri).toMatch(
      /^http:\/\/localhost:\d+\/cb\?x=1$/,
    );
  });

  test('uses port 80 for a redirect address that names it, or rejects', async () => {
    const named = await listening('http://127.0.0.1:80/cb').then(
      ({ redirectUri }) => redirectUri,
      // On most systems only the administrator may listen there.
      (error: NodeJS.ErrnoException) => error.code ?? '',
    );
    expect(['http://127.0.0.1:80/cb', 'EACCES', 'EADDRINUSE']).toContain(named);
  });

  test('hands over the whole address and answers with a page', async () => {
    const { redirectUri, taken } = await listening('http://127.0.0.1/cb');
    const response = await fetch(`${redirectUri}?code=a%2Fb&state=right`);
    expect(taken).toEqual([`${redirectUri}?code=a%2Fb&state=right`]);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('You can go back to Callboard');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('answers repeats of the answer alike for ten seconds, hands none over, and closes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { redirectUri, port, taken } = await listening('http://127.0.0.1/cb', () => taken.length === 1);
    const visit = async (query: string) => (await fetch(`${redirectUri}?${query}`)).text();
    for (let visits = 0; visits < 3; visits += 1) {
      expect(await visit('code=a&state=right')).toContain('You can go back to Callboard');
    }
    expect(await visit('code=b&state=right')).toContain('This is not the sign-in');
    expect(taken).toEqual([`${redirectUri}?code=a&state=right`, `${redirectUri}?code=b&state=right`]);
    vi.advanceTimersByTime(9_999);
    expect(await isOpen(port)).toBe(true);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await until('its end', async () => !(await isOpen(port)));
  });

  test('answers repeats of an answer that was pasted, too', async () => {
    const { redirectUri, finish, taken } = await listening('http://127.0.0.1/cb');
    finish(`${redirectUri}?code=a&state=right`);
    expect((await fetch(`${redirectUri}?code=a&state=right`)).status).toBe(200);
    expect(taken).toEqual([]);
  });

  test('leaves its port to the next sign-in while it only answers repeats', async () => {
    const first = await listening('http://127.0.0.1/cb');
    await fetch(`${first.redirectUri}?state=right`);
    const next = await listening(first.redirectUri);
    expect(next.redirectUri).toBe(first.redirectUri);
    first.close();
    expect((await fetch(`${next.redirectUri}?state=right`)).status).toBe(200);
    expect(next.taken).toHaveLength(1);
  });

  test('stays open after a request from another page', async () => {
    const { redirectUri, taken } = await listening('http://127.0.0.1/cb');
    const wrong = await fetch(`${redirectUri}?code=x&state=wrong`);
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('This is not the sign-in Callboard is waiting for');
    expect((await fetch(`${redirectUri}?code=x&state=right`)).status).toBe(200);
    expect(taken).toHaveLength(2);
  });

  test.each([
    ['another path', '/', 'GET'],
    ['a longer path', '/cb/more?state=right', 'GET'],
    ['another method', '/cb?state=right', 'POST'],
    ['a favicon', '/favicon.ico', 'GET'],
  ])('knows nothing of %s', async (_what, path, method) => {
    const { redirectUri, taken } = await listening('http://127.0.0.1/cb');
    expect((await fetch(new URL(path, redirectUri), { method })).status).toBe(404);
    expect(taken).toEqual([]);
  });

  test('never echoes what it was sent', async () => {
    const { redirectUri } = await listening('http://127.0.0.1/cb');
    const page = await (await fetch(`${redirectUri}?code=<script>alert(1)</script>&state=wrong`)).text();
    expect(page).toContain('<h1>');
    for (const sent of ['script', 'alert', 'wrong']) expect(page).not.toContain(sent);
  });

  test('listens on 127.0.0.1 alone', async () => {
    const { redirectUri } = await listening('http://127.0.0.1/cb');
    const port = Number(new URL(redirectUri).port);
    expect(await isOpen(port)).toBe(true);
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .map(({ address }) => address)
      .filter((address) => address !== '127.0.0.1');
    for (const address of [...others, '127.0.0.2', '::1']) expect(await isOpen(port, address)).toBe(false);
  });

  test('rejects if its port is taken', async () => {
    const { redirectUri } = await listening('http://127.0.0.1/cb');
    await expect(listenOnLoopback(redirectUri, () => true)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('frees its port when it is closed', async () => {
    const { redirectUri, close } = await listening('http://127.0.0.1/cb');
    close();
    await until('its end', async () => !(await isOpen(Number(new URL(redirectUri).port))));
    close();
    expect((await listening(redirectUri)).redirectUri).toBe(redirectUri);
  });
});

describe.runIf(HAS_IPV6)('for localhost', { meta: { needs: 'the address ::1' } }, () => {
  test.each(['any', 'a fixed'])('it listens on 127.0.0.1 and ::1, both at %s port', async (which) => {
    const fixed = which === 'any' ? '' : `:${await freePort()}`;
    const { redirectUri, port, hosts, taken, close } = await listening(`http://localhost${fixed}/cb`);
    expect(hosts).toEqual(['127.0.0.1', '::1']);
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${port}/cb?code=${host.length}&state=right`)).status).toBe(200);
    }
    // As registered, whichever of the two the browser came by.
    expect(taken).toEqual([`${redirectUri}?code=9&state=right`, `${redirectUri}?code=5&state=right`]);
    close();
    for (const host of hosts) await until('its end', async () => !(await isOpen(port, host)));
  });

  test('it rejects if another program has its port on ::1, which would get the answer', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '::1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    await expect(listenOnLoopback(`http://localhost:${port}/cb`, () => true)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    expect(await isOpen(port)).toBe(false);
  });
});
