import { z } from 'zod';
import type { CertificateProblem } from './certificate-problems.ts';
import type { Finding } from './findings.ts';
import { encodeProblem, type InputProblem, issueMessage, problem } from './input-problems.ts';

/** Which proxy to use: the system's settings, an address typed here, or none. */
export const PROXY_MODES = ['system', 'manual', 'none'] as const;
export type ProxyMode = (typeof PROXY_MODES)[number];

/** A proxy server. `http` and `https` use CONNECT (`https` over TLS), the others SOCKS 4 or 5. */
export interface ProxyServer {
  readonly kind: 'http' | 'https' | 'socks4' | 'socks5';
  /** In lower case; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A way to connect: through a proxy or directly. */
export type ProxyWay = ProxyServer | { readonly kind: 'direct' };

/** Why a route was chosen. */
type RouteReason =
  /** The address is this computer, which never needs a proxy. */
  | 'this_computer'
  /** The system's settings, including a PAC script. */
  | 'system'
  | 'manual'
  /** The address is on the bypass list. */
  | 'bypassed'
  /** Proxies are turned off. */
  | 'no_proxy';

/** The ways to reach an address, tried in order until one works. */
export interface Route {
  readonly reason: RouteReason;
  readonly ways: readonly ProxyWay[];
}

/** A proxy as `host:port`: the key of its stored credentials. */
export function proxyName({ host, port }: Pick<ProxyServer, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function proxyWayWords(way: ProxyWay): string {
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

const REASONS: Readonly<Record<RouteReason, string>> = {
  this_computer: 'The address is this computer.',
  system: 'According to this computer’s settings.',
  manual: 'According to the proxy address in Settings > Network.',
  bypassed: 'It is in the list of addresses without a proxy.',
  no_proxy: 'No proxy is used.',
};

/** A route and why it was chosen, in two sentences. */
export function routeWords({ ways, reason }: Route): string {
  const [first = '', ...others] = ways.map(proxyWayWords);
  const rest = others.map((way) => `, then ${way}`).join('');
  return `${first[0]?.toUpperCase()}${first.slice(1)}${rest}. ${REASONS[reason]}`;
}

const PROXY_ADDRESS =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:([^@/]*)@)?(\[[^\]]+\]|[^:/@\s[\]]+)(?::(\d{1,5}))?\/?$/i;
const PROXY_KINDS: Readonly<Record<string, ProxyServer['kind']>> = {
  http: 'http',
  https: 'https',
  socks4: 'socks4',
  socks5: 'socks5',
};

/** Parses `proxy.example:8080`, with or without `http://`, `https://`, `socks4://` or `socks5://`. */
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

/** An entry of the proxy bypass list. */
export type BypassPattern =
  /** Host names without a dot. */
  | { readonly kind: 'local' }
  /** Sends loopback addresses through the proxy, too (as in Chromium's bypass rules). */
  | { readonly kind: 'minus_loopback' }
  | {
      readonly kind: 'range';
      readonly family: 'ipv4' | 'ipv6';
      readonly address: string;
      readonly bits: number;
    }
  /** `*` matches any characters, including dots. */
  | {
      readonly kind: 'host';
      readonly scheme: string | undefined;
      readonly host: string;
      readonly port: string | undefined;
    };

const BYPASS_HOST = /^(?:([a-z]+):\/\/)?(\[[0-9a-f:.]+\]|[^:/[\]<>@]+)(?::(\d{1,5}))?$/i;
const MAX_BYPASSES = 500;

/** Parses entries separated by commas, semicolons or whitespace; `problems` lists the invalid ones. */
export function parseBypass(text: string): { patterns: BypassPattern[]; problems: InputProblem[] } {
  const patterns: BypassPattern[] = [];
  const problems: InputProblem[] = [];
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== '');
  for (const entry of entries.slice(0, MAX_BYPASSES)) {
    const pattern = bypassPattern(entry);
    if (pattern) patterns.push(pattern);
    else problems.push(problem('bypass_wrong', { entry }));
  }
  if (entries.length > MAX_BYPASSES) problems.push(problem('too_many_bypasses', { most: MAX_BYPASSES }));
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
  // IPv6 addresses are often written without brackets.
  if (z.ipv6().safeParse(entry).success) return bypassPattern(`[${entry}]`);
  const match = BYPASS_HOST.exec(entry);
  if (!match) return undefined;
  const [, scheme, name = '', port] = match;
  const host = (name.startsWith('.') ? `*${name}` : name).toLowerCase();
  return { kind: 'host', scheme: scheme?.toLowerCase(), host, port };
}

/** A typed proxy address; empty for none. */
export const proxyAddress = z
  .string()
  .trim()
  .max(300, issueMessage('too_long', { most: 300 }))
  .superRefine((text, context) => {
    const read = text === '' ? undefined : parseProxyAddress(text);
    if (read && 'problem' in read) context.addIssue({ code: 'custom', message: encodeProblem(read.problem) });
  });

export const proxyBypass = z
  .string()
  .max(10_000, issueMessage('too_long', { most: 10_000 }))
  .superRefine((text, context) => {
    const [first] = parseBypass(text).problems;
    if (first !== undefined) context.addIssue({ code: 'custom', message: encodeProblem(first) });
  });

export const proxyInput = z
  .object({ mode: z.enum(PROXY_MODES), address: proxyAddress, bypass: proxyBypass })
  .superRefine(({ mode, address }, context) => {
    if (mode === 'manual' && address === '') {
      context.addIssue({ code: 'custom', path: ['address'], message: issueMessage('proxy_address_missing') });
    }
  });
export type ProxyInput = z.output<typeof proxyInput>;

/** Credentials of one proxy, identified by {@link proxyName}. */
export const proxyCredentialsInput = z.object({
  proxy: z.string().min(1).max(300),
  // RFC 7617 §2: a colon ends the user name, and neither may contain control characters.
  userName: z
    .string()
    .min(1, issueMessage('user_name_missing'))
    .max(200, issueMessage('too_long', { most: 200 }))
    .regex(/^[^:\p{Cc}]*$/u, issueMessage('user_name_with_colon')),
  password: z
    .string()
    .max(500, issueMessage('too_long', { most: 500 }))
    .regex(/^\P{Cc}*$/u, issueMessage('password_with_breaks')),
});
export type ProxyCredentialsInput = z.output<typeof proxyCredentialsInput>;

/** Where a CA certificate comes from: Callboard, the operating system, or the added file. */
export type AuthorityOrigin = 'built_in' | 'system' | 'added';

/** The trusted certificate authorities. */
export interface TrustState {
  readonly builtIn: number;
  readonly system: number;
  /** The system's error message if its own authorities couldn't be read; otherwise null. */
  readonly systemProblem: string | null;
  /** The added file; null if none. */
  readonly file: {
    readonly path: string;
    readonly added: number;
    /** Its unusable parts, with line numbers. */
    readonly problems: readonly CertificateProblem[];
  } | null;
}

/** A proxy that may ask for a user name and password. */
export interface ProxyAccount {
  /** From {@link proxyName}. */
  readonly proxy: string;
  /** Null if none is stored. */
  readonly userName: string | null;
}

export interface NetworkState {
  readonly proxy: ProxyInput;
  readonly trust: TrustState;
  readonly accounts: readonly ProxyAccount[];
}

/** The displayed parts of a server certificate. */
export interface SeenCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** UTC ms. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** Null if no trusted authority issued it. */
  readonly authority: { readonly name: string; readonly origin: AuthorityOrigin } | null;
}

/** The steps of connecting to an address. */
export type HopKind = 'route' | 'dns' | 'tcp' | 'proxy_tls' | 'proxy' | 'tls' | 'http';

export interface HopResult {
  readonly kind: HopKind;
  /** The host or proxy. */
  readonly about: string;
  readonly state: 'ok' | 'failed';
  /** Duration. */
  readonly ms: number;
  readonly finding: Finding;
  readonly certificate?: SeenCertificate;
}
