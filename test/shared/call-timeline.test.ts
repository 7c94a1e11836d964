import { describe, expect, it } from 'vitest';
import { callTimeline, lastCall } from '../../shared/call-timeline.ts';
import type { ScreeningCall } from '../../shared/request.ts';

function call(id: string, timestamp: string | null, durationMinutes: number | null = null): ScreeningCall {
  return { id, timestamp, durationMinutes, status: null };
}

describe('the timeline of calls', () => {
  it('is chronological, with calls without a readable time last', () => {
    const line = callTimeline([
      call('late', '2026-03-02T10:00:00Z'),
      call('none', null),
      call('early', '2026-03-01T10:00:00+02:00'),
      call('odd', 'tomorrow'),
    ]);
    expect(line.map((each) => each.call.id)).toEqual(['early', 'late', 'none', 'odd']);
    expect(line.map(({ at }) => at === null)).toEqual([false, false, true, true]);
  });

  it('measures each gap from the end of a call, or its start if it has no length, to the next', () => {
    const line = callTimeline([
      call('a', '2026-03-02T10:00:00Z', 10),
      call('b', '2026-03-02T10:30:00Z', null),
      call('c', '2026-03-02T10:20:00Z', 120),
    ]);
    expect(line.map(({ gapMs }) => gapMs)).toEqual([10 * 60_000, 0, null]);
  });
});

describe('the last call', () => {
  it('is the latest, in whatever order the service lists them', () => {
    const calls = [
      call('late', '2026-03-02T10:00:00Z'),
      call('early', '2026-03-01T10:00:00Z'),
      call('odd', null),
    ];
    expect(lastCall(calls)?.id).toBe('late');
    expect(lastCall([call('odd', null)])?.id).toBe('odd');
    expect(lastCall([])).toBeUndefined();
  });
});
