import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameJson } from '../../../electron/tracking/apply-answer.ts';

const parsed = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text));

test('gives the same result as a recursive comparison', () => {
  fc.assert(
    fc.property(parsed, parsed, (one, other) => {
      expect(sameJson(one, other)).toBe(isDeepStrictEqual(one, other));
      expect(sameJson(one, structuredClone(one))).toBe(true);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [['a'], { 0: 'a' }, false],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}'), false],
  [JSON.parse('{"__proto__":{"a":1}}'), {}, false],
  [null, undefined, false],
])('%j and %j: %s', (one, other, same) => {
  expect(sameJson(one, other)).toBe(same);
});

test('does not overflow the stack, however deep the nesting', () => {
  const deep = (): unknown => JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
  expect(sameJson(deep(), deep())).toBe(true);
});
