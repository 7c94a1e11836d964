import type { ProxyProblem } from '../../shared/proxy-problems.ts';

/**
 * Why there is no way through a proxy:
 * - `not_reachable`  no connection to it, or it broke off before it answered
 * - `not_trusted`    its own certificate (of an HTTPS proxy) is not trusted
 * - `sign_in_needed` it asks for a user name and password, and has none or does not accept those stored
 * - `sign_in_unsupported` it asks for a sign-in that Callboard cannot do (NTLM, Kerberos)
 * - `refused`        it answered, and does not let the connection through
 * - `unreadable`     what it answered is no answer of a proxy
 * - `no_settings`    the computer's proxy settings could not be read
 */
export type ProxyFailureKind =
  | 'not_reachable'
  | 'not_trusted'
  | 'sign_in_needed'
  | 'sign_in_unsupported'
  | 'refused'
  | 'unreadable'
  | 'no_settings';

/** A proxy stood in the way. It happens before the service is connected: not a byte of a request has gone out. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly kind: ProxyFailureKind;
  readonly problem: ProxyProblem;
  /** The proxy as `host:port`; empty where it is not known. */
  readonly proxy: string;
  /** The HTTP status of its answer to CONNECT, where there was one. */
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

/** The proxy's failure behind an error, if it was one's. */
export function proxyFailureIn(error: unknown): ProxyFailure | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 10; each = each.cause, depth += 1) {
    if (each instanceof ProxyFailure) return each;
  }
  return undefined;
}

/** Whether another proxy of the list may do better. One that answered with a refusal has spoken for all. */
export function mayFallBack(failure: ProxyFailure): boolean {
  if (failure.kind === 'refused') return failure.status === undefined || failure.status >= 500;
  return failure.kind === 'not_reachable' || failure.kind === 'unreadable' || failure.kind === 'not_trusted';
}
