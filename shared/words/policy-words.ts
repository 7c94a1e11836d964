import type { WordsTable } from '../coded.ts';
import type { InputValues } from '../input-values.ts';
import type { JsonMistake, PolicyMistake, PolicyValues } from '../policy.ts';
import { INPUT_WORDS } from './input-words.ts';
import { wordsOf } from './words-of.ts';

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text, in double quotes',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  object: 'an object, in braces',
  array: 'a list, in square brackets',
};

const EXPECTED: Readonly<Record<JsonMistake, string>> = {
  end: 'There is text after the end.',
  colon: 'A colon is missing.',
  comma_or_brace: 'A comma or a closing brace is missing.',
  comma_or_bracket: 'A comma or a closing bracket is missing.',
  text: 'A text in double quotes is missing.',
  escape: 'This text contains a character that must be escaped.',
  value: 'A value is missing.',
};

export const POLICY_WORDS: WordsTable<PolicyValues, string> = {
  not_an_object: 'This must be an object, in braces.',
  not_a_list: 'This must be a list, in square brackets.',
  not_one_object: 'A policy is one JSON object, in braces.',
  value_missing: 'This is missing.',
  value_empty: 'A value is missing. To set nothing, leave the name out.',
  unknown_name: 'Callboard does not know this name. Check its spelling.',
  name_twice: 'This name occurs twice.',
  of_another_kind: ({ kind }) => `This must be ${KINDS[kind] ?? kind}.`,
  none_of: ({ values }) => `Use one of ${values.join(', ')}.`,
  out_of_range: ({ least, most }) => `This must be a whole number between ${least} and ${most}.`,
  too_many_connections: ({ most }) => `There are more than ${most} connections; the rest is not used.`,
  too_many_numbers: ({ most }) => `There are more than ${most} numbers; the rest is not used.`,
  too_many_questionnaires: ({ most }) => `There are more than ${most} questionnaires; the rest is not used.`,
  questionnaire_twice: ({ first }) => `This repeats the ID of ${first}. Neither is used.`,
  connection_twice: ({ first }) =>
    `This repeats the connection ${first}: the same service address and client ID.`,
  connection_namesake: ({ first }) => `${first} has the same name, so nobody could tell them apart.`,
  proxy_without_address: 'The mode manual needs the address of the proxy.',
  ceiling_below_floor: ({ floor }) =>
    `This is below retention.at_least_days (${floor}), so neither is used, and nothing is erased by itself.`,
  retention_outside_bounds: ({ atLeastDays, atMostDays }) =>
    `This contradicts retention: ${boundsWords(atLeastDays, atMostDays)}. Nothing is erased by itself.`,
  consent_required_unasked: 'Consent that is required must also be asked for.',
  notice_required_unasked: 'Notice that is required must also be asked for.',
  notice_days_unasked: 'Days between notice and call need notice that is asked for.',
  holidays_without_hours: 'Holidays need calling hours that are enabled.',
  more_problems: ({ count }) => `${count} more problems are not listed.`,

  just_gone:
    'It was there when Callboard ran last, and now is gone. If it is not written anew within minutes, it no longer applies.',
  too_large: ({ mostBytes }) => `It is larger than ${mostBytes / 1024 / 1024} MiB.`,
  not_text: 'It is not text in UTF-8 or UTF-16.',
  quotation_mark_open:
    'A quotation mark begins or ends here where it should not, so numbers behind it may be missing.',
  too_deep: ({ most }) => `Lists and objects are nested more than ${most} levels deep here.`,
  not_json: ({ line, column, expected }) =>
    `This is not valid JSON: line ${line}, column ${column}. ${EXPECTED[expected]}`,
  whole_policy_elsewhere: 'The value Policy holds the whole policy, so this one is not used.',
  registry_type: ({ type }) => `Callboard does not read values of the type ${type}.`,
  registry_closed: 'Windows does not let Callboard read the registry with reg.exe.',
  not_a_property_list:
    'It is not a property list of only strings, numbers, booleans, arrays and dictionaries.',
  file_empty: 'It is empty. Write {} to set nothing.',
  not_a_file: 'It is not a file.',
  path_not_whole: 'Write the whole path, from the root or the drive.',
  dead_link: "It is a link to a file that doesn't exist.",
  not_readable_by_you: 'You are not allowed to read it. It must be readable for everyone (mode 0644).',
  not_read: ({ reason }) => `It can't be read (${reason}).`,
  not_of_the_system: ({ folder }) =>
    `${subject(folder)} is not owned by the system (root), so it is not trusted.`,
  writable_by_others: ({ folder }) =>
    `${subject(folder)} can be changed by users other than the system (root), so it is not trusted.`,
};

function boundsWords(atLeastDays: number, atMostDays: number | null): string {
  const floor = atLeastDays > 0 ? [`at least ${atLeastDays} days`] : [];
  return [...floor, ...(atMostDays === null ? [] : [`at most ${atMostDays} days`])].join(', ');
}

function subject(folder: string | null): string {
  return folder === null ? 'It' : `The folder ${folder}`;
}

const WORDS: WordsTable<PolicyValues & InputValues, string> = { ...INPUT_WORDS, ...POLICY_WORDS };

/** The words on screen for a mistake in a policy, for its author. */
export function policyWords(problem: PolicyMistake): string {
  return wordsOf<PolicyValues & InputValues, string>(WORDS, problem);
}
