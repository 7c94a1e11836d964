import { expect, test } from 'vitest';
import { pageErrorOf } from '../../renderer/api/report-page-errors.ts';
import { pageError } from '../../shared/diagnostics.ts';

test('A page error is logged with its name and positions, without its message', () => {
  const error = new TypeError('Ada Lovelace, +1 415 555 0100');
  error.stack = [
    'TypeError: Ada Lovelace, +1 415 555 0100',
    '    at Qe (app://callboard/assets/request-page-B8tq_1zX.js:1:2345)',
    '    at app://callboard/assets/index-Cq12.js:12:7',
    '    at Ada (https://files.example.com/ada.pdf:1:1)',
  ].join('\n');
  const told = pageErrorOf(error);
  expect(told).toEqual({
    name: 'TypeError',
    code: null,
    places: [
      { file: 'request-page-B8tq_1zX.js', line: 1, column: 2345 },
      { file: 'index-Cq12.js', line: 12, column: 7 },
    ],
  });
  expect(pageError.safeParse(told).success).toBe(true);
});

test.each([
  ['a text', 'Ada'],
  ['nothing', undefined],
  ['an object', { message: 'Ada' }],
])('A thrown value that is not an Error, such as %s, is logged by its type', (_name, thrown) => {
  expect(pageErrorOf(thrown)).toEqual({ name: `thrown_${typeof thrown}`, code: null, places: [] });
});
