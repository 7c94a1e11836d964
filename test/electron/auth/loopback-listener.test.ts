import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../electron/auth/loopback-listener.ts';
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

  test('hands over the whole address, answers with a page, and closes', async () => {
    const { redirectUri, taken } = await listening('http://127.0.0.1/cb');
    const response = await fetch(`${redirectUri}?code=a%2Fb&state=right`);
    expect(taken).toEqual([`${redirectUri}?code=a%2Fb&state=right`]);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('You can go back to Callboard');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    await until('its end', async () => !(await isOpen(Number(new URL(redirectUri).port))));
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
