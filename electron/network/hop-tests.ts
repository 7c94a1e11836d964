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
import { openTcp, type SocketTarget, startTls } from './open-socket.ts';
import { ProxyFailure } from './proxy-failure.ts';
import type { ProxyResolver } from './proxy-resolver.ts';
import { requestTunnel } from './proxy-tunnels.ts';
import { type AuthorityOrigins, seenCertificate } from './seen-certificate.ts';
import { parseResponseHead, SocketReader } from './socket-reader.ts';
import { errorCodes, isCertificateError, systemReason } from './system-error.ts';

/** A step's result to show, and its value for the next step; undefined if it failed. */
export interface StepResult<Value> {
  readonly hop: HopResult;
  readonly value?: Value;
  readonly error?: unknown;
}

/** Bytes. */
const MAX_HEAD_SIZE = 64 * 1024;

/** Determines the routes to an address from the settings. */
export function resolveRoute(proxies: Pick<ProxyResolver, 'routeTo'>, url: URL): Promise<StepResult<Route>> {
  return runStep('route', url.host, async () => {
    const route = await proxies.routeTo(url);
    return { finding: { code: 'route_found', values: route }, value: route };
  });
}

/** Resolves a name as every connection does. An IP address resolves to itself. */
export function testDns(
  host: string,
  signal: AbortSignal,
  lookup: LookupFunction = systemLookup,
): Promise<StepResult<readonly string[]>> {
  return runStep('dns', host, async () => {
    if (isIP(host)) return { finding: { code: 'address_given', values: null }, value: [host] };
    const addresses = await abortable(signal, resolveName(host, lookup));
    return { finding: { code: 'addresses_found', values: { addresses } }, value: addresses };
  });
}

/** Opens a TCP connection. */
export function testTcp(
  target: SocketTarget,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<StepResult<Socket>> {
  return runStep('tcp', proxyName(target), async () => {
    const socket = await openTcp(target, { signal, lookup });
    const to = socket.remoteAddress ?? target.host;
    return { finding: { code: 'connected', values: { to } }, value: socket };
  });
}

/** Requests a tunnel over a connection to a proxy, which then leads to the target. */
export function testProxyConnect(
  socket: Socket,
  proxy: ProxyServer,
  target: SocketTarget,
  signal: AbortSignal,
  more: { readonly credentials?: Credentials | undefined; readonly lookup?: LookupFunction | undefined } = {},
): Promise<StepResult<Socket>> {
  return runStep('proxy', proxyName(proxy), async () => {
    await requestTunnel(socket, proxy, target, signal, more);
    const userName = more.credentials?.userName ?? null;
    return { finding: { code: 'tunnel_open', values: { userName } }, value: socket };
  });
}

/**
 * Starts TLS over an open connection with all usual checks. Reports the certificate, trusted or not. `kind` is
 * `proxy_tls` for a proxy's own TLS.
 */
export async function testTls(
  socket: Socket,
  host: string,
  signal: AbortSignal,
  authorities: AuthorityOrigins,
  kind: 'tls' | 'proxy_tls' = 'tls',
): Promise<StepResult<Socket>> {
  let certificate: SeenCertificate | undefined;
  const result = await runStep(
    kind,
    host,
    async () => {
      const secured = await startTls(socket, host, signal, (handshake) => {
        // Runs before the certificate is verified, so that a rejected one can be shown.
        handshake.prependOnceListener('secure', () => {
          certificate = seenCertificate(handshake, authorities);
        });
      });
      const protocol = secured.getProtocol() ?? 'TLS';
      return { finding: { code: 'tls_trusted', values: { protocol } }, value: secured as Socket };
    },
    (error) => findingOfCertificate(error, host, certificate),
  );
  return certificate ? { ...result, hop: { ...result.hop, certificate } } : result;
}

/** Sends an unauthenticated GET; every HTTP status counts as success. The value is the status. */
export function testHttp(socket: Socket, url: URL, signal: AbortSignal): Promise<StepResult<number>> {
  return runStep('http', url.host, async () => {
    const path = `${url.pathname}${url.search}`;
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nUser-Agent: Callboard\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
    );
    const reader = new SocketReader(socket, signal);
    const head = parseResponseHead(await reader.readThrough('\r\n\r\n', MAX_HEAD_SIZE));
    if (!head) throw new Error("The server's response is not HTTP.");
    const { status } = head;
    return { finding: { code: 'http_answered', values: { status } }, value: status, httpStatus: status };
  });
}

interface StepOutcome<Value> {
  readonly finding: Finding;
  readonly value: Value;
  readonly httpStatus?: number;
}

async function runStep<Value>(
  kind: HopKind,
  about: string,
  run: () => Promise<StepOutcome<Value>>,
  judge: (error: unknown) => Finding | undefined = () => undefined,
): Promise<StepResult<Value>> {
  const startedAt = performance.now();
  const ms = (): number => Math.round(performance.now() - startedAt);
  try {
    const { finding, value, httpStatus } = await run();
    const status = httpStatus === undefined ? {} : { httpStatus };
    return { hop: { kind, about, state: 'ok', ms: ms(), finding, ...status }, value };
  } catch (error) {
    return failedHop(kind, about, error, ms(), judge(error));
  }
}

/** The result of a failed step. */
export function failedHop<Value>(
  kind: HopKind,
  about: string,
  error: unknown,
  ms = 0,
  finding: Finding = findingOfError(kind, about, error),
): StepResult<Value> {
  return { hop: { kind, about, state: 'failed', ms, finding }, error };
}

function resolveName(host: string, lookup: LookupFunction): Promise<string[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(Array.isArray(found) ? found.map(({ address }) => address) : [found]);
    });
  });
}

/** Stops waiting on abort, since the operating system's lookup can't be cancelled. */
function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Explains the error of a failed connection step. */
function findingOfError(kind: HopKind, about: string, error: unknown): Finding {
  if (error instanceof ProxyFailure) return findingOfProxy(error);
  if (isTimeout(error)) return { code: 'timed_out', values: { about } };
  const codes = errorCodes(error);
  if (codes.some((code) => ['ENOTFOUND', 'EAI_NODATA', 'EAI_NONAME'].includes(code))) {
    return { code: 'name_unknown', values: { about } };
  }
  if (codes.includes('EAI_AGAIN')) return { code: 'no_name_server', values: null };
  if (codes.includes('ECONNREFUSED')) return { code: 'connection_refused', values: { about } };
  if (codes.some((code) => ['ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETDOWN'].includes(code))) {
    return { code: 'no_way', values: { about } };
  }
  return { code: 'step_failed', values: { kind, reason: systemReason(error) ?? null } };
}

function findingOfProxy({ kind, proxy, problem }: ProxyFailure): Finding {
  // An unreachable proxy has failed an earlier step; here it closed the connection.
  switch (kind) {
    case 'sign_in_needed':
      return { code: 'proxy_sign_in_needed', values: { proxy, problem } };
    case 'sign_in_unsupported':
      return { code: 'proxy_sign_in_unsupported', values: { problem } };
    case 'refused':
      return { code: 'proxy_refused', values: { problem } };
    case 'not_trusted':
      return { code: 'proxy_not_trusted', values: { problem } };
    case 'no_settings':
      return { code: 'proxy_settings_unreadable', values: { problem } };
    case 'not_reachable':
    case 'unreadable':
      return { code: 'proxy_not_reachable', values: { problem } };
  }
}

/** Explains a certificate error; undefined for other errors. */
function findingOfCertificate(
  error: unknown,
  host: string,
  certificate: SeenCertificate | undefined,
): Finding | undefined {
  if (!isCertificateError(error)) return undefined;
  const codes = errorCodes(error);
  if (codes.includes('CERT_HAS_EXPIRED')) return { code: 'certificate_expired', values: null };
  if (codes.includes('CERT_NOT_YET_VALID')) return { code: 'certificate_not_yet_valid', values: null };
  if (codes.includes('ERR_TLS_CERT_ALTNAME_INVALID') || codes.includes('HOSTNAME_MISMATCH')) {
    return { code: 'certificate_of_another', values: { host } };
  }
  return { code: 'certificate_not_trusted', values: { issuer: certificate?.issuer ?? null } };
}

function isTimeout(error: unknown): boolean {
  if (error instanceof Error && error.name === 'TimeoutError') return true;
  return errorCodes(error).some((code) => code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT');
}
