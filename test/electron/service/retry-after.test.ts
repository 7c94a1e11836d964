import { describe, expect, onTestFinished, test } from 'vitest';
import { LONGEST_RETRY_AFTER_MS, retryAfterMs } from '../../../electron/service/retry-after.ts';

const NOW = Date.UTC(2026, 9, 21, 7, 28, 0);

describe('Retry-After', () => {
  test.each([
    ['seconds', '120', 120_000],
    ['no wait at all', '0', 0],
    ['seconds with blanks around', ' 5 ', 5000],
    ['a date', 'Wed, 21 Oct 2026 07:29:30 GMT', 90_000],
    ['a date of RFC 850', 'Wednesday, 21-Oct-26 07:28:10 GMT', 10_000],
    ['a date of asctime, which is in UTC without saying so', 'Wed Oct 21 07:28:20 2026', 20_000],
    ['a date that is over', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['a hundred years', '3153600000', LONGEST_RETRY_AFTER_MS],
    ['more digits than any number has', '9'.repeat(400), LONGEST_RETRY_AFTER_MS],
    ['a date far away', 'Wed, 21 Oct 2099 07:28:00 GMT', LONGEST_RETRY_AFTER_MS],
  ])('as %s', (_what, header, ms) => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    onTestFinished(() => {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    });
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });

  test.each([undefined, '', 'soon', '-5', '1.5', '5 seconds', '2026-10-21', 'Wed', 'Wed, 99 Foo 2026'])(
    '%s tells nothing',
    (header) => {
      expect(retryAfterMs(header, NOW)).toBeUndefined();
    },
  );
});
