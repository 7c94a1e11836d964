import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseResponseHead } from '../../../electron/network/open-socket.ts';
import { isBypassed, parseProxyList } from '../../../electron/network/proxy-resolver.ts';
import { readCertificateFile } from '../../../electron/network/trusted-authorities.ts';
import { parseBypass, parseProxyAddress, proxyName } from '../../../shared/network.ts';

const RUNS = { seed: 20261121, numRuns: 2000 };

/** Arbitrary text, and text built from relevant tokens. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'PROXY',
          'SOCKS5',
          'DIRECT',
          ' ',
          ';',
          ':',
          '/',
          '[',
          ']',
          '::',
          '1',
          '255',
          '.',
          '*',
          '@',
          '%eth0',
        ],
        ...[
          'a.example',
          'http://',
          'https://',
          '<local>',
          '10.0.0.0',
          'ffff',
          '/8',
          '/129',
          ',',
          '\r\n',
          'HTTP/1.1 200',
          '-----',
        ],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
const urls = [
  'https://a.example',
  'https://10.1.2.3:8443',
  'https://[fd00::1]',
  'https://[::ffff:10.0.0.1]',
  'http://x',
].map((address) => new URL(address));

test('parsers of proxy lists, bypass lists, addresses, responses and certificates never throw', () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(parseProxyList(any).length).toBeGreaterThan(0);
      parseBypass(any);
      for (const url of urls) isBypassed(url, any);
      parseResponseHead(Buffer.from(any, 'latin1'));
      readCertificateFile(Buffer.from(any));
      const read = parseProxyAddress(any);
      // A parsed proxy survives formatting and parsing again.
      if ('proxy' in read) {
        expect(parseProxyAddress(proxyName(read.proxy))).toMatchObject({
          proxy: { host: read.proxy.host, port: read.proxy.port },
        });
      }
    }),
    RUNS,
  );
});
