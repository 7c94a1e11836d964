import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleTimer } from '../../renderer/parts/time/idle-timer.ts';

describe('waiting until it is quiet', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('calls once, so long after the last note, however many there were', () => {
    const then = vi.fn();
    const quiet = new IdleTimer(150, then);
    for (let turn = 0; turn < 40; turn += 1) {
      quiet.restart();
      vi.advanceTimersByTime(16);
    }
    vi.advanceTimersByTime(132);
    expect(then).not.toHaveBeenCalled();
    vi.advanceTimersByTime(4);
    expect(then).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1000);
    expect(then).toHaveBeenCalledOnce();
    quiet.restart();
    vi.advanceTimersByTime(150);
    expect(then).toHaveBeenCalledTimes(2);
  });

  it('does not call any more once it has ended', () => {
    const then = vi.fn();
    const quiet = new IdleTimer(150, then);
    quiet.restart();
    quiet.cancel();
    vi.advanceTimersByTime(1000);
    expect(then).not.toHaveBeenCalled();
  });
});
