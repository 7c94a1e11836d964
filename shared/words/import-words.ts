import type { WordsTable } from '../coded.ts';
import type { ImportField, ImportProblem, ImportValues, RowProblem } from '../import-problems.ts';
import type { InputValues } from '../input-values.ts';
import type { SubmissionProblem } from '../problems.ts';
import { capitalized } from './capitalized.ts';
import { countryName } from './country-name.ts';
import { duplicatePlace } from './duplicate-words.ts';
import { INPUT_WORDS } from './input-words.ts';
import { problemWords } from './problem-words.ts';
import { daysWords, momentWords, REVIEW_WORDS, timesWords } from './rule-words.ts';
import { wordsOf } from './words-of.ts';

export const FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  candidateName: 'Candidate name',
  phoneNumber: 'Phone number',
  resumeUrl: 'Resume link',
  jobDescriptionId: 'Job description',
  questionnaireTemplateId: 'Questionnaire',
  noticeOn: 'Notice given on',
};

export const IMPORT_WORDS: WordsTable<ImportValues, string> = {
  quote_not_closed: 'A quotation mark is not closed here: this may be several rows. Check the file.',
  too_many_cells: 'This row has more cells than there are columns. Check the file.',
  letters_unsure: 'The text encoding of this row is unclear.',
  left_out: 'You left this row out.',
  left_out_hidden: 'Hidden in the workbook.',
  hidden_in_workbook: 'This row is hidden in the workbook.',
  not_queued: 'Queueing stopped before this row',
  goes_out_later: ({ at, holiday }) =>
    `${holiday === undefined ? '' : `Public holiday there (${holiday}). `}Goes out ${momentWords(at)}.`,
  holidays_unknown: 'Goes out once the public holidays of the candidate’s place are known.',
  time_zone_needed: 'Waits in the Outbox until you choose its time zone.',
  waits_for_notice: ({ at }) => `Notice too recent. Goes out ${momentWords(at)}.`,
  // The other number comes first: a row shows the beginning only.
  phone_twice: ({ first, queued, written }) => {
    const number = new Intl.NumberFormat().format(first);
    const other = written === undefined ? `phone number as row ${number}` : `as ${written} in row ${number}`;
    return `Same ${other}${queued ? ', which is in the queue' : ''}.`;
  },
  submitted_before: ({ candidateName, tracked, written, ...earlier }) =>
    `${capitalized(duplicatePlace({ ...earlier, requestId: tracked ? '' : null }))}: ${candidateName}${written === undefined ? '' : `, ${written}`}`,
  ...REVIEW_WORDS,
  tries_used_up_in_file: ({ most, withinDays }) =>
    `With the rows above, this person would be tried more than ${timesWords(most)} within ${daysWords(withinDays)}, which the rules don’t allow.`,

  column_not_chosen: 'Choose its column.',
  formula_not_calculated:
    'This formula was never calculated. Open the file in your spreadsheet program, save it, and choose it again.',
  no_name: ({ text }) => `"${text}" is not a name. Enter it.`,
  no_phone_number: ({ text }) => `"${text}" is not a phone number. Enter it.`,
  no_link: ({ text }) => `"${text}" is not a link. Enter it.`,
  no_id: ({ text }) => `"${text}" is not an ID. Enter it.`,
  no_day: ({ text }) => `"${text}" can’t be read as a day. Write it as 2026-11-24.`,

  name_letters_lost: 'This name has lost letters. Enter it again.',
  name_without_letters: 'This name has no letters. Enter it again.',
  name_with_entities: 'This name contains character codes. Enter it again.',
  name_with_markup: 'This name contains markup or template signs. Enter it again.',
  name_is_address: 'This is an address, not a name. Enter the name.',
  name_is_id: 'This is an ID, not a name. Enter the name.',
  name_part_missing: ({ text }) => `"${text}" is not part of a name. Enter the name.`,
  name_garbled: 'This name looks garbled. Choose it if it is right, or enter it again.',
  name_put_right: ({ text }) => `Garbled letters were corrected: ${text}`,

  two_links: 'These are two links. Enter one.',
  link_computed: 'This link is computed. Enter its full address here, or as text in the sheet.',
  link_with_entities: 'This link contains codes such as &amp;. Copy it again from where it works.',

  job_name_unknown: 'The Library has no job description with this name. Name it there, or enter its ID.',
  questionnaire_name_unknown: 'The Library has no questionnaire with this name, so it is taken as an ID.',
  id_became_date: ({ shown }) => `The spreadsheet turned this into a date: ${shown}. Enter the ID.`,
  id_rounded: 'The spreadsheet has rounded this ID. Enter it.',
  shown_otherwise: ({ shown, plain }) =>
    `The sheet shows ${shown}, but the cell contains ${plain}. Choose the right one.`,

  day_two_readings: 'Day or month first? Choose one.',
  phone_rounded: 'The spreadsheet has rounded this number. Format the column as text there.',
  phone_without_digits: 'This is not a phone number. Enter it.',
  phone_with_letter: ({ text }) => `There is a letter among the digits: ${text}. Check the number.`,
  phone_with_words: 'There is text beside the number. Check it, then enter only the number.',
  phone_is_date: 'This is a date, or looks like one. Enter the phone number.',
  phone_unusual: ({ country }) =>
    `Not a usual number in ${country === null ? 'any country' : countryName(country)}. Check the digits; choose it if they are right.`,
  phone_prefix_unclear: ({ prefix }) => `Choose what ${prefix} in front means.`,
  phone_two_readings: 'This can be read in two ways. Choose one.',
  phone_several_readings: 'This can be read in several ways. Choose one.',
  phone_plus_missing: 'No country code. Choose this if only the + is missing.',
  phone_not_of_country: ({ country }) => `${countryName(country)} has no such number. Check the digits.`,
  phone_not_of_country_or_plus: ({ country }) =>
    `${countryName(country)} has no such number. Choose this if only the + is missing.`,
  phone_zero_missing: ({ country }) => `A number in ${countryName(country)} only with a leading zero.`,
  phone_to_confirm: 'Choose this if it is right, or enter the number with its country code.',
  phone_of_country: ({ country }) => `This is a number in ${countryName(country)}.`,
};

const WORDS: WordsTable<ImportValues & InputValues, string> = { ...INPUT_WORDS, ...IMPORT_WORDS };

/** The words on screen for a problem of a cell or row. */
export function importWords(problem: ImportProblem): string {
  return wordsOf<ImportValues & InputValues, string>(WORDS, problem);
}

/** The same, with the field's label. */
export function rowWords(problem: RowProblem): string {
  const words = importWords(problem);
  return problem.field === null ? words : `${FIELD_LABELS[problem.field]}: ${words}`;
}

/** Display name of an imported file; the name is '' if it was erased because it named a person. */
export function importName(name: string): string {
  return name === '' ? 'Imported file' : name;
}

/** Why the service refused a row of an imported file. */
export function refusalWords(refusal: SubmissionProblem | null): string {
  return `Refused by the service: ${refusal ? problemWords(refusal).message : 'no reason given'}`;
}
