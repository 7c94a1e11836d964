import { createServer, type RequestListener } from 'node:http';
import { createServer as createPlainServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SingleUseConnections } from '../../../electron/service/single-use-connections.ts';
import type { SchemeOwner, SignInCheckPorts } from '../../../electron/sign-in-check/ports.ts';
import { SignInCheck } from '../../../electron/sign-in-check/sign-in-check.ts';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import type { Finding } from '../../../shared/findings.ts';
import type { HopResult } from '../../../shared/network.ts';
import type { SessionStatus } from '../../../shared/session.ts';
import { findingWords } from '../../../shared/words/finding-words.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { freePort } from '../../free-port.ts';
import { mappedSignInServer } from '../auth/mapped-sign-in-server.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';

const SIGNED_OUT: SessionStatus = { phase: 'signed_out', reason: undefined };

function workspaceAt(authUrl: string, redirectUri = CUSTOM_SCHEME_REDIRECT): Workspace {
  return {
    id: 'w1',
    name: 'Acme',
    kind: 'service',
    baseUrl: 'https://service.example',
    authUrl,
    issuer: '',
    clientId: 'client',
    redirectUri,
  };
}

/** Starts a sign-in server; returns its address. */
async function signInServer(answer: RequestListener): Promise<string> {
  const port = await freePort();
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

function checkWith(ports: Partial<SignInCheckPorts> = {}): SignInCheck {
  const connection = new SingleUseConnections(DIRECT_NETWORK, 2000);
  onTestFinished(() => connection.destroy());
  return new SignInCheck({
    schemeOwner: async () => ({ kind: 'callboard' }),
    holdsInstanceLock: () => true,
    testAddress: async (url) => ({ url: url.href, state: 'ok', hops: [] }),
    connection,
    now: Date.now,
    ...ports,
  });
}

const EXPIRED: Finding = { code: 'certificate_expired', values: null };

describe('the sign-in check', () => {
  test('plans only the steps that the redirect address needs', () => {
    const check = checkWith();
    expect(check.plan(workspaceAt('https://x.example')).steps).toEqual([
      'network',
      'endpoint',
      'issuer',
      'clock',
      'link',
      'instance',
    ]);
    expect(check.plan(workspaceAt('https://x.example', 'http://127.0.0.1:9/cb')).steps).toContain('port');
    expect(check.plan(workspaceAt('https://x.example', 'https://x.example/cb')).steps).toEqual([
      'network',
      'endpoint',
      'issuer',
      'clock',
    ]);
  });

  test('requests the authorization endpoint without parameters and accepts a 400 as a sign-in page', async () => {
    const asked: (string | undefined)[] = [];
    const address = await signInServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(400).end('client_id is missing');
    });
    const result = await checkWith().run('endpoint', workspaceAt(`${address}/auth`), SIGNED_OUT);
    expect(result).toMatchObject({ step: 'endpoint', state: 'ok' });
    expect(asked).toEqual(['GET /auth/oauth2/authorize']);
  });

  test.each([
    [404, /no sign-in page at this address/],
    [503, /the sign-in service has a problem/],
  ])('a sign-in page with status %i is a problem', async (status, words) => {
    const address = await signInServer((_request, response) => response.writeHead(status).end());
    const result = await checkWith().run('endpoint', workspaceAt(address), SIGNED_OUT);
    expect(result.state).toBe('problem');
    expect(findingWords(result.finding).words).toMatch(words);
  });

  test('every check requests the sign-in page again, and the clock step reuses its answer', async () => {
    const statuses = [404, 400];
    const address = await signInServer((_request, response) => {
      response.writeHead(statuses.shift() ?? 500).end();
    });
    const workspace = workspaceAt(address);
    const check = checkWith();
    expect(await check.run('endpoint', workspace, SIGNED_OUT)).toMatchObject({ state: 'problem' });
    expect(await check.run('endpoint', workspace, SIGNED_OUT)).toMatchObject({ state: 'ok' });
    expect(await check.run('clock', workspace, SIGNED_OUT)).toMatchObject({ state: 'ok' });
    expect(statuses).toEqual([]);
  });

  test('a redirect counts as an answer and is not followed', async () => {
    let asked = 0;
    const address = await signInServer((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await checkWith().run('endpoint', workspaceAt(address), SIGNED_OUT)).toMatchObject({
      state: 'ok',
    });
    expect(asked).toBe(1);
  });

  test('a real server that names another issuer is a problem until the connection has that issuer', async () => {
    const { authUrl, issuer } = await mappedSignInServer();
    const check = checkWith();
    expect(await check.run('issuer', workspaceAt(authUrl), SIGNED_OUT)).toMatchObject({
      state: 'problem',
      finding: { code: 'issuer_differs', values: { issuer, expected: authUrl } },
    });
    expect(await check.run('issuer', { ...workspaceAt(authUrl), issuer }, SIGNED_OUT)).toMatchObject({
      state: 'ok',
      finding: { code: 'issuer_expected', values: { issuer } },
    });
  });

  test('the issuer is also found in the metadata of RFC 8414, and may only be in doubt', async () => {
    const asked: (string | undefined)[] = [];
    const address = await signInServer((request, response) => {
      asked.push(request.url);
      response.writeHead(200).end('{"issuer":"https://id.example\\u0000/"}');
    });
    const result = await checkWith().run('issuer', workspaceAt(`${address}/auth`), SIGNED_OUT);
    // It doesn't say that its answers name it.
    expect(result).toMatchObject({
      state: 'unclear',
      finding: { values: { issuer: 'https://id.example /' } },
    });
    expect(asked).toEqual(['/.well-known/oauth-authorization-server/auth']);
  });

  test.each(['', '[]', '{"issuer":7}', '<html>'])(
    'metadata that is none (%s) is no problem',
    async (body) => {
      const address = await signInServer((_request, response) => response.writeHead(200).end(body));
      expect(await checkWith().run('issuer', workspaceAt(address), SIGNED_OUT)).toMatchObject({
        state: 'ok',
        finding: { code: 'issuer_not_told', values: { expected: address } },
      });
    },
  );

  test('an unreachable server makes the page and clock steps unclear', async () => {
    const workspace = workspaceAt(`http://127.0.0.1:${await freePort()}`);
    const check = checkWith();
    expect(await check.run('endpoint', workspace, SIGNED_OUT)).toMatchObject({ state: 'unclear' });
    expect(await check.run('clock', workspace, SIGNED_OUT)).toMatchObject({ state: 'unclear' });
  });

  test.each([
    [0, 'ok', /agrees/],
    [3 * 60 * 60_000, 'problem', /3 hours behind/],
    [-10 * 60_000, 'problem', /10 minutes ahead of/],
  ])('a sign-in server whose clock is %i ms ahead gives %s for the clock', async (ahead, state, words) => {
    const address = await signInServer((_request, response) => {
      response.writeHead(400, { date: new Date(Date.now() + ahead).toUTCString() }).end();
    });
    const result = await checkWith().run('clock', workspaceAt(address), SIGNED_OUT);
    expect(result).toMatchObject({ step: 'clock', state });
    expect(findingWords(result.finding).words).toMatch(words);
  });

  test('a missing or invalid Date header makes the clock step unclear', async () => {
    for (const date of [undefined, 'yesterday']) {
      const address = await signInServer((_request, response) => {
        response.sendDate = false;
        response.writeHead(400, date === undefined ? {} : { date }).end();
      });
      expect(await checkWith().run('clock', workspaceAt(address), SIGNED_OUT)).toMatchObject({
        state: 'unclear',
      });
    }
  });

  test.each<[SchemeOwner, string, RegExp]>([
    [{ kind: 'callboard' }, 'ok', /with Callboard/],
    [{ kind: 'other', name: 'Rival' }, 'problem', /with Rival/],
    [{ kind: 'nobody' }, 'problem', /No program/],
    [{ kind: 'unknown', missing: true }, 'unclear', /xdg-utils is not installed/],
  ])('when links open with %o, the result is %s', async (owner, state, words) => {
    const check = checkWith({ schemeOwner: async () => owner });
    const result = await check.run('link', workspaceAt('https://x.example'), SIGNED_OUT);
    expect(result.state).toBe(state);
    expect(findingWords(result.finding).words).toMatch(words);
  });

  test('a missing instance lock is a problem', async () => {
    const check = checkWith({ holdsInstanceLock: () => false });
    expect(await check.run('instance', workspaceAt('https://x.example'), SIGNED_OUT)).toMatchObject({
      state: 'problem',
    });
  });

  test('a free loopback port is ok, and free again afterwards', async () => {
    const port = await freePort();
    const workspace = workspaceAt('https://x.example', `http://127.0.0.1:${port}/cb`);
    const check = checkWith();
    for (let round = 0; round < 2; round += 1) {
      expect(await check.run('port', workspace, SIGNED_OUT)).toMatchObject({ state: 'ok' });
    }
  });

  test('a loopback port in use is a problem, unless a sign-in is listening on it', async () => {
    const port = await freePort();
    const other = createPlainServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const redirectUri = `http://127.0.0.1:${port}/cb`;
    const workspace = workspaceAt('https://x.example', redirectUri);
    const check = checkWith();
    expect(await check.run('port', workspace, SIGNED_OUT)).toMatchObject({
      state: 'problem',
      finding: { code: 'port_taken', values: { redirectUri } },
    });
    const waiting: SessionStatus = { phase: 'waiting_for_browser', link: 'https://x', way: 'loopback' };
    expect(await check.run('port', workspace, waiting)).toMatchObject({ state: 'ok' });
  });

  test('the failed hop to the sign-in address is the finding', async () => {
    const hops: HopResult[] = [
      {
        kind: 'dns',
        about: 'x.example',
        state: 'ok',
        ms: 3,
        finding: { code: 'address_given', values: null },
      },
      { kind: 'tls', about: 'x.example', state: 'failed', ms: 9, finding: EXPIRED },
    ];
    const asked: string[] = [];
    const check = checkWith({
      testAddress: async (url) => {
        asked.push(url.href);
        return { url: url.href, state: 'failed', hops };
      },
    });
    const result = await check.run('network', workspaceAt('https://x.example/auth'), SIGNED_OUT);
    expect(result).toEqual({
      step: 'network',
      state: 'problem',
      finding: EXPIRED,
      hops,
    });
    expect(asked).toEqual(['https://x.example/auth/oauth2/authorize']);
  });

  test('a proxy that failed before another one worked is not a problem', async () => {
    const hops: HopResult[] = [
      { kind: 'proxy', about: 'one.example:8080', state: 'failed', ms: 3, finding: EXPIRED },
      {
        kind: 'proxy',
        about: 'two.example:8080',
        state: 'ok',
        ms: 3,
        finding: { code: 'tunnel_open', values: { userName: null } },
      },
    ];
    const check = checkWith({ testAddress: async (url) => ({ url: url.href, state: 'ok', hops }) });
    const result = await check.run('network', workspaceAt('https://x.example'), SIGNED_OUT);
    expect(result).toMatchObject({ state: 'ok', hops });
  });
});
