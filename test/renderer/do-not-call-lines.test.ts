import { expect, test } from 'vitest';
import { checkLines, linesAsText, typedLines } from '../../renderer/features/do-not-call/list-lines.ts';

async function read(text: string, reading: string | null = null) {
  const checked = await checkLines(typedLines(text), reading, new AbortController().signal);
  if (!checked) throw new Error('stopped');
  return checked;
}

test('a reason may follow a number behind a comma, a semicolon or a tab', async () => {
  const { numbers, unread } = await read(
    '+49 30 901820, asked by e-mail, twice\n\n+1 202-555-0143;moved away\r\n"+44 20 7946 0958"\t"said ""no"""\n+1 202 555 0199',
  );
  expect(unread).toEqual([]);
  expect(numbers).toEqual([
    { phoneNumber: '+4930901820', reason: 'asked by e-mail, twice' },
    { phoneNumber: '+12025550143', reason: 'moved away' },
    { phoneNumber: '+442079460958', reason: 'said "no"' },
    { phoneNumber: '+12025550199', reason: '' },
  ]);
});

test('a name in front of the number is left out, as in cells that were copied from a spreadsheet', async () => {
  const { numbers, unread } = await read(
    'Ada\t+49 30 901820\tasked by e-mail\nLovelace, Bo, +49 30 901821\nnobody, since 3 May',
  );
  expect(numbers).toEqual([
    { phoneNumber: '+4930901820', reason: 'asked by e-mail' },
    { phoneNumber: '+4930901821', reason: '' },
  ]);
  expect(unread).toMatchObject([{ line: 3, number: 'nobody', reason: 'since 3 May' }]);
});

test('an extension or a date behind a number is no second number', async () => {
  const { numbers } = await read('+49 30 901820, 12\n+49 30 901821;ext=7\n+49 30 901822, 2026-05-03', 'DE');
  expect(numbers.map(({ reason }) => reason)).toEqual(['', '', '2026-05-03']);
});

test('numbers in the digits of other scripts are read, with a name in front and a reason behind', async () => {
  const { numbers, unread } = await read(
    'آدا\t+٤٩ ٣٠ ٩٠١٨٢٠\tasked by e-mail\n०३० ९०१८२१, १२\n۳۰ ۹۰۱۸۲۲',
    'DE',
  );
  expect(unread).toEqual([]);
  expect(numbers).toEqual([
    { phoneNumber: '+4930901820', reason: 'asked by e-mail' },
    { phoneNumber: '+4930901821', reason: '' },
    { phoneNumber: '+4930901822', reason: '' },
  ]);
  expect((await read('৪৯৩০৯০১৮২০', '+')).numbers).toMatchObject([{ phoneNumber: '+4930901820' }]);
  expect((await read('٠٣٠ ٩٠١٨٢٠')).unread).toMatchObject([{ lacksCountryCode: true }]);
});

test('two ways to write one number are one number', async () => {
  const { numbers } = await read(
    '+54 9 11 2345-6789\n+54 11 2345-6789\n+229 97 12 34 56\n+229 01 97 12 34 56',
  );
  expect(numbers.map(({ phoneNumber }) => phoneNumber)).toEqual(['+5491123456789', '+2290197123456']);
});

test('two numbers in a line are not read as one with a reason', async () => {
  const { numbers, unread } = await read('+49 30 901820; +1 202-555-0143\n030 901821, 030 901822', 'DE');
  expect(numbers).toEqual([]);
  expect(unread.map(({ problem }) => problem)).toEqual([
    'These are two phone numbers. Enter one.',
    'These are two phone numbers. Enter one.',
  ]);
});

test('each line that can’t be read keeps its place, its text and its problem, and can be read again', async () => {
  const { numbers, unread } = await read('+49 30 901820\nnobody, who asked\n030 901821, called us');
  expect(numbers).toHaveLength(1);
  expect(unread).toEqual([
    {
      line: 2,
      number: 'nobody',
      reason: 'who asked',
      problem: expect.any(String),
      lacksCountryCode: false,
    },
    {
      line: 3,
      number: '030 901821',
      reason: 'called us',
      problem: expect.stringContaining('country code'),
      lacksCountryCode: true,
    },
  ]);
  expect(linesAsText(unread)).toBe('nobody, who asked\n030 901821, called us');
  expect((await read(linesAsText(unread), 'DE')).numbers).toEqual([
    { phoneNumber: '+4930901821', reason: 'called us' },
  ]);
});

test('a number that is there twice, in whatever writing, is added once', async () => {
  const { numbers } = await read('+49 30 901820, first\n0049 (0)30 90 18 20, second\n030/901820', 'DE');
  expect(numbers).toEqual([{ phoneNumber: '+4930901820', reason: 'first' }]);
});

test('a reason that is too long is a problem of its line', async () => {
  const { unread } = await read(`+49 30 901820, ${'x'.repeat(501)}`);
  expect(unread).toMatchObject([{ line: 1, problem: 'Use at most 500 characters.' }]);
});

test('numbers that a spreadsheet took the + from are read with it, if a person says so', async () => {
  const { numbers, unread } = await read('4930901820\n(49) 30 901821, asked\n+1 202-555-0143', '+');
  expect(unread).toEqual([]);
  expect(numbers.map(({ phoneNumber }) => phoneNumber)).toEqual([
    '+4930901820',
    '+4930901821',
    '+12025550143',
  ]);
  expect((await read('4930901820')).unread).toMatchObject([{ lacksCountryCode: true }]);
  expect((await read('1 230\nnobody', '+')).unread).toHaveLength(2);
});

test('two numbers in a line are not read as one with a reason, even without their +', async () => {
  expect((await read('4930901820, 4930901821', '+')).numbers).toEqual([]);
});
