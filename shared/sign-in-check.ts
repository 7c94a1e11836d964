import type { Finding } from './findings.ts';
import type { HopResult } from './network.ts';
import type { RedirectWay } from './workspace.ts';

/**
 * The checks of a sign-in, in the order in which they matter:
 * - `network`  the connection to the sign-in address: DNS, proxy, TLS
 * - `endpoint` the sign-in page answers at that address
 * - `issuer`   the issuer that the sign-in service publishes is the one that the connection expects (RFC 8414, RFC 9207)
 * - `clock`    this computer's clock is roughly right
 * - `link`     the system opens `app.callboard:` links with Callboard
 * - `instance` a second instance hands its link to the running one
 * - `port`     Callboard can listen on the port of a loopback redirect address and is reachable there
 */
export const SIGN_IN_STEPS = ['network', 'endpoint', 'issuer', 'clock', 'link', 'instance', 'port'] as const;
export type SignInStep = (typeof SIGN_IN_STEPS)[number];

/** The checks that apply to a workspace's sign-in. */
export interface SignInPlan {
  readonly redirectUri: string;
  readonly way: RedirectWay;
  /** Only the checks relevant to its redirect. */
  readonly steps: readonly SignInStep[];
}

/** The result of one check. */
export interface SignInStepResult {
  readonly step: SignInStep;
  /** `unclear`: the check gave no definite result. */
  readonly state: 'ok' | 'unclear' | 'problem';
  readonly finding: Finding;
  /** Only for `network`: each step of the connection. */
  readonly hops?: readonly HopResult[];
}

/** The checks for a kind of redirect. */
export function stepsOf(way: RedirectWay): readonly SignInStep[] {
  switch (way) {
    case 'custom_scheme':
      return ['network', 'endpoint', 'issuer', 'clock', 'link', 'instance'];
    case 'loopback':
      return ['network', 'endpoint', 'issuer', 'clock', 'port'];
    case 'paste':
      return ['network', 'endpoint', 'issuer', 'clock'];
  }
}
