import type { WordsTable } from '../coded.ts';
import { CUSTOM_SCHEME_REDIRECT } from '../custom-scheme.ts';
import { decodeProblem, type InputProblem } from '../input-problems.ts';
import type { InputValues } from '../input-values.ts';
import { countryName } from './country-name.ts';
import { wordsOf } from './words-of.ts';

const number = (value: number) => value.toLocaleString('en');

export const INPUT_WORDS: WordsTable<InputValues, string> = {
  too_long: ({ most }) => `Use at most ${number(most)} characters.`,
  too_short: ({ least }) => `Use at least ${number(least)} characters.`,
  wrong_kind: 'This value has the wrong type.',
  does_not_fit: ({ reason }) => reason,

  candidate_name_missing: "Enter the candidate's name.",
  phone_missing: 'Enter the phone number.',
  phone_too_long: 'This is too long for a phone number.',
  phone_no_country_code: 'Start with the country code, for example +49 or +1.',
  phone_two_numbers: 'These are two phone numbers. Enter one.',
  phone_extension: "Extensions can't be called. Enter a direct number.",
  phone_incomplete: 'This is not a complete phone number. Check the digits.',
  phone_code_twice: 'The country code is there twice. Keep it once.',
  phone_too_many_digits: ({ digits, most }) =>
    `This number has ${number(digits)} digits, ${number(digits - most)} too many. Check them.`,
  phone_not_of_default: ({ country }) =>
    `${countryName(country)} has no such number. Check the digits, or start with the country code.`,
  phone_country_unclear: ({ country }) =>
    `This can be a number in ${countryName(country)} or in another country. Start with the country code.`,
  country_unknown: 'Choose a country from the list.',
  resume_link_missing: 'Enter the link to the resume.',
  resume_link_too_long: ({ most }) => `Use a link of at most ${number(most)} characters.`,
  resume_link_with_breaks:
    'This link contains a line break or an invisible character. Copy it again from where it works.',
  resume_link_with_backslash: 'This link contains a backslash. Copy it again from where it works.',
  resume_link_incomplete: 'Enter a full link that starts with https:// or http://',
  job_description_missing: 'Choose a job description or enter its ID.',
  job_description_misshapen: 'A job description ID looks like 123e4567-e89b-12d3-a456-426614174000.',
  questionnaire_missing: 'Choose a questionnaire or enter its ID.',
  request_id_missing: 'Enter the request ID.',
  view_name_missing: 'Give the view a name.',
  person_missing: 'Enter a name or a phone number.',
  notice_date_wrong: 'Enter a day of the calendar.',
  consent_wording_missing: 'Enter what the candidate agreed to.',
  hold_reason_missing: 'Say why.',
  lifting_reason_missing: 'Say why this number may be called again.',

  time_of_day_wrong: 'Enter a time such as 09:00.',
  time_zone_unknown: "This computer doesn't know this time zone.",
  no_weekday: 'Choose at least one day.',
  hours_end_first: 'The end must be later in the day than the start.',
  own_hours_wrong_day: 'Hours of its own are for a day with calls, once each.',
  holiday_place_unknown: 'Callboard knows no public holidays of this country and region.',
  holiday_place_twice: 'Name each place once.',

  service_address_missing: 'Enter the service address.',
  sign_in_address_missing: 'Enter the sign-in address.',
  address_too_long: ({ most }) => `Use an address of at most ${number(most)} characters.`,
  address_incomplete: 'Enter a full address that starts with https://',
  address_not_https: 'Use https:// – plain http is only safe on this computer itself.',
  address_with_password: 'Leave user name and password out of the address.',
  address_with_query: 'Leave out everything after ? or #.',
  client_id_missing: 'Enter the client ID.',
  client_secret_empty: 'Enter the client secret.',
  redirect_address_missing: 'Enter the redirect address.',
  redirect_address_wrong: `Enter the redirect address as registered with the service, for example ${CUSTOM_SCHEME_REDIRECT}`,
  connection_name_missing: 'Enter a name.',
  client_secret_to_leave_out: 'Leave it out to let the person enter it.',

  passphrase_missing: 'Enter the passphrase of this backup.',
  passphrase_too_long: 'This is too long for a passphrase.',

  id_missing: 'Enter the ID.',
  not_a_number: 'Enter a number such as 0 or 4.5.',
  field_label_missing: 'Enter a name for the field.',
  largest_missing: 'Enter the largest value, too.',
  smallest_missing: 'Enter the smallest value, too.',
  range_missing: 'Enter the smallest and the largest value, or choose that neither end is better.',
  range_reversed: 'The largest value must be above the smallest.',
  too_many_described: ({ most }) => `Describe at most ${number(most)} fields.`,
  described_twice: 'A field is described twice.',
  two_headlines: 'Only one field can be the score.',

  proxy_address_missing: 'Enter the address of the proxy.',
  proxy_address_wrong: 'Enter the proxy as name:port, such as proxy.example.com:8080',
  proxy_scheme_unknown: 'Use http://, https://, socks4:// or socks5:// before the name, or none.',
  proxy_address_with_password:
    'Leave user name and password out of the address: they have separate fields below.',
  proxy_port_missing: ({ name }) => `Add the port, such as ${name}:8080`,
  proxy_name_wrong: 'This is not a proxy name or address.',
  proxy_port_wrong: 'A port is a number from 1 to 65535.',
  bypass_wrong: ({ entry }) =>
    `“${entry}” is not a name, address or range such as *.example.com or 10.0.0.0/8`,
  too_many_bypasses: ({ most }) => `Use at most ${number(most)} entries.`,

  file_path_missing: 'Enter the path of the file.',
  team_host_missing: 'Enter the server, such as db.example.com',
  team_host_wrong: 'Enter only the name or address of the server, such as db.example.com',
  team_port_wrong: 'A port is a number from 1 to 65535.',
  team_database_missing: 'Enter the name of the database.',
  team_user_missing: 'Enter the user name.',
  team_schema_wrong:
    "A team's name begins with a small letter, and has at most 41 small letters, digits and underscores.",
  team_person_missing: 'Enter your name, as your colleagues know it.',
  team_address_wrong: 'Enter the address as postgresql://user@server/database, or fill in the fields below.',
  team_address_several_hosts: 'This address names several servers. Enter one with a single server.',
  team_address_escape: ({ part }) =>
    `A percent sign in this address (${part}) begins no valid code. Write it as %25.`,
  team_option_unknown: ({ option }) =>
    `Callboard doesn't know the option “${option}”. Take it out of the address.`,
  team_tls_unknown: ({ mode }) =>
    `There is no sslmode “${mode}”. Use verify-full, require or disable, or leave it out.`,

  user_name_missing: 'Enter the user name.',
  user_name_with_colon: "The user name can't contain a colon.",
  password_with_breaks: "The password can't contain line breaks or tabs.",
};

export function inputWords(problem: InputProblem): string {
  return wordsOf(INPUT_WORDS, problem);
}

export function issueWords(issue: { readonly message: string }): string {
  return inputWords(decodeProblem(issue));
}
