import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueMessage } from '../../shared/input-problems.ts';
import { readSafely } from '../../shared/read-safely.ts';

const schema = z.object({ name: z.string().min(1).max(5) });

test('returns the result of safeParse', () => {
  expect(readSafely(schema, { name: 'Ada' })).toEqual({ success: true, data: { name: 'Ada' } });
  expect(readSafely(schema, { name: '' })).toMatchObject({ success: false });
});

test('reports an object with an odd length property as invalid instead of throwing', () => {
  const hostile: unknown = JSON.parse('{"name":{"length":{"valueOf":1,"toString":1}}}');
  expect(() => schema.safeParse(hostile)).toThrow(TypeError);
  const read = readSafely(schema, hostile);
  expect(read.error?.issues).toMatchObject([{ message: issueMessage('wrong_kind'), path: [] }]);
});

test('rethrows errors of our own schemas', () => {
  const broken = z.unknown().transform(() => {
    throw new RangeError('a bug');
  });
  expect(() => readSafely(broken, 1)).toThrow(RangeError);
});
