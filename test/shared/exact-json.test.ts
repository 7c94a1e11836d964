import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactly, parseForWriting } from '../../shared/exact-json.ts';

test.each([
  ['9007199254740993', '9007199254740993'],
  ['12345678901234567890', '12345678901234567890'],
  ['-12345678901234567890', '-12345678901234567890'],
  ['1234567890123456', '1234567890123456'],
  ['0.12345678901234567890', '0.12345678901234567890'],
  ['3.1415926535897932384626', '3.1415926535897932384626'],
  ['1e400', '1e400'],
  ['1e-400', '1e-400'],
  ['123456789012345', 123456789012345],
  ['0.30000000000000004', 0.30000000000000004],
  ['85.33333333333333', 85.33333333333333],
  ['4.50000000000000000', 4.5],
  ['1.5e10', 1.5e10],
  ['1e21', 1e21],
  ['0e99', 0],
  ['-0', -0],
  ['4', 4],
])('%s is read as %j', (written, read) => {
  expect(parseExactly(`{"a":[${written},"1e99"]}`)).toEqual({ a: [read, '1e99'] });
});

test('a number is read the same at any position and in any context', () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 24n }).map(String);
  const written = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits,
      fc.oneof(
        fc.constantFrom(''),
        digits.map((part) => `.${part}`),
      ),
      fc.oneof(
        fc.constantFrom(''),
        fc
          .tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), fc.bigInt({ min: 0n, max: 400n }))
          .map(([e, power]) => `${e}${power}`),
      ),
    )
    .map((parts) => parts.join(''));
  const space = fc.constantFrom('', ' ', '\n', '\t', '\r');
  const value = fc.oneof(
    fc.tuple(space, written).map((parts) => parts.join('')),
    fc.string().map((text) => JSON.stringify(text)),
  );
  const text = fc
    .array(value, { minLength: 1 })
    .map((values) => `{"a":[${values.join(',')}],"b":${values[0]}}`);
  fc.assert(
    fc.property(text, (json) => {
      // An inexact number elsewhere makes the parser check every number.
      const [lookedAt] = Object(parseExactly(`[${json},12345678901234567890]`));
      expect(parseExactly(json)).toEqual(lookedAt);
    }),
    { numRuns: 2000 },
  );
});

test('re-serialised JSON has each number as it was', () => {
  const text = '{"id":9007199254740993,"score":4.50,"much":1E+400,"text":"1.0"}';
  expect(JSON.stringify(parseForWriting(text))).toBe(text);
});

test.each(['', '{', '01', '[1,]'])('%j is not valid JSON', (text) => {
  expect(() => parseExactly(text)).toThrow(SyntaxError);
  expect(() => parseForWriting(text)).toThrow(SyntaxError);
});
