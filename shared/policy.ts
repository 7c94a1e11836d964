import type { Settings } from './settings.ts';

/** What an organisation's policy does to this installation, as the interface shows it. */
export interface PolicyState {
  /** Where the policy was read from; null when there is none. */
  readonly source: string | null;
  /** What of it could not be read, and where; what it would have set is locked meanwhile. */
  readonly problems: readonly PolicyProblem[];
  /** The settings it fixes. */
  readonly managed: readonly (keyof Settings)[];
  /** Whether only the policy's own connections may be used. */
  readonly connectionsLocked: boolean;
  /** Whether the practice workspace may be opened. */
  readonly practiceAllowed: boolean;
}

/** One thing that is wrong in a policy. */
export interface PolicyProblem {
  /** The path inside the policy, such as `workspaces[1].base_url`; empty for the whole. */
  readonly where: string;
  readonly message: string;
}

/** No policy: everything is the person's own to set. */
export const NO_POLICY: PolicyState = {
  source: null,
  problems: [],
  managed: [],
  connectionsLocked: false,
  practiceAllowed: true,
};
