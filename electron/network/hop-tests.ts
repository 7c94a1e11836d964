import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Finding } from '../../shared/findings.ts';
import {
  type HopKind,
  type HopResult,
  type ProxyServer,
  proxyName,
  type Route,
  type SeenCertificate,
} from '../../shared/network.ts';
import type { Credentials } from './connect-tunnel.ts';
import { findingOfCertificate, findingOfError } from './failed-step.ts';
import { openTcp, type SocketTarget, startTls } from './open-socket.ts';
import { parseAnswerHead, SocketBytes } from './proxy-answer.ts';
import type { ProxyResolver } from './proxy-resolver.ts';
import { askForTunnel } from './proxy-tunnels.ts';
import { type AuthorityOrigins, seenCertificate } from './seen-certificate.ts';

/** One step tried out: what to show, and what it gives the next step; nothing where it failed. */
export interface Tried<Gives> {
  readonly hop: HopResult;
  readonly gives?: Gives;
  /** Why it failed. */
  readonly error?: unknown;
}

/** No head of an answer is longer, bytes. */
const LONGEST_HEAD = 64 * 1024;

/** Which ways the settings name for an address. */
export function resolveRoute(proxies: Pick<ProxyResolver, 'routeTo'>, url: URL): Promise<Tried<Route>> {
  return tried('route', url.host, async () => {
    const route = await proxies.routeTo(url);
    return { finding: { code: 'route_found', values: route }, gives: route };
  });
}

/** Looks a name up, as every connection does. Gives its addresses; an address is its own. */
export function testDns(
  host: string,
  signal: AbortSignal,
  lookup: LookupFunction = systemLookup,
): Promise<Tried<readonly string[]>> {
  return tried('dns', host, async () => {
    if (isIP(host)) return { finding: { code: 'address_given', values: null }, gives: [host] };
    const addresses = await abortable(signal, lookUp(host, lookup));
    return { finding: { code: 'addresses_found', values: { addresses } }, gives: addresses };
  });
}

/** Connects by TCP. Gives the open connection. */
export function testTcp(
  target: SocketTarget,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<Tried<Socket>> {
  return tried('tcp', proxyName(target), async () => {
    const socket = await openTcp(target, { signal, lookup });
    const to = socket.remoteAddress ?? target.host;
    return { finding: { code: 'connected', values: { to } }, gives: socket };
  });
}

/** Asks a proxy for a tunnel to the target over a connection to it; after that the connection is one to the target. */
export function testProxyConnect(
  socket: Socket,
  proxy: ProxyServer,
  target: SocketTarget,
  signal: AbortSignal,
  more: { readonly credentials?: Credentials | undefined; readonly lookup?: LookupFunction | undefined } = {},
): Promise<Tried<Socket>> {
  return tried('proxy', proxyName(proxy), async () => {
    await askForTunnel(socket, proxy, target, signal, more);
    const userName = more.credentials?.userName ?? null;
    return { finding: { code: 'tunnel_open', values: { userName } }, gives: socket };
  });
}

/**
 * Speaks TLS with a server over an open connection, with every check that counts elsewhere. Shows its certificate
 * whether that is trusted or not. `kind` is `proxy_tls` for a proxy's own.
 */
export async function testTls(
  socket: Socket,
  host: string,
  signal: AbortSignal,
  authorities: AuthorityOrigins,
  kind: 'tls' | 'proxy_tls' = 'tls',
): Promise<Tried<Socket>> {
  let certificate: SeenCertificate | undefined;
  const result = await tried(
    kind,
    host,
    async () => {
      const secured = await startTls(socket, host, signal, (handshake) => {
        // Before the certificate is judged: what is refused is shown all the same, and the connection is not used.
        handshake.prependOnceListener('secure', () => {
          certificate = seenCertificate(handshake, authorities);
        });
      });
      const protocol = secured.getProtocol() ?? 'TLS';
      return { finding: { code: 'tls_trusted', values: { protocol } }, gives: secured as Socket };
    },
    (error) => findingOfCertificate(error, host, certificate),
  );
  return certificate ? { ...result, hop: { ...result.hop, certificate } } : result;
}

/** What a server answered to a plain question. */
export interface HttpAnswer {
  readonly status: number;
  /** The server's clock, UTC ms; undefined where it did not say. */
  readonly date: number | undefined;
}

/** Asks for the address over an open connection, without any sign-in. Every answer is a good one: somebody is there. */
export function testHttp(socket: Socket, url: URL, signal: AbortSignal): Promise<Tried<HttpAnswer>> {
  return tried('http', url.host, async () => {
    const path = `${url.pathname}${url.search}`;
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nUser-Agent: Callboard\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
    );
    const head = parseAnswerHead(await new SocketBytes(socket, signal).takeThrough('\r\n\r\n', LONGEST_HEAD));
    if (!head) throw new Error('What the server answered is not HTTP.');
    const date = Date.parse(head.headers.find(([name]) => name === 'date')?.[1] ?? '');
    const gives = { status: head.status, date: Number.isNaN(date) ? undefined : date };
    const { status } = head;
    return { finding: { code: 'http_answered', values: { status } }, gives, httpStatus: status };
  });
}

interface Found<Gives> {
  readonly finding: Finding;
  readonly gives: Gives;
  readonly httpStatus?: number;
}

async function tried<Gives>(
  kind: HopKind,
  about: string,
  run: () => Promise<Found<Gives>>,
  judge: (error: unknown) => Finding | undefined = () => undefined,
): Promise<Tried<Gives>> {
  const began = performance.now();
  const ms = (): number => Math.round(performance.now() - began);
  try {
    const { finding, gives, httpStatus } = await run();
    const status = httpStatus === undefined ? {} : { httpStatus };
    return { hop: { kind, about, state: 'ok', ms: ms(), finding, ...status }, gives };
  } catch (error) {
    return failedHop(kind, about, error, ms(), judge(error));
  }
}

/** A step that did not work. */
export function failedHop<Gives>(
  kind: HopKind,
  about: string,
  error: unknown,
  ms = 0,
  finding: Finding = findingOfError(kind, about, error),
): Tried<Gives> {
  return { hop: { kind, about, state: 'failed', ms, finding }, error };
}

function lookUp(host: string, lookup: LookupFunction): Promise<string[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(Array.isArray(found) ? found.map(({ address }) => address) : [found]);
    });
  });
}

/** The operating system's lookup cannot be stopped, but it need not be waited for. */
function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
