import { expect, test } from 'vitest';
import { networkWith } from './network-under-test.ts';

test('the way without a proxy is known at once, and costs a connection nothing to speak of', async () => {
  const { network, settings } = await networkWith({ proxyMode: 'none' });
  const url = new URL('https://service.test');
  const began = performance.now();
  for (let count = 0; count < 5000; count += 1) {
    // No promise: the connection is begun in the same turn as without any of this.
    expect(network.routes.routeTo(url)).toEqual({ reason: 'no_proxy', ways: [{ kind: 'direct' }] });
  }
  settings.proxyMode = 'manual';
  settings.proxyAddress = 'proxy.test:8080';
  settings.proxyBypass = '*.example.com, 10.0.0.0/8, *.test';
  for (let count = 0; count < 5000; count += 1) {
    expect(network.routes.routeTo(url)).toMatchObject({ reason: 'bypassed' });
  }
  // 1 µs and 70 µs each where nothing else runs; the limit is for a machine that is busy with other tests.
  expect((performance.now() - began) / 10_000).toBeLessThan(0.5);
});

test('what is meant for this computer goes straight whatever the settings say, and nobody is asked', async () => {
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
      expect(network.routes.routeTo(new URL(address))).toEqual({
        reason: 'this_computer',
        ways: [{ kind: 'direct' }],
      });
    }
  }
  settings.proxyMode = 'system';
  await network.routeTo(new URL('https://127.0.0.1.example.com/path?secret'));
  // The script of the computer hears whom it is about, and nothing more.
  expect(asked).toEqual(['https://127.0.0.1.example.com/']);
});
