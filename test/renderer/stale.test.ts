import { QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { queries, workspaceAccess } from '../../renderer/api/api.ts';
import { invalidateOnChange, type Schedule, staleAfter } from '../../renderer/api/stale.ts';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';

const { queries: own } = workspaceAccess('w1');
const { queries: foreign } = workspaceAccess('w2');

const APP = queries.app.state().queryKey;
const REQUEST = own.requests.get({ requestId: 'r1' }).queryKey;
const PAGE = own.requests.list({ offset: 100 }).queryKey;
const PINS = own.pins.list().queryKey;
const OUTBOX = own.submissions.outbox().queryKey;
const LIBRARY = own.library.list().queryKey;
/** Aggregates over all requests. */
const COUNTS = [
  own.requests.filterValues().queryKey,
  own.views.list().queryKey,
  ['w1', 'requests', 'total', {}],
  own.library.examples({ questionnaireId: 'q1' }).queryKey,
];

/** Which of these queries a filter fits. */
function fitting(filters: QueryFilters | undefined, keys: readonly QueryKey[]): readonly QueryKey[] {
  const client = new QueryClient();
  for (const key of keys) client.setQueryData(key, 'known');
  const found = client.getQueryCache().findAll(filters);
  return keys.filter((key) => found.some(({ queryKey }) => queryKey === key));
}

describe('the queries that a change notice makes stale', () => {
  it('are all about requests of its workspace and no other if no IDs are given', () => {
    const stale = staleAfter({ topic: 'requests', workspaceId: 'w1' });
    const requests = [REQUEST, PAGE, PINS, ...COUNTS];
    expect(fitting(stale, [...requests, foreign.requests.list({}).queryKey])).toEqual(requests);
  });

  it('are the list and only the given requests if IDs are given', () => {
    const stale = staleAfter({ topic: 'requests', workspaceId: 'w1', ids: ['r1'] });
    const other = own.requests.get({ requestId: 'r2' }).queryKey;
    const elsewhere = foreign.requests.get({ requestId: 'r1' }).queryKey;
    // Answers may have put something into pinned fields that had nothing.
    expect(fitting(stale, [REQUEST, PAGE, other, elsewhere, PINS])).toEqual([REQUEST, PAGE, PINS]);
  });

  it('are of every workspace if none is given, as after a restore', () => {
    for (const topic of ['requests', 'outbox', 'library'] as const) {
      const both = [own, foreign].map((queriesOfOne) =>
        topic === 'outbox'
          ? queriesOfOne.submissions.outbox().queryKey
          : queriesOfOne[topic].list({}).queryKey,
      );
      expect(fitting(staleAfter({ topic }), both)).toEqual(both);
    }
  });

  it('are the rows that show names if the Library changes', () => {
    const keys = [LIBRARY, PAGE, REQUEST, OUTBOX];
    expect(fitting(staleAfter({ topic: 'library', workspaceId: 'w1' }), keys)).toEqual(keys);
  });

  it('are the answers that the rules or the do-not-call list decide, in every workspace', () => {
    const decided = [own, foreign].flatMap(({ submissions, imports }) => [
      submissions.checkNumber({ phoneNumber: '+4930' }).queryKey,
      [...imports.judgeRows.queryKey, 1],
    ]);
    for (const topic of ['settings', 'do_not_call'] as const)
      expect(fitting(staleAfter({ topic }), [...decided, LIBRARY])).toEqual(decided);
    expect(fitting(staleAfter({ topic: 'settings' }), [OUTBOX])).toEqual([OUTBOX]);
  });

  it('are the duplicates of a number if colleagues submit', () => {
    const [asked, elsewhere] = [own, foreign].map(
      ({ submissions }) => submissions.duplicates({ phoneNumbers: ['+4930'] }).queryKey,
    );
    const stale = staleAfter({ topic: 'claims', workspaceId: 'w1' });
    expect(fitting(stale, [asked ?? [], elsewhere ?? [], OUTBOX])).toEqual([asked]);
  });

  it('are not what a person follows by asking again and again', () => {
    const polled = [own.submissions.bulkProgress().queryKey, queries.requests.exportProgress().queryKey];
    for (const topic of ['requests', 'outbox', 'library', 'settings'] as const)
      expect(fitting(staleAfter({ topic }), polled)).toEqual([]);
  });
});

/** How many calls a query was among. */
function callsWith({ mock }: MockInstance<QueryClient['invalidateQueries']>, key: QueryKey): number {
  return mock.calls.filter(([filters]) => fitting(filters, [key]).length > 0).length;
}

const HOLDS = queries.holds.page({ offset: 0 }).queryKey;
const PRIVACY = queries.privacy.state().queryKey;

/** Which of some queries each call was about. */
function fittingEach({ mock }: MockInstance<QueryClient['invalidateQueries']>) {
  return mock.calls.map(([filters]) => fitting(filters, [APP, PRIVACY, HOLDS, OUTBOX]));
}

describe('invalidating on change notices', () => {
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
    const setVisibility = (visibilityState: DocumentVisibilityState) => {
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
    const notify = (notice: ChangeNotice) => {
      for (const listener of listeners) listener(notice);
    };
    return { client, invalidate, listeners, setVisibility, stop, notify };
  }

  it('forgets at once what may be covered now, also while the window is hidden, and asks for all on screen', () => {
    const { client, invalidate, setVisibility, notify } = start();
    client.setQueryData<unknown>(REQUEST, 'score');
    client.setQueryData<unknown>(HOLDS, 'name');
    notify({ topic: 'library', workspaceId: 'w1' });
    expect(client.getQueryData(REQUEST)).toBe('score');
    setVisibility('hidden');
    notify({ topic: 'covering', workspaceId: 'w1' });
    expect(client.getQueryData(REQUEST)).toBeUndefined();
    expect(client.getQueryData(HOLDS)).toBeUndefined();
    setVisibility('visible');
    vi.runAllTimers();
    expect(callsWith(invalidate, queries.desktop.state().queryKey)).toBe(1);
  });

  it('forgets whoever may be erased now on pages that were left', () => {
    const { client, notify } = start();
    client.setQueryData<unknown>(REQUEST, 'name');
    notify({ topic: 'privacy' });
    expect(client.getQueryData(REQUEST)).toBeUndefined();
  });

  it('invalidates immediately on the first notice', () => {
    const { invalidate, notify } = start();
    notify({ topic: 'app' });
    expect(fittingEach(invalidate)).toEqual([[APP]]);
  });

  it('collects notices until the scheduled flush, and drops a flush scheduled before it is disposed', () => {
    const scheduled: (() => void)[] = [];
    const { invalidate, stop, notify } = start((flush) => scheduled.push(flush));
    notify({ topic: 'app' });
    notify({ topic: 'privacy' });
    expect(invalidate).not.toHaveBeenCalled();
    for (const flush of scheduled.splice(0)) flush();
    expect(fittingEach(invalidate)).toEqual([[APP, PRIVACY]]);
    vi.runAllTimers();
    notify({ topic: 'app' });
    stop();
    for (const flush of scheduled.splice(0)) flush();
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it('invalidates nothing while the window is hidden, and all pending keys when it is shown again', () => {
    const { invalidate, setVisibility, notify } = start();
    setVisibility('hidden');
    notify({ topic: 'app' });
    vi.runAllTimers();
    expect(invalidate).not.toHaveBeenCalled();
    setVisibility('visible');
    expect(fittingEach(invalidate)).toEqual([[APP]]);
  });

  it('throttles notices that follow closely', () => {
    const { invalidate, notify } = start();
    notify({ topic: 'app' });
    for (let count = 0; count < 50; count += 1) notify({ topic: 'app' });
    expect(invalidate).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it('throttles aggregates over the history more than rows on screen', () => {
    const { invalidate, notify } = start();
    for (let count = 0; count < 10; count += 1) {
      notify({ topic: 'requests', workspaceId: 'w1', ids: ['r1'] });
      vi.advanceTimersByTime(150);
    }
    expect(callsWith(invalidate, PAGE)).toBe(10);
    for (const counted of COUNTS) expect(callsWith(invalidate, counted)).toBeLessThanOrEqual(2);
    vi.advanceTimersByTime(5000);
    for (const counted of COUNTS) expect(callsWith(invalidate, counted)).toBe(2);
  });

  it('throttles past imports like aggregates, although every submission changes them', () => {
    const { invalidate, notify } = start();
    for (let count = 0; count < 10; count += 1) {
      notify({ topic: 'outbox', workspaceId: 'w1' });
      vi.advanceTimersByTime(150);
    }
    expect(callsWith(invalidate, OUTBOX)).toBe(10);
    for (const aggregate of [own.imports.list().queryKey, LIBRARY])
      expect(callsWith(invalidate, aggregate)).toBeLessThanOrEqual(2);
  });

  it('invalidates nothing further without another notice', () => {
    const { invalidate, notify } = start();
    notify({ topic: 'app' });
    vi.advanceTimersByTime(10_000);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it('drops pending keys and its listener when stopped', () => {
    const { invalidate, listeners, stop, notify } = start();
    notify({ topic: 'app' });
    notify({ topic: 'settings' });
    stop();
    vi.advanceTimersByTime(1000);
    expect(listeners.size).toBe(0);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });
});
