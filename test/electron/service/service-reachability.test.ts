import { describe, expect, onTestFinished, test } from 'vitest';
import { type Connectivity, ServiceReachability } from '../../../electron/service/service-reachability.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';
import { rawServer } from './raw-server.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

const ONLINE: Connectivity = { isOnline: () => true };

function watched(baseUrl: string, connectivity = ONLINE) {
  const reachability = new ServiceReachability(baseUrl, connectivity, DIRECT_NETWORK, () => 0);
  onTestFinished(() => reachability.close());
  const seen: boolean[] = [];
  const stop = reachability.onChange(() => seen.push(reachability.reachable));
  return { reachability, seen, stop };
}

describe('whether a service can be reached', () => {
  // The first one here: Node gives this warning once in a process.
  test('is probed at an IP address without a server name (RFC 6066)', async () => {
    const warnings: string[] = [];
    const take = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', take);
    onTestFinished(() => void process.off('warning', take));
    const server = await rawServer({ certificate: selfSignedCertificate() });
    const { reachability } = watched(`https://127.0.0.1:${server.port}`);
    reachability.missed();
    await until('the probe', () => reachability.reachable);
    expect(warnings.filter((warning) => warning.includes('ServerName'))).toEqual([]);
  });

  test('is assumed until a call fails, and then probed without sending a byte of a request', async () => {
    const server = await rawServer({});
    const { reachability, seen } = watched(server.origin);
    expect(reachability.reachable).toBe(true);
    reachability.missed();
    expect(reachability.reachable).toBe(false);
    await until('the probe', () => reachability.reachable);
    expect(seen).toEqual([false, true]);
    await until('the end of the probe', () => server.connections[0]?.closed);
    expect(server.connections.map(({ received }) => received)).toEqual(['']);
  });

  test('is learned from any answer at once', async () => {
    const { reachability, seen } = watched(`http://127.0.0.1:${await freePort()}`);
    reachability.missed();
    reachability.seen();
    reachability.seen();
    expect(seen).toEqual([false, true]);
  });

  test('is not reported to a listener that was removed', async () => {
    const { reachability, seen, stop } = watched(`http://127.0.0.1:${await freePort()}`);
    stop();
    reachability.missed();
    expect(seen).toEqual([]);
  });

  test('is probed at once on demand', async () => {
    const { reachability } = watched(`http://127.0.0.1:${await freePort()}`);
    reachability.check();
    await until('the probe', () => !reachability.reachable);
    expect(reachability.reachable).toBe(false);
  });

  test('is not probed while the computer has no network, except on this computer itself', async () => {
    const offline: Connectivity = { isOnline: () => false };
    const far = watched('https://service.invalid', offline);
    far.reachability.check();
    expect(far.seen).toEqual([false]);
    const server = await rawServer({});
    const near = watched(server.origin, offline);
    near.reachability.missed();
    await until('the probe', () => near.reachability.reachable);
    expect(near.seen).toEqual([false, true]);
  });

  test('counts an untrusted certificate as an answer, as the call itself will report it', async () => {
    const server = await rawServer({ certificate: selfSignedCertificate() });
    const { reachability } = watched(server.origin);
    reachability.missed();
    await until('the probe', () => reachability.reachable);
    expect(server.connections.map(({ received }) => received).join('')).toBe('');
  });

  test('counts a failed TLS handshake as not reached', async () => {
    const server = await rawServer({ onConnection: ({ socket }) => socket.resetAndDestroy() });
    const { reachability } = watched(`https://127.0.0.1:${server.port}`);
    reachability.check();
    await until('the probe', () => !reachability.reachable);
    expect(server.connections.length).toBeGreaterThan(0);
  });

  test('is no longer probed once closed', async () => {
    const server = await rawServer({});
    const { reachability, seen } = watched(server.origin);
    reachability.close();
    reachability.missed();
    reachability.check();
    expect(seen).toEqual([]);
    expect(server.connections).toEqual([]);
  });
});
