import type { Finding } from './findings.ts';
import type { HopResult } from './network.ts';
import type { RedirectWay } from './workspace.ts';

/**
 * The checks of a workspace's connection, in the order in which they matter:
 * - `sign_in`  the way to the sign-in address (DNS, proxy, TCP, TLS), and the page there
 * - `clock`    this computer's clock is roughly right
 * - `issuer`   the issuer that the sign-in service publishes is the one that the connection expects (RFC 8414, RFC 9207)
 * - `link`     the system opens `app.callboard:` links with Callboard
 * - `instance` a second instance hands its link to the running one
 * - `port`     Callboard can listen on the port of a loopback redirect address and is reachable there
 * - `service`  the way to the service address, and its answer
 */
export type CheckStep = 'sign_in' | 'clock' | 'issuer' | 'link' | 'instance' | 'port' | 'service';

/** Steps that are checked together. */
export const CHECK_PARTS = ['sign_in', 'way_back', 'service'] as const;
export type CheckPart = (typeof CHECK_PARTS)[number];

/** The checks that apply to a workspace. */
export interface CheckPlan {
  readonly redirectUri: string;
  readonly way: RedirectWay;
  readonly parts: readonly { readonly part: CheckPart; readonly steps: readonly CheckStep[] }[];
}

export interface CheckResult {
  readonly step: CheckStep;
  /** `unclear`: the check gave no definite result. */
  readonly state: 'ok' | 'unclear' | 'problem';
  readonly finding: Finding;
  /** Of `sign_in` and `service`: each step of the connection. */
  readonly hops?: readonly HopResult[];
}

const WAY_BACK: Readonly<Record<RedirectWay, readonly CheckStep[]>> = {
  custom_scheme: ['link', 'instance'],
  loopback: ['port'],
  paste: [],
};

export function partsOf(way: RedirectWay): CheckPlan['parts'] {
  return [
    { part: 'sign_in', steps: ['sign_in', 'clock', 'issuer'] },
    { part: 'way_back', steps: WAY_BACK[way] },
    { part: 'service', steps: ['service'] },
  ];
}
