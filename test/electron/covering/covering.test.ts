import { describe, expect, test } from 'vitest';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { type CoveredWorld, coveredWorld } from './covered-world.ts';
import { crawl, uncrawled } from './crawl.ts';

const shared = sharedStorage();
const COUNT = 100;

async function world(coverIdentity: boolean, count = COUNT, seed = 20): Promise<CoveredWorld> {
  return coveredWorld(await shared.withWorkspace(), { coverIdentity, count, seed });
}

/** The marks that occur in a text. */
function marksIn(text: string, marks: readonly string[]): string[] {
  const words = new Set(text.toLowerCase().match(/zq[a-z]+\d+qz|\d+/g));
  return marks.filter((mark) => words.has(mark));
}

test('every call of the contract is crawled, or says why it can’t show a covered value', () => {
  expect(uncrawled()).toEqual([]);
});

describe.each([
  ['results', false],
  ['results and candidates', true],
] as const)('where %s are covered', (_, coverIdentity) => {
  test('no call and no file has a covered value, and revealed ones are there', async () => {
    const crawled = await world(coverIdentity);
    const said = await crawl(crawled);
    const covered = crawled.covered.flatMap((each) => each.covered);
    for (const [call, text] of said) expect(marksIn(text, covered), call).toEqual([]);
    const revealed = crawled.revealed.flatMap((each) => each.covered);
    const open = crawled.covered.map((each) => each.open);
    for (const call of ['requests.get', 'requests.exportFile', 'requests.exportReport']) {
      expect(marksIn(said.get(call) ?? '', revealed), call).toEqual(revealed);
      expect(marksIn(said.get(call) ?? '', open), call).toEqual(open);
    }
    // A draft is refused before a verdict, open fields included.
    const drafts = said.get('rights.explain') ?? '';
    expect(marksIn(drafts, revealed)).toEqual(revealed);
    expect(marksIn(drafts, open)).toEqual([]);
  });

  test('searches and filters for covered values find only revealed requests', async () => {
    const { covered, revealed, handlers, workspaceId } = await world(coverIdentity, 40, 21);
    const total = async (filter: Partial<typeof NO_FILTER>): Promise<number> => {
      const asked = { workspaceId, filter: { ...NO_FILTER, ...filter }, offset: 0, limit: 10 };
      const page = await handlers.requests.list({ ...asked, sort: 'updated', descending: true });
      if (!page.ok) throw new Error(page.error.code);
      return page.value.total;
    };
    for (const each of covered) {
      for (const mark of each.covered) expect(await total({ search: mark }), mark).toBe(0);
      const path = { path: '/overall', min: each.overall, max: each.overall, values: [] };
      expect(await total({ pinned: [path] })).toBe(0);
      expect(
        await total({ pinned: [{ path: '/language', min: null, max: null, values: [each.open] }] }),
      ).toBe(1);
      const isFound = coverIdentity ? 0 : 1;
      expect(await total({ search: each.name }), each.name).toBe(isFound);
      expect(await total({ search: each.phoneNumber })).toBe(isFound);
    }
    for (const each of revealed) {
      const words = each.covered.filter((mark) => mark.startsWith('zqw'));
      for (const mark of words) expect(await total({ search: mark }), mark).toBe(1);
      const path = { path: '/overall', min: each.overall, max: each.overall, values: [] };
      expect(await total({ pinned: [path] })).toBe(1);
      expect(await total({ search: each.name })).toBe(1);
    }
  });

  test('covered rows sort as unknown, in the same order whatever their values are', async () => {
    const { covered, handlers, workspaceId } = await world(coverIdentity, 40, 22);
    const hidden = new Set(covered.map(({ requestId }) => requestId));
    for (const sort of ['headline', 'pin:/overall', 'pin:/more'] as const) {
      for (const descending of [true, false]) {
        const asked = { workspaceId, filter: NO_FILTER, sort, descending, offset: 0, limit: 400 };
        const page = await handlers.requests.list(asked);
        if (!page.ok) throw new Error(page.error.code);
        const ids = page.value.rows.map(({ requestId }) => requestId);
        const unknown = ids.filter((id) => hidden.has(id));
        const added = covered.map(({ requestId }) => requestId);
        expect(unknown, sort).toEqual(descending ? added.toReversed() : added);
        // Revealed assessments all have one, but what they have in `/more` isn't always a value.
        if (sort === 'pin:/more') continue;
        expect(ids.slice(-hidden.size), sort).toEqual(unknown);
        const place = await handlers.requests.place({ ...asked, requestId: unknown[0] ?? '' });
        expect(place).toEqual({ ok: true, value: ids.length - hidden.size });
      }
    }
  });
});

test('candidates have pseudonyms that stay the same, wherever they are named', async () => {
  const crawled = await world(true, 30, 23);
  const { covered, revealed, storage, workspaceId, handlers } = crawled;
  const said = await crawl(crawled);
  const identity = covered.flatMap(({ name, phoneNumber, resumeUrl }) => [
    name.split(' ')[0]?.toLowerCase() ?? '',
    phoneNumber.slice(1),
    resumeUrl.slice(8).split('.')[0] ?? '',
  ]);
  // Those numbers were typed by the person who asks.
  said.delete('submissions.duplicates');
  for (const [call, text] of said) expect(marksIn(text, identity), call).toEqual([]);
  const { stores } = storage;
  const sentTo = await stores.doNotCall.sentTo(covered.map(({ phoneNumber }) => phoneNumber));
  const twins = await stores.submissions.duplicates(
    workspaceId,
    covered.map(({ phoneNumber }) => phoneNumber),
    0,
  );
  const rows = await stores.requests.rows(
    workspaceId,
    covered.map(({ requestId }) => requestId),
  );
  const names = new Map(rows.map(({ submissionId, candidateName }) => [submissionId, candidateName]));
  expect([...names.values()].every((name) => /^Candidate [0-9A-Z]{4}$/.test(name))).toBe(true);
  expect(sentTo).toHaveLength(covered.length);
  for (const each of [...sentTo, ...twins]) expect(each.candidateName).toBe(names.get(each.submissionId));
  const [first] = revealed;
  const shown = await handlers.requests.get({ workspaceId, requestId: first?.requestId ?? '' });
  expect(shown).toMatchObject({ value: { candidateName: first?.name, phoneNumber: first?.phoneNumber } });
});

test('a verdict needs a reason, is recorded with whether the results were in view, and uncovers for good', async () => {
  const { covered, handlers, storage, workspaceId } = await world(true, 4, 24);
  const requestId = covered[0]?.requestId ?? '';
  const give = (change: object) =>
    handlers.requests.annotate({ workspaceId, selection: { requestIds: [requestId] }, change });
  const detail = async () => {
    const found = await handlers.requests.get({ workspaceId, requestId });
    if (!found.ok) throw new Error(found.error.code);
    return found.value;
  };
  expect(await give({ verdict: 'no' })).toMatchObject({ ok: false, error: { code: 'verdict_needs_reason' } });
  expect((await detail()).covered).toBe('results_and_identity');
  expect(await give({ verdict: 'no', reason: 'Too far away.' })).toMatchObject({ ok: true });
  const shown = await detail();
  expect(shown).toMatchObject({ covered: 'nothing', verdict: 'no', candidateName: covered[0]?.name });
  expect(JSON.stringify(shown.assessmentResults)).toContain(String(covered[0]?.overall));
  expect(await give({ verdict: 'none' })).toMatchObject({ ok: true });
  expect(await give({ verdict: 'yes', reason: 'The scores are good.' })).toMatchObject({ ok: true });
  const verdicts = (await detail()).history.filter(({ code }) => code === 'verdict_set');
  expect(verdicts.map(({ values }) => values)).toEqual([
    { verdict: 'yes', seen: true, reason: 'The scores are good.', by: 'ada' },
    { verdict: 'none', seen: true, by: 'ada' },
    { verdict: 'no', seen: false, reason: 'Too far away.', by: 'ada' },
  ]);
  expect((await detail()).covered).toBe('nothing');
  const undone = {
    requestId: covered[1]?.requestId ?? '',
    verdict: 'yes' as const,
    tags: [],
    archived: false,
  };
  await handlers.requests.restore({ workspaceId, annotations: [undone] });
  const [row] = await storage.stores.requests.rows(workspaceId, [undone.requestId]);
  expect(row).toMatchObject({ verdict: 'none', covered: 'results_and_identity' });
});

test('what the mode covered shows again when it is switched off', async () => {
  const { covered, storage, workspaceId, handlers } = await world(true, 6, 25);
  const rules = await handlers.rules.get({ workspaceId } as never);
  if (!rules.ok) throw new Error(rules.error.code);
  await storage.stores.rules.save(workspaceId, {
    ...rules.value,
    verdictFirst: { on: false, coverIdentity: true },
  });
  for (const { requestId, name, overall } of covered) {
    const [row] = await storage.stores.requests.rows(workspaceId, [requestId]);
    expect(row).toMatchObject({ covered: 'nothing', candidateName: name, pinned: { '/overall': overall } });
    expect(row?.headline).toContain(String(overall));
  }
});

test('Insights leave covered values out and say how many', async () => {
  const { covered, revealed, handlers, workspaceId } = await world(false, 12, 26);
  const filter = { from: null, until: null, job: null, questionnaire: null };
  const score = await handlers.insights.score({ workspaceId, filter, path: '/overall' });
  expect(score).toMatchObject({ value: { count: revealed.length, covered: covered.length } });
  const open = await handlers.insights.score({ workspaceId, filter, path: '/language' });
  expect(open).toMatchObject({ value: { count: 12, covered: 0 } });
});
