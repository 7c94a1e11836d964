import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followChanges, type Soon, staleKeys } from '../../renderer/api/change-notices.ts';
import { queryKeys } from '../../renderer/api/query-keys.ts';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';

describe('what a change notice makes stale', () => {
  it('is every request when no ids are known', () => {
    expect(staleKeys({ topic: 'requests' })).toContainEqual(queryKeys.requests);
  });

  it('is the list and only the requests named when ids are known', () => {
    const keys = staleKeys({ topic: 'requests', ids: ['r1'] });
    expect(keys).toContainEqual(queryKeys.request('r1'));
    expect(keys).toContainEqual(queryKeys.requestPages);
    expect(keys).not.toContainEqual(queryKeys.requests);
  });

  it('is the rows that show names when the Library changes', () => {
    expect(staleKeys({ topic: 'library' })).toEqual(
      expect.arrayContaining([queryKeys.library, queryKeys.requests, queryKeys.outbox]),
    );
  });
});

describe('following changes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function followed(soon?: Soon) {
    const client = new QueryClient();
    const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
    const listeners = new Set<(notice: ChangeNotice) => void>();
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
    const look = (visibilityState: DocumentVisibilityState) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    const stop = followChanges(
      {
        onChange: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      client,
      page,
      soon,
    );
    const tell = (notice: ChangeNotice) => {
      for (const listener of listeners) listener(notice);
    };
    return { invalidate, listeners, look, stop, tell };
  }

  it('asks again at once for the first notice', () => {
    const { invalidate, tell } = followed();
    tell({ topic: 'app' });
    expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: queryKeys.app });
  });

  it('waits with the first one until the screen has time, and takes what comes meanwhile with it', () => {
    const waiting: (() => void)[] = [];
    const { invalidate, stop, tell } = followed((follow) => waiting.push(follow));
    tell({ topic: 'app' });
    tell({ topic: 'privacy' });
    expect(invalidate).not.toHaveBeenCalled();
    for (const follow of waiting.splice(0)) follow();
    expect(invalidate.mock.calls).toEqual([[{ queryKey: queryKeys.app }], [{ queryKey: queryKeys.privacy }]]);
    vi.runAllTimers();
    tell({ topic: 'app' });
    stop();
    for (const follow of waiting.splice(0)) follow();
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it('asks for nothing while the window is hidden, and for all that changed when it is shown again', () => {
    const { invalidate, look, tell } = followed();
    look('hidden');
    tell({ topic: 'app' });
    vi.runAllTimers();
    expect(invalidate).not.toHaveBeenCalled();
    look('visible');
    expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: queryKeys.app });
  });

  it('takes notices close behind it together', () => {
    const { invalidate, tell } = followed();
    tell({ topic: 'app' });
    for (let count = 0; count < 50; count += 1) tell({ topic: 'app' });
    expect(invalidate).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it('counts over the whole history less often than it follows what is on screen', () => {
    const { invalidate, tell } = followed();
    const asked = (key: readonly unknown[]) =>
      invalidate.mock.calls.filter(([filters]) => filters?.queryKey === key).length;
    for (let at = 0; at < 10; at += 1) {
      tell({ topic: 'requests', ids: ['r1'] });
      vi.advanceTimersByTime(150);
    }
    expect(asked(queryKeys.requestPages)).toBe(10);
    expect(asked(queryKeys.requestCounts)).toBeLessThanOrEqual(2);
    vi.advanceTimersByTime(5000);
    expect(asked(queryKeys.requestCounts)).toBe(2);
  });

  it('counts the rows of past imports as seldom, though each submission changes them', () => {
    const { invalidate, tell } = followed();
    const asked = (key: readonly unknown[]) =>
      invalidate.mock.calls.filter(([filters]) => filters?.queryKey === key).length;
    for (let at = 0; at < 10; at += 1) {
      tell({ topic: 'outbox' });
      vi.advanceTimersByTime(150);
    }
    expect(asked(queryKeys.outbox)).toBe(10);
    expect(asked(queryKeys.imports)).toBeLessThanOrEqual(2);
    expect(queryKeys.imports[0]).not.toBe(queryKeys.outbox[0]);
  });

  it('asks for nothing while nothing changes', () => {
    const { invalidate, tell } = followed();
    tell({ topic: 'app' });
    vi.advanceTimersByTime(10_000);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it('stops for good', () => {
    const { invalidate, listeners, stop, tell } = followed();
    tell({ topic: 'app' });
    tell({ topic: 'settings' });
    stop();
    vi.advanceTimersByTime(1000);
    expect(listeners.size).toBe(0);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });
});
