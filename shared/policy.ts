import type { Settings } from './settings.ts';

/** What an organisation's policy does to this installation, as the interface shows it. */
export interface PolicyState {
  /** Where the policy was read from; null when there is none. */
  readonly source: string | null;
  /** Places that hold a policy, too, and do not count because of {@link source}. */
  readonly otherSources: readonly string[];
  /** What of it could not be read, and where; what it would have set is locked meanwhile. */
  readonly problems: readonly PolicyProblem[];
  /** The settings it fixes. */
  readonly managed: readonly (keyof Settings)[];
  /** Whether connections can be neither added nor changed nor removed. */
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
  otherSources: [],
  problems: [],
  managed: [],
  connectionsLocked: false,
  practiceAllowed: true,
};

/** How the workspaces there are stand under the policy, by their ids. */
export interface ManagedWorkspaces {
  /** Set by the policy: a person cannot change or remove them. */
  readonly managed: readonly string[];
  /** The policy does not allow them: they can be read, and send nothing. */
  readonly held: readonly string[];
  /** Managed ones whose client secret the person enters, because the policy gives none. */
  readonly secretByPerson: readonly string[];
  /** Those of them for which none is stored yet. */
  readonly secretMissing: readonly string[];
}

/** A code of the error where the organisation's policy does not let a person do something. */
export const SET_BY_ORGANISATION = 'set_by_organisation';
