import { z } from 'zod';
import type { CertificateProblem } from './certificate-problems.ts';
import type { Finding } from './findings.ts';
import { asMessage, type InputProblem, problem, says } from './input-problems.ts';

/** Where the way to a service is taken from: the computer's own settings, an address typed here, or no proxy at all. */
export const PROXY_MODES = ['system', 'manual', 'none'] as const;
export type ProxyMode = (typeof PROXY_MODES)[number];

/** A proxy server. `http` and `https` are asked by CONNECT, `https` within TLS; the others by SOCKS 4 or 5. */
export interface ProxyServer {
  readonly kind: 'http' | 'https' | 'socks4' | 'socks5';
  /** Lower case; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** One way to a service: through a proxy, or without one. */
export type ProxyWay = ProxyServer | { readonly kind: 'direct' };

/** Why an address is reached the way it is. */
export type RouteReason =
  /** It is this computer itself: no proxy is ever asked. */
  | 'this_computer'
  /** The computer's settings, its PAC script among them, say so. */
  | 'system'
  | 'manual'
  /** It is in the list of addresses that need no proxy. */
  | 'bypassed'
  /** No proxy is used at all. */
  | 'no_proxy';

/** The ways to an address, tried in this order until one works. */
export interface Route {
  readonly reason: RouteReason;
  readonly ways: readonly ProxyWay[];
}

/** A proxy as `host:port`, the name under which its credentials are kept. */
export function proxyName({ host, port }: Pick<ProxyServer, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function wayWords(way: ProxyWay): string {
  switch (way.kind) {
    case 'direct':
      return 'directly';
    case 'http':
      return `through the proxy ${proxyName(way)}`;
    case 'https':
      return `through the HTTPS proxy ${proxyName(way)}`;
    case 'socks4':
      return `through the SOCKS 4 proxy ${proxyName(way)}`;
    case 'socks5':
      return `through the SOCKS 5 proxy ${proxyName(way)}`;
  }
}

/** The ways to an address in one sentence. */
export function routeWords({ ways }: Pick<Route, 'ways'>): string {
  const [first = '', ...others] = ways.map(wayWords);
  const rest = others.map((way) => `, then ${way}`).join('');
  return `${first[0]?.toUpperCase()}${first.slice(1)}${rest}.`;
}

const PROXY_ADDRESS =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:([^@/]*)@)?(\[[^\]]+\]|[^:/@\s[\]]+)(?::(\d{1,5}))?\/?$/i;
const PROXY_KINDS: Readonly<Record<string, ProxyServer['kind']>> = {
  http: 'http',
  https: 'https',
  socks4: 'socks4',
  socks5: 'socks5',
};

/** Reads `proxy.example:8080`, with or without `http://`, `https://`, `socks4://` or `socks5://`. */
export function parseProxyAddress(
  text: string,
): { readonly proxy: ProxyServer } | { readonly problem: InputProblem } {
  const match = PROXY_ADDRESS.exec(text.trim());
  if (!match) return { problem: problem('proxy_address_wrong') };
  const [, scheme = 'http', credentials, name = '', port] = match;
  const kind = Object.hasOwn(PROXY_KINDS, scheme.toLowerCase()) && PROXY_KINDS[scheme.toLowerCase()];
  if (!kind) return { problem: problem('proxy_scheme_unknown') };
  if (credentials !== undefined) {
    return {
      problem: problem('proxy_address_with_password'),
    };
  }
  if (port === undefined) return { problem: problem('proxy_port_missing', { name }) };
  const host = URL.parse(`http://${name}`)?.hostname.replace(/^\[|\]$/g, '');
  if (!host) return { problem: problem('proxy_name_wrong') };
  if (Number(port) < 1 || Number(port) > 65_535) return { problem: problem('proxy_port_wrong') };
  return { proxy: { kind, host, port: Number(port) } };
}

/** Which addresses need no proxy, as one entry of the list says. */
export type BypassPattern =
  /** Every name without a dot. */
  | { readonly kind: 'local' }
  /** Takes away that this computer itself needs none: it does, too (as in Chromium's proxy bypass rules). */
  | { readonly kind: 'minus_loopback' }
  | {
      readonly kind: 'range';
      readonly family: 'ipv4' | 'ipv6';
      readonly address: string;
      readonly bits: number;
    }
  /** `*` stands for any letters, dots among them. */
  | {
      readonly kind: 'host';
      readonly scheme: string | undefined;
      readonly host: string;
      readonly port: string | undefined;
    };

const BYPASS_HOST = /^(?:([a-z]+):\/\/)?(\[[0-9a-f:.]+\]|[^:/[\]<>@]+)(?::(\d{1,5}))?$/i;
const MOST_BYPASSES = 500;

/** Reads a list of entries, separated by commas, semicolons, spaces or lines; `problems` names those that are none. */
export function parseBypass(text: string): { patterns: BypassPattern[]; problems: InputProblem[] } {
  const patterns: BypassPattern[] = [];
  const problems: InputProblem[] = [];
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== '');
  for (const entry of entries.slice(0, MOST_BYPASSES)) {
    const pattern = bypassPattern(entry);
    if (pattern) patterns.push(pattern);
    else problems.push(problem('bypass_wrong', { entry }));
  }
  if (entries.length > MOST_BYPASSES) problems.push(problem('too_many_bypasses', { most: MOST_BYPASSES }));
  return { patterns, problems };
}

function bypassPattern(entry: string): BypassPattern | undefined {
  if (entry.toLowerCase() === '<local>') return { kind: 'local' };
  if (entry.toLowerCase() === '<-loopback>') return { kind: 'minus_loopback' };
  if (entry.includes('/') && !entry.includes('://')) {
    const family = z.cidrv4().safeParse(entry).success ? 'ipv4' : 'ipv6';
    if (family === 'ipv6' && !z.cidrv6().safeParse(entry).success) return undefined;
    const [address = '', bits] = entry.split('/');
    return { kind: 'range', family, address, bits: Number(bits) };
  }
  // A bare IPv6 address is written without brackets as often as with them.
  if (z.ipv6().safeParse(entry).success) return bypassPattern(`[${entry}]`);
  const match = BYPASS_HOST.exec(entry);
  if (!match) return undefined;
  const [, scheme, name = '', port] = match;
  const host = (name.startsWith('.') ? `*${name}` : name).toLowerCase();
  return { kind: 'host', scheme: scheme?.toLowerCase(), host, port };
}

/** The address of a proxy typed by hand; empty for none. */
export const proxyAddress = z
  .string()
  .trim()
  .max(300, says('too_long', { most: 300 }))
  .superRefine((text, context) => {
    const read = text === '' ? undefined : parseProxyAddress(text);
    if (read && 'problem' in read) context.addIssue({ code: 'custom', message: asMessage(read.problem) });
  });

/** The list of addresses that need no proxy, as it was typed. */
export const proxyBypass = z
  .string()
  .max(10_000, says('too_long', { most: 10_000 }))
  .superRefine((text, context) => {
    const [first] = parseBypass(text).problems;
    if (first !== undefined) context.addIssue({ code: 'custom', message: asMessage(first) });
  });

/** What the Network page saves. */
export const proxyInput = z
  .object({ mode: z.enum(PROXY_MODES), address: proxyAddress, bypass: proxyBypass })
  .superRefine(({ mode, address }, context) => {
    if (mode === 'manual' && address === '') {
      context.addIssue({ code: 'custom', path: ['address'], message: says('proxy_address_missing') });
    }
  });
export type ProxyInput = z.output<typeof proxyInput>;

/** A user name and password for one proxy, which is named as {@link proxyName} does. */
export const proxyCredentialsInput = z.object({
  proxy: z.string().min(1).max(300),
  // RFC 7617 §2: a colon ends the user name, and control characters have no place in either.
  userName: z
    .string()
    .min(1, says('user_name_missing'))
    .max(200, says('too_long', { most: 200 }))
    .regex(/^[^:\p{Cc}]*$/u, says('user_name_with_colon')),
  password: z
    .string()
    .max(500, says('too_long', { most: 500 }))
    .regex(/^\P{Cc}*$/u, says('password_with_breaks')),
});
export type ProxyCredentialsInput = z.output<typeof proxyCredentialsInput>;

/** A certificate authority's origin: brought along by Callboard, by the computer, or by the added file. */
export type AuthorityOrigin = 'built_in' | 'system' | 'added';

/** Which certificate authorities hold. */
export interface TrustState {
  readonly builtIn: number;
  readonly system: number;
  /** Why the computer's own could not be read, as the system says it; null where they could. */
  readonly systemProblem: string | null;
  /** The added file; null without one. */
  readonly file: {
    readonly path: string;
    readonly added: number;
    /** What of it could not be used, and where in it. */
    readonly problems: readonly CertificateProblem[];
  } | null;
}

/** What an address is for, and the workspace's name. */
export interface AddressPurpose {
  readonly kind: 'service' | 'sign_in';
  readonly workspace: string;
}

/** An address that Callboard connects to, and how. */
export interface AddressRoute {
  readonly url: string;
  /** What it is for. */
  readonly purposes: readonly AddressPurpose[];
  /** Null where the computer's proxy settings could not be read. */
  readonly route: Route | null;
}

/** A proxy that may ask for a user name and password. */
export interface ProxyAccount {
  /** As {@link proxyName} names it. */
  readonly proxy: string;
  /** Null where none is stored. */
  readonly userName: string | null;
}

/** Everything the Network page shows. */
export interface NetworkState {
  readonly proxy: ProxyInput;
  readonly trust: TrustState;
  readonly addresses: readonly AddressRoute[];
  readonly accounts: readonly ProxyAccount[];
}

/** A server's certificate, as far as a person wants to know it. */
export interface SeenCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** UTC ms. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** Null where no authority that holds here stands behind it. */
  readonly authority: { readonly name: string; readonly origin: AuthorityOrigin } | null;
}

/** What a step of the way to an address is. */
export type HopKind = 'route' | 'dns' | 'tcp' | 'proxy_tls' | 'proxy' | 'tls' | 'http';

/** One step of the way to an address, tried out. */
export interface HopResult {
  readonly kind: HopKind;
  /** Whom it is about: a host, or a proxy. */
  readonly about: string;
  readonly state: 'running' | 'ok' | 'failed';
  /** How long it took; null while it is running. */
  readonly ms: number | null;
  /** Null while it is running. */
  readonly finding: Finding | null;
  readonly certificate?: SeenCertificate;
  readonly httpStatus?: number;
}

/** A test of the whole way to an address, as far as it has come. */
export interface AddressTest {
  readonly url: string;
  readonly state: 'running' | 'ok' | 'failed' | 'cancelled';
  readonly hops: readonly HopResult[];
}
