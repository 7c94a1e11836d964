import type { ProxyWay } from '../../shared/network.ts';

/** Keywords of PAC results with their default ports. Plain `SOCKS` means version 4. */
const KINDS: Readonly<Record<string, { kind: Exclude<ProxyWay['kind'], 'direct'>; port: number }>> = {
  PROXY: { kind: 'http', port: 80 },
  HTTP: { kind: 'http', port: 80 },
  HTTPS: { kind: 'https', port: 443 },
  SOCKS: { kind: 'socks4', port: 1080 },
  SOCKS4: { kind: 'socks4', port: 1080 },
  SOCKS5: { kind: 'socks5', port: 1080 },
};

const MAX_WAYS = 20;

/**
 * Parses a PAC script's result, `PROXY host:port; SOCKS5 host:port; DIRECT`. Skips invalid entries (unknown keyword,
 * missing host, invalid port). A list without valid entries means a direct connection, as in browsers.
 */
export function parseProxyList(list: string): readonly ProxyWay[] {
  const ways: ProxyWay[] = [];
  for (const entry of list.split(';')) {
    const way = parseWay(entry.trim());
    if (way && ways.length < MAX_WAYS && !ways.some((known) => isSame(known, way))) ways.push(way);
  }
  return ways.length > 0 ? ways : [{ kind: 'direct' }];
}

function parseWay(entry: string): ProxyWay | undefined {
  const [keyword = '', address = '', ...rest] = entry.split(/\s+/);
  if (rest.length > 0) return undefined;
  if (keyword.toUpperCase() === 'DIRECT') return address === '' ? { kind: 'direct' } : undefined;
  const known = Object.hasOwn(KINDS, keyword.toUpperCase()) ? KINDS[keyword.toUpperCase()] : undefined;
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
