import { describe, expect, onTestFinished, test } from 'vitest';
import {
  LONGEST_RETRY_AFTER_MS,
  retryAfterMs,
  ServiceWait,
  type StoredWait,
  type WaitLane,
} from '../../../electron/service/service-wait.ts';

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

/** A wait on clocks of the test: `wall` is set, `steady` only runs. `next`: the wait of the next run. */
function waiting({
  lane = 'sends' as WaitLane,
  random = 0,
  stored = undefined as StoredWait | undefined,
} = {}) {
  const clock = { wall: NOW, steady: 1000.25 };
  const disk = { stored, refuses: false };
  const next = (): ServiceWait =>
    new ServiceWait(lane, {
      workspaceId: 'workspace-1',
      waits: {
        get: async () => disk.stored,
        keep: async (_workspaceId, _lane, wait) => {
          if (disk.refuses) throw new Error('The disk is full.');
          disk.stored = wait;
        },
      },
      now: () => clock.wall,
      monotonic: () => clock.steady,
      random: () => random,
    });
  const pass = (ms: number): void => {
    clock.wall += ms;
    clock.steady += ms;
  };
  return { wait: next(), next, clock, disk, pass };
}

describe('a wait that the service asked for', () => {
  test('ends when its Retry-After ends and not a fraction earlier, whatever the clock is set to', () => {
    const { wait, clock } = waiting();
    wait.asked(2000);
    clock.steady += 0.5;
    expect([wait.msLeft, wait.endsAt]).toEqual([2000, NOW + 2000]);
    clock.wall += 10_000_000;
    clock.steady += 1998.5;
    expect([wait.msLeft, wait.endsAt]).toEqual([1, NOW + 10_000_001]);
    clock.steady += 1;
    expect([wait.msLeft, wait.endsAt]).toEqual([0, undefined]);
  });

  test('is never made shorter by a later answer', () => {
    const { wait } = waiting();
    wait.asked(60_000);
    wait.asked(1000);
    wait.asked(undefined);
    expect(wait.msLeft).toBe(60_000);
  });

  test.each([
    ['sends', [750, 1500, 3000]],
    ['reads', [6000, 12_000, 24_000]],
  ] as const)(
    'grows for %s each time if it does not say how long, up to a quarter of an hour',
    (lane, waits) => {
      const { wait, pass } = waiting({ lane, random: 0.5 });
      const again = (): number => {
        wait.asked(0);
        const { msLeft } = wait;
        pass(msLeft);
        return msLeft;
      };
      expect([again(), again(), again()]).toEqual(waits);
      for (let time = 0; time < 40; time += 1) again();
      expect(again()).toBe(900_000);
      wait.accepted(wait.asks);
      expect(again()).toBe(waits[0]);
    },
  );

  test('grows once for all that were in flight together', () => {
    const { wait, pass } = waiting();
    for (let answer = 0; answer < 4; answer += 1) wait.asked(undefined);
    expect(wait.msLeft).toBe(500);
    pass(500);
    wait.asked(undefined);
    expect(wait.msLeft).toBe(1000);
  });

  test('is over once the service accepts what went out despite it, but not by what began before', async () => {
    const { wait, disk } = waiting();
    const before = wait.asks;
    wait.asked(60_000);
    wait.accepted(before);
    expect(wait.msLeft).toBe(60_000);
    const despite = wait.asks;
    wait.asked(60_000);
    wait.accepted(despite);
    expect(wait.msLeft).toBe(60_000);
    wait.accepted(wait.asks);
    await wait.save();
    expect([wait.msLeft, disk.stored]).toEqual([0, { askedAt: NOW, until: NOW }]);
  });

  test('goes on in the next run, by the clock that passed meanwhile', async () => {
    const { wait, next, pass } = waiting();
    wait.asked(60_000);
    await wait.save();
    pass(10_000);
    const later = next();
    await later.restore();
    expect(later.msLeft).toBe(50_000);
  });

  test('lasts at most a day from when it was asked, whatever is stored', async () => {
    const { wait, disk } = waiting({ stored: { askedAt: NOW, until: NOW + 40 * LONGEST_RETRY_AFTER_MS } });
    await wait.restore();
    expect(wait.msLeft).toBe(LONGEST_RETRY_AFTER_MS);
    expect(disk.stored?.askedAt).toBe(NOW);
  });

  test('starts over once if the clock was set back', async () => {
    const { wait, next, clock, pass } = waiting();
    wait.asked(60_000);
    await wait.save();
    clock.wall -= 1_000_000_000;
    await next().restore();
    pass(10_000);
    const third = next();
    await third.restore();
    expect(third.msLeft).toBe(50_000);
  });

  test('does not replace a longer one of an earlier run, even if that was not read yet', async () => {
    const { wait, disk } = waiting({ stored: { askedAt: NOW - 1000, until: NOW + 3_600_000 } });
    wait.asked(5000);
    await wait.save();
    expect([wait.msLeft, disk.stored]).toEqual([3_600_000, { askedAt: NOW, until: NOW + 3_600_000 }]);
  });

  test('is stored by the next call after the disk refused', async () => {
    const { wait, disk } = waiting();
    wait.asked(60_000);
    disk.refuses = true;
    await expect(wait.save()).rejects.toThrow('The disk is full.');
    disk.refuses = false;
    await wait.save();
    expect(disk.stored).toEqual({ askedAt: NOW, until: NOW + 60_000 });
  });
});
