import { test } from 'vitest';

test('leaves an error uncaught', async () => {
  setImmediate(() => {
    throw new Error('Nobody catches this.');
  });
  await new Promise((resolve) => setImmediate(resolve));
});
