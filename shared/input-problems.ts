import type { Coded, Given } from './coded.ts';

/** What can be wrong with what was typed or came from a file: each code with its values. */
export interface InputValues {
  too_long: { readonly most: number };
  too_short: { readonly least: number };
  wrong_kind: null;
  /** `reason`: what the schema library says. */
  does_not_fit: { readonly reason: string };

  candidate_name_missing: null;
  phone_missing: null;
  phone_too_long: null;
  phone_no_country_code: null;
  phone_two_numbers: null;
  phone_extension: null;
  phone_incomplete: null;
  resume_link_missing: null;
  resume_link_too_long: { readonly most: number };
  resume_link_incomplete: null;
  job_description_missing: null;
  job_description_misshapen: null;
  questionnaire_missing: null;
  request_id_missing: null;
  view_name_missing: null;
  person_missing: null;
  consent_wording_missing: null;

  time_of_day_wrong: null;
  time_zone_unknown: null;
  no_weekday: null;
  hours_end_first: null;

  service_address_missing: null;
  sign_in_address_missing: null;
  address_too_long: { readonly most: number };
  address_incomplete: null;
  address_not_https: null;
  address_with_password: null;
  address_with_query: null;
  client_id_missing: null;
  client_secret_empty: null;
  redirect_address_missing: null;
  redirect_address_wrong: null;
  connection_name_missing: null;
  client_secret_to_leave_out: null;

  passphrase_missing: null;
  passphrase_too_long: null;

  id_missing: null;
  not_a_number: null;
  field_label_missing: null;
  largest_missing: null;
  smallest_missing: null;
  range_missing: null;
  range_reversed: null;
  too_many_described: { readonly most: number };
  described_twice: null;
  two_headlines: null;

  proxy_address_missing: null;
  proxy_address_wrong: null;
  proxy_scheme_unknown: null;
  proxy_address_with_password: null;
  proxy_port_missing: { readonly name: string };
  proxy_name_wrong: null;
  proxy_port_wrong: null;
  bypass_wrong: { readonly entry: string };
  too_many_bypasses: { readonly most: number };
  user_name_missing: null;
  user_name_with_colon: null;
  password_with_breaks: null;
}

export type InputCode = keyof InputValues;
export type InputProblem = Coded<InputValues>;

export function problem<Code extends InputCode>(
  code: Code,
  ...[values]: Given<InputValues, Code>
): InputProblem {
  // A code and its values fit each other by the types of the parameters.
  return { code, values: values ?? null } as InputProblem;
}

/** A problem as the message of a schema: zod takes a text alone. {@link problemOf} reads it. */
export function says<Code extends InputCode>(code: Code, ...values: Given<InputValues, Code>): string {
  return asMessage(problem(code, ...values));
}

export function asMessage(wrong: InputProblem): string {
  return JSON.stringify(wrong);
}

const OURS = '{"code":';

/** What is wrong, of an issue of a schema; where the schema has no {@link says}, in the library's own words. */
export function problemOf({ message }: { readonly message: string }): InputProblem {
  if (!message.startsWith(OURS)) return problem('does_not_fit', { reason: message });
  return JSON.parse(message);
}
