import { describe, expect, test } from 'vitest';
import type { NationalReading } from '../../renderer/features/import/read-cell.ts';
import { textRow, workbookOf } from './import-workbook.ts';
import { JOB, outcomeOf, reviewedFile } from './reviewed-file.ts';

interface Cells {
  readonly name?: string;
  readonly phone?: string;
  readonly cv?: string;
  readonly questionnaire?: string;
}

const HEADERS = ['Name', 'Phone', 'CV', 'Job', 'Questionnaire'];
const PHONE = '+49 1511 2345678';
const READY = 'ready +4915112345678';

const cellsOf = ({ name, phone, cv, questionnaire }: Cells): readonly string[] => [
  name ?? 'Ada Lovelace',
  phone ?? PHONE,
  cv ?? 'https://cv.example/1',
  JOB,
  questionnaire ?? 'general',
];

const csvOf = (...rows: readonly (readonly string[])[]) =>
  new TextEncoder().encode(
    rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n'),
  );

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A workbook in which every cell is a text. */
const workbookOfTexts = (...rows: readonly (readonly string[])[]) =>
  workbookOf([{ name: 'List', rows: rows.map((row, at) => textRow(at + 1, ...row.map(escaped))).join('') }]);

/** A workbook with one candidate, with some cells replaced by XML. */
function workbookWith(xml: Readonly<Partial<Record<keyof Cells, string>>>, styles: readonly string[] = []) {
  const columns: Readonly<Record<keyof Cells, number>> = { name: 0, phone: 1, cv: 2, questionnaire: 4 };
  let row = textRow(2, ...cellsOf({}));
  for (const [field, cell] of Object.entries(xml)) {
    const place = `${'ABCDE'[Reflect.get(columns, field)]}2`;
    row = row.replace(
      new RegExp(`<c r="${place}".*?</c>`),
      `<c r="${place}"${cell.startsWith('<') ? '>' : ' '}${cell}</c>`,
    );
  }
  return workbookOf([{ name: 'List', rows: textRow(1, ...HEADERS) + row }], [], styles);
}

const outcome = async (bytes: Uint8Array, reading: NationalReading = null) =>
  outcomeOf((await reviewedFile(bytes, reading))[0]);

/** Expects the same outcome from a CSV file and from a workbook. */
async function expectOutcome(cells: Cells, expected: string, reading: NationalReading = null): Promise<void> {
  const row = cellsOf(cells);
  expect({
    csv: await outcome(csvOf(HEADERS, row), reading),
    xlsx: await outcome(workbookOfTexts(HEADERS, row), reading),
  }).toEqual({ csv: expected, xlsx: expected });
}

const NO_NUMBER_OF = (country: string) =>
  `invalid: Phone number: ${country} has no such number. Check the digits.`;
const DATE = 'invalid: Phone number: This is a date, or looks like one. Enter the phone number.';
const TWO = 'invalid: Phone number: These are two phone numbers. Enter one.';
const WORDS = 'invalid: Phone number: There is text beside the number. Check it, then enter only the number.';
const NONE = 'invalid: Phone number: This is not a phone number. Enter it.';
const EXTENSION = "invalid: Phone number: Extensions can't be called. Enter a direct number.";
const letter = (sign: string) =>
  `invalid: Phone number: There is a letter among the digits: ${sign}. Check the number.`;
const noPhone = (text: string) => `invalid: Phone number: "${text}" is not a phone number. Enter it.`;

describe('a phone number without a country code', () => {
  test.each([
    // Ambiguous.
    ['447946012345', 'DE', 'choose +49 4479 46012345 DE national | +44 7946 012345 GB plus'],
    ['44 7946 012345', 'DE', 'choose +49 4479 46012345 DE national | +44 7946 012345 GB plus'],
    ['(44) 7946 012345', 'DE', 'choose +49 4479 46012345 DE national | +44 7946 012345 GB plus'],
    ['447946012345', 'AT', 'choose +44 7946 012345 GB plus'],
    ['202 555 01431', 'US', 'choose +20 2 55501431 EG plus'],
    ['15123456789', 'DE', 'choose +49 1512 3456789 DE national | +1 512 345 6789 US plus'],
    ['151 23456789', 'DE', 'choose +49 1512 3456789 DE national | +1 512 345 6789 US plus'],
    ['17012345678', 'DE', 'choose +49 170 12345678 DE national | +1 701 234 5678 US plus'],
    ['4915112345678', 'DE', 'choose +49 491 5112345678 DE national | +49 1511 2345678 DE plus'],
    ['3612345678', 'US', 'choose +1 361 234 5678 US national | +36 1 234 5678 HU plus'],
    ['491511234567', 'DE', 'choose +49 491 511234567 DE national'],
    // Invalid in the chosen country.
    ['151 23456789', 'IT', 'choose +1 512 345 6789 US plus'],
    ['151 23456789', 'GB', 'choose +1 512 345 6789 US plus'],
    ['151 23456789', 'FR', 'choose +1 512 345 6789 US plus'],
    ['151 23456789', 'ES', 'choose +1 512 345 6789 US plus'],
    ['151 23456789', 'US', 'choose +1 512 345 6789 US national'],
    ['151 23456789', null, 'choose +1 512 345 6789 US plus'],
    ['4915112345678', 'GB', 'choose +49 1511 2345678 DE plus'],
    ['4915112345678', 'IT', 'choose +49 1511 2345678 DE plus'],
    ['4915112345678', null, 'choose +49 1511 2345678 DE plus'],
    ['12025550143', 'DE', 'choose +1 202 555 0143 US plus'],
    ['12025550143', 'GB', 'choose +1 202 555 0143 US plus'],
    ['0151 23456789', 'IT', NO_NUMBER_OF('Italy')],
    ['0151 23456789', 'FR', NO_NUMBER_OF('France')],
    ['07946 012345', 'FR', NO_NUMBER_OF('France')],
    // Unambiguous in the chosen country.
    ['0151 23456789', 'DE', 'ready +4915123456789'],
    ['(0151) 23456789', 'DE', 'ready +4915123456789'],
    ['0151/23456789', 'DE', 'ready +4915123456789'],
    ['15112345678', 'DE', READY],
    ['17612345678', 'DE', 'ready +4917612345678'],
    ['030 12345678', 'DE', 'ready +493012345678'],
    ['30 12345678', 'DE', 'ready +493012345678'],
    ['07946 012345', 'GB', 'ready +447946012345'],
    ['7946 012345', 'GB', 'ready +447946012345'],
    ['447946012345', 'GB', 'ready +447946012345'],
    ['347 1234567', 'IT', 'ready +393471234567'],
    ['393471234567', 'IT', 'ready +393471234567'],
    ['06 12345678', 'IT', 'ready +390612345678'],
    ['06 12 34 56 78', 'FR', 'ready +33612345678'],
    ['6 12 34 56 78', 'FR', 'ready +33612345678'],
    ['33612345678', 'FR', 'ready +33612345678'],
    ['612 34 56 78', 'ES', 'ready +34612345678'],
    ['202 555 0143', 'US', 'ready +12025550143'],
    ['1-202-555-0143', 'US', 'ready +12025550143'],
    ['12025550143', 'US', 'ready +12025550143'],
    ['(470) 555-0143', 'US', 'ready +14705550143'],
    ['416 555 0143', 'US', 'ready +14165550143 This is a number in Canada.'],
    ['07797 712345', 'GB', 'ready +447797712345 This is a number in Jersey.'],
    ['0690 12 34 56', 'FR', 'ready +590690123456 This is a number in Guadeloupe.'],
    ['0691 28 34 56', 'FR', 'ready +590691283456 This is a number in Guadeloupe.'],
    ['0692 12 34 56', 'FR', 'ready +262692123456 This is a number in Réunion.'],
    ['0693 01 34 56', 'FR', 'ready +262693013456 This is a number in Réunion.'],
    ['0694 20 34 56', 'FR', 'ready +594694203456 This is a number in French Guiana.'],
    ['0696 12 34 56', 'FR', 'ready +596696123456 This is a number in Martinique.'],
    ['0697 12 34 56', 'FR', 'ready +596697123456 This is a number in Martinique.'],
    ['0639 69 34 56', 'FR', 'ready +262639693456 This is a number in Mayotte.'],
    ['0549 886377', 'IT', 'ready +3780549886377 This is a number in San Marino.'],
    ['97 12 34 56', 'BJ', 'ready +2290197123456'],
    // In the digits of another script.
    ['٠١٥١ ٢٣٤٥٦٧٨٩', 'DE', 'ready +4915123456789'],
    ['۰۱۵۱ ۲۳۴۵۶۷۸۹', 'DE', 'ready +4915123456789'],
    ['०१५१ २३४५६७८९', 'DE', 'ready +4915123456789'],
    ['০১৫১ ২৩৪৫৬৭৮৯', 'DE', 'ready +4915123456789'],
    ['０１５１ ２３４５６７８９', 'DE', 'ready +4915123456789'],
    ['০১৫১ ২৩৪৫৬৭৮৯', null, 'invalid: Phone number: Start with the country code, for example +49 or +1.'],
    ['8 912 345 67 89', 'RU', 'ready +79123456789'],
    ['9876543210', 'IN', 'ready +919876543210'],
    ['079 123 45 67', 'CH', 'ready +41791234567'],
    ['0664 1234567', 'AT', 'ready +436641234567'],
    ['0412 345 678', 'AU', 'ready +61412345678'],
    ['090-1234-5678', 'JP', 'ready +819012345678'],
    // With a leading zero that is part of the number.
    ['612345678', 'IT', 'choose +39 06 1234 5678 IT zero'],
    ['501234567', 'CI', 'choose +225 05 01 23 4567 CI zero'],
    // With an international prefix.
    ['0044 20 7946 0958', 'DE', 'ready +442079460958'],
    ['0044 20 7946 0958', 'US', 'ready +442079460958'],
    ['0044 20 7946 0958', null, 'ready +442079460958'],
    ['011 44 20 7946 0958', 'US', 'choose +44 20 7946 0958 GB national'],
    ['990 44 20 7946 0958', 'FI', 'choose +44 20 7946 0958 GB national'],
    ['001 65 6123 4567', 'ID', 'choose +1 656 123 4567 written'],
    ['001 458 234 5678', 'HK', 'choose +1 458 234 5678 US written | +45 82 34 56 78 DK national'],
    ['0011 44 20 7946 0958', 'AU', 'choose +44 20 7946 0958 GB national'],
    // With a digit too many or too few.
    ['0151 234567890', 'DE', NO_NUMBER_OF('Germany')],
    ['0151 234567', 'DE', NO_NUMBER_OF('Germany')],
    ['07946 0123456', 'GB', NO_NUMBER_OF('United Kingdom')],
    ['202 555 014', 'US', NO_NUMBER_OF('United States')],
    ['4961 123456', 'DE', 'choose +49 4961 123456 DE national | +49 611 23456 DE plus'],
    ['04961 123456', 'DE', 'ready +494961123456'],
    ['06 12 34 56 789', 'FR', NO_NUMBER_OF('France')],
    // With "only the + is missing" chosen.
    ['4915112345678', '+', READY],
    ['447946012345', '+', 'ready +447946012345'],
    ['0151 23456789', '+', 'invalid: Phone number: Start with the country code, for example +49 or +1.'],
    ['0151 23456789', null, 'invalid: Phone number: Start with the country code, for example +49 or +1.'],
  ] as const)('%s with %s chosen: %s', async (phone, reading, expected) => {
    await expectOutcome({ phone }, expected, reading);
  });
});

describe('a phone number with a country code', () => {
  test.each([
    ['+49 1511 2345678', READY],
    ['+49 (0)1511 2345678', READY],
    ['+490151 12345678', READY],
    ['(+49) 1511 2345678', READY],
    ['＋49 1511 2345678', READY],
    ['tel:+4915112345678', READY],
    // With a digit too many or too few, by the metadata or by a repeated country code.
    ['+49 1511 23456789', 'choose +49 151123456789 DE written'],
    ['+49 1511 234567', 'choose +49 1511234567 DE written'],
    ['+49 151 12345678 1', 'choose +49 151123456781 DE written'],
    ['+1 555 010 0100', 'choose +1 555 010 0100 written'],
    ['+49 49 1511 2345678', 'choose +49 491 5112345678 DE written | +49 1511 2345678 DE once'],
    ['+44 7946 0123456', 'invalid: Phone number: This number has 13 digits, 1 too many. Check them.'],
    ['+49 0049 1511 2345678', 'choose +49 1511 2345678 DE once'],
    ['+33 +33 6 12 34 56 78', 'choose +33 6 12 34 56 78 FR once'],
    // By the number that replaced it, or by the code of the place in the French plan.
    ['+52 1 55 1234 5678', 'ready +525512345678'],
    ['+229 97 12 34 56', 'ready +2290197123456'],
    ['+55 11 8765-4321', 'choose +55 11 98765 4321 BR now | +55 1187654321 BR written'],
    ['+33 690 12 34 56', 'choose +590 690 12 34 56 GP now | +33 6 90 12 34 56 FR written'],
    ['+1 202 555 01', 'invalid: Phone number: This is not a complete phone number. Check the digits.'],
    ['+49 151 1234567?', 'invalid: Phone number: This is not a complete phone number. Check the digits.'],
    ['+49 1511 2345678O', letter('O')],
    ['+49 I511 2345678', letter('I')],
    ['+49 1511 2345b78', letter('b')],
    ['+49 1511 2345678 x12', EXTENSION],
    ['+49 1511 2345678;127', EXTENSION],
    ['+49 1511 2345678 #6', EXTENSION],
    ['+٤٩ ١٥١١ ٢٣٤٥٦٧٨', READY],
    ['۰۰۴۹ ۱۵۱۱ ۲۳۴۵۶۷۸', READY],
    ['+49 1511 2345678 (do not call)', WORDS],
    ['no calls +49 1511 2345678', WORDS],
    ['+49 1511 2345678, +49 30 12345678', TWO],
    ['+49 1511 2345678 / +49 30 12345678', TWO],
  ] as const)('%s: %s', async (phone, expected) => {
    await expectOutcome({ phone }, expected, 'DE');
  });
});

describe('a cell without a phone number', () => {
  test.each([
    ['0151 2345678O', letter('O')],
    ['O151 23456789', letter('O')],
    ['0151 23456789 ask for Ada', WORDS],
    ['030 1234567/654321', TWO],
    ['0151 2345678 ext 5', EXTENSION],
    ['0151 2345678;127', EXTENSION],
    ['0151 2345678 #6', EXTENSION],
    ['0151 2345678 доб. 12', EXTENSION],
    ['0151 2345678 Durchwahl 12', EXTENSION],
    ['٠١٥١ ٢٣٤٥٦٧٨ #٦', EXTENSION],
    ['2025-12-09', DATE],
    ['09.12.2025', DATE],
    ['12/9/2025', DATE],
    ['#N/A', noPhone('#N/A')],
    ['#REF!', noPhone('#REF!')],
    ['#NV', noPhone('#NV')],
    ['N/A', noPhone('N/A')],
    ['n.a.', noPhone('n.a.')],
    ['null', noPhone('null')],
    ['TRUE', noPhone('TRUE')],
    ['folgt', noPhone('folgt')],
    ['-', NONE],
    ['on request', NONE],
    ['ada@example.com', NONE],
    [
      '4.91511E+12',
      'invalid: Phone number: The spreadsheet has rounded this number. Format the column as text there.',
    ],
    ['', 'invalid: Phone number: Enter the phone number.'],
  ] as const)('%s: %s', async (phone, expected) => {
    await expectOutcome({ phone }, expected, 'DE');
  });
});

describe('a name', () => {
  const noName = (text: string) => `invalid: Candidate name: "${text}" is not a name. Enter it.`;
  const noPart = (text: string) =>
    `invalid: Candidate name: "${text}" is not part of a name. Enter the name.`;
  const CODES = 'invalid: Candidate name: This name contains character codes. Enter it again.';
  const MARKUP = 'invalid: Candidate name: This name contains markup or template signs. Enter it again.';
  const NO_LETTER = 'invalid: Candidate name: This name has no letters. Enter it again.';
  test.each([
    ['#N/A', noName('#N/A')],
    ['#REF!', noName('#REF!')],
    ['#NAME?', noName('#NAME?')],
    ['#VALUE!', noName('#VALUE!')],
    ['#DIV/0!', noName('#DIV/0!')],
    ['#BEZUG!', noName('#BEZUG!')],
    ['#NV', noName('#NV')],
    ['TRUE', noName('TRUE')],
    ['False', noName('False')],
    ['WAHR', noName('WAHR')],
    ['null', noName('null')],
    ['NULL', noName('NULL')],
    ['None', noName('None')],
    ['undefined', noName('undefined')],
    ['NaN', noName('NaN')],
    ['N/A', noName('N/A')],
    ['n.a.', noName('n.a.')],
    ['k. A.', noName('k. A.')],
    ['unbekannt', noName('unbekannt')],
    ['(blank)', noName('(blank)')],
    ['TBD', noName('TBD')],
    ['-', NO_LETTER],
    ['?', NO_LETTER],
    ['12345', NO_LETTER],
    ['2025-12-09', NO_LETTER],
    ['Ada null', noPart('null')],
    ['undefined Lovelace', noPart('undefined')],
    ['Ada #N/A', noPart('#N/A')],
    ['Lovelace, N/A', noPart('N/A')],
    ['unknown unknown', noName('unknown unknown')],
    ['{{first_name}}', MARKUP],
    ['<b>Ada</b>', MARKUP],
    ['M&uuml;ller', CODES],
    ['M&#252;ller', CODES],
    ['O&#x27;Neil', CODES],
    ['Tom &amp; Ada', CODES],
    ['ada@example.com', 'invalid: Candidate name: This is an address, not a name. Enter the name.'],
    ['https://cv.example/ada', 'invalid: Candidate name: This is an address, not a name. Enter the name.'],
    [JOB, 'invalid: Candidate name: This is an ID, not a name. Enter the name.'],
    [
      '=A2&" "&B2',
      'invalid: Candidate name: This formula was never calculated. Open the file in your spreadsheet program, save it, and choose it again.',
    ],
    // Valid names that look odd.
    ['Christopher Null', READY],
    ['Rachel True', READY],
    ['Na Li', READY],
    ['Björk', READY],
    ['李', READY],
    ["Conan O'Brien", READY],
    ['AT&T Ada', READY],
    ['Jean-Luc Ng', READY],
    ['Nanna Nil-Larsen', READY],
  ] as const)('%s: %s', async (name, expected) => {
    await expectOutcome({ name }, expected);
  });

  test.each([
    ['Ada', '#N/A', noPart('#N/A')],
    ['Ada', 'null', noPart('null')],
    ['Ada', '-', noPart('-')],
    ['TRUE', 'Lovelace', noPart('TRUE')],
    ['Ada', '12345', noPart('12345')],
    ['Ada', '', READY],
    ['Ada', 'Lovelace', READY],
  ])('in two columns, %j and %j: %s', async (first, last, expected) => {
    const headers = ['First name', 'Last name', ...HEADERS.slice(1)];
    const row = [first, last, ...cellsOf({}).slice(1)];
    expect(await outcome(csvOf(headers, row))).toBe(expected);
  });
});

describe('an ID or a link', () => {
  const noId = (text: string) => `invalid: Questionnaire: "${text}" is not an ID. Enter it.`;
  test.each([
    [{ questionnaire: '#N/A' }, noId('#N/A')],
    [{ questionnaire: 'TRUE' }, noId('TRUE')],
    [{ questionnaire: 'n/a' }, noId('n/a')],
    [{ questionnaire: 'null' }, noId('null')],
    [
      { questionnaire: '=VLOOKUP(A2,X:Y,2)' },
      'invalid: Questionnaire: This formula was never calculated. Open the file in your spreadsheet program, save it, and choose it again.',
    ],
    [{ questionnaire: '0012' }, READY],
    [
      { questionnaire: '2026-03-04' },
      'invalid: Questionnaire: The spreadsheet turned this into a date: 2026-03-04. Enter the ID.',
    ],
    [
      { questionnaire: '1.23457E+15' },
      'invalid: Questionnaire: The spreadsheet has rounded this ID. Enter it.',
    ],
    [{ cv: '#N/A' }, 'invalid: Resume link: "#N/A" is not a link. Enter it.'],
    [{ cv: 'n/a' }, 'invalid: Resume link: "n/a" is not a link. Enter it.'],
    [
      { cv: 'https://cv.example/?a=1&amp;b=2' },
      'invalid: Resume link: This link contains codes such as &amp;. Copy it again from where it works.',
    ],
    [{ cv: 'https://cv.example/?a=1&b=2' }, READY],
  ] as const)('%j: %s', async (cells, expected) => {
    await expectOutcome(cells, expected);
  });
});

describe('a workbook cell that is not a text:', () => {
  const NEVER =
    'This formula was never calculated. Open the file in your spreadsheet program, save it, and choose it again.';
  test.each([
    [
      'a phone number stored as a number',
      { phone: '<v>4.915112345678E12</v>' },
      [],
      'choose +49 491 5112345678 DE national | +49 1511 2345678 DE plus',
    ],
    ['a national one without its zero', { phone: '<v>15112345678</v>' }, [], READY],
    ['one shown with a +', { phone: 's="2"><v>4915112345678</v>' }, ['+0'], READY],
    ['one shown with a country code', { phone: 's="2"><v>15112345678</v>' }, ['"+49 "0'], READY],
    [
      'one shown with its zero',
      { phone: 's="2"><v>15123456789</v>' },
      ['000000000000'],
      'ready +4915123456789',
    ],
    ['one with thousands separators', { phone: 's="2"><v>15112345678</v>' }, ['#,##0'], READY],
    ['a date for a phone number', { phone: 's="1"><v>46000</v>' }, [], DATE],
    ['a boolean for a phone number', { phone: 't="b"><v>1</v>' }, [], noPhone('TRUE')],
    ['an error for a phone number', { phone: 't="e"><v>#N/A</v>' }, [], noPhone('#N/A')],
    ['a phone number never calculated', { phone: '<f>X2&amp;Y2</f>' }, [], `invalid: Phone number: ${NEVER}`],
    ['a name never calculated', { name: '<f>X2&amp;Y2</f><v></v>' }, [], `invalid: Candidate name: ${NEVER}`],
    ['a name that was calculated', { name: 't="str"><f>X2&amp;Y2</f><v>Ada</v>' }, [], READY],
    [
      'a name whose formula failed',
      { name: 't="e"><f>X2&amp;Y2</f><v>#REF!</v>' },
      [],
      'invalid: Candidate name: "#REF!" is not a name. Enter it.',
    ],
    [
      'a name of an empty cell',
      { name: '<f>X2</f><v>0</v>' },
      [],
      'invalid: Candidate name: This name has no letters. Enter it again.',
    ],
    [
      'a boolean for a name',
      { name: 't="b"><v>1</v>' },
      [],
      'invalid: Candidate name: "TRUE" is not a name. Enter it.',
    ],
    [
      'a date for a name',
      { name: 's="1"><v>46000</v>' },
      [],
      'invalid: Candidate name: This name has no letters. Enter it again.',
    ],
    [
      'a questionnaire shown with zeros',
      { questionnaire: 's="2"><v>12</v>' },
      ['0000'],
      'choose 0012 shown | 12 plain',
    ],
    [
      'a questionnaire shown with a hyphen',
      { questionnaire: 's="2"><v>1234</v>' },
      ['00\\-00'],
      'choose 12-34 shown | 1234 plain',
    ],
    [
      'a questionnaire shown with decimals',
      { questionnaire: 's="2"><v>12</v>' },
      ['0.00'],
      'choose 12.00 shown | 12 plain',
    ],
    ['a questionnaire that is a plain number', { questionnaire: '<v>12</v>' }, [], READY],
    [
      'a questionnaire that is a date',
      { questionnaire: 's="1"><v>46000</v>' },
      [],
      'invalid: Questionnaire: The spreadsheet turned this into a date: 12/9/2025. Enter the ID.',
    ],
    [
      'a questionnaire that is a date of type d',
      { questionnaire: 't="d"><v>2026-03-04T00:00:00</v>' },
      [],
      'invalid: Questionnaire: The spreadsheet turned this into a date: 2026-03-04. Enter the ID.',
    ],
    [
      'a questionnaire that is a formatted date of type d, with a time',
      { questionnaire: 's="1" t="d"><v>2026-03-04T10:30:00.000</v>' },
      [],
      'invalid: Questionnaire: The spreadsheet turned this into a date: 2026-03-04T10:30:00.000. Enter the ID.',
    ],
    [
      'a questionnaire that is a time of type d',
      { questionnaire: 't="d"><v>10:30:00</v>' },
      [],
      'invalid: Questionnaire: The spreadsheet turned this into a date: 10:30:00. Enter the ID.',
    ],
    [
      'a questionnaire that is a time',
      { questionnaire: 's="2"><v>0.5</v>' },
      ['h:mm'],
      'invalid: Questionnaire: The spreadsheet turned this into a date: 12:00. Enter the ID.',
    ],
    [
      'a questionnaire that is a percentage',
      { questionnaire: 's="2"><v>0.5</v>' },
      ['0%'],
      'choose 50% shown | 0.5 plain',
    ],
    [
      'a questionnaire that is a number of more digits than the cell can hold',
      { questionnaire: '<v>1.23456789012346E+17</v>' },
      [],
      'invalid: Questionnaire: The spreadsheet has rounded this ID. Enter it.',
    ],
    [
      'a questionnaire that is a boolean',
      { questionnaire: 't="b"><v>0</v>' },
      [],
      'invalid: Questionnaire: "FALSE" is not an ID. Enter it.',
    ],
    [
      'a questionnaire that is an error',
      { questionnaire: 't="e"><v>#REF!</v>' },
      [],
      'invalid: Questionnaire: "#REF!" is not an ID. Enter it.',
    ],
    [
      'a questionnaire of several formats',
      { questionnaire: 't="inlineStr"><is><r><t>gen</t></r><r><rPr><b/></rPr><t>eral</t></r></is>' },
      [],
      READY,
    ],
    ['a phone number that is a date of type d', { phone: 't="d"><v>2026-03-04T00:00:00</v>' }, [], DATE],
    ['a phone number that is a date with a time', { phone: 't="d"><v>2026-03-04T10:30:00</v>' }, [], DATE],
    [
      'a name that is a date of type d',
      { name: 't="d"><v>2026-03-04T10:30:00</v>' },
      [],
      'invalid: Candidate name: This name has no letters. Enter it again.',
    ],
    [
      'a name that is a time',
      { name: 's="2"><v>0.5</v>' },
      ['h:mm'],
      'invalid: Candidate name: This name has no letters. Enter it again.',
    ],
    [
      'a resume that is a date of type d',
      { cv: 't="d"><v>2026-03-04T00:00:00</v>' },
      [],
      'invalid: Resume link: Enter a full link that starts with https:// or http://',
    ],
    [
      'a questionnaire never calculated',
      { questionnaire: '<f>VLOOKUP(A2,X:Y,2)</f>' },
      [],
      `invalid: Questionnaire: ${NEVER}`,
    ],
    [
      'a resume never calculated',
      { cv: '<f>"https://cv.example/"&amp;A2</f>' },
      [],
      `invalid: Resume link: ${NEVER}`,
    ],
    [
      'a resume behind a formula never calculated',
      { cv: '<f>HYPERLINK("https://cv.example/1","CV")</f>' },
      [],
      READY,
    ],
  ] as const)('%s', async (_what, xml, styles, expected) => {
    expect(await outcome(workbookWith(xml, styles), 'DE')).toBe(expected);
  });

  test('formulas without results do not make a row empty', async () => {
    const formulas = ['A', 'B', 'C', 'D', 'E'].map((column) => `<c r="${column}2"><f>X${column}2</f></c>`);
    const rows = `${textRow(1, ...HEADERS)}<row r="2">${formulas.join('')}</row>`;
    const reviewed = await reviewedFile(workbookOf([{ name: 'List', rows }]));
    expect(reviewed.map(({ number, state }) => [number, state])).toEqual([[2, 'invalid']]);
  });
});

describe('a link of a workbook', () => {
  const COMPUTED =
    'invalid: Resume link: This link is computed. Enter its full address here, or as text in the sheet.';
  const INCOMPLETE = 'invalid: Resume link: Enter a full link that starts with https:// or http://';
  const formula = (text: string, shown = 'Open') => `t="str"><f>${escaped(text)}</f><v>${escaped(shown)}</v>`;
  const linkOf = async (cv: string) => {
    const [row] = await reviewedFile(workbookWith({ cv }));
    return row?.fields?.resumeUrl ?? outcomeOf(row);
  };

  test.each([
    // One address, which is in the file.
    [formula('HYPERLINK("https://e.com/1.pdf","Open")'), 'https://e.com/1.pdf'],
    [formula('HYPERLINK("https://e.com/1.pdf",A2&" CV")'), 'https://e.com/1.pdf'],
    [formula(' hyperlink( "https://e.com/1.pdf" )', 'https://e.com/1.pdf'), 'https://e.com/1.pdf'],
    [formula('HYPERLINK("https://e.com/?q=""a""","Open")'), 'https://e.com/?q="a"'],
    // Addresses that a formula puts together.
    [formula('HYPERLINK("https://e.com/"&A2&".pdf","Open")'), COMPUTED],
    [formula('HYPERLINK("https://e.com/" & A2,"Open")'), COMPUTED],
    [formula('HYPERLINK(CONCATENATE("https://e.com/",A2),"Open")'), COMPUTED],
    [formula('HYPERLINK(IF(A2="","https://e.com/0","https://e.com/1"),"Open")'), COMPUTED],
    [formula('HYPERLINK(B2,"Open")'), COMPUTED],
    [formula('HYPERLINK(_xlfn.CONCAT("https://e.com/",A2),"Open")'), COMPUTED],
    [formula('IF(A2="","",HYPERLINK("https://e.com/1.pdf","Open"))'), COMPUTED],
    [formula('IFERROR(HYPERLINK("https://e.com/"&A2,"Open"),"-")'), COMPUTED],
    ['t="str"><f t="array" ref="C2">HYPERLINK("https://e.com/"&amp;A2,"Open")</f><v>Open</v>', COMPUTED],
    ['<f>HYPERLINK("https://e.com/"&amp;A2,"Open")</f>', COMPUTED],
    // The cell has the whole address.
    [formula('HYPERLINK("https://e.com/"&A2&".pdf")', 'https://e.com/1.pdf'), 'https://e.com/1.pdf'],
    [formula('"https://e.com/"&A2&".pdf"', 'https://e.com/1.pdf'), 'https://e.com/1.pdf'],
    // No address of the web.
    [formula('HYPERLINK("#Sheet2!A1","Open")'), INCOMPLETE],
    [formula('HYPERLINK("mailto:ada@example.com","Open")'), INCOMPLETE],
  ])('%s: %s', async (cv, expected) => {
    expect(await linkOf(cv)).toBe(expected);
  });

  test('may come from a formula that rows share', async () => {
    const sharedBy = (text: string) => {
      const formulas = [`<f t="shared" ref="C2:C3" si="0">${escaped(text)}</f>`, '<f t="shared" si="0"/>'];
      const rows = formulas.map((f, at) => {
        const row = textRow(at + 2, ...cellsOf({ phone: `+49 1511 234567${at}` }));
        const cell = `<c r="C${at + 2}" t="str">${f}<v>Open</v></c>`;
        return row.replace(new RegExp(`<c r="C${at + 2}".*?</c>`), cell);
      });
      return workbookOf([{ name: 'List', rows: textRow(1, ...HEADERS) + rows.join('') }]);
    };
    const links = async (text: string) =>
      (await reviewedFile(sharedBy(text))).map((row) => row.fields?.resumeUrl ?? outcomeOf(row));
    const literal = 'https://e.com/1.pdf';
    expect(await links(`HYPERLINK("${literal}","Open")`)).toEqual([literal, literal]);
    expect(await links('HYPERLINK("https://e.com/"&A2,"Open")')).toEqual([COMPUTED, COMPUTED]);
  });

  test.each([
    ['https://e.com/1.pdf', '', 'https://e.com/1.pdf'],
    ['mailto:ada@example.com', '', INCOMPLETE],
    // The reader gives the fragment alone.
    ['https://e.com/1.html', 'location="page=2"', INCOMPLETE],
  ])('to %s %s: %s', async (target, more, expected) => {
    const bytes = workbookOf([
      {
        name: 'List',
        rows: textRow(1, ...HEADERS) + textRow(2, ...cellsOf({ cv: 'Open' })),
        after: `<hyperlinks><hyperlink ref="C2" r:id="rId1" ${more}/></hyperlinks>`,
        links: [target],
      },
    ]);
    const [row] = await reviewedFile(bytes);
    expect(row?.fields?.resumeUrl ?? outcomeOf(row)).toBe(expected);
  });

  test('in another column does not touch its text', async () => {
    const name = 't="str"><f>HYPERLINK("https://crm.example/"&amp;A2,"Ada")</f><v>Ada</v>';
    const [row] = await reviewedFile(workbookWith({ name }));
    expect(row).toMatchObject({ state: 'ready', fields: { candidateName: 'Ada' } });
  });
});

describe('several columns for one field', () => {
  const choose = (field: string) => `invalid: ${field}: Choose its column.`;
  const OTHER = '+49 30 12345678';
  const rest = cellsOf({}).slice(2);
  test.each([
    [['Name', 'Phone (work)', 'Phone (private)'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'Contact phone', 'Phone'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'Recruiter phone', 'Phone'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'Emergency contact', 'Mobile'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'Phone', 'Phone'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'Telefon', 'Handy'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'Home phone', 'Mobile phone'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'Phone', 'Assistant'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'Candidate', 'Phone'], ['Rita', 'Ada', PHONE], choose('Candidate name')],
    [['Contact name', 'Name', 'Phone'], ['Rita', 'Ada', PHONE], choose('Candidate name')],
    [['name', 'partner_name', 'partner_phone'], ['Senior Developer', 'Ada', PHONE], choose('Candidate name')],
    [['Name', 'Partner Name', 'Phone'], ['Senior Developer', 'Ada', PHONE], choose('Candidate name')],
    [['Name', "Applicant's Name", 'Phone'], ['Senior Developer', 'Ada', PHONE], choose('Candidate name')],
    [['Name', 'Full name', 'Phone'], ['Senior Developer', 'Ada', PHONE], choose('Candidate name')],
    [['Name', 'Person name', 'Phone'], ['Senior Developer', 'Ada', PHONE], choose('Candidate name')],
    [
      ['name', 'first_name', 'last_name', 'Phone'],
      ['Developer', 'Ada', 'Byron', PHONE],
      choose('Candidate name'),
    ],
    [['Title', 'Applicant', 'Phone'], ['Senior Developer', 'Ada', PHONE], READY],
    [['Name', 'Company name', 'Phone'], ['Ada', 'Example Ltd', PHONE], READY],
    [['Name', 'Middle Name', 'File Name', 'Phone'], ['Ada', 'King', 'ada.pdf', PHONE], READY],
    [['Name', 'partner_phone', 'partner_mobile'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'phoneHome', 'phoneCell'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Name', 'Phone 1 - Value', 'Phone 2 - Value'], ['Ada', OTHER, PHONE], choose('Phone number')],
    [['Имя', 'Телефон', 'Телефон менеджера'], ['Анна', PHONE, OTHER], choose('Phone number')],
    [['氏名', '電話番号', '緊急連絡先電話'], ['山田太郎', PHONE, OTHER], choose('Phone number')],
    [['Resume', 'Name', 'Phone'], ['https://cv.example/2', 'Ada', PHONE], choose('Resume link')],
    [['Old CV link', 'Name', 'Phone'], ['https://cv.example/2', 'Ada', PHONE], choose('Resume link')],
    [['Name', 'Phone', 'Phone 2'], ['Ada', PHONE, ''], READY],
    [['Name', 'Phone', 'Fax'], ['Ada', PHONE, OTHER], READY],
    [['Name', 'Phone', 'Telephone'], ['Ada', PHONE, '+4915112345678'], READY],
    [['Full name', 'First name', 'Last name', 'Phone'], ['Ada Byron', 'Ada', 'Byron', PHONE], READY],
  ])('called %j, with %j: %s', async (headers, cells, expected) => {
    const rows = [
      [...headers, ...HEADERS.slice(2)],
      [...cells, ...rest],
    ];
    expect(await outcome(csvOf(...rows))).toBe(expected);
    expect(await outcome(workbookOfTexts(...rows))).toBe(expected);
  });

  test('leave the choice to the user without column names, too', async () => {
    const [row] = await reviewedFile(csvOf(['Ada Byron', OTHER, PHONE, 'https://cv.example/1']));
    expect(outcomeOf(row)).toContain('Phone number: Choose its column.');
  });
});

describe('a choice', () => {
  const file = csvOf(HEADERS, cellsOf({ phone: '447946012345' }));
  const chosen = (phoneNumber: string) => new Map([[2, { phoneNumber }]]);

  test('makes the row ready with the chosen value', async () => {
    const british = await reviewedFile(file, 'DE', chosen('+447946012345'));
    expect(outcomeOf(british[0])).toBe('ready +447946012345');
    const german = await reviewedFile(file, 'DE', chosen('+49447946012345'));
    expect(outcomeOf(german[0])).toBe('ready +49447946012345');
  });

  test('does not apply if the cell does not offer it', async () => {
    const [row] = await reviewedFile(file, 'IT', chosen('+49447946012345'));
    expect(outcomeOf(row)).toBe('choose +44 7946 012345 GB plus');
  });

  test('does not solve other problems', async () => {
    const wrong = csvOf(HEADERS, cellsOf({ name: '#N/A', phone: '447946012345' }));
    const [row] = await reviewedFile(wrong, 'DE', chosen('+447946012345'));
    expect(outcomeOf(row)).toBe('invalid: Candidate name: "#N/A" is not a name. Enter it.');
  });
});
