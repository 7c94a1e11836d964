import { describe, expect, test } from 'vitest';
import { isBypassed, parseProxyList } from '../../../electron/network/proxy-resolver.ts';
import { parseBypass, parseProxyAddress, proxyInput } from '../../../shared/network.ts';
import { inputWords } from '../../../shared/words/input-words.ts';

const DIRECT = { kind: 'direct' };

describe('a PAC script’s result', () => {
  test.each([
    ['DIRECT', [DIRECT]],
    ['', [DIRECT]],
    ['PROXY proxy.corp.example:8080', [{ kind: 'http', host: 'proxy.corp.example', port: 8080 }]],
    [
      'PROXY a.example:3128; HTTPS b.example:8443;SOCKS5 c.example:1080 ; SOCKS d.example; SOCKS4 e.example:1081; DIRECT',
      [
        { kind: 'http', host: 'a.example', port: 3128 },
        { kind: 'https', host: 'b.example', port: 8443 },
        { kind: 'socks5', host: 'c.example', port: 1080 },
        { kind: 'socks4', host: 'd.example', port: 1080 },
        { kind: 'socks4', host: 'e.example', port: 1081 },
        DIRECT,
      ],
    ],
    ['proxy A.Example', [{ kind: 'http', host: 'a.example', port: 80 }]],
    ['HTTPS a.example', [{ kind: 'https', host: 'a.example', port: 443 }]],
    ['PROXY [2001:DB8::1]:3128', [{ kind: 'http', host: '2001:db8::1', port: 3128 }]],
    ['PROXY bücher.example:80', [{ kind: 'http', host: 'xn--bcher-kva.example', port: 80 }]],
    [
      'PROXY a.example:80; PROXY a.example:80; DIRECT; DIRECT',
      [{ kind: 'http', host: 'a.example', port: 80 }, DIRECT],
    ],
    ['QUIC a.example:443; PROXY b.example:80', [{ kind: 'http', host: 'b.example', port: 80 }]],
  ])('%j is parsed in order', (list, ways) => {
    expect(parseProxyList(list)).toEqual(ways);
  });

  test.each([
    'PROXY',
    'PROXY a.example:0',
    'PROXY a.example:65536',
    'PROXY user:secret@a.example:80',
    'PROXY a.example:80 b.example',
    'DIRECT now',
    'PROXY http://a.example:80',
    'constructor a.example',
    ';;;',
  ])('the invalid entry %j is skipped', (list) => {
    expect(parseProxyList(list)).toEqual([DIRECT]);
    expect(parseProxyList(`${list}; PROXY b.example:80`)).toEqual([
      { kind: 'http', host: 'b.example', port: 80 },
    ]);
  });
});

describe('a proxy’s address', () => {
  test.each([
    ['proxy.example:8080', { kind: 'http', host: 'proxy.example', port: 8080 }],
    [' HTTP://Proxy.Example:8080/ ', { kind: 'http', host: 'proxy.example', port: 8080 }],
    ['https://proxy.example:443', { kind: 'https', host: 'proxy.example', port: 443 }],
    ['socks5://10.1.2.3:1080', { kind: 'socks5', host: '10.1.2.3', port: 1080 }],
    ['socks4://[::1]:1080', { kind: 'socks4', host: '::1', port: 1080 }],
  ])('%j is parsed', (text, proxy) => {
    expect(parseProxyAddress(text)).toEqual({ proxy });
  });

  test.each([
    ['proxy.example', 'Add the port, such as proxy.example:8080'],
    ['proxy.example:0', 'A port is a number from 1 to 65535.'],
    ['proxy.example:70000', 'A port is a number from 1 to 65535.'],
    ['ftp://proxy.example:21', 'Use http://, https://, socks4:// or socks5:// before the name, or none.'],
    [
      'constructor://proxy.example:21',
      'Use http://, https://, socks4:// or socks5:// before the name, or none.',
    ],
    [
      'http://ada:secret@proxy.example:80',
      'Leave user name and password out of the address: they have separate fields below.',
    ],
    ['proxy example:80', 'Enter the proxy as name:port, such as proxy.example.com:8080'],
  ])('%j is rejected with a message', (text, problem) => {
    const read = parseProxyAddress(text);
    expect('problem' in read && inputWords(read.problem)).toBe(problem);
  });

  test('is required only in manual mode, and checked in every mode', () => {
    const read = (address: string, mode: string) =>
      proxyInput.safeParse({ mode, address, bypass: '' }).success;
    expect([read('', 'manual'), read('', 'system'), read('', 'none'), read('nonsense', 'none')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('a bypass list', () => {
  test.each([
    ['https://api.corp.example', '*.corp.example'],
    ['https://a.b.corp.example', '.corp.example'],
    ['https://corp.example', 'corp.example'],
    ['https://CORP.example', 'Corp.Example'],
    ['https://intranet', '<local>'],
    ['https://10.1.2.3', '10.0.0.0/8'],
    ['https://192.168.1.5:8443', '192.168.*'],
    ['https://[fd00::5]', 'fd00::/8'],
    ['https://[fd00::5]', 'fd00::5'],
    ['https://[fd00::5]', '[fd00::5]:443'],
    ['https://api.example:8443', 'api.example:8443'],
    ['https://api.example', 'https://api.example'],
    ['https://api.example', 'other.example, api.example;third.example'],
    ['https://eu-api-2.example', 'eu-*-2.ex*ple'],
    ['https://anything.at.all', '*'],
  ])('%s is matched by %j', (url, list) => {
    expect(isBypassed(new URL(url), list)).toBe(true);
  });

  test.each([
    ['https://corp.example', '*.corp.example'],
    ['https://evilcorp.example', '.corp.example'],
    ['https://api.corp.example', 'corp.example'],
    ['https://corp.example.evil.test', 'corp.example'],
    ['https://intranet.example', '<local>'],
    ['https://[::1]', '<local>'],
    ['https://11.1.2.3', '10.0.0.0/8'],
    ['https://ten.example', '10.0.0.0/8'],
    ['https://api.example', 'api.example:8443'],
    ['https://api.example', 'http://api.example'],
    ['https://eu-2.example', 'eu-*-2.example'],
    ['https://api.example', ''],
  ])('%s is not matched by %j', (url, list) => {
    expect(isBypassed(new URL(url), list)).toBe(false);
  });

  test('reports invalid entries', () => {
    expect(parseBypass('10.0.0.0/33 *.ok.example <nowhere> http://a/b a@b').problems.map(inputWords)).toEqual(
      ['10.0.0.0/33', '<nowhere>', 'http://a/b', 'a@b'].map(
        (entry) => `“${entry}” is not a name, address or range such as *.example.com or 10.0.0.0/8`,
      ),
    );
  });

  test('is matched in linear time', () => {
    const startedAt = performance.now();
    expect(
      isBypassed(new URL(`https://${'a'.repeat(60)}.${'a'.repeat(60)}.example`), `${'*a'.repeat(2000)}b`),
    ).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
