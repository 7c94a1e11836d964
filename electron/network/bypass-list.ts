import { BlockList, isIP } from 'node:net';
import { type BypassPattern, parseBypass } from '../../shared/network.ts';

/** Whether a URL is on a proxy bypass list. Never resolves names. */
export function isBypassed(url: URL, list: string): boolean {
  return parseBypass(list).patterns.some((pattern) => matches(url, pattern));
}

/** Whether a bypass list sends even loopback through the proxy (`<-loopback>`). */
export function includesLoopback(list: string): boolean {
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
