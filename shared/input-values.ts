import { z } from 'zod';
import type { ValuesOf } from './coded.ts';

const none = z.null();
const most = z.object({ most: z.number() });
/** ISO 3166: the workspace's default country. */
const country = z.object({ country: z.string() });

/** Problems of typed or imported input: each code with its values. */
export const inputValues = {
  too_long: most,
  too_short: z.object({ least: z.number() }),
  wrong_kind: none,
  /** `reason`: message of the schema library. */
  does_not_fit: z.object({ reason: z.string() }),

  candidate_name_missing: none,
  phone_missing: none,
  phone_too_long: none,
  phone_no_country_code: none,
  phone_two_numbers: none,
  phone_extension: none,
  phone_incomplete: none,
  phone_code_twice: none,
  /** Digits of the country code included. */
  phone_too_many_digits: z.object({ digits: z.number(), most: z.number() }),
  phone_not_of_default: country,
  phone_country_unclear: country,
  country_unknown: none,
  resume_link_missing: none,
  resume_link_too_long: most,
  resume_link_with_breaks: none,
  resume_link_with_backslash: none,
  resume_link_incomplete: none,
  job_description_missing: none,
  job_description_misshapen: none,
  questionnaire_missing: none,
  request_id_missing: none,
  view_name_missing: none,
  person_missing: none,
  consent_wording_missing: none,
  notice_date_wrong: none,
  lifting_reason_missing: none,
  hold_reason_missing: none,

  time_of_day_wrong: none,
  time_zone_unknown: none,
  no_weekday: none,
  hours_end_first: none,
  own_hours_wrong_day: none,
  holiday_place_unknown: none,
  holiday_place_twice: none,

  service_address_missing: none,
  sign_in_address_missing: none,
  address_too_long: most,
  address_incomplete: none,
  address_not_https: none,
  address_with_password: none,
  address_with_query: none,
  client_id_missing: none,
  client_secret_empty: none,
  redirect_address_missing: none,
  redirect_address_wrong: none,
  connection_name_missing: none,
  client_secret_to_leave_out: none,

  passphrase_missing: none,
  passphrase_too_long: none,

  id_missing: none,
  not_a_number: none,
  field_label_missing: none,
  largest_missing: none,
  smallest_missing: none,
  range_missing: none,
  range_reversed: none,
  too_many_described: most,
  described_twice: none,
  two_headlines: none,

  proxy_address_missing: none,
  proxy_address_wrong: none,
  proxy_scheme_unknown: none,
  proxy_address_with_password: none,
  proxy_port_missing: z.object({ name: z.string() }),
  proxy_name_wrong: none,
  proxy_port_wrong: none,
  bypass_wrong: z.object({ entry: z.string() }),
  too_many_bypasses: most,

  file_path_missing: none,
  team_host_missing: none,
  team_host_wrong: none,
  team_port_wrong: none,
  team_database_missing: none,
  team_user_missing: none,
  team_schema_wrong: none,
  team_person_missing: none,
  team_address_wrong: none,
  team_address_several_hosts: none,
  team_address_escape: z.object({ part: z.string() }),
  team_option_unknown: z.object({ option: z.string() }),
  team_tls_unknown: z.object({ mode: z.string() }),

  user_name_missing: none,
  user_name_with_colon: none,
  password_with_breaks: none,
} satisfies Record<string, z.ZodType>;

export type InputValues = ValuesOf<typeof inputValues>;
