import type { Finding } from './findings.ts';
import type { HopResult } from './network.ts';
import type { RedirectWay } from './workspace.ts';

/**
 * What has to work for a sign-in, in the order in which it is needed:
 * - `network`  the way to the sign-in address: DNS, proxy, TLS
 * - `endpoint` the page the browser is sent to answers there
 * - `clock`    this computer's clock is about right
 * - `link`     the system opens `app.callboard:` links with Callboard
 * - `instance` a second start hands its link to the running Callboard
 * - `port`     the port of a loopback redirect address can be listened on, and reached
 */
export const SIGN_IN_STEPS = ['network', 'endpoint', 'clock', 'link', 'instance', 'port'] as const;
export type SignInStep = (typeof SIGN_IN_STEPS)[number];

/** What a workspace's sign-in is made of. */
export interface SignInPlan {
  readonly redirectUri: string;
  readonly way: RedirectWay;
  /** Only those that matter for its way back. */
  readonly steps: readonly SignInStep[];
}

/** How one step came out. */
export interface SignInStepResult {
  readonly step: SignInStep;
  /** `unclear`: nothing is known to be wrong, but it could not be found out. */
  readonly state: 'ok' | 'unclear' | 'problem';
  readonly finding: Finding;
  /** Of `network`: each hop of the way. */
  readonly hops?: readonly HopResult[];
}

/** The steps of a sign-in that comes back this way. */
export function stepsOf(way: RedirectWay): readonly SignInStep[] {
  switch (way) {
    case 'custom_scheme':
      return ['network', 'endpoint', 'clock', 'link', 'instance'];
    case 'loopback':
      return ['network', 'endpoint', 'clock', 'port'];
    case 'paste':
      return ['network', 'endpoint', 'clock'];
  }
}
