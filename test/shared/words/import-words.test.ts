import { expect, test } from 'vitest';
import { IMPORT_FIELDS, type ImportValues, rowProblem } from '../../../shared/import-problems.ts';
import { problem } from '../../../shared/input-problems.ts';
import { IMPORT_WORDS, rowWords } from '../../../shared/words/import-words.ts';

const AT = Date.UTC(2026, 10, 3, 12);
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(AT);
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(AT);
const NA = { text: 'n/a' };
const GERMANY = { country: 'DE' };
const EARLIER: ImportValues['submitted_before'] = {
  candidateName: 'A. Lovelace',
  tracked: true,
  state: 'accepted',
  status: 'COMPLETED',
  submittedAt: AT,
  reachedAt: AT,
  taken: false,
  workspace: { name: 'Acme UK', removed: false },
};

/** For each code: values, and the words on screen. */
const TOLD: { readonly [Code in keyof ImportValues]: readonly [values: ImportValues[Code], words: string] } =
  {
    quote_not_closed: [
      null,
      'A quotation mark is not closed here: this may be several rows. Check the file.',
    ],
    too_many_cells: [null, 'This row has more cells than there are columns. Check the file.'],
    letters_unsure: [null, 'The text encoding of this row is unclear.'],
    left_out: [null, 'You left this row out.'],
    left_out_hidden: [null, 'Hidden in the workbook.'],
    hidden_in_workbook: [null, 'This row is hidden in the workbook.'],
    not_queued: [null, 'Queueing stopped before this row'],
    goes_out_later: [{ at: AT }, `Goes out ${MOMENT}.`],
    holidays_unknown: [null, 'Goes out once the public holidays of the candidate’s place are known.'],
    time_zone_needed: [null, 'Waits in the Outbox until you choose its time zone.'],
    waits_for_notice: [{ at: AT }, `Notice too recent. Goes out ${MOMENT}.`],
    phone_twice: [
      { first: 4, queued: true, written: '+54 9 11 2345 6789' },
      'Same as +54 9 11 2345 6789 in row 4, which is in the queue.',
    ],
    submitted_before: [EARLIER, `Completed, submitted on ${DAY}, in the workspace “Acme UK”: A. Lovelace`],
    on_do_not_call_list: [
      { source: 'person', reason: 'Asked by e-mail', addedAt: AT },
      `On the do-not-call list since ${DAY}: “Asked by e-mail”.`,
    ],
    country_not_allowed: [{ country: 'AT' }, 'Numbers of Austria may not be called.'],
    day_missing: [
      null,
      'Enter the day on which the candidate was told of the call, here or below for all rows without one.',
    ],
    day_to_come: [null, 'This day is still to come.'],
    tries_used_up: [
      { most: 3, withinDays: 30, tries: 3, nextAt: AT },
      `Next try from ${MOMENT}. Tried 3 times within 30 days.`,
    ],
    tries_used_up_in_file: [
      { most: 1, withinDays: 1 },
      'With the rows above, this person would be tried more than once within a day, which the rules don’t allow.',
    ],
    column_not_chosen: [null, 'Choose its column.'],
    formula_not_calculated: [
      null,
      'This formula was never calculated. Open the file in your spreadsheet program, save it, and choose it again.',
    ],
    no_name: [NA, '"n/a" is not a name. Enter it.'],
    no_phone_number: [NA, '"n/a" is not a phone number. Enter it.'],
    no_link: [NA, '"n/a" is not a link. Enter it.'],
    no_id: [NA, '"n/a" is not an ID. Enter it.'],
    no_day: [NA, '"n/a" can’t be read as a day. Write it as 2026-11-24.'],
    name_letters_lost: [null, 'This name has lost letters. Enter it again.'],
    name_without_letters: [null, 'This name has no letters. Enter it again.'],
    name_with_entities: [null, 'This name contains character codes. Enter it again.'],
    name_with_markup: [null, 'This name contains markup or template signs. Enter it again.'],
    name_is_address: [null, 'This is an address, not a name. Enter the name.'],
    name_is_id: [null, 'This is an ID, not a name. Enter the name.'],
    name_part_missing: [{ text: 'null' }, '"null" is not part of a name. Enter the name.'],
    name_garbled: [null, 'This name looks garbled. Choose it if it is right, or enter it again.'],
    name_put_right: [{ text: 'JosÃ©' }, 'Garbled letters were corrected: JosÃ©'],
    two_links: [null, 'These are two links. Enter one.'],
    link_computed: [null, 'This link is computed. Enter its full address here, or as text in the sheet.'],
    link_with_entities: [null, 'This link contains codes such as &amp;. Copy it again from where it works.'],
    job_name_unknown: [
      null,
      'The Library has no job description with this name. Name it there, or enter its ID.',
    ],
    questionnaire_name_unknown: [
      null,
      'The Library has no questionnaire with this name, so it is taken as an ID.',
    ],
    id_became_date: [{ shown: '3 Nov' }, 'The spreadsheet turned this into a date: 3 Nov. Enter the ID.'],
    id_rounded: [null, 'The spreadsheet has rounded this ID. Enter it.'],
    shown_otherwise: [
      { shown: '0012', plain: '12' },
      'The sheet shows 0012, but the cell contains 12. Choose the right one.',
    ],
    day_two_readings: [null, 'Day or month first? Choose one.'],
    phone_rounded: [null, 'The spreadsheet has rounded this number. Format the column as text there.'],
    phone_without_digits: [null, 'This is not a phone number. Enter it.'],
    phone_with_letter: [{ text: 'O' }, 'There is a letter among the digits: O. Check the number.'],
    phone_with_words: [null, 'There is text beside the number. Check it, then enter only the number.'],
    phone_is_date: [null, 'This is a date, or looks like one. Enter the phone number.'],
    phone_unusual: [GERMANY, 'Not a usual number in Germany. Check the digits; choose it if they are right.'],
    phone_prefix_unclear: [{ prefix: '011' }, 'Choose what 011 in front means.'],
    phone_two_readings: [null, 'This can be read in two ways. Choose one.'],
    phone_several_readings: [null, 'This can be read in several ways. Choose one.'],
    phone_plus_missing: [null, 'No country code. Choose this if only the + is missing.'],
    phone_not_of_country: [GERMANY, 'Germany has no such number. Check the digits.'],
    phone_not_of_country_or_plus: [
      GERMANY,
      'Germany has no such number. Choose this if only the + is missing.',
    ],
    phone_zero_missing: [GERMANY, 'A number in Germany only with a leading zero.'],
    phone_to_confirm: [null, 'Choose this if it is right, or enter the number with its country code.'],
    phone_of_country: [GERMANY, 'This is a number in Germany.'],
  };

test('every code of a row is tested here', () => {
  expect(Object.keys(TOLD)).toEqual(Object.keys(IMPORT_WORDS));
});

test.each(Object.entries(TOLD))('%s survives storage and has the right words', (code, [values, words]) => {
  const stored = JSON.stringify({ field: null, code, values });
  expect(rowWords(rowProblem.parse(JSON.parse(stored)))).toBe(words);
});

test('a number that is unusual in any country says so', () => {
  const values = { country: null };
  expect(rowWords({ field: null, code: 'phone_unusual', values })).toContain('in any country.');
});

test('a general input problem of a row is prefixed with its field', () => {
  expect(IMPORT_FIELDS.map((field) => rowWords({ field, ...problem('too_long', { most: 2000 }) }))).toEqual([
    'Candidate name: Use at most 2,000 characters.',
    'Phone number: Use at most 2,000 characters.',
    'Resume link: Use at most 2,000 characters.',
    'Job description: Use at most 2,000 characters.',
    'Questionnaire: Use at most 2,000 characters.',
    'Notice given on: Use at most 2,000 characters.',
  ]);
});

test.each([
  ['an unknown code', { field: null, code: 'hacked', values: null }],
  ['an unknown field', { field: 'salary', code: 'left_out', values: null }],
  ['no field', { code: 'left_out', values: null }],
  ['values where there are none', { field: null, code: 'left_out', values: { by: 'you' } }],
  ['no values where there are some', { field: null, code: 'no_name', values: null }],
  ['a country that is none', { field: null, code: 'phone_of_country', values: { country: 'Mars' } }],
  [
    'a day that no calendar has',
    { field: null, code: 'submitted_before', values: { ...EARLIER, submittedAt: 1e300 } },
  ],
  ['a sentence', 'You left this row out.'],
])('%s is not a valid problem of a row', (_what, stored) => {
  expect(rowProblem.safeParse(stored).success).toBe(false);
});
