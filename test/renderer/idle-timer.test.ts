import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleTimer } from '../../renderer/features/requests/use-rows-on-screen.ts';

describe('an idle timer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('calls back once after the last of many restarts, and once more after another', () => {
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

  it('does not call back after it is cancelled', () => {
    const then = vi.fn();
    const quiet = new IdleTimer(150, then);
    quiet.restart();
    quiet.cancel();
    vi.advanceTimersByTime(1000);
    expect(then).not.toHaveBeenCalled();
  });
});
