import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pseudonym } from '../../shared/pseudonym.ts';

test('of thousands of candidates no two have the same pseudonym', () => {
  const ids = Array.from({ length: 5000 }, (_, index) =>
    createHash('sha256').update(String(index)).digest('hex').slice(0, 32),
  );
  expect(new Set(ids.map(pseudonym)).size).toBe(ids.length);
});
