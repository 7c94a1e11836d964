import { describe, expect, onTestFinished, test } from 'vitest';
import { agreementOf } from '../../../shared/agreement.ts';
import type { Verdict } from '../../../shared/request.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { answered } from '../storage/answered.ts';
import { readAllResults } from '../storage/read-all-results.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { type CoveredWorld, coveredWorld, QUESTIONNAIRE } from './covered-world.ts';
import { crawl, uncrawled } from './crawl.ts';
import { SCALE } from './marked-assessments.ts';
import { marksIn } from './marks.ts';

const shared = sharedStorage();
/** How many random assessments are crawled: some in each run, 1000 for a longer look. */
const COUNT = Number(process.env['CALLBOARD_CRAWL_COUNT'] ?? 40);
const CRAWL_PATIENCE = 60_000 + COUNT * 2000;

async function world(count = COUNT, seed = 20): Promise<CoveredWorld> {
  return coveredWorld(await shared.withWorkspace(), { count, seed });
}

test('every call of the contract is crawled, or says why it can’t show a covered value', () => {
  expect(uncrawled()).toEqual([]);
});

describe('where results are covered', () => {
  test('no call and no file has a covered value, and revealed ones are there', {
    timeout: CRAWL_PATIENCE,
  }, async () => {
    const crawled = await world();
    const said = await crawl(crawled);
    const covered = crawled.covered.flatMap((each) => each.covered);
    for (const [call, text] of said) expect(marksIn(text, covered), call).toEqual([]);
    const revealed = crawled.revealed.flatMap((each) => each.covered);
    const open = crawled.covered.map((each) => each.open);
    for (const call of ['requests.get', 'requests.exportFile', 'requests.exportReport']) {
      expect(marksIn(said.get(call) ?? '', revealed), call).toEqual(revealed);
      expect(marksIn(said.get(call) ?? '', open), call).toEqual(open);
    }
    expect(marksIn(said.get('library.examples') ?? '', revealed).length).toBeGreaterThan(3);
    // A draft is refused before a verdict, open fields included.
    const drafts = said.get('explanations.draft') ?? '';
    expect(marksIn(drafts, revealed)).toEqual(revealed);
    expect(marksIn(drafts, open)).toEqual([]);
  });

  test('searches and filters for covered values find only revealed requests', async () => {
    const { covered, revealed, handlers, workspaceId } = await world(40, 21);
    const total = async (filter: Partial<typeof NO_FILTER>): Promise<number> => {
      const asked = { workspaceId, filter: { ...NO_FILTER, ...filter }, offset: 0, limit: 10 };
      const page = await handlers.requests.list({ ...asked, sort: 'updated', descending: true });
      return page.total;
    };
    for (const each of covered) {
      // Two or three digits begin ids and numbers, too.
      const marks = each.covered.filter((mark) => !mark.includes('.'));
      for (const mark of marks) expect(await total({ search: mark }), mark).toBe(0);
      const path = { path: '/overall', min: each.overall, max: each.overall, values: [] };
      expect(await total({ pinned: [path] })).toBe(0);
      expect(
        await total({ pinned: [{ path: '/language', min: null, max: null, values: [each.open] }] }),
      ).toBe(1);
      expect(await total({ search: each.name }), each.name).toBe(1);
      expect(await total({ search: each.phoneNumber })).toBe(1);
      const [mark = ''] = marks;
      expect(await total({ search: `${each.name} ${mark}` })).toBe(0);
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
    const { covered, handlers, workspaceId } = await world(40, 22);
    const hidden = new Set(covered.map(({ requestId }) => requestId));
    for (const sort of ['headline', 'pin:/overall', 'pin:/more'] as const) {
      for (const descending of [true, false]) {
        const asked = { workspaceId, filter: NO_FILTER, sort, descending, offset: 0, limit: 400 };
        const page = await handlers.requests.list(asked);
        const ids = page.rows.map(({ requestId }) => requestId);
        const unknown = ids.filter((id) => hidden.has(id));
        const added = covered.map(({ requestId }) => requestId);
        expect(unknown, sort).toEqual(descending ? added.toReversed() : added);
        // Revealed assessments all have one, but what they have in `/more` isn't always a value.
        if (sort === 'pin:/more') continue;
        expect(ids.slice(-hidden.size), sort).toEqual(unknown);
        const place = await handlers.requests.place({ ...asked, requestId: unknown[0] ?? '' });
        expect(place).toBe(ids.length - hidden.size);
      }
    }
  });
});

test('who a candidate is shows before a verdict, in the list, its order and the pages', async () => {
  const { covered, handlers, workspaceId, storage } = await world(6, 23);
  const asked = { workspaceId, filter: NO_FILTER, sort: 'phone', descending: false, offset: 0, limit: 10 };
  const page = await handlers.requests.list({ ...asked, sort: 'phone' });
  const numbers = page.rows.map(({ phoneNumber }) => phoneNumber);
  expect(numbers).toEqual(numbers.toSorted());
  for (const { requestId, submissionId, name, phoneNumber, resumeUrl } of covered) {
    const who = { candidateName: name, phoneNumber, resumeUrl };
    expect(await handlers.requests.get({ workspaceId, requestId })).toMatchObject({ ...who, covered: true });
    expect(await storage.stores.submissions.detail(workspaceId, submissionId)).toMatchObject(who);
  }
});

test('what a policy says counts from the first query, whatever the workspace stored, and is kept nowhere', async () => {
  const { covered, storage, workspaceId } = await world(6, 28);
  const ids = covered.map(({ requestId }) => requestId);
  const shown = async () => {
    const rows = await storage.stores.requests.rows(workspaceId, ids);
    return [...new Set(rows.map((row) => row.covered))];
  };
  const { rules } = storage.stores;
  const own = await rules.get(workspaceId);
  if (!own) throw new Error('The workspace has rules.');
  onTestFinished(() => rules.setPolicyMode(null));
  await rules.save(workspaceId, { ...own, verdictFirst: false });
  // Not awaited: the policy's mode holds for everything that is asked after it.
  const set = rules.setPolicyMode(true);
  expect(await shown()).toEqual([true]);
  await set;
  expect(await rules.coversResults(workspaceId)).toBe(true);
  await rules.setPolicyMode(false);
  expect(await shown()).toEqual([false]);
  await rules.setPolicyMode(null);
  expect(await shown()).toEqual([false]);
  expect(await rules.get(workspaceId)).toMatchObject({ verdictFirst: false });
});

test('a verdict needs a reason, is recorded with whether the results were in view, and uncovers for good', async () => {
  const { covered, handlers, storage, workspaceId } = await world(4, 24);
  const requestId = covered[0]?.requestId ?? '';
  const give = (change: object) =>
    handlers.requests.annotate({ workspaceId, selection: { requestIds: [requestId] }, change });
  const detail = async () => handlers.requests.get({ workspaceId, requestId });
  await expect(give({ verdict: 'no' })).rejects.toMatchObject({ code: 'verdict_needs_reason' });
  expect((await detail()).covered).toBe(true);
  await give({ verdict: 'no', reason: 'Too far away.' });
  const shown = await detail();
  expect(shown).toMatchObject({ covered: false, verdict: 'no', candidateName: covered[0]?.name });
  expect(JSON.stringify(shown.assessmentResults)).toContain(String(covered[0]?.overall));
  await give({ verdict: 'none' });
  await give({ verdict: 'yes', reason: 'The scores are good.' });
  const verdicts = (await detail()).history.filter(({ code }) => code === 'verdict_set');
  expect(verdicts.map(({ values }) => values)).toEqual([
    { verdict: 'yes', seen: true, reason: 'The scores are good.', by: 'ada' },
    { verdict: 'none', seen: true, by: 'ada' },
    { verdict: 'no', seen: false, reason: 'Too far away.', by: 'ada' },
  ]);
  expect((await detail()).covered).toBe(false);
  const undone = {
    requestId: covered[1]?.requestId ?? '',
    verdict: 'yes' as const,
    tags: [],
    archived: false,
  };
  await handlers.requests.restore({ workspaceId, annotations: [undone] });
  const [row] = await storage.stores.requests.rows(workspaceId, [undone.requestId]);
  expect(row).toMatchObject({ verdict: 'none', covered: true });
});

test('undoing a later verdict gives the earlier one back, and what was seen stays seen', async () => {
  const { covered, handlers, workspaceId } = await world(2, 29);
  const requestId = covered[0]?.requestId ?? '';
  const give = async (verdict: 'yes' | 'no') => {
    const change = { verdict, reason: 'I know the work.' };
    const given = await handlers.requests.annotate({
      workspaceId,
      selection: { requestIds: [requestId] },
      change,
    });
    return [...given];
  };
  const shown = async () => handlers.requests.get({ workspaceId, requestId });
  const beforeFirst = await give('yes');
  const beforeSecond = await give('no');
  await handlers.requests.restore({ workspaceId, annotations: beforeSecond });
  expect(await shown()).toMatchObject({ verdict: 'yes', covered: false });
  await handlers.requests.restore({ workspaceId, annotations: beforeFirst });
  expect(await shown()).toMatchObject({ verdict: 'none', covered: false });
  expect((await shown()).history.slice(0, 2)).toMatchObject([
    { code: 'verdict_set', values: { verdict: 'none', seen: true } },
    { code: 'verdict_set', values: { verdict: 'yes', seen: true } },
  ]);
});

test('what the mode covered shows again when it is switched off', async () => {
  const { covered, storage, workspaceId, handlers } = await world(6, 25);
  const rules = await handlers.rules.get({ workspaceId } as never);
  await storage.stores.rules.save(workspaceId, {
    ...rules,
    verdictFirst: false,
  });
  for (const { requestId, name, overall } of covered) {
    const [row] = await storage.stores.requests.rows(workspaceId, [requestId]);
    expect(row).toMatchObject({ covered: false, candidateName: name, pinned: { '/overall': overall } });
    expect(row?.headline).toContain(String(overall));
  }
});

test('Insights count agreement as each page says it, by the first verdicts', async () => {
  const { covered, revealed, handlers, workspaceId } = await world(60, 30);
  const filter = { from: null, until: null, job: null, questionnaire: null, by: null };
  const judge = async (of: readonly { requestId: string }[], verdict: Verdict) => {
    const selection = { requestIds: of.map(({ requestId }) => requestId) };
    const change = { verdict, reason: 'So.' };
    await handlers.requests.annotate({ workspaceId, selection, change });
  };
  const [noes, maybes] = [covered.slice(0, 12), covered.slice(12, 18)];
  await judge(noes, 'no');
  await judge(maybes, 'maybe');
  const judged = [...revealed, ...noes, ...maybes];
  const expected = { judged: judged.length, agree: 0, differ: 0 };
  for (const { requestId } of judged) {
    const shown = await handlers.requests.get({ workspaceId, requestId });
    const { history, assessmentResults, described } = shown;
    const said = agreementOf(history, assessmentResults, described);
    if (said?.agrees === true) expected.agree += 1;
    if (said?.agrees === false) expected.differ += 1;
  }
  expect(Math.min(expected.agree, expected.differ)).toBeGreaterThan(0);
  const counted = { leftOut: 0, jobs: [expected] };
  expect(await handlers.insights.agreement({ workspaceId, filter })).toMatchObject(counted);

  await judge(revealed.slice(0, 3), 'no');
  await judge(maybes.slice(0, 1), 'none');
  await judge(noes.slice(0, 3), 'maybe');
  expect(await handlers.insights.agreement({ workspaceId, filter })).toMatchObject(counted);
  const other = await handlers.insights.agreement({ workspaceId, filter: { ...filter, job: 'another' } });
  expect(other).toEqual({ leftOut: 0, jobs: [] });
});

test('Insights say of covered requests only that they have results', async () => {
  const { covered, handlers, workspaceId, storage } = await world(12, 30);
  const filter = { from: null, until: null, job: null, questionnaire: QUESTIONNAIRE, by: null };
  const said = async () =>
    JSON.stringify([
      await handlers.insights.funnel({ workspaceId, filter }),
      await handlers.insights.times({ workspaceId, filter }),
      await handlers.insights.agreement({ workspaceId, filter }),
    ]);
  const before = await said();
  for (const [at, { requestId, open }] of covered.entries()) {
    const results = { overall: SCALE.largest - at, language: open, more: 5 };
    const body = { request_id: requestId, status: 'COMPLETED', assessment_results: results };
    await answered(storage, requestId, body, { workspaceId, now: 11_000 });
  }
  await readAllResults(storage, workspaceId);
  expect(await said()).toBe(before);
  const annotated = { requestIds: covered.slice(0, 1).map(({ requestId }) => requestId) };
  const change = { verdict: 'yes' as const, reason: 'I know the work.' };
  await handlers.requests.annotate({ workspaceId, selection: annotated, change });
  expect(await said()).not.toBe(before);
});

test('a covered page doesn’t say that its results are too long to search', async () => {
  const { covered, handlers, storage, workspaceId } = await world(2, 32);
  const requestId = covered[0]?.requestId ?? '';
  const words = Array.from({ length: 110_000 }, (_, at) => `w${at}`).join(' ');
  const body = { request_id: requestId, status: 'COMPLETED', assessment_results: { text: words } };
  await answered(storage, requestId, body, { workspaceId, now: 11_000 });
  const shown = async () => (await handlers.requests.get({ workspaceId, requestId })).foundByAllWords;
  expect(await shown()).toBe(true);
  const change = { verdict: 'no' as const, reason: 'Talks too much.' };
  await handlers.requests.annotate({ workspaceId, selection: { requestIds: [requestId] }, change });
  expect(await shown()).toBe(false);
});
