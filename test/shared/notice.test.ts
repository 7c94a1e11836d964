import { expect, test } from 'vitest';
import { DAY_MS } from '../../shared/durations.ts';
import { earliestCall, earliestCallAnywhere } from '../../shared/notice.ts';

test('once it is over anywhere, the earliest call is over in each time zone, and not long after the last of them', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14'];
  for (let day = 0; day < 366; day += 5) {
    const noticeOn = new Date(Date.UTC(2026, 0, 1) + day * DAY_MS).toISOString().slice(0, 10);
    const anywhere = earliestCallAnywhere(noticeOn, 3);
    expect(anywhere).toBeGreaterThanOrEqual(earliestCall(noticeOn, 3, zones));
    expect(anywhere - earliestCall(noticeOn, 3, ['Etc/GMT+12'])).toBe(DAY_MS / 24);
  }
});
