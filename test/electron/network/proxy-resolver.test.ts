import { expect, test } from 'vitest';
import { networkWith } from './network-under-test.ts';

test('the route is known synchronously unless the system is asked', async () => {
  const { network, settings } = await networkWith({ proxyMode: 'none' });
  const url = new URL('https://service.test');
  // Not a promise, so a direct connection starts without delay.
  expect(network.proxies.routeTo(url)).toEqual({ reason: 'no_proxy', ways: [{ kind: 'direct' }] });
  settings.proxyMode = 'manual';
  settings.proxyAddress = 'proxy.test:8080';
  settings.proxyBypass = '*.example.com, 10.0.0.0/8, *.test';
  expect(network.proxies.routeTo(url)).toMatchObject({ reason: 'bypassed' });
});

test('loopback is always reached directly, without asking the system', async () => {
  const { network, settings, asked } = await networkWith({ pac: () => 'PROXY proxy.test:8080' });
  const own = [
    'http://127.0.0.1:1',
    'http://127.9.9.9',
    'http://localhost',
    'http://a.localhost',
    'http://[::1]:3',
  ];
  for (const proxyMode of ['system', 'manual', 'none'] as const) {
    Object.assign(settings, { proxyMode, proxyAddress: 'proxy.test:8080' });
    for (const address of own) {
      expect(network.proxies.routeTo(new URL(address))).toEqual({
        reason: 'this_computer',
        ways: [{ kind: 'direct' }],
      });
    }
  }
  settings.proxyMode = 'system';
  await network.routeTo(new URL('https://127.0.0.1.example.com/path?secret'));
  // The PAC script gets the origin only.
  expect(asked).toEqual(['https://127.0.0.1.example.com/']);
});

test('with <-loopback> a manual proxy gets https to loopback, but not http, and other modes get neither', async () => {
  const { network, settings } = await networkWith({
    proxyMode: 'manual',
    proxyAddress: 'proxy.test:8080',
    proxyBypass: '<-loopback>, 127.0.0.2',
  });
  const proxied = { reason: 'manual', ways: [{ kind: 'http', host: 'proxy.test', port: 8080 }] };
  expect(network.proxies.routeTo(new URL('https://localhost:8443'))).toEqual(proxied);
  expect(network.proxies.routeTo(new URL('https://127.0.0.1:8443'))).toEqual(proxied);
  expect(network.proxies.routeTo(new URL('https://127.0.0.2:8443'))).toMatchObject({ reason: 'bypassed' });
  expect(network.proxies.routeTo(new URL('http://127.0.0.1:8080'))).toMatchObject({
    reason: 'this_computer',
  });
  settings.proxyMode = 'system';
  expect(network.proxies.routeTo(new URL('https://localhost:8443'))).toMatchObject({
    reason: 'this_computer',
  });
});
