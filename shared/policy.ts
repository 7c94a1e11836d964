import type { Coded, Given } from './coded.ts';
import type { InputProblem } from './input-problems.ts';
import { coded } from './make-coded.ts';
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

/** What can be wrong in a policy, beside its values being no input: each code with its values. */
export interface PolicyValues {
  not_an_object: null;
  not_a_list: null;
  not_one_object: null;
  value_missing: null;
  value_empty: null;
  unknown_name: null;
  name_twice: null;
  /** `kind`: as the schema library calls it. */
  of_another_kind: { readonly kind: string };
  none_of: { readonly values: readonly string[] };
  too_great: { readonly most: number };
  too_small: { readonly least: number };
  too_many_connections: { readonly most: number };
  /** `first`: the place of the other. */
  connection_twice: { readonly first: string };
  connection_namesake: { readonly first: string };
  proxy_without_address: null;
  more_problems: { readonly count: number };

  too_large: { readonly mostBytes: number };
  not_text: null;
  too_deep: { readonly most: number };
  /** `expected`: what is not right at this place. */
  not_json: { readonly line: number; readonly column: number; readonly expected: JsonMistake };
  whole_policy_elsewhere: null;
  registry_type: { readonly type: string };
  registry_closed: null;
  not_a_property_list: null;
  file_empty: null;
  not_a_file: null;
  dead_link: null;
  not_readable_by_you: null;
  /** `reason`: the system's code. */
  not_read: { readonly reason: string };
  /** `folder`: the one above it; null for the file itself. */
  not_of_the_system: { readonly folder: string | null };
  writable_by_others: { readonly folder: string | null };
}

export const JSON_MISTAKES = [
  'end',
  'colon',
  'comma_or_brace',
  'comma_or_bracket',
  'text',
  'escape',
  'value',
] as const;
export type JsonMistake = (typeof JSON_MISTAKES)[number];

export type PolicyMistake = Coded<PolicyValues> | InputProblem;

/** One thing that is wrong in a policy. `where`: the path inside it, such as `workspaces[1].base_url`; empty for the whole. */
export type PolicyProblem = PolicyMistake & { readonly where: string };

export function policyProblem<Code extends keyof PolicyValues>(
  where: string,
  code: Code,
  ...values: Given<PolicyValues, Code>
): PolicyProblem {
  return { where, ...coded<PolicyValues, Code>(code, ...values) };
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
