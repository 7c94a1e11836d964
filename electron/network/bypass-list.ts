import { BlockList, isIP } from 'node:net';
import { type BypassPattern, parseBypass } from '../../shared/network.ts';

/** Whether an address is in a list of those that need no proxy. Names are never looked up for that. */
export function isBypassed(url: URL, list: string): boolean {
  return parseBypass(list).patterns.some((pattern) => matches(url, pattern));
}

/** Whether a list wants even what is meant for this computer to go through the proxy. */
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
        isLike(url.hostname.toLowerCase(), pattern.host)
      );
  }
}

/** The port of an address, the usual one of its scheme where it names none. */
export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

/** `*` stands for any letters. By hand and in one pass: a pattern made into an expression could take for ever. */
function isLike(text: string, pattern: string): boolean {
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
