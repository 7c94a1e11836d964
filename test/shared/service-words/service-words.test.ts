import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceWords } from '../../../shared/service-words/service-words.ts';
import { deepJson, hostileText, isPolluted, jsonText } from '../../fuzz/hostile.ts';
import { REFUSALS } from './refusals.ts';
import { UNUSUAL_REFUSALS } from './unusual-refusals.ts';

const ALL_REFUSALS = [...REFUSALS, ...UNUSUAL_REFUSALS];

test('forty refusals of as many shapes are tested', () => {
  expect(REFUSALS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(ALL_REFUSALS.map(({ from }) => from)).size).toBe(ALL_REFUSALS.length);
});

describe.each(ALL_REFUSALS)('a refusal of $from', ({ body, words, fields = {} }) => {
  const said = serviceWords(body);

  test('is read in its own words', () => {
    for (const each of words) expect(said.text).toContain(each);
  });

  test('is read by field', () => {
    expect(Object.fromEntries(said.fields.map(({ field, text }) => [field, text]))).toEqual(fields);
  });
});

test('nothing said is empty, and a byte order mark is nothing', () => {
  for (const body of ['', ' \r\n ', '\ufeff', '\u0000']) {
    expect(serviceWords(body)).toEqual({ text: '', fields: [], other: '' });
  }
});

test.each(['{}', '[]', 'null', 'true', '""', '\u0000\u0001\u0002\u0003\u0004PNG', '\ufffd'.repeat(40)])(
  'what says nothing to a person is no words: %j',
  (body) => {
    expect(serviceWords(body).text).toBe('');
  },
);

test('of an unknown shape, the submission repeated in it marks no field', () => {
  const body = {
    status: 'no',
    request: { candidate: { name: 'Ada Lovelace' }, phone_number: '+442079460958' },
  };
  expect(serviceWords(JSON.stringify(body)).fields).toEqual([]);
});

test('words about no single field are apart from those about one', () => {
  const body = JSON.stringify({
    message: 'Not valid',
    errors: { phone: ['is barred'], tenant: ['is closed'] },
  });
  expect(serviceWords(body)).toMatchObject({
    other: 'Not valid – tenant: is closed',
    fields: [{ field: 'phoneNumber', text: 'is barred' }],
  });
});

test('the submission repeated in an answer is not taken for errors', () => {
  const candidate = { name: 'Ada Lovelace', phone_number: '+442079460958' };
  const body = JSON.stringify({ message: 'Blocked', candidate, resume_url: 'https://cv.example/1' });
  expect(serviceWords(body)).toEqual({ text: 'Blocked', fields: [], other: 'Blocked' });
});

test('control and bidirectional characters are left out, joiners are kept', () => {
  const body = JSON.stringify({ message: 'a\u0000b\u202ec\u2066d soft\u00adly نمی\u200cخواهم' });
  expect(serviceWords(body).text).toBe('a b c d softly نمی\u200cخواهم');
});

test('markup inside JSON stays text', () => {
  expect(serviceWords('{"message":"<b>No</b>"}').text).toBe('<b>No</b>');
});

const CLEAN = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u;

function expectBounded(body: string): void {
  const { text, fields, other } = serviceWords(body);
  expect(text.length).toBeLessThanOrEqual(2000);
  expect(other.length).toBeLessThanOrEqual(2000);
  for (const each of [text, other, ...fields.map((field) => field.text)]) expect(each).toMatch(CLEAN);
  for (const field of fields) expect(field.text.length).toBeLessThanOrEqual(500);
  expect(isPolluted()).toBe(false);
}

test('whatever a service answers, its words are clean and bounded', () => {
  fc.assert(fc.property(fc.oneof(jsonText, deepJson, hostileText), expectBounded), { numRuns: 300 });
  const errors = fc.tuple(fc.constantFrom('errors', 'detail', 'message', 'error', '_errors'), jsonText);
  fc.assert(
    fc.property(errors, ([key, value]) => expectBounded(`{"${key}":${value}}`)),
    { numRuns: 300 },
  );
});

const MEGABYTES = 10 * 1024 * 1024;

test.each([
  ['one sentence', JSON.stringify({ message: 'x'.repeat(MEGABYTES) })],
  ['many errors', `{"errors":[${'{"field":"a","message":"b"},'.repeat(300_000)}0]}`],
  [
    'many fields',
    `{"errors":{${Array.from({ length: 50_000 }, (_, at) => `"f${at}":"${'bad '.repeat(50)}"`).join()}}}`,
  ],
  ['lists in lists', `{"errors":${'['.repeat(15_000)}"x"${']'.repeat(15_000)}}`],
  ['a path without an end', JSON.stringify({ errors: [{ loc: Array(1e6).fill('a'), msg: 'b' }] })],
  ['brackets that open and never close', `<html>${'<'.repeat(MEGABYTES)}`],
  ['tags that never end', `<html>${'<a '.repeat(MEGABYTES / 3)}`],
  ['a title that never ends', `<html>${'<title>'.repeat(MEGABYTES / 7)}`],
  ['plain text', 'é \u202e'.repeat(MEGABYTES / 4)],
])('ten megabytes of %s are read in one pass', (_what, body) => {
  const before = performance.now();
  expectBounded(body);
  // Reading them again from each position would take an hour.
  expect(performance.now() - before).toBeLessThan(20_000);
});
