import type { ProxyWay } from '../../shared/network.ts';

/** The words of a proxy list, and their usual ports. `SOCKS` alone has always meant version 4. */
const KINDS: Readonly<Record<string, { kind: Exclude<ProxyWay['kind'], 'direct'>; port: number }>> = {
  PROXY: { kind: 'http', port: 80 },
  HTTP: { kind: 'http', port: 80 },
  HTTPS: { kind: 'https', port: 443 },
  SOCKS: { kind: 'socks4', port: 1080 },
  SOCKS4: { kind: 'socks4', port: 1080 },
  SOCKS5: { kind: 'socks5', port: 1080 },
};

const MOST_WAYS = 20;

/**
 * Reads what a PAC script answers, `PROXY host:port; SOCKS5 host:port; DIRECT`, into the ways it names, in their order.
 * What is none (an unknown word, a missing host, a port that is no port) is left out; a list that names nothing at all,
 * an empty one among them, means a direct connection, as in browsers.
 */
export function parseProxyList(list: string): readonly ProxyWay[] {
  const ways: ProxyWay[] = [];
  for (const entry of list.split(';')) {
    const way = parseWay(entry.trim());
    if (way && ways.length < MOST_WAYS && !ways.some((known) => isSame(known, way))) ways.push(way);
  }
  return ways.length > 0 ? ways : [{ kind: 'direct' }];
}

function parseWay(entry: string): ProxyWay | undefined {
  const [word = '', address = '', ...rest] = entry.split(/\s+/);
  if (rest.length > 0) return undefined;
  if (word.toUpperCase() === 'DIRECT') return address === '' ? { kind: 'direct' } : undefined;
  const known = Object.hasOwn(KINDS, word.toUpperCase()) ? KINDS[word.toUpperCase()] : undefined;
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+)(?::(\d{1,5}))?$/i.exec(address);
  if (!known || !match) return undefined;
  const host = URL.parse(`http://${match[1]}`)?.hostname.replace(/^\[|\]$/g, '');
  const port = match[2] === undefined ? known.port : Number(match[2]);
  return host && port > 0 && port <= 65_535 ? { kind: known.kind, host, port } : undefined;
}

function isSame(one: ProxyWay, other: ProxyWay): boolean {
  if (one.kind === 'direct' || other.kind === 'direct') return one.kind === other.kind;
  return one.kind === other.kind && one.host === other.host && one.port === other.port;
}
