import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { compare } from '../../../shared/comparison.ts';
import type { DescribedField } from '../../../shared/described-field.ts';
import type { Json, RequestSort } from '../../../shared/request.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { ODD_ASSESSMENTS } from '../../shared/odd-assessments.ts';
import { pinnableFields } from '../../shared/pinnable-fields.ts';
import { answered } from './answered.ts';
import { readAllResults } from './read-all-results.ts';
import { addTracked, sharedStorage } from './temporary-storage.ts';

const shared = sharedStorage();
const OVERALL = { path: '/overall', label: 'Overall', kind: 'number' } as const;
const DESCRIBED: DescribedField = {
  ...{ path: '/overall', label: 'Overall', smallest: 0, largest: 5 },
  ...{ better: 'higher', headline: true, cover: 'covered' },
};

/** A new workspace with these results, each with its questionnaire. */
async function withResults(all: readonly (readonly [questionnaire: string, results: Json])[]) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { stores } = storage;
  const ids: string[] = [];
  for (const [at, [questionnaireTemplateId, results]] of all.entries()) {
    const id = `r${at}`;
    await addTracked(storage, id, { workspaceId, id: randomUUID(), questionnaireTemplateId }, 2000 + at);
    const body = { request_id: id, status: 'COMPLETED', assessment_results: results };
    await answered(storage, id, body, { workspaceId });
    ids.push(id);
  }
  const page = (sort: RequestSort, descending: boolean) =>
    stores.requests.page({ workspaceId, filter: NO_FILTER, sort, descending, offset: 0, limit: 400 });
  return {
    stores,
    storage,
    workspaceId,
    describe: (questionnaireId: string, field: Partial<DescribedField> = {}) =>
      stores.library.describe(workspaceId, questionnaireId, field.path ?? '/overall', {
        ...DESCRIBED,
        ...field,
      }),
    headlines: async () => (await stores.requests.rows(workspaceId, ids)).map(({ headline }) => headline),
    inOrder: async (sort: RequestSort, descending = true) =>
      (await page(sort, descending)).rows.map(({ requestId }) => requestId),
    detail: async (id: string) => {
      const detail = await stores.requests.detail(workspaceId, id);
      if (!detail) throw new Error(`${id} is not there.`);
      return detail;
    },
  };
}

test('odd assessments have no headline unless it is described, and their pinned values are what was sent', async () => {
  const all = ODD_ASSESSMENTS.flatMap(([, one, other]) => [one, other]);
  const { stores, storage, workspaceId, headlines, inOrder, detail } = await withResults(
    all.map((each) => ['q', each]),
  );
  const paths = new Map(all.flatMap(pinnableFields).map((field) => [field.path, field]));
  for (const { value: _, ...field } of paths.values()) await stores.pins.pin(workspaceId, field);
  await readAllResults(storage, workspaceId);
  expect(paths.size).toBeGreaterThan(100);
  expect(new Set(await headlines())).toEqual(new Set([null]));
  const byAge = all.map((_, at) => `r${at}`);
  expect(await inOrder('headline', false)).toEqual(byAge);
  const records = await stores.exports.records(
    workspaceId,
    await stores.exports.rows(workspaceId, { requestIds: byAge }),
  );
  for (const [at, results] of all.entries()) {
    const sent = Object.fromEntries(pinnableFields(results).map(({ path, value }) => [path, value]));
    // A list shown as a table also has pinned values for its rows.
    expect((await detail(`r${at}`)).pinned, JSON.stringify(results)).toMatchObject(sent);
    expect(records[at]).toMatchObject({ headline: null, pinned: sent });
  }
});

test('a described field is the headline, with the value as it was sent, while it is pinned and described', async () => {
  const { stores, workspaceId, describe, headlines } = await withResults([
    ['q', { overall: 4.2 }],
    ['q', { overall: '4/5' }],
    ['q', { overall: 91 }],
    ['q', { overall: 'n/a' }],
    ['q', {}],
    ['another', { overall: 4.2 }],
  ]);
  expect(new Set(await headlines())).toEqual(new Set([null]));
  const before = (await describe('q'))?.before ?? null;
  // Describing a field pins it.
  expect(await stores.pins.list(workspaceId)).toMatchObject([OVERALL]);
  const described = [
    'Overall: 4.2 of 5',
    'Overall: 4/5 (0 to 5, higher is better)',
    'Overall: 91',
    'Overall: n/a',
    null,
    null,
  ];
  expect(await headlines()).toEqual(described);
  await stores.pins.unpin(workspaceId, '/overall');
  expect(new Set(await headlines())).toEqual(new Set([null]));
  await stores.pins.pin(workspaceId, OVERALL);
  expect(await headlines()).toEqual(described);
  await stores.library.restore(workspaceId, [{ kind: 'questionnaire', serviceId: 'q', before }]);
  expect(new Set(await headlines())).toEqual(new Set([null]));
});

test('an answer that arrives after a field was described has a headline', async () => {
  const { storage, workspaceId, describe, headlines } = await withResults([['q', {}]]);
  await describe('q', { path: '/risk', label: 'Risk', largest: 100, better: 'lower' });
  const body = { request_id: 'r0', status: 'COMPLETED', assessment_results: { risk: 95 } };
  await answered(storage, 'r0', body, { workspaceId, now: 9100 });
  expect(await headlines()).toEqual(['Risk: 95 of 100, lower is better']);
});

test('sorting by headline puts better values first within a questionnaire, and values off the scale last', async () => {
  const { describe, inOrder } = await withResults([
    ['q', { overall: 3 }],
    ['q', { overall: 5 }],
    ['q', { overall: 91 }],
    ['q', { overall: '4/5' }],
    ['q', { overall: { score: 5 } }],
    ['r', { overall: 20 }],
    ['r', { overall: 90 }],
  ]);
  await describe('q');
  await describe('r', { largest: 100, better: 'lower', label: 'Risk' });
  expect(await inOrder('headline')).toEqual(['r5', 'r6', 'r1', 'r3', 'r0', 'r4', 'r2']);
  expect((await inOrder('headline', false)).slice(-2)).toEqual(['r2', 'r4']);
});

test('values on different scales in one column are sorted as separate groups', async () => {
  const { stores, workspaceId, describe, inOrder } = await withResults([
    ['q', { overall: '5 of 5' }],
    ['q', { overall: '91 of 100' }],
    ['q', { overall: '3 of 5' }],
    ['q', { overall: '10 of 100' }],
    ['q', { overall: 7 }],
    ['q', { overall: null }],
    ['r', { overall: 2 }],
    ['r', { overall: 4 }],
  ]);
  await stores.pins.pin(workspaceId, OVERALL);
  expect(await inOrder('pin:/overall', false)).toEqual(['r6', 'r7', 'r4', 'r3', 'r1', 'r2', 'r0', 'r5']);
  await describe('r', { headline: false });
  const described = await inOrder('pin:/overall', false);
  expect(described).toEqual(['r4', 'r6', 'r7', 'r3', 'r1', 'r2', 'r0', 'r5']);
  // Filters compare the number that was sent.
  const filter = { ...NO_FILTER, pinned: [{ path: '/overall', min: 4, max: 10, values: [] }] };
  const found = await stores.requests.page({
    ...{ workspaceId, filter, sort: 'accepted', descending: false, offset: 0, limit: 9 },
  });
  expect(found.rows.map(({ requestId }) => requestId)).toEqual(['r0', 'r3', 'r4', 'r7']);
});

test('a comparison shows the best on a described scale, and only within one questionnaire', async () => {
  const { describe, detail } = await withResults([
    ['q', { risk: 95, overall: 5, years: 3 }],
    ['q', { risk: 12, overall: 5, years: 9 }],
    ['q', { risk: 40, overall: 91 }],
    ['r', { risk: 1 }],
  ]);
  const rowOf = async (label: string, ...ids: readonly string[]) =>
    compare(await Promise.all(ids.map(detail)))
      .sections.flatMap(({ rows }) => rows)
      .find((row) => row.label === label);
  expect((await rowOf('Risk', 'r0', 'r1'))?.best).toEqual([false, false]);
  await describe('q', { path: '/risk', label: 'Risk', largest: 100, better: 'lower' });
  await describe('r', { path: '/risk', label: 'Risk', largest: 100, better: 'lower' });
  await describe('q');
  await describe('q', { path: '/years', label: 'Years', largest: 40, better: null, headline: false });
  expect(await rowOf('Risk', 'r0', 'r1', 'r2')).toMatchObject({
    best: [false, true, false],
    described: [{ scaled: { value: 95, better: 'lower' } }, { text: '12' }, { text: '40' }],
  });
  // Another questionnaire may ask something else.
  expect((await rowOf('Risk', 'r0', 'r1', 'r3'))?.best).toEqual([false, false, false]);
  // There is no best if a value is off the scale, if all are equal, or if neither end is better.
  expect((await rowOf('Overall', 'r0', 'r2'))?.best).toEqual([false, false]);
  expect((await rowOf('Overall', 'r0', 'r1'))?.best).toEqual([false, false]);
  expect((await rowOf('Years', 'r0', 'r1'))?.best).toEqual([false, false]);
});

test('a described field is pinned for all results, including those of other questionnaires', async () => {
  const { stores, workspaceId, describe } = await withResults([
    ['q', { overall: 4 }],
    ['r', { overall: 3 }],
  ]);
  await describe('q');
  const rows = await stores.requests.rows(workspaceId, ['r0', 'r1']);
  expect(rows.map(({ pinned }) => pinned)).toEqual([{ '/overall': 4 }, { '/overall': 3 }]);
});

test('a questionnaire has one headline, which a newly described one replaces', async () => {
  const { stores, workspaceId, describe, headlines } = await withResults([
    ['q', { overall: 4, verdict: 'HOLD' }],
  ]);
  await describe('q');
  await describe('q', { path: '/verdict', label: 'Verdict', smallest: null, largest: null, better: null });
  expect(await headlines()).toEqual(['Verdict: HOLD']);
  const [entry] = await stores.library.list(workspaceId, 'questionnaire');
  expect(entry?.fields.map(({ label, headline }) => [label, headline])).toEqual([
    ['Overall', false],
    ['Verdict', true],
  ]);
  // Renaming the entry keeps its described fields.
  await stores.library.save(workspaceId, {
    kind: 'questionnaire',
    serviceId: 'q',
    name: 'General',
    note: '',
  });
  expect(await headlines()).toEqual(['Verdict: HOLD']);
  await stores.library.describe(workspaceId, 'q', '/verdict', null);
  expect(await headlines()).toEqual([null]);
});

test('imported Library entries add headlines and pin fields, and undoing the import removes the headlines', async () => {
  const { stores, workspaceId, headlines } = await withResults([['q', { overall: 4 }]]);
  const entry = { kind: 'questionnaire', serviceId: 'q', name: 'General', note: '' } as const;
  const snapshots = await stores.library.replace(workspaceId, [
    { ...entry, defaultQuestionnaireId: null, archived: false, fields: [DESCRIBED] },
  ]);
  expect(await headlines()).toEqual(['Overall: 4 of 5']);
  expect(await stores.pins.list(workspaceId)).toMatchObject([OVERALL]);
  await stores.library.restore(workspaceId, snapshots);
  expect(await headlines()).toEqual([null]);
});
