import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DescribedField } from '../../../shared/described-field.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { answered } from './answered.ts';
import { readAllResults } from './read-all-results.ts';
import { addTracked, sharedStorage, temporaryStorage } from './temporary-storage.ts';

const shared = sharedStorage();
const OWN: DescribedField = {
  ...{ path: '/overall', label: 'Own', smallest: 0, largest: 10 },
  ...{ better: 'lower', headline: true, cover: 'open' },
};
const OVERALL: DescribedField = {
  ...{ path: '/overall', label: 'Overall', smallest: 0, largest: 5 },
  ...{ better: 'higher', headline: true, cover: 'covered' },
};
const RISK: DescribedField = {
  ...{ path: '/risk', label: 'Risk', smallest: 0, largest: 9 },
  ...{ better: 'lower', headline: false, cover: 'open' },
};
const KEY = { kind: 'questionnaire', serviceId: 'q' } as const;

/** A workspace with a request of the questionnaire `q`, and a policy to describe it. */
async function underPolicy() {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { rules, library, requests, exports, pins } = storage.stores;
  onTestFinished(() => rules.setPolicyMeaning({ described: [], locked: false }));
  const set = async (fields: readonly DescribedField[] | null, locked = false) => {
    await rules.setPolicyMeaning({ described: fields ? [{ id: 'q', fields }] : [], locked });
    const changed = await library.applyPolicy(workspaceId);
    await readAllResults(storage, workspaceId);
    return changed;
  };
  let count = 0;
  const add = async (overall: number, questionnaireTemplateId = 'q') => {
    const id = `${workspaceId}-${count}`;
    count += 1;
    await addTracked(storage, id, { workspaceId, id: randomUUID(), questionnaireTemplateId }, 2000 + count);
    const body = { request_id: id, status: 'COMPLETED', assessment_results: { overall, risk: 2 } };
    await answered(storage, id, body, { workspaceId });
    return id;
  };
  const rows = async (ids: readonly string[]) => await requests.rows(workspaceId, ids);
  return {
    ...{ storage, workspaceId, set, add, pins, library, requests },
    headlines: async (...ids: string[]) => (await rows(ids)).map(({ headline }) => headline),
    exported: async (id: string) => {
      const found = await exports.rows(workspaceId, { requestIds: [id] });
      return (await exports.records(workspaceId, found))[0]?.headline;
    },
    entry: async () =>
      (await library.list(workspaceId, 'questionnaire')).find(({ serviceId }) => serviceId === 'q'),
  };
}

test('what a policy describes counts in place of the Library, before and after it changes, and the Library comes back', async () => {
  const { set, add, headlines, exported, library, workspaceId, requests, storage } = await underPolicy();
  const before = await add(4);
  await library.describe(workspaceId, 'q', '/overall', OWN);
  await readAllResults(storage, workspaceId);
  const own = 'Own: 4 of 10, lower is better';
  expect(await headlines(before)).toEqual([own]);
  expect(await set([OVERALL, RISK])).toBe(true);
  const after = await add(4);
  // What was stored before the policy came agrees with what came later.
  expect(await headlines(before, after)).toEqual(['Overall: 4 of 5', 'Overall: 4 of 5']);
  expect(await exported(before)).toBe('Overall: 4 of 5');
  expect((await requests.detail(workspaceId, before))?.described).toEqual([OVERALL, RISK]);
  expect(await set([OVERALL, RISK])).toBe(false);
  expect(await set([{ ...OVERALL, label: 'Sum' }])).toBe(true);
  const last = await add(4);
  expect(await headlines(before, after, last)).toEqual(Array.from({ length: 3 }, () => 'Sum: 4 of 5'));
  expect(await set(null)).toBe(true);
  expect(await headlines(before, after, last)).toEqual([own, own, own]);
});

test('a sort goes by the scale that the policy gives, and a field it describes newly becomes a column once', async () => {
  const { set, add, pins, workspaceId, requests } = await underPolicy();
  const [four, one] = [await add(4), await add(1)];
  await set([OVERALL, RISK]);
  expect(await pins.list(workspaceId)).toMatchObject([
    { path: '/overall', headline: true },
    { path: '/risk' },
  ]);
  const order = async () => {
    const asked = { workspaceId, filter: NO_FILTER, sort: 'headline', descending: true } as const;
    const page = await requests.page({ ...asked, offset: 0, limit: 9 });
    return page.rows.map(({ requestId }) => requestId);
  };
  expect(await order()).toEqual([four, one]);
  await set([{ ...OVERALL, better: 'lower' }, RISK]);
  expect(await order()).toEqual([one, four]);
  await pins.unpin(workspaceId, '/risk');
  await set([OVERALL, RISK]);
  await set(null);
  expect((await pins.list(workspaceId)).map(({ path }) => path)).toEqual(['/overall']);
});

test('a questionnaire that is used for the first time under the policy has its columns at once', async () => {
  const { set, add, headlines, pins, workspaceId } = await underPolicy();
  await set([OVERALL]);
  expect(await pins.list(workspaceId)).toEqual([]);
  await add(3, 'another');
  expect(await pins.list(workspaceId)).toEqual([]);
  expect(await headlines(await add(3))).toEqual(['Overall: 3 of 5']);
});

test('nobody can describe what the policy describes, and an import or undo keeps what is underneath', async () => {
  const { set, add, headlines, library, workspaceId, entry } = await underPolicy();
  const id = await add(4);
  await library.describe(workspaceId, 'q', '/overall', OWN);
  await set([OVERALL]);
  expect(await library.describe(workspaceId, 'q', '/overall', { ...OWN, label: 'Mine' })).toBeUndefined();
  expect(await library.describe(workspaceId, 'q', '/overall', null)).toBeUndefined();
  const label = { ...KEY, name: 'General', note: '', defaultQuestionnaireId: null, archived: false };
  const [snapshot] = await library.replace(workspaceId, [{ ...label, fields: [RISK] }]);
  expect(await entry()).toMatchObject({ name: 'General', fields: [OVERALL] });
  expect(snapshot?.before?.fields).toEqual([OWN]);
  expect(await library.save(workspaceId, { ...label, name: 'Ours', fields: [] })).toMatchObject({
    fields: [OVERALL],
  });
  expect(await headlines(id)).toEqual(['Overall: 4 of 5']);
  const removed = await library.remove(workspaceId, 'questionnaire', 'q');
  // Requests have it, so what it means can still be seen.
  expect(await entry()).toMatchObject({ name: '', archived: true, fields: [OVERALL] });
  await library.restore(workspaceId, [removed]);
  expect(await entry()).toMatchObject({ name: 'Ours', archived: false, fields: [OVERALL] });
  await set(null);
  expect(await entry()).toMatchObject({ name: 'Ours', fields: [OWN] });
  expect(await headlines(id)).toEqual(['Own: 4 of 10, lower is better']);
});

test('while it can not be read what the policy describes, nobody can describe anything', async () => {
  const { set, library, workspaceId } = await underPolicy();
  await set(null, true);
  expect(await library.describe(workspaceId, 'other', '/overall', OWN)).toBeUndefined();
  await set(null);
  expect(await library.describe(workspaceId, 'other', '/overall', OWN)).toMatchObject({ before: null });
});

test('what a person left open before a verdict stays covered where the policy covers it', async () => {
  const { set, add, headlines, storage, workspaceId, library, requests } = await underPolicy();
  const { rules } = storage.stores;
  const id = await add(4);
  await library.describe(workspaceId, 'q', '/overall', OWN);
  const covering = defaultRules('Europe/Berlin');
  await rules.save(workspaceId, { ...covering, verdictFirst: true });
  await readAllResults(storage, workspaceId);
  const results = async () => (await requests.detail(workspaceId, id))?.assessmentResults;
  expect([await headlines(id), await results()]).toEqual([['Own: 4 of 10, lower is better'], { overall: 4 }]);
  await set([OVERALL, RISK]);
  expect([await headlines(id), await results()]).toEqual([[null], { risk: 2 }]);
  // Before what is stored follows another policy, a stored headline is of a field that may be covered now.
  await set([OVERALL, { ...RISK, cover: 'covered' }]);
  await rules.setPolicyMeaning({
    described: [{ id: 'q', fields: [{ ...RISK, headline: true }] }],
    locked: false,
  });
  expect([await headlines(id), await results()]).toEqual([[null], { risk: 2 }]);
  await library.applyPolicy(workspaceId);
  await readAllResults(storage, workspaceId);
  expect(await headlines(id)).toEqual(['Risk: 2 of 9, lower is better']);
});

test('what a policy describes still counts after the database had to be written anew', async () => {
  const { path, stores, locationChange } = await temporaryStorage();
  const label = { ...KEY, name: '', note: '' };
  await stores.library.save('workspace-1', label);
  await stores.rules.setPolicyMeaning({ described: [{ id: 'q', fields: [OVERALL] }], locked: false });
  const folder = dirname(path);
  renameSync(folder, `${folder}-moved`);
  onTestFinished(() => rmSync(`${folder}-moved`, { recursive: true, force: true }));
  await stores.library.save('workspace-1', { ...label, name: 'General' });
  expect(locationChange()).toMatchObject({ change: 'written_anew' });
  expect(await stores.library.list('workspace-1', 'questionnaire')).toMatchObject([
    { name: 'General', fields: [OVERALL] },
  ]);
});
