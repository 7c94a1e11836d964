import { describe, test } from 'vitest';

// Run only by report-counts.test.ts, to check how Vitest reports skipped tests.

test('runs', () => undefined);

test.skipIf(true)('is skipped', { meta: { needs: 'strace' } }, () => undefined);

describe.runIf(false)('a suite', { meta: { needs: 'Linux' } }, () => {
  test('its test', () => undefined);
});

test.skipIf(true).each(['one'])('is skipped for each %s', { meta: { needs: 'root' } }, () => undefined);

test('skips itself', ({ skip }) => skip());

test.todo('is a plan');
