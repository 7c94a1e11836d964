import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeNoticeBatcher } from '../../../electron/desktop/change-notice-batcher.ts';
import type { ChangeNotice } from '../../../shared/ipc/bridge.ts';

let sent: ChangeNotice[];
let notices: ChangeNoticeBatcher;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  notices = new ChangeNoticeBatcher((notice) => sent.push(notice));
});
afterEach(() => vi.useRealTimers());

test('the first notice of each topic is sent after the current task', async () => {
  notices.notify({ topic: 'outbox', ids: ['a'] });
  notices.notify({ topic: 'app' });
  await Promise.resolve();
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(sent).toEqual([{ topic: 'outbox', ids: ['a'] }, { topic: 'app' }]);
});

test('later notices are batched, each id once', () => {
  notices.notify({ topic: 'requests', ids: ['a'] });
  vi.advanceTimersByTime(0);
  for (const id of ['b', 'c', 'b']) notices.notify({ topic: 'requests', ids: [id] });
  expect(sent).toEqual([{ topic: 'requests', ids: ['a'] }]);
  vi.runAllTimers();
  expect(sent.slice(1)).toEqual([{ topic: 'requests', ids: ['b', 'c'] }]);
});

test('a batch with a notice without ids is sent without ids', () => {
  for (const ids of [['a'], ['b'], undefined, ['c']])
    notices.notify({ topic: 'requests', ...(ids ? { ids } : {}) });
  vi.runAllTimers();
  expect(sent).toEqual([{ topic: 'requests' }]);
});

test('1000 changes within a second are sent every 50 ms at most, and none is lost', () => {
  for (let change = 0; change < 1000; change += 1) {
    notices.notify({ topic: 'outbox', ids: [`${change}`] });
    vi.advanceTimersByTime(1);
  }
  vi.runAllTimers();
  expect(sent.length).toBeLessThanOrEqual(22);
  expect(sent.flatMap(({ ids }) => ids)).toHaveLength(1000);
});

test('after a pause the next notice is sent immediately again', () => {
  notices.notify({ topic: 'outbox', ids: ['a'] });
  vi.runAllTimers();
  notices.notify({ topic: 'outbox', ids: ['b'] });
  vi.advanceTimersByTime(0);
  expect(sent).toEqual([
    { topic: 'outbox', ids: ['a'] },
    { topic: 'outbox', ids: ['b'] },
  ]);
});
