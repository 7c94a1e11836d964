import { describe, expect, test } from 'vitest';
import type { PinnedField } from '../../../shared/assessment.ts';
import type { RequestSort } from '../../../shared/request.ts';
import { NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { answered } from './answered.ts';
import { addTracked, sharedStorage } from './temporary-storage.ts';

const shared = sharedStorage();
const JOB = '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b';

/** A workspace with requests a, b, c and d, accepted in this order, and shorthands to query them. */
async function team() {
  const { storage, workspaceId } = await shared.withWorkspace();
  for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
    await addTracked(storage, id, { workspaceId, candidateName: `Person ${id}` }, 1000 + index);
  }
  const { stores } = storage;
  const filtered = (filter: Partial<RequestFilter>): RequestFilter => ({ ...NO_FILTER, ...filter });
  const page = (filter: Partial<RequestFilter> = {}, sort: RequestSort = 'accepted', descending = false) =>
    stores.requests.page({ workspaceId, filter: filtered(filter), sort, descending, offset: 0, limit: 99 });
  return {
    stores,
    workspaceId,
    page,
    filtered,
    ids: async (...query: Parameters<typeof page>): Promise<string[]> =>
      (await page(...query)).rows.map(({ requestId }) => requestId),
    row: async (id: string) => (await stores.requests.rows(workspaceId, [id]))[0],
    detail: (id: string) => stores.requests.detail(workspaceId, id),
    annotate: (requestIds: string[], change: Parameters<typeof stores.annotations.annotate>[2]) =>
      stores.annotations.annotate(workspaceId, requestIds, change, 5000),
    answer: (id: string, body: unknown, now = 9000) => answered(storage, id, body, { workspaceId, now }),
    pin: (field: Partial<PinnedField>) =>
      stores.pins.pin(workspaceId, { path: '/score', label: 'Score', kind: 'number', ...field }),
  };
}

describe('annotations', () => {
  test('are set on several requests, give the previous ones, and can be restored', async () => {
    const { annotate, row, stores, workspaceId, page } = await team();
    await annotate(['a'], { verdict: 'no', addTags: ['late'] });
    const before = await annotate(['a', 'b', 'unknown'], { verdict: 'yes', addTags: ['Äpfel', 'late'] });
    expect(before).toEqual([
      { requestId: 'a', verdict: 'no', tags: ['late'], archived: false },
      { requestId: 'b', verdict: 'none', tags: [], archived: false },
    ]);
    expect(await row('a')).toMatchObject({ verdict: 'yes', tags: ['Äpfel', 'late'] });
    expect(await stores.annotations.restore(workspaceId, before, 6000)).toEqual(['a', 'b']);
    expect(await row('a')).toMatchObject({ verdict: 'no', tags: ['late'] });
    expect((await page({ tags: ['Äpfel'] })).total).toBe(0);
  });

  test('that change nothing add no history', async () => {
    const { annotate, detail } = await team();
    await annotate(['a'], { verdict: 'maybe', addTags: ['x'] });
    expect(await annotate(['a'], { verdict: 'maybe', addTags: ['x'], removeTags: ['y'] })).toEqual([]);
    expect((await detail('a'))?.history[0]).toMatchObject({
      code: 'verdict_set',
      values: { verdict: 'maybe' },
      at: 5000,
    });
    expect((await detail('a'))?.history).toHaveLength(4);
  });

  test('are set on all matches of a filter with exceptions', async () => {
    const { annotate, stores, workspaceId, filtered, ids } = await team();
    await annotate(['a', 'b', 'c'], { addTags: ['round 1'] });
    const selection = { filter: filtered({ tags: ['round 1'] }), except: ['b'] };
    await annotate(await stores.annotations.selected(workspaceId, selection), { archived: true });
    expect(await ids()).toEqual(['b', 'd']);
    expect(await ids({ archived: 'yes' })).toEqual(['a', 'c']);
    expect(await ids({ archived: 'any' })).toEqual(['a', 'b', 'c', 'd']);
  });

  test('can be filtered, sorted, searched and counted', async () => {
    const { annotate, ids, stores, workspaceId } = await team();
    await annotate(['a'], { verdict: 'yes' });
    await annotate(['c'], { verdict: 'no' });
    await annotate(['c', 'd'], { addTags: ['Berlin'] });
    await annotate(['d'], { archived: true });
    expect(await ids({ verdicts: ['yes', 'no'] })).toEqual(['a', 'c']);
    expect(await ids({ archived: 'any' }, 'verdict', true)).toEqual(['a', 'c', 'd', 'b']);
    expect(await ids({ search: 'berl' })).toEqual(['c']);
    expect(await ids({ tags: ['Berlin'] })).toEqual(['c']);
    const values = await stores.requests.filterValues(workspaceId);
    expect(values.tags).toEqual([{ value: 'Berlin', name: null, count: 1 }]);
    expect(values.verdicts).toEqual([
      { value: 'none', count: 1 },
      { value: 'no', count: 1 },
      { value: 'yes', count: 1 },
    ]);
  });

  test('stay when a refresh changes the request', async () => {
    const { annotate, row, answer } = await team();
    await annotate(['a'], { verdict: 'yes', addTags: ['x'] });
    await answer('a', { status: 'COMPLETED' });
    expect(await row('a')).toMatchObject({ status: 'COMPLETED', verdict: 'yes', tags: ['x'] });
  });
});

describe('notes', () => {
  test('are stored, searched and recorded in the history', async () => {
    const { stores, workspaceId, ids, detail } = await team();
    const note = (text: string) => stores.annotations.setNotes(workspaceId, 'b', text, 7000);
    expect(await note('Call again on Monday')).toBe(true);
    expect((await detail('b'))?.notes).toBe('Call again on Monday');
    expect(await ids({ search: 'monday again' })).toEqual(['b']);
    await note('Tuesday');
    expect(await ids({ search: 'monday' })).toEqual([]);
    await note('');
    expect((await detail('b'))?.notes).toBe('');
    expect((await detail('b'))?.history.slice(0, 3).map((each) => historyWords(each).heading)).toEqual([
      'You removed the notes',
      'You changed the notes',
      'You wrote notes',
    ]);
    expect(await stores.annotations.setNotes(workspaceId, 'unknown', 'x', 7000)).toBe(false);
  });

  test('are searched together with results, after a change of either', async () => {
    const { stores, workspaceId, ids, answer } = await team();
    await answer('b', { status: 'COMPLETED', assessment_results: { summary: 'Fluent Portuguese' } });
    await stores.annotations.setNotes(workspaceId, 'b', 'Monday', 7000);
    expect(await ids({ search: 'portug mond' })).toEqual(['b']);
    await answer('b', { status: 'COMPLETED', assessment_results: { summary: 'Fluent Danish' } }, 9500);
    expect(await ids({ search: 'danish monday' })).toEqual(['b']);
    expect(await ids({ search: 'portuguese' })).toEqual([]);
  });
});

describe('an unseen change', () => {
  test('is one that the service made, until the request is seen', async () => {
    const { row, answer, ids, stores, workspaceId } = await team();
    expect(await row('a')).toMatchObject({ unseen: false });
    await answer('a', { status: 'PENDING' });
    expect(await row('a')).toMatchObject({ unseen: false, refreshedAt: 9000 });
    await answer('a', { status: 'RINGING' });
    await answer('b', { status: 'RINGING' });
    expect(await ids({ unseen: true })).toEqual(['a', 'b']);
    expect(await stores.annotations.seen(workspaceId, ['a', 'c'])).toEqual(['a']);
    expect(await ids({ unseen: true })).toEqual(['b']);
    await answer('a', { status: 'COMPLETED' }, 9900);
    expect(await row('a')).toMatchObject({ unseen: true });
  });
});

describe('a pinned field', () => {
  test('is read from stored results, follows new answers, and is shown in the rows', async () => {
    const { answer, pin, row } = await team();
    await answer('a', { status: 'COMPLETED', assessment_results: { score: 3, level: 'B2' } });
    expect(await pin({})).toEqual([{ path: '/score', label: 'Score', kind: 'number' }]);
    await pin({ path: '/level', label: 'Level', kind: 'text' });
    await pin({ path: '/fluent', label: 'Fluent', kind: 'boolean' });
    expect((await row('a'))?.pinned).toEqual({ '/score': 3, '/level': 'B2' });
    await answer('a', { status: 'COMPLETED', assessment_results: { score: 4, fluent: true } });
    expect((await row('a'))?.pinned).toEqual({ '/score': 4, '/fluent': true });
    expect((await row('b'))?.pinned).toEqual({});
  });

  test('can be sorted by, with requests without a value last in both directions', async () => {
    const { answer, pin, ids } = await team();
    await pin({});
    await answer('a', { status: 'COMPLETED', assessment_results: { score: 10 } });
    await answer('c', { status: 'COMPLETED', assessment_results: { score: 9 } });
    expect(await ids({}, 'pin:/score', false)).toEqual(['c', 'a', 'b', 'd']);
    expect(await ids({}, 'pin:/score', true)).toEqual(['a', 'c', 'd', 'b']);
  });

  test('can be filtered by bounds and by values', async () => {
    const { answer, pin, ids } = await team();
    await pin({});
    await pin({ path: '/level', kind: 'text' });
    await answer('a', { status: 'COMPLETED', assessment_results: { score: 10, level: 'B2' } });
    await answer('b', { status: 'COMPLETED', assessment_results: { score: 5, level: 'Été' } });
    const by = (path: string, min: number | null, max: number | null, values: string[] = []) =>
      ids({ pinned: [{ path, min, max, values }] });
    expect(await by('/score', 6, null)).toEqual(['a']);
    expect(await by('/score', null, 6)).toEqual(['b']);
    expect(await by('/score', 5, 10)).toEqual(['a', 'b']);
    expect(await by('/level', 0, null)).toEqual([]);
    expect(await by('/level', null, null, ['été', 'C1'])).toEqual(['b']);
    expect(await by('/level', null, null)).toEqual(['a', 'b', 'c', 'd']);
    expect(await by('/unheard', 1, null)).toEqual([]);
  });

  test('is gone after unpinning, and sorting by it is sorting by acceptance', async () => {
    const { answer, pin, ids, row, stores, workspaceId } = await team();
    await pin({});
    await answer('a', { status: 'COMPLETED', assessment_results: { score: 10 } });
    expect(await stores.pins.unpin(workspaceId, '/score')).toEqual([]);
    expect((await row('a'))?.pinned).toEqual({});
    expect(await ids({}, 'pin:/score', false)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('belongs to one workspace', async () => {
    const [one, other] = [await team(), await team()];
    await one.pin({});
    expect(await other.stores.pins.list(other.workspaceId)).toEqual([]);
  });
});

describe('a saved view', () => {
  test('can be saved, counted, changed and removed', async () => {
    const { stores, workspaceId, filtered, annotate } = await team();
    const fields = {
      name: 'Yes',
      filter: filtered({ verdicts: ['yes'] }),
      sort: 'name',
      descending: true,
    } as const;
    const saved = await stores.views.save(workspaceId, fields, 1);
    expect(saved).toEqual({ ...fields, id: expect.any(String), count: 0 });
    await annotate(['a', 'b'], { verdict: 'yes' });
    expect(await stores.views.list(workspaceId)).toEqual([{ ...saved, count: 2 }]);
    const renamed = await stores.views.save(workspaceId, { ...fields, id: saved?.id, name: 'Best' }, 2);
    expect(renamed).toEqual({ ...saved, name: 'Best', count: 2 });
    await stores.views.remove(workspaceId, saved?.id ?? '');
    expect(await stores.views.list(workspaceId)).toEqual([]);
    expect(await stores.views.save(workspaceId, { ...fields, id: saved?.id }, 3)).toBeUndefined();
  });

  test('belongs to its workspace', async () => {
    const [one, other] = [await team(), await team()];
    const fields = { name: 'All', filter: NO_FILTER, sort: 'updated', descending: true } as const;
    const saved = await one.stores.views.save(one.workspaceId, fields, 1);
    await other.stores.views.remove(other.workspaceId, saved?.id ?? '');
    expect(await other.stores.views.save(other.workspaceId, { ...fields, id: saved?.id }, 2)).toBeUndefined();
    expect(await one.stores.views.list(one.workspaceId)).toHaveLength(1);
  });
});

describe('a filter that matches nothing', () => {
  test('gives the number of matches without each of its parts', async () => {
    const { stores, workspaceId, filtered, annotate } = await team();
    await annotate(['a'], { verdict: 'yes' });
    await annotate(['d'], { archived: true });
    const filter = filtered({ verdicts: ['yes'], search: 'person b', statuses: ['PENDING'] });
    expect(await stores.requests.hiddenBy(workspaceId, filter)).toEqual([
      { part: 'search', withoutIt: 1 },
      { part: 'statuses', withoutIt: 0 },
      { part: 'verdicts', withoutIt: 1 },
      { part: 'archived', withoutIt: 0 },
    ]);
  });
});

describe('the position of a request', () => {
  test.each(['name', 'phone', 'job', 'status', 'updated', 'headline', 'verdict', 'pin:/score'] as const)(
    'in the order by %s is where the list shows it, in both directions',
    async (sort) => {
      const { stores, workspaceId, annotate, answer, pin, ids } = await team();
      await pin({});
      await annotate(['b'], { verdict: 'maybe' });
      await answer('c', { status: 'COMPLETED', assessment_results: { score: 3 } });
      await stores.library.save(workspaceId, {
        kind: 'job_description',
        serviceId: JOB,
        name: 'Cook',
        note: '',
      });
      for (const descending of [true, false]) {
        const shown = await ids({}, sort, descending);
        const query = { workspaceId, filter: NO_FILTER, sort, descending };
        const places = await Promise.all(shown.map((id) => stores.requests.place(query, id)));
        expect(places).toEqual([0, 1, 2, 3]);
      }
    },
  );

  test('is undefined if the filter does not match, or if it is not tracked', async () => {
    const { stores, workspaceId, filtered } = await team();
    const query = {
      workspaceId,
      filter: filtered({ statuses: ['COMPLETED'] }),
      sort: 'name',
      descending: true,
    } as const;
    expect(await stores.requests.place(query, 'a')).toBeUndefined();
    expect(await stores.requests.place({ ...query, filter: NO_FILTER }, 'unknown')).toBeUndefined();
    expect(await stores.requests.place({ ...query, filter: NO_FILTER }, 'a')).toBe(3);
  });
});

describe('Library names', () => {
  test('are shown and searched as they are now', async () => {
    const { stores, workspaceId, ids, page } = await team();
    const name = (words: string) =>
      stores.library.save(workspaceId, { kind: 'job_description', serviceId: JOB, name: words, note: '' });
    await name('Écologist');
    expect((await page()).rows[0]?.jobName).toBe('Écologist');
    expect(await ids({ search: 'ecol person' })).toHaveLength(4);
    await name('Geologist');
    expect(await ids({ search: 'ecol' })).toEqual([]);
    expect(await ids({ search: 'geol' })).toHaveLength(4);
    await stores.library.remove(workspaceId, 'job_description', JOB);
    expect((await page()).rows[0]?.jobName).toBeNull();
    expect(await ids({ search: 'geol' })).toEqual([]);
  });
});
