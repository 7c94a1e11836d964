import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeNoticeBatcher } from '../../../electron/desktop/change-notice-batcher.ts';
import type { ChangeNotice } from '../../../shared/ipc/bridge.ts';

let told: ChangeNotice[];
let notices: ChangeNoticeBatcher;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  notices = new ChangeNoticeBatcher((notice) => told.push(notice));
});
afterEach(() => vi.useRealTimers());

test('the first notice of each topic is passed on as soon as the answer to what made the change is out', async () => {
  notices.tell({ topic: 'outbox', ids: ['a'] });
  notices.tell({ topic: 'app' });
  await Promise.resolve();
  expect(told).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(told).toEqual([{ topic: 'outbox', ids: ['a'] }, { topic: 'app' }]);
});

test('notices close behind one go together, each id once', () => {
  notices.tell({ topic: 'requests', ids: ['a'] });
  vi.advanceTimersByTime(0);
  for (const id of ['b', 'c', 'b']) notices.tell({ topic: 'requests', ids: [id] });
  expect(told).toEqual([{ topic: 'requests', ids: ['a'] }]);
  vi.runAllTimers();
  expect(told.slice(1)).toEqual([{ topic: 'requests', ids: ['b', 'c'] }]);
});

test('a notice without ids among others says that anything may have changed', () => {
  for (const ids of [['a'], ['b'], undefined, ['c']])
    notices.tell({ topic: 'requests', ...(ids ? { ids } : {}) });
  vi.runAllTimers();
  expect(told).toEqual([{ topic: 'requests' }]);
});

test('a thousand changes within a second are told at most every 50 ms, and the last one is told too', () => {
  for (let change = 0; change < 1000; change += 1) {
    notices.tell({ topic: 'outbox', ids: [`${change}`] });
    vi.advanceTimersByTime(1);
  }
  vi.runAllTimers();
  expect(told.length).toBeLessThanOrEqual(22);
  expect(told.flatMap(({ ids }) => ids)).toHaveLength(1000);
});

test('after a quiet while a notice is passed on at once again', () => {
  notices.tell({ topic: 'outbox', ids: ['a'] });
  vi.runAllTimers();
  notices.tell({ topic: 'outbox', ids: ['b'] });
  vi.advanceTimersByTime(0);
  expect(told).toEqual([
    { topic: 'outbox', ids: ['a'] },
    { topic: 'outbox', ids: ['b'] },
  ]);
});
