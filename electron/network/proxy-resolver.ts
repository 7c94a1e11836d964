import { BlockList, isIP } from 'node:net';
import {
  type BypassPattern,
  type ProxyWay,
  parseBypass,
  parseProxyAddress,
  type Route,
} from '../../shared/network.ts';
import { isLoopback } from '../../shared/workspace.ts';
import { type NetworkSettings, ProxyFailure, type SystemProxy } from './network.ts';

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

interface ProxyResolverOptions {
  readonly settings: () => Pick<NetworkSettings, 'proxyMode' | 'proxyAddress' | 'proxyBypass'>;
  readonly system: SystemProxy;
}

/** Timeout for the system's proxy settings, which may have to fetch a PAC script, ms. */
const SYSTEM_TIMEOUT_MS = 10_000;

/** Determines the route to an address from the current settings. */
export class ProxyResolver {
  private readonly options: ProxyResolverOptions;

  constructor(options: ProxyResolverOptions) {
    this.options = options;
  }

  /** Synchronous unless the system's settings are used. Throws or rejects with a ProxyFailure `no_settings`. */
  routeTo(url: URL): Route | Promise<Route> {
    const { proxyMode, proxyAddress, proxyBypass } = this.options.settings();
    const viaProxy = url.protocol === 'https:' && proxyMode === 'manual' && includesLoopback(proxyBypass);
    if (isLocalhost(url.hostname) && !viaProxy) {
      return { reason: 'this_computer', ways: [{ kind: 'direct' }] };
    }
    switch (proxyMode) {
      case 'none':
        return { reason: 'no_proxy', ways: [{ kind: 'direct' }] };
      case 'manual':
        if (isBypassed(url, proxyBypass)) return { reason: 'bypassed', ways: [{ kind: 'direct' }] };
        return { reason: 'manual', ways: [manualProxy(proxyAddress)] };
      case 'system':
        return this.systemRoute(url);
    }
  }

  private async systemRoute(url: URL): Promise<Route> {
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => timeout.reject(new Error('Timed out reading the proxy settings.')),
      SYSTEM_TIMEOUT_MS,
    );
    try {
      // The PAC script gets only the origin, not the path.
      const list = await Promise.race([this.options.system.resolve(`${url.origin}/`), timeout.promise]);
      return { reason: 'system', ways: parseProxyList(list) };
    } catch (cause) {
      throw new ProxyFailure('no_settings', '', { code: 'settings_unreadable', values: null }, { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Local addresses bypass proxies, unless a manual proxy's bypass list says `<-loopback>`. */
function isLocalhost(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/** Throws for an invalid address: falling back to a direct connection would bypass the proxy the person chose. */
function manualProxy(address: string) {
  const read = parseProxyAddress(address);
  if ('proxy' in read) return read.proxy;
  throw new ProxyFailure('no_settings', '', { code: 'address_unusable', values: null });
}

/** Whether a URL is on a proxy bypass list. Never resolves names. */
export function isBypassed(url: URL, list: string): boolean {
  return parseBypass(list).patterns.some((pattern) => matches(url, pattern));
}

/** Whether a bypass list sends even loopback through the proxy (`<-loopback>`). */
function includesLoopback(list: string): boolean {
  return parseBypass(list).patterns.some(({ kind }) => kind === 'minus_loopback');
}

function matches(url: URL, pattern: BypassPattern): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  switch (pattern.kind) {
    case 'minus_loopback':
      return false;
    case 'local':
      return !host.includes('.') && isIP(host) === 0;
    case 'range': {
      const family = isIP(host);
      if (family === 0) return false;
      const range = new BlockList();
      range.addSubnet(pattern.address, pattern.bits, pattern.family);
      return range.check(host, family === 6 ? 'ipv6' : 'ipv4');
    }
    case 'host':
      return (
        (pattern.scheme === undefined || `${pattern.scheme}:` === url.protocol) &&
        (pattern.port === undefined || Number(pattern.port) === portOf(url)) &&
        matchesGlob(url.hostname.toLowerCase(), pattern.host)
      );
  }
}

/** The URL's port, or its scheme's default. */
export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

/** Glob match for `*`. Not a regular expression: those could backtrack exponentially. */
function matchesGlob(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === pattern;
  const last = rest.pop() ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
