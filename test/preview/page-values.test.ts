import { expect, test } from 'vitest';
import { decodeValue, encodeValue } from '../../preview/page/values.ts';

function carry(value: unknown): unknown {
  return decodeValue(JSON.parse(JSON.stringify(encodeValue(value))));
}

test.each([
  [null],
  [undefined],
  [true],
  ['text \u2028'],
  [1.5],
  [-0],
  [Number.NaN],
  [-Infinity],
  [new Date(1)],
  [new Date(Number.NaN)],
  [new Uint8Array([0, 128, 255])],
  [[undefined, [null, {}]]],
  [{ kept: undefined, $: 'date', is: { $: 1 } }],
  [JSON.parse('{"__proto__":{"a":1}}')],
])('transmits %o unchanged', (value) => {
  expect(carry(value)).toStrictEqual(value);
});

test('converts class instances to plain objects, like structured clone', () => {
  class Named {
    name = 'x';
  }
  expect(carry(new Named())).toStrictEqual({ name: 'x' });
  expect(carry(Buffer.from('ab'))).toStrictEqual(new Uint8Array([97, 98]));
});

test.each([
  [{ list: [() => 1] }, 'a function (value.list[0])'],
  [Symbol('s'), 'a symbol (value)'],
  [{ big: 1n }, 'a bigint (value.big)'],
  [new Map(), 'a Map (value)'],
  [new Error('no'), 'a Error (value)'],
  [new ArrayBuffer(1), 'a ArrayBuffer (value)'],
  [Promise.resolve(), 'a Promise (value)'],
])('rejects %o with its path', (value, what) => {
  expect(() => encodeValue(value)).toThrow(
    expect.objectContaining({
      name: 'PreviewValueError',
      message: `An object could not be cloned: the preview cannot carry ${what}`,
    }),
  );
});

test('rejects a cycle but not the same object twice', () => {
  const shared = { a: 1 };
  expect(carry([shared, shared])).toEqual([shared, shared]);
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  expect(() => encodeValue(cycle)).toThrow('a cycle (value.self)');
});
