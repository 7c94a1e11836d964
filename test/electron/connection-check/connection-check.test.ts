import { createServer, type RequestListener } from 'node:http';
import { createServer as createPlainServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ConnectionCheck,
  type ConnectionCheckPorts,
  type SchemeOwner,
} from '../../../electron/diagnostics/connection-check.ts';
import { ConfiguredNetwork } from '../../../electron/network/configured-network.ts';
import { StoredProxyCredentials } from '../../../electron/network/network-manager.ts';
import type { CheckPart, CheckStep } from '../../../shared/connection-check.ts';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import type { SessionStatus } from '../../../shared/session.ts';
import { findingWords } from '../../../shared/words/finding-words.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { freePort } from '../../free-port.ts';
import { mappedSignInServer } from '../auth/mapped-sign-in-server.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';

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

/** The app's own network, without proxies. */
function directNetwork(): ConfiguredNetwork {
  const settings = { proxyMode: 'none', proxyAddress: '', proxyBypass: '', certificateFile: null } as const;
  const network = new ConfiguredNetwork({
    settings: () => settings,
    system: { resolve: async () => 'DIRECT' },
    credentials: new StoredProxyCredentials(new MemorySecrets(), async () => []),
  });
  void network.start();
  return network;
}

function checkWith(ports: Partial<ConnectionCheckPorts> = {}) {
  const check = new ConnectionCheck({
    schemeOwner: async () => ({ kind: 'callboard' }),
    holdsInstanceLock: () => true,
    network: directNetwork(),
    now: Date.now,
    ...ports,
  });
  const PARTS: Partial<Record<CheckStep, CheckPart>> = {
    link: 'way_back',
    instance: 'way_back',
    port: 'way_back',
    service: 'service',
  };
  return {
    plan: (workspace: Workspace) => check.plan(workspace),
    /** The result of one step. */
    run: async (step: CheckStep, workspace: Workspace, session: SessionStatus) => {
      const results = await check.run(PARTS[step] ?? 'sign_in', workspace, session);
      const result = results.find((each) => each.step === step);
      if (!result) throw new Error(`${step} was not checked.`);
      return result;
    },
  };
}

describe('the connection check', () => {
  test('plans only the steps that the redirect address needs', () => {
    const stepsFor = (redirectUri?: string) =>
      checkWith()
        .plan(workspaceAt('https://x.example', redirectUri))
        .parts.flatMap(({ steps }) => steps);
    const always = ['sign_in', 'clock', 'issuer'];
    expect(stepsFor()).toEqual([...always, 'link', 'instance', 'service']);
    expect(stepsFor('http://127.0.0.1:9/cb')).toEqual([...always, 'port', 'service']);
    expect(stepsFor('https://x.example/cb')).toEqual([...always, 'service']);
  });

  test('requests the authorization endpoint without parameters and accepts a 400 as a sign-in page', async () => {
    const asked: (string | undefined)[] = [];
    const address = await signInServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(400).end('client_id is missing');
    });
    const result = await checkWith().run('sign_in', workspaceAt(`${address}/auth`), SIGNED_OUT);
    expect(result).toMatchObject({ step: 'sign_in', state: 'ok' });
    expect(asked[0]).toBe('GET /auth/oauth2/authorize');
  });

  test.each([
    [404, /no sign-in page at this address/],
    [503, /the sign-in service has a problem/],
  ])('a sign-in page with status %i is a problem', async (status, words) => {
    const address = await signInServer((_request, response) => response.writeHead(status).end());
    const result = await checkWith().run('sign_in', workspaceAt(address), SIGNED_OUT);
    expect(result.state).toBe('problem');
    expect(findingWords(result.finding).words).toMatch(words);
  });

  test('a redirect counts as an answer and is not followed', async () => {
    const asked: (string | undefined)[] = [];
    const address = await signInServer((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await checkWith().run('sign_in', workspaceAt(address), SIGNED_OUT)).toMatchObject({
      state: 'ok',
    });
    expect(asked).not.toContain('/elsewhere');
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
    expect(asked.slice(1)).toEqual(['/.well-known/oauth-authorization-server/auth']);
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

  test('without an answer, the failed step of the way is the finding, and what needs one is unclear', async () => {
    const port = await freePort();
    const workspace = workspaceAt(`http://127.0.0.1:${port}`);
    const check = checkWith();
    expect(await check.run('sign_in', workspace, SIGNED_OUT)).toMatchObject({
      state: 'problem',
      finding: { code: 'connection_refused', values: { about: `127.0.0.1:${port}` } },
      hops: [{ kind: 'route' }, { kind: 'dns' }, { kind: 'tcp', state: 'failed' }],
    });
    expect(await check.run('clock', workspace, SIGNED_OUT)).toMatchObject({ state: 'unclear' });
    expect(await check.run('issuer', workspace, SIGNED_OUT)).toMatchObject({ state: 'unclear' });
  });

  test.each([
    [401, 'ok', /answers \(HTTP 401\) and says: “No token”/],
    [404, 'ok', /answers \(HTTP 404\)/],
    [403, 'unclear', /HTTP 403 and says: “No token”/],
    [302, 'unclear', /HTTP 302/],
    [502, 'problem', /the service has a problem and says: “No token”/],
  ])('a service that answers with HTTP %i without a token gives %s', async (status, state, words) => {
    const asked: (string | undefined)[] = [];
    const address = await signInServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'without a token'}`);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"No token"}');
    });
    const workspace = { ...workspaceAt('https://x.example'), baseUrl: `${address}/api` };
    const result = await checkWith().run('service', workspace, SIGNED_OUT);
    expect(result.state).toBe(state);
    expect(result.hops?.map((hop) => `${hop.kind} ${hop.state}`)).toEqual([
      'route ok',
      'dns ok',
      'tcp ok',
      'http ok',
    ]);
    expect(findingWords(result.finding).words).toMatch(words);
    expect(asked).toEqual(['GET /api without a token']);
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
});
