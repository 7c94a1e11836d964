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
  [12_345_678_901_234_567_890n],
  [/a+/gi],
  [new Map<unknown, unknown>([['a', new Map([[{ key: 1 }, undefined]])]])],
  [new Set([1, new Date(2)])],
  [new Uint8Array([1, 2]).buffer],
  [[new Float64Array([0.5]), new Uint16Array([65_535])]],
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
  [{ list: [() => 1] }, 'value.list[0] is a function'],
  [Symbol('s'), 'value is a symbol'],
  [{ on: Promise.resolve() }, 'value.on is a Promise'],
  [new Map([['key', new WeakMap()]]), 'value[0][1] is a WeakMap'],
])('rejects %o with its path', (value, cause) => {
  expect(() => encodeValue(value)).toThrow(
    expect.objectContaining({ message: 'An object could not be cloned.', cause }),
  );
});

test('keeps the name and message of an error, and nothing that the language does not know', () => {
  const sent = Object.assign(new RangeError('too far'), { code: 7, name: 'RangeError' });
  const came = carry(sent) as Error;
  expect(came).toBeInstanceOf(RangeError);
  expect([came.message, came.stack, 'code' in came]).toEqual(['too far', sent.stack, false]);
  class OwnError extends Error {
    override name = 'OwnError';
  }
  expect((carry(new OwnError('mine')) as Error).name).toBe('Error');
});

test('transmits cycles through objects, lists, maps and sets', () => {
  const shared = { a: 1 };
  expect(carry([shared, shared])).toEqual([shared, shared]);
  const cycle: Record<string, unknown> = { $: 'date' };
  Object.assign(cycle, { list: [cycle], map: new Map([['up', cycle]]), set: new Set([cycle]) });
  const came = carry(cycle) as { list: unknown[]; map: Map<string, unknown>; set: Set<unknown> };
  expect([came.list[0], came.map.get('up'), [...came.set][0]].map((inner) => inner === came)).toEqual([
    true,
    true,
    true,
  ]);
});
