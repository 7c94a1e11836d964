import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { beginAuthorization, judgeAuthorizationResponse } from '../../../electron/auth/authorization.ts';
import { exchangeCode, openTokenConnection } from '../../../electron/auth/token-request.ts';
import { NetworkManager } from '../../../electron/network/network-manager.ts';
import { ServiceReachability } from '../../../electron/service/service-reachability.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import { told } from '../../told.ts';
import { connectionTo } from '../service/create-calls.ts';
import { httpAnswer, rawServer } from '../service/raw-server.ts';
import { runningQueue } from '../submissions/running-queue.ts';
import { senderOver } from '../submissions/sender-over.ts';
import { networkWith } from './network-under-test.ts';
import { type PrivateAuthority, privateAuthority } from './private-authority.ts';
import { askFor } from './proxy-server.ts';
import { testProxy } from './test-proxy.ts';

const BASE_URL = 'https://service.test';
let folder: string;
let authority: PrivateAuthority;
let certificate: { cert: string; key: string };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
  authority = privateAuthority(folder);
  certificate = authority.sign('service.test');
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const WORKSPACE: Workspace = {
  id: 'workspace-1',
  name: 'Acme',
  kind: 'service',
  baseUrl: BASE_URL,
  authUrl: BASE_URL,
  issuer: '',
  clientId: 'client-1',
  redirectUri: 'app.callboard:/oauth/callback',
};

/** A queue whose service has a private certificate and is behind a proxy with a password. */
async function company() {
  let given = 0;
  const service = await rawServer({
    certificate,
    onRequest: ({ socket }) => {
      given += 1;
      socket.write(httpAnswer(201, `{"request_id":"ir_${given}","status":"PENDING"}`));
    },
  });
  const proxy = await testProxy({
    targets: { 'service.test:443': service.port },
    behaviour: askFor('ada:s3cret'),
  });
  const parts = await networkWith({ pac: () => `PROXY ${proxy.name}; DIRECT` });
  const queue = await runningQueue(undefined, {
    baseUrl: BASE_URL,
    sender: senderOver(connectionTo(BASE_URL, { network: parts.network }), BASE_URL),
  });
  const manager = new NetworkManager({
    network: parts.network,
    credentials: parts.credentials,
    settings: { read: () => parts.settings, change: (changes) => Object.assign(parts.settings, changes) },
    workspaces: async () => [WORKSPACE],
    chooseCertificateFile: async () => authority.certificatePath,
    onApplied: () => queue.queue.resume('network_settings'),
    onChange: () => undefined,
  });
  return { ...parts, service, proxy, queue, manager };
}

describe('a queue in a company network', () => {
  test('holds submissions until credentials and certificate are added, then sends each once', async () => {
    const { queue, manager, service, proxy } = await company();
    await queue.add(3);
    queue.queue.wake();
    const held = await queue.untilIn('held', 3);
    expect(held.map(({ problem }) => problem?.code)).toEqual(Array(3).fill('proxy_sign_in_needed'));
    expect(held[0]?.problem && problemWords(held[0].problem)).toEqual({
      message: `The proxy asks for a user name and password. It is ${proxy.name}.`,
      nextStep: 'Enter them in Settings > Network; it will then be sent automatically.',
    });
    await manager.saveCredentials({ proxy: proxy.name, userName: 'ada', password: 's3cret' });
    await until('the certificate', async () =>
      (await queue.inStates('held')).every(({ problem }) => problem?.code === 'certificate_not_trusted'),
    );
    await queue.untilIn('held', 3);
    expect(service.connections.map(({ received }) => received).join('')).toBe('');
    await manager.chooseCertificateFile();
    await queue.untilIn('accepted', 3);
    const posts = service.connections
      .map(({ received }) => received)
      .join('')
      .match(/POST \/v1/g);
    expect(posts).toHaveLength(3);
    expect(queue.troubles).toEqual([]);
  });

  test('requeues after a dead manual proxy and never bypasses it', async () => {
    const { queue, settings, service } = await company();
    settings.proxyMode = 'manual';
    settings.proxyAddress = `127.0.0.1:${await freePort()}`;
    await queue.add(1);
    queue.queue.wake();
    const [waiting] = await until('the problem', async () => {
      const queued = await queue.inStates('queued');
      return queued.some(({ problem }) => problem !== null) ? queued : undefined;
    });
    expect(waiting?.problem?.code).toBe('proxy_not_reachable');
    expect(queue.reachability.missedTimes).toBeGreaterThan(0);
    expect(service.connections).toEqual([]);
  });
});

describe('the Network page', () => {
  test('shows the user name of each proxy on the way to an address, but no password', async () => {
    const { manager, proxy } = await company();
    await manager.saveCredentials({ proxy: proxy.name, userName: 'ada', password: 's3cret' });
    const state = await manager.state();
    expect(state.accounts).toEqual([{ proxy: proxy.name, userName: 'ada' }]);
    expect(JSON.stringify(state)).not.toContain('s3cret');
    await manager.forgetCredentials(proxy.name);
    expect((await manager.state()).accounts).toEqual([{ proxy: proxy.name, userName: null }]);
  });

  test('keeps the current certificate file if a new one contains no authority', async () => {
    const { manager, network, settings } = await company();
    await manager.chooseCertificateFile();
    const again = new NetworkManager({
      network,
      credentials: {
        load: async () => undefined,
        save: async () => 'memory',
        remove: async () => {},
        proxies: async () => [],
      },
      settings: { read: () => settings, change: (changes) => Object.assign(settings, changes) },
      workspaces: async () => [],
      chooseCertificateFile: async () => authority.keyPath,
      onApplied: async () => {},
      onChange: () => undefined,
    });
    await expect(again.chooseCertificateFile()).rejects.toMatchObject({ code: 'no_certificate' });
    expect(settings.certificateFile).toBe(authority.certificatePath);
    expect((await again.state()).trust.file).toMatchObject({ path: authority.certificatePath, added: 1 });
  });
});

describe('the reachability probe', () => {
  test('goes through the proxy up to TLS and sends no byte of a request', async () => {
    const service = await rawServer({ certificate });
    const proxy = await testProxy({ targets: { 'service.test:443': service.port } });
    const { network } = await networkWith({
      pac: () => `PROXY ${proxy.name}`,
      certificateFile: authority.certificatePath,
    });
    const reachability = new ServiceReachability(BASE_URL, { isOnline: () => true }, network, () => 0);
    onTestFinished(() => reachability.close());
    reachability.missed();
    await until('the probe', () => reachability.reachable);
    await until('the end of the probe', () => proxy.connects[0]?.client.destroyed);
    expect(proxy.connects.map(({ authority: to }) => to)).toEqual(['service.test:443']);
    // TLS was established and then closed.
    expect(proxy.connects[0]?.sent).toBeGreaterThan(0);
    expect(service.connections.map(({ received }) => received).join('')).toBe('');
  });

  test('counts a proxy that asks for a password as reachable, and a missing one as unreachable', async () => {
    const proxy = await testProxy({ behaviour: askFor('ada:1') });
    const { network } = await networkWith({ pac: () => `PROXY ${proxy.name}` });
    const reachability = new ServiceReachability(BASE_URL, { isOnline: () => true }, network, () => 0);
    onTestFinished(() => reachability.close());
    reachability.missed();
    await until('the probe', () => reachability.reachable);
    await proxy.close();
    reachability.check();
    await until('the failed probe', () => !reachability.reachable);
  });
});

describe('the token request', () => {
  test("goes through the proxy and reports the proxy's refusal", async () => {
    const service = await rawServer({
      certificate,
      onRequest: ({ socket }) => socket.write(httpAnswer(200, '{"access_token":"token-1"}')),
    });
    const proxy = await testProxy({
      targets: { 'service.test:443': service.port },
      behaviour: askFor('ada:1'),
    });
    const { network, credentials } = await networkWith({
      pac: () => `PROXY ${proxy.name}`,
      certificateFile: authority.certificatePath,
    });
    const connection = openTokenConnection(network);
    onTestFinished(() => connection.destroy());
    const exchange = async () => {
      const attempt = await beginAuthorization(WORKSPACE, WORKSPACE.redirectUri);
      const address = `${WORKSPACE.redirectUri}?code=code-1&state=${attempt.state}`;
      const parameters = judgeAuthorizationResponse(WORKSPACE, attempt, address);
      if (!parameters.ok) throw new Error(parameters.error.code);
      return exchangeCode(connection, WORKSPACE, 'secret', attempt, parameters.value);
    };
    expect(told(await exchange())).toMatchObject({
      code: 'sign_in_behind_proxy',
      message: `The proxy asks for a user name and password. It is the proxy for service.test: ${proxy.name}.`,
    });
    await credentials.save(proxy.name, { userName: 'ada', password: '1' });
    const outcome = await exchange();
    expect(proxy.connects.at(-1)?.authority).toBe('service.test:443');
    expect(service.connections[0]?.received ?? '').toMatch(/^POST \/oauth2\/token HTTP\/1\.1\r\n/);
    expect(outcome.ok).toBe(true);
  });
});
