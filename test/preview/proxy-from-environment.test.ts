import { expect, test } from 'vitest';
import { proxyFromEnvironment } from '../../preview/electron/proxy-from-environment.ts';

test.each([
  [{}, 'DIRECT'],
  [{ HTTPS_PROXY: 'http://proxy.test:8080' }, 'PROXY proxy.test:8080'],
  [{ https_proxy: 'one.test:1', HTTPS_PROXY: 'two.test:2' }, 'PROXY one.test:1'],
  [{ ALL_PROXY: 'socks5://proxy.test:1080/' }, 'SOCKS5 proxy.test:1080'],
  [{ HTTP_PROXY: 'proxy.test:8080' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'https://ada:secret@proxy.test:8443' }, 'HTTPS proxy.test:8443'],
  [{ HTTPS_PROXY: 'proxy.test:8080', NO_PROXY: 'other.test, .example.com' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'proxy.test:8080', no_proxy: '*' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'proxy.test:8080', NO_PROXY: 'ample.com' }, 'PROXY proxy.test:8080'],
])('the variables %o mean %s', (variables, list) => {
  expect(proxyFromEnvironment(new URL('https://api.example.com/'), variables)).toBe(list);
});
