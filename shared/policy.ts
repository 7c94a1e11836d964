import type { CodeArguments, Coded } from './coded.ts';
import type { InputProblem } from './input-problems.ts';
import { coded } from './make-coded.ts';
import type { RetentionBounds } from './privacy.ts';
import type { Settings } from './settings.ts';
import type { RulePart, WorkspaceRules } from './workspace-rules.ts';

/** The organisation's policy as shown on screen. */
export interface PolicyState {
  /** Where the policy was read from; null if there is none. */
  readonly source: string | null;
  /** Other places with a policy, which {@link source} overrides. */
  readonly otherSources: readonly string[];
  /** Unreadable parts; the settings they concern are locked until fixed. */
  readonly problems: readonly PolicyProblem[];
  readonly managed: readonly (keyof Settings)[];
  /** Parts of the rules of every workspace that it fixes. */
  readonly managedRules: readonly RulePart[];
  /** What it sets them to; a part that is missing here can't be read, and stays as it was. */
  readonly rules: Partial<WorkspaceRules>;
  /** The questionnaires whose results it describes, in every workspace. */
  readonly questionnaires: readonly string[];
  /** Whether nobody can describe results of any questionnaire, because it can't be read which of them it describes. */
  readonly descriptionsLocked: boolean;
  /** Between which a person can choose a retention; null: any. */
  readonly retention: RetentionBounds | null;
  /** Whether a person can't add, change or remove connections. */
  readonly connectionsLocked: boolean;
  /** Whether the practice workspace may be opened. */
  readonly practiceAllowed: boolean;
  /** Whether candidates' data may be saved to files. */
  readonly exportsAllowed: boolean;
}

/** Mistakes in a policy, besides invalid input values: each code with its values. */
export interface PolicyValues {
  not_an_object: null;
  not_a_list: null;
  not_one_object: null;
  value_missing: null;
  value_empty: null;
  unknown_name: null;
  name_twice: null;
  /** `kind`: the schema library's type name. */
  of_another_kind: { readonly kind: string };
  none_of: { readonly values: readonly string[] };
  out_of_range: { readonly least: number; readonly most: number };
  too_many_connections: { readonly most: number };
  /** `first`: path of the first occurrence. */
  connection_twice: { readonly first: string };
  too_many_numbers: { readonly most: number };
  too_many_questionnaires: { readonly most: number };
  questionnaire_twice: { readonly first: string };
  connection_namesake: { readonly first: string };
  proxy_without_address: null;
  consent_required_unasked: null;
  notice_required_unasked: null;
  notice_days_unasked: null;
  holidays_without_hours: null;
  /** In days. */
  ceiling_below_floor: { readonly floor: number };
  retention_outside_bounds: RetentionBounds;
  more_problems: { readonly count: number };

  just_gone: null;
  too_large: { readonly mostBytes: number };
  not_text: null;
  quotation_mark_open: null;
  too_deep: { readonly most: number };
  /** `expected`: what the parser expected there. */
  not_json: { readonly line: number; readonly column: number; readonly expected: JsonMistake };
  whole_policy_elsewhere: null;
  registry_type: { readonly type: string };
  registry_closed: null;
  not_a_property_list: null;
  file_empty: null;
  not_a_file: null;
  path_not_whole: null;
  dead_link: null;
  not_readable_by_you: null;
  /** `reason`: the system's error code. */
  not_read: { readonly reason: string };
  /** `folder`: the parent folder at fault; null for the file itself. */
  not_of_the_system: { readonly folder: string | null };
  writable_by_others: { readonly folder: string | null };
}

export type JsonMistake =
  | 'end'
  | 'colon'
  | 'comma_or_brace'
  | 'comma_or_bracket'
  | 'text'
  | 'escape'
  | 'value';

export type PolicyMistake = Coded<PolicyValues> | InputProblem;

/** A mistake in a policy. `where`: its path, such as `workspaces[1].base_url`; empty for the whole policy. */
export type PolicyProblem = PolicyMistake & { readonly where: string };

export function policyProblem<Code extends keyof PolicyValues>(
  where: string,
  code: Code,
  ...values: CodeArguments<PolicyValues, Code>
): PolicyProblem {
  return { where, ...coded<PolicyValues, Code>(code, ...values) };
}

export const NO_POLICY: PolicyState = {
  source: null,
  otherSources: [],
  problems: [],
  managed: [],
  managedRules: [],
  rules: {},
  questionnaires: [],
  descriptionsLocked: false,
  retention: null,
  connectionsLocked: false,
  practiceAllowed: true,
  exportsAllowed: true,
};

/** Workspace ids by their status under the policy. */
export interface ManagedWorkspaces {
  /** Defined by the policy: a person can't change or remove them. */
  readonly managed: readonly string[];
  /** Not allowed by the policy: readable, but they send nothing. */
  readonly held: readonly string[];
  /** Managed workspaces whose client secret a person enters, because the policy has none. */
  readonly secretByPerson: readonly string[];
  /** Those without a stored client secret. */
  readonly secretMissing: readonly string[];
}
