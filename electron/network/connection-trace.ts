import { isIP, type Socket } from 'node:net';
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { Finding } from '../../shared/findings.ts';
import {
  type AuthorityOrigin,
  type HopKind,
  type HopResult,
  proxyName,
  type SeenCertificate,
} from '../../shared/network.ts';
import { ProxyFailure } from './network.ts';
import type { SocketTarget } from './open-socket.ts';
import { errorCodes, isCertificateError, systemReason } from './system-error.ts';

interface RunningStep {
  readonly kind: HopKind;
  readonly about: string;
  readonly startedAt: number;
  certificate?: SeenCertificate;
}

/** Records the steps of one connection as the connector takes them. It only listens: a traced connection is made as any other. */
export class ConnectionTrace {
  private readonly ended: HopResult[] = [];
  private running: RunningStep | undefined;
  private readonly authorities: AuthorityOrigins;

  constructor(authorities: AuthorityOrigins) {
    this.authorities = authorities;
  }

  /** The steps that have ended, in their order. */
  get hops(): readonly HopResult[] {
    return [...this.ended];
  }

  /** Begins a step. One that is still running gave way to it, and is left out. */
  begin(kind: HopKind, about: string): void {
    this.running = { kind, about, startedAt: performance.now() };
  }

  /** The running step has worked. */
  done(finding: Finding): void {
    this.end('ok', finding);
  }

  /** The running step has failed; nothing if none runs, as the error then is an earlier one's. */
  failed(error: unknown): void {
    const { kind, about, certificate } = this.running ?? {};
    if (kind === undefined || about === undefined) return;
    // A proxy that can't be reached fails the steps to it as any server.
    const own = error instanceof ProxyFailure && isBeforeProxy(kind) ? (error.cause ?? error) : error;
    const isTls = kind === 'tls' || kind === 'proxy_tls';
    this.end(
      'failed',
      (isTls && findingOfCertificate(own, about, certificate)) || findingOfError(kind, about, own),
    );
  }

  /** Takes back the steps after the first `count`: their connection gave way to another one. */
  takeBack(count: number): void {
    this.ended.length = Math.min(count, this.ended.length);
    this.running = undefined;
  }

  /** Follows a new socket on its way to a host: its name, the connection and, for a TLS socket, the handshake. */
  watchConnect(socket: Socket, { host, port }: SocketTarget): void {
    const addresses: string[] = [];
    this.begin('dns', host);
    socket.on('lookup', (error: Error | null, address: string) => {
      if (!error) addresses.push(address);
    });
    socket.once('connectionAttempt', () => {
      this.done(
        isIP(host)
          ? { code: 'address_given', values: null }
          : { code: 'addresses_found', values: { addresses } },
      );
      this.begin('tcp', proxyName({ host, port }));
    });
    socket.once('connect', () => {
      this.done({ code: 'connected', values: { to: socket.remoteAddress ?? host } });
      if (socket instanceof TLSSocket) this.watchTls(socket, host);
    });
  }

  /** Follows a handshake. `kind` is `proxy_tls` for a proxy's own. */
  watchTls(socket: TLSSocket, host: string, kind: 'tls' | 'proxy_tls' = 'tls'): void {
    this.begin(kind, host);
    const step = this.running;
    // Before the certificate is verified, so that a rejected one can be shown.
    socket.prependOnceListener('secure', () => {
      const certificate = seenCertificate(socket, this.authorities);
      if (step && certificate) step.certificate = certificate;
    });
    socket.prependOnceListener('secureConnect', () =>
      this.done({ code: 'tls_trusted', values: { protocol: socket.getProtocol() ?? 'TLS' } }),
    );
  }

  private end(state: 'ok' | 'failed', finding: Finding): void {
    if (!this.running) return;
    const { kind, about, startedAt, certificate } = this.running;
    this.running = undefined;
    const ms = Math.round(performance.now() - startedAt);
    this.ended.push({ kind, about, state, ms, finding, ...(certificate && { certificate }) });
  }
}

function isBeforeProxy(kind: HopKind): boolean {
  return kind === 'dns' || kind === 'tcp' || kind === 'proxy_tls';
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
  // Of an AbortSignal, and of the HTTP client.
  if (error instanceof Error && /^(?:Answer)?TimeoutError$/.test(error.name)) return true;
  return errorCodes(error).some((code) => code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT');
}

/** Looks up an authority's origin by SHA-256 fingerprint. */
export interface AuthorityOrigins {
  originOf(fingerprint256: string): AuthorityOrigin | undefined;
}

/** The certificate a server presented, if any. */
function seenCertificate(socket: TLSSocket, authorities: AuthorityOrigins): SeenCertificate | undefined {
  const certificate = socket.getPeerCertificate(true);
  // Without a certificate Node returns an empty object.
  if (!certificate?.raw) return undefined;
  return {
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom: Date.parse(certificate.valid_from),
    validUntil: Date.parse(certificate.valid_to),
    authority: authorityOf(certificate, authorities),
  };
}

/** The topmost trusted authority of the chain; servers may send more certificates than needed. */
function authorityOf(
  certificate: DetailedPeerCertificate,
  authorities: AuthorityOrigins,
): SeenCertificate['authority'] {
  const chain: DetailedPeerCertificate[] = [];
  for (
    let issuer: DetailedPeerCertificate | undefined = certificate;
    issuer?.raw && !chain.includes(issuer) && chain.length < 20;
    issuer = issuer.issuerCertificate
  ) {
    chain.push(issuer);
  }
  for (const issuer of chain.reverse()) {
    const origin = authorities.originOf(issuer.fingerprint256);
    if (origin) return { name: nameIn(issuer.subject), origin };
  }
  return null;
}

/** The common name, otherwise the organisation or its unit. */
function nameIn(name: DetailedPeerCertificate['subject'] | undefined): string {
  const parts: Readonly<Record<string, string | string[] | undefined>> = { ...name };
  const part = parts['CN'] ?? parts['O'] ?? parts['OU'];
  return (Array.isArray(part) ? part.join(', ') : part) ?? 'unnamed';
}
