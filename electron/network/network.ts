import type { buildConnector } from 'undici';
import type { SecretKeeping } from '../../shared/key-store.ts';
import type { ProxyMode } from '../../shared/network.ts';
import type { ProxyProblem } from '../../shared/proxy-problems.ts';
import type { ConnectionTrace } from './connection-trace.ts';
import { errorsIn, systemReason } from './system-error.ts';

/** Makes connections according to the network settings. */
export interface Network {
  /**
   * An undici connector. When it calls back, TCP, proxy and TLS are established and no byte of a request was sent. Reads
   * the settings for each connection. `timeoutMs` applies to each attempted route. `trace` records the steps.
   */
  connector(timeoutMs: number, trace?: ConnectionTrace): buildConnector.connector;
}

/** The operating system's proxy settings. */
export interface SystemProxy {
  /** The proxies for a URL in PAC format: `PROXY host:port; DIRECT`. */
  resolve(url: string): Promise<string>;
}

/** Read for each connection. */
export interface NetworkSettings {
  readonly proxyMode: ProxyMode;
  readonly proxyAddress: string;
  readonly proxyBypass: string;
  readonly certificateFile: string | null;
}

/** User names and passwords by proxy (`host:port`). */
export interface ProxyCredentials {
  /** Undefined if none are stored or they can't be decrypted. Throws like `SecretStore.load`. */
  load(proxy: string): Promise<{ readonly userName: string; readonly password: string } | undefined>;
  save(proxy: string, credentials: { userName: string; password: string }): Promise<SecretKeeping>;
  remove(proxy: string): Promise<void>;
  proxies(): Promise<readonly string[]>;
}

/**
 * Why a proxy can't be used:
 * - `not_reachable`  no connection, or the proxy closed it before it answered
 * - `not_trusted`    an HTTPS proxy's own certificate is not trusted
 * - `sign_in_needed` the proxy asks for a user name and password, or refuses the stored ones
 * - `sign_in_unsupported` the proxy requires a sign-in that Callboard doesn't support (NTLM, Kerberos)
 * - `refused`        the proxy refuses the connection
 * - `unreadable`     the response is not a proxy's
 * - `no_settings`    the computer's proxy settings couldn't be read
 */
export type ProxyFailureKind =
  | 'not_reachable'
  | 'not_trusted'
  | 'sign_in_needed'
  | 'sign_in_unsupported'
  | 'refused'
  | 'unreadable'
  | 'no_settings';

/** A proxy failed before the service was connected, so no byte of a request was sent. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly kind: ProxyFailureKind;
  readonly problem: ProxyProblem;
  /** `host:port`; empty if unknown. */
  readonly proxy: string;
  /** HTTP status of the CONNECT response, if any. */
  readonly status: number | undefined;

  constructor(
    kind: ProxyFailureKind,
    proxy: string,
    problem: ProxyProblem,
    more: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(problem.code, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.problem = problem;
    this.proxy = proxy;
    this.status = more.status;
  }
}

/** The ProxyFailure among an error and its causes, if any. */
export function proxyFailureIn(error: unknown): ProxyFailure | undefined {
  return [...errorsIn(error)].find((cause) => cause instanceof ProxyFailure);
}

/** Whether to try the next proxy of the list. A clear refusal is final. */
export function mayFallBack(failure: ProxyFailure): boolean {
  if (failure.kind === 'refused') return failure.status === undefined || failure.status >= 500;
  return failure.kind === 'not_reachable' || failure.kind === 'unreadable' || failure.kind === 'not_trusted';
}

/** A proxy problem with the system's error message, or `closed` if there is none. */
export function problemWith(
  code: 'not_reachable' | 'no_answer' | 'no_answer_to_connect' | 'certificate_not_trusted',
  cause: unknown,
): ProxyProblem {
  const reason = systemReason(cause);
  return reason === undefined ? { code: 'closed', values: null } : { code, values: { reason } };
}
