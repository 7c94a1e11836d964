import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { type ProxyServer, type ProxyWay, proxyName } from '../../shared/network.ts';
import { unlessWaiting } from '../secrets/secret-store.ts';
import type { ConnectionTrace } from './connection-trace.ts';
import { mayFallBack, type ProxyCredentials, ProxyFailure, problemWith } from './network.ts';
import {
  openTcp,
  parseResponseHead,
  type ResponseHead,
  SocketReader,
  type SocketTarget,
  startTls,
  TooLongError,
} from './open-socket.ts';
import { isCertificateError } from './system-error.ts';

interface ProxyTunnelsOptions {
  readonly credentials: Pick<ProxyCredentials, 'load'>;
  readonly lookup?: LookupFunction | undefined;
  /** Monotonic clock, ms. */
  readonly monotonic?: () => number;
}

/** How long a failed proxy is tried last, ms. */
const COOLDOWN_MS = 5 * 60_000;

/** Opens tunnels through proxies. Remembers which proxies need credentials and which failed. */
export class ProxyTunnels {
  private readonly options: ProxyTunnelsOptions;
  private readonly monotonic: () => number;
  /** Proxies that asked for credentials and get them with the first request from then on. */
  private readonly needCredentials = new Set<string>();
  private readonly coolingDownUntil = new Map<string, number>();

  constructor(options: ProxyTunnelsOptions) {
    this.options = options;
    this.monotonic = options.monotonic ?? (() => performance.now());
  }

  /** The routes, with recently failed proxies last. */
  byAvailability(ways: readonly ProxyWay[]): readonly ProxyWay[] {
    return ways.toSorted((one, other) => Number(this.isCoolingDown(one)) - Number(this.isCoolingDown(other)));
  }

  /** Forgets failures after the settings or the network changed. */
  reset(): void {
    this.needCredentials.clear();
    this.coolingDownUntil.clear();
  }

  /**
   * Opens a connection to `target` through `proxy`, with nothing sent to the target yet. Rejects with a ProxyFailure.
   * A proxy gets credentials only after it asked for them, only in the CONNECT request, and only its own.
   */
  async open(
    proxy: ProxyServer,
    target: SocketTarget,
    signal: AbortSignal,
    trace?: ConnectionTrace,
  ): Promise<Socket> {
    const name = proxyName(proxy);
    const steps = trace?.hops.length ?? 0;
    try {
      const known = this.needCredentials.has(name) ? await this.credentialsOf(proxy) : undefined;
      const socket = await this.tunnel(proxy, target, signal, known, trace).catch(async (error: unknown) => {
        const first = error instanceof ProxyFailure && error.kind === 'sign_in_needed' && !known;
        const credentials = first ? await this.credentialsOf(proxy) : undefined;
        if (!credentials) throw error;
        this.needCredentials.add(name);
        trace?.takeBack(steps);
        return this.tunnel(proxy, target, signal, credentials, trace);
      });
      this.coolingDownUntil.delete(name);
      return socket;
    } catch (error) {
      if (error instanceof ProxyFailure && mayFallBack(error)) {
        this.coolingDownUntil.set(name, this.monotonic() + COOLDOWN_MS);
      }
      throw error;
    }
  }

  /** SOCKS proxies have none. */
  private async credentialsOf(proxy: ProxyServer): Promise<Credentials | undefined> {
    if (proxy.kind !== 'http' && proxy.kind !== 'https') return undefined;
    // Without them for now: when the key store has answered, connections are made anew.
    return unlessWaiting(this.options.credentials.load(proxyName(proxy)));
  }

  private async tunnel(
    proxy: ProxyServer,
    target: SocketTarget,
    signal: AbortSignal,
    credentials: Credentials | undefined,
    trace: ConnectionTrace | undefined,
  ): Promise<Socket> {
    const { lookup } = this.options;
    const socket = await openToProxy(proxy, signal, { lookup, trace });
    try {
      trace?.begin('proxy', proxyName(proxy));
      await requestTunnel(socket, proxy, target, signal, { credentials, lookup });
      trace?.done({ code: 'tunnel_open', values: { userName: credentials?.userName ?? null } });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  private isCoolingDown(way: ProxyWay): boolean {
    return way.kind !== 'direct' && (this.coolingDownUntil.get(proxyName(way)) ?? 0) > this.monotonic();
  }
}

/** Connects to a proxy, with TLS if it is an HTTPS proxy. Rejects with a ProxyFailure. */
async function openToProxy(
  proxy: ProxyServer,
  signal: AbortSignal,
  { lookup, trace }: { lookup?: LookupFunction | undefined; trace: ConnectionTrace | undefined },
): Promise<Socket> {
  try {
    const socket = await openTcp(proxy, {
      signal,
      lookup,
      onStart: (started) => trace?.watchConnect(started, proxy),
    });
    if (proxy.kind !== 'https') return socket;
    return await startTls(socket, proxy.host, signal, (started) =>
      trace?.watchTls(started, proxy.host, 'proxy_tls'),
    );
  } catch (cause) {
    const [kind, code] = isCertificateError(cause)
      ? (['not_trusted', 'certificate_not_trusted'] as const)
      : (['not_reachable', 'not_reachable'] as const);
    throw new ProxyFailure(kind, proxyName(proxy), problemWith(code, cause), { cause });
  }
}

/** Requests a tunnel in the proxy's protocol. Rejects with a ProxyFailure. */
async function requestTunnel(
  socket: Socket,
  proxy: ProxyServer,
  target: SocketTarget,
  signal: AbortSignal,
  more: { readonly credentials?: Credentials | undefined; readonly lookup?: LookupFunction | undefined },
): Promise<void> {
  if (proxy.kind === 'http' || proxy.kind === 'https') {
    await connectTunnel(socket, proxy, target, signal, more.credentials);
  } else {
    await socksTunnel(socket, proxy, target, signal, more.lookup);
  }
}

/**
 * Requests a tunnel from a SOCKS proxy: version 5 (RFC 1928) by name and without a password, version 4 by IPv4 address.
 * Afterwards the socket leads to the target. Rejects with a ProxyFailure; the caller closes the socket.
 *
 * Not the package `socks` (2.8): it accepts responses that aren't SOCKS or have extra bytes, and gives a refusal's reason
 * only as text.
 */
async function socksTunnel(
  socket: Socket,
  proxy: ProxyServer,
  target: SocketTarget,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<void> {
  const reader = new SocketReader(socket, signal);
  const name = proxyName(proxy);
  try {
    if (proxy.kind === 'socks4') await socks4(socket, reader, name, target, lookup);
    else await socks5(socket, reader, name, target);
  } catch (cause) {
    if (cause instanceof ProxyFailure) throw cause;
    throw new ProxyFailure('not_reachable', name, problemWith('no_answer', cause), { cause });
  }
  if (reader.buffered > 0) throw new ProxyFailure('unreadable', name, { code: 'spoke_first', values: null });
}

async function socks5(
  socket: Socket,
  reader: SocketReader,
  name: string,
  target: SocketTarget,
): Promise<void> {
  socket.write(Buffer.from([5, 1, 0]));
  const [version, method] = await reader.read(2);
  if (version !== 5) throw notSocks(name, 5);
  if (method === 0xff) {
    throw new ProxyFailure('sign_in_unsupported', name, { code: 'socks_sign_in_unsupported', values: null });
  }
  if (method !== 0) throw notSocks(name, 5);
  socket.write(
    Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(target.host, name), portBytes(target.port)]),
  );
  const [again, answer = 0, , kind] = await reader.read(4);
  if (again !== 5) throw notSocks(name, 5);
  if (answer !== 0) throw new ProxyFailure('refused', name, { code: 'socks5_refused', values: { answer } });
  // Skip the bound address.
  const length = kind === 1 ? 4 : kind === 4 ? 16 : kind === 3 ? ((await reader.read(1))[0] ?? 0) : undefined;
  if (length === undefined) throw notSocks(name, 5);
  await reader.read(length + 2);
}

async function socks4(
  socket: Socket,
  reader: SocketReader,
  name: string,
  target: SocketTarget,
  lookup: LookupFunction | undefined,
): Promise<void> {
  const address = isIP(target.host) === 4 ? target.host : await ipv4Of(target.host, lookup);
  const octets = Buffer.from(address.split('.').map(Number));
  socket.write(Buffer.concat([Buffer.from([4, 1]), portBytes(target.port), octets, Buffer.from([0])]));
  const [version, answer] = await reader.read(8);
  if (version !== 0) throw notSocks(name, 4);
  if (answer !== 90) throw new ProxyFailure('refused', name, { code: 'socks4_refused', values: null });
}

/** SOCKS 4 takes no names, so resolve them here. */
function ipv4Of(host: string, lookup: LookupFunction | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    (lookup ?? systemLookup)(host, { family: 4, all: false }, (error, address) => {
      if (error) reject(error);
      else resolve(String(address));
    });
  });
}

/** Names are left to the proxy, which may know names this computer doesn't. */
function socksAddress(host: string, name: string): Buffer {
  const family = isIP(host);
  if (family === 4) return Buffer.from([1, ...host.split('.').map(Number)]);
  if (family === 6) return Buffer.concat([Buffer.from([4]), ipv6Bytes(host)]);
  const text = Buffer.from(host, 'latin1');
  if (text.length > 255) {
    throw new ProxyFailure('not_reachable', name, { code: 'name_too_long_for_socks', values: null });
  }
  return Buffer.concat([Buffer.from([3, text.length]), text]);
}

function ipv6Bytes(host: string): Buffer {
  const bytes = Buffer.alloc(16);
  const [head = '', tail] = host.split('::');
  const groups = (part: string): number[] =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  groups(head).forEach((group, at) => void bytes.writeUInt16BE(group, at * 2));
  const last = groups(tail ?? '');
  last.forEach((group, at) => void bytes.writeUInt16BE(group, 16 - (last.length - at) * 2));
  return bytes;
}

function portBytes(port: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(port);
  return bytes;
}

function notSocks(name: string, version: number): ProxyFailure {
  return new ProxyFailure('unreadable', name, { code: 'not_socks', values: { version } });
}

/** Bytes. */
const MAX_HEAD_SIZE = 32 * 1024;

/** Limit on 1xx responses. */
const MAX_PROVISIONAL = 10;

export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/**
 * Requests a tunnel from an HTTP proxy (CONNECT, RFC 9110 §9.3.6). After a 2xx the socket leads to the target, with no
 * byte of it read. Anything else rejects with a ProxyFailure; the caller closes the socket.
 *
 * `credentials` are sent with the request (Basic, RFC 7617), so pass only this proxy's.
 */
async function connectTunnel(
  socket: Socket,
  proxy: ProxyServer,
  target: SocketTarget,
  signal: AbortSignal,
  credentials?: Credentials,
): Promise<void> {
  const name = proxyName(proxy);
  const authority = proxyName(target);
  const authorization = credentials ? `Proxy-Authorization: Basic ${basic(credentials)}\r\n` : '';
  socket.write(
    `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Connection: keep-alive\r\n${authorization}\r\n`,
  );
  const reader = new SocketReader(socket, signal);
  const head = await readHead(reader, name);
  if (head.status === 407) throw signInFailure(head, name, credentials !== undefined);
  if (head.status < 200 || head.status > 299) {
    const { status } = head;
    const problem = { code: 'connect_refused', values: { httpStatus: status } } as const;
    throw new ProxyFailure('refused', name, problem, { status });
  }
  // The target waits for the client's first bytes, so early bytes come from the proxy.
  if (reader.buffered > 0) throw unreadable(name, 'spoke_first');
}

/** The final response; skips 1xx. */
async function readHead(reader: SocketReader, name: string): Promise<ResponseHead> {
  for (let provisional = 0; provisional <= MAX_PROVISIONAL; provisional += 1) {
    const head = parseResponseHead(await readHeadBytes(reader, name));
    if (!head) throw unreadable(name, 'not_http');
    if (head.status >= 200) return head;
  }
  throw unreadable(name, 'only_provisional');
}

async function readHeadBytes(reader: SocketReader, name: string): Promise<Buffer> {
  try {
    return await reader.readThrough('\r\n\r\n', MAX_HEAD_SIZE);
  } catch (cause) {
    if (cause instanceof TooLongError) throw unreadable(name, 'endless');
    throw new ProxyFailure('not_reachable', name, problemWith('no_answer_to_connect', cause), { cause });
  }
}

function unreadable(
  name: string,
  code: 'spoke_first' | 'not_http' | 'only_provisional' | 'endless',
): ProxyFailure {
  return new ProxyFailure('unreadable', name, { code, values: null });
}

/** The failure for a 407, by the schemes the proxy offers. */
function signInFailure({ headers }: ResponseHead, name: string, tried: boolean): ProxyFailure {
  const schemes = headers
    .filter(([header]) => header === 'proxy-authenticate')
    .flatMap(([, value]) => schemesIn(value));
  const status = 407;
  if (schemes.includes('basic') || schemes.length === 0) {
    const code = tried ? 'credentials_refused' : 'credentials_needed';
    return new ProxyFailure('sign_in_needed', name, { code, values: null }, { status });
  }
  return new ProxyFailure(
    'sign_in_unsupported',
    name,
    { code: 'sign_in_unsupported', values: { schemes } },
    { status },
  );
}

/** The schemes in a challenge (RFC 9110 §11.3): words not followed by `=`. */
function schemesIn(value: string): string[] {
  const unquoted = value.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return unquoted
    .split(',')
    .map((part) => /^\s*([a-z][a-z0-9_-]{0,30})(?:\s|$)/i.exec(part)?.[1]?.toLowerCase())
    .filter((scheme) => scheme !== undefined);
}

/** In UTF-8 (RFC 7617 §2.1). */
function basic({ userName, password }: Credentials): string {
  return Buffer.from(`${userName}:${password}`, 'utf8').toString('base64');
}
