import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invalidateOnChange, type Schedule, staleKeys } from '../../renderer/api/change-notices.ts';
import { queryKeys, workspaceKeys } from '../../renderer/api/query-keys.ts';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';

const keys = workspaceKeys('w1');

describe('what a change notice makes stale', () => {
  it('is every request of its workspace when no ids are known, and of no other', () => {
    const stale = staleKeys({ topic: 'requests', workspaceId: 'w1' });
    expect(stale).toContainEqual(keys.requests);
    expect(stale.some((key) => startsWith(workspaceKeys('w2').requests, key))).toBe(false);
  });

  it('is the list and only the requests named when ids are known', () => {
    const stale = staleKeys({ topic: 'requests', workspaceId: 'w1', ids: ['r1'] });
    expect(stale).toContainEqual(keys.request('r1'));
    expect(stale).toContainEqual(keys.requestPages);
    expect(stale).not.toContainEqual(keys.requests);
  });

  it('is every workspace where none is named, as after a restore', () => {
    for (const topic of ['requests', 'outbox', 'library'] as const) {
      const stale = staleKeys({ topic });
      for (const id of ['w1', 'w2']) {
        const own = workspaceKeys(id)[topic];
        expect(stale.some((key) => startsWith(own, key))).toBe(true);
      }
    }
  });

  it('is the rows that show names when the Library changes', () => {
    expect(staleKeys({ topic: 'library', workspaceId: 'w1' })).toEqual(
      expect.arrayContaining([keys.library, keys.requests, keys.outbox]),
    );
  });
});

function startsWith(key: readonly unknown[], part: readonly unknown[]): boolean {
  return part.every((word, at) => key[at] === word);
}

describe('following changes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function start(schedule?: Schedule) {
    const client = new QueryClient();
    const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
    const listeners = new Set<(notice: ChangeNotice) => void>();
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
    const look = (visibilityState: DocumentVisibilityState) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    const stop = invalidateOnChange(
      {
        onChange: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      client,
      page,
      schedule,
    );
    const tell = (notice: ChangeNotice) => {
      for (const listener of listeners) listener(notice);
    };
    return { invalidate, listeners, look, stop, tell };
  }

  it('asks again at once for the first notice', () => {
    const { invalidate, tell } = start();
    tell({ topic: 'app' });
    expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: queryKeys.app });
  });

  it('waits with the first one until the screen has time, and takes what comes meanwhile with it', () => {
    const waiting: (() => void)[] = [];
    const { invalidate, stop, tell } = start((follow) => waiting.push(follow));
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
    const { invalidate, look, tell } = start();
    look('hidden');
    tell({ topic: 'app' });
    vi.runAllTimers();
    expect(invalidate).not.toHaveBeenCalled();
    look('visible');
    expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: queryKeys.app });
  });

  it('takes notices close behind it together', () => {
    const { invalidate, tell } = start();
    tell({ topic: 'app' });
    for (let count = 0; count < 50; count += 1) tell({ topic: 'app' });
    expect(invalidate).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it('counts over the whole history less often than it follows what is on screen', () => {
    const { invalidate, tell } = start();
    const asked = (key: readonly unknown[]) =>
      invalidate.mock.calls.filter(([filters]) => JSON.stringify(filters?.queryKey) === JSON.stringify(key))
        .length;
    for (let at = 0; at < 10; at += 1) {
      tell({ topic: 'requests', workspaceId: 'w1', ids: ['r1'] });
      vi.advanceTimersByTime(150);
    }
    expect(asked(keys.requestPages)).toBe(10);
    expect(asked(keys.requestCounts)).toBeLessThanOrEqual(2);
    vi.advanceTimersByTime(5000);
    expect(asked(keys.requestCounts)).toBe(2);
  });

  it('counts the rows of past imports as seldom, though each submission changes them', () => {
    const { invalidate, tell } = start();
    const asked = (key: readonly unknown[]) =>
      invalidate.mock.calls.filter(([filters]) => JSON.stringify(filters?.queryKey) === JSON.stringify(key))
        .length;
    for (let at = 0; at < 10; at += 1) {
      tell({ topic: 'outbox', workspaceId: 'w1' });
      vi.advanceTimersByTime(150);
    }
    expect(asked(keys.outbox)).toBe(10);
    expect(asked(keys.imports)).toBeLessThanOrEqual(2);
    expect(keys.imports[0]).not.toBe(keys.outbox[0]);
  });

  it('asks for nothing while nothing changes', () => {
    const { invalidate, tell } = start();
    tell({ topic: 'app' });
    vi.advanceTimersByTime(10_000);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it('stops for good', () => {
    const { invalidate, listeners, stop, tell } = start();
    tell({ topic: 'app' });
    tell({ topic: 'settings' });
    stop();
    vi.advanceTimersByTime(1000);
    expect(listeners.size).toBe(0);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });
});
