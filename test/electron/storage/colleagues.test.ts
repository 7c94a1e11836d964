import { expect, onTestFinished, test } from 'vitest';
import { exportRequests } from '../../../electron/ipc/export-handlers.ts';
import { candidateReport } from '../../../electron/reports/candidate-report.ts';
import { comparisonCsv, comparisonReport } from '../../../electron/reports/comparison-report.ts';
import { ExportRuns } from '../../../electron/reports/exported-requests.ts';
import { insightsFilter } from '../../../shared/insights.ts';
import {
  MINE,
  NO_FILTER,
  NOT_REACHED,
  type RequestFilter,
  TO_REVIEW,
} from '../../../shared/request-filter.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { answered } from './answered.ts';
import { storesInMemory } from './stores-in-memory.ts';
import { addTracked } from './temporary-storage.ts';

/** A workspace with a request of one's own and, for each login named, one of a colleague's; all of them in one team. */
async function teamOf(...logins: readonly string[]) {
  const { db, stores } = storesInMemory();
  onTestFinished(() => db.close());
  await stores.workspaces.save(sampleWorkspace(), 1000);
  await addTracked({ stores }, 'mine', { candidateName: 'Ada' }, 2000);
  if (logins.length > 0) {
    db.prepare(
      'INSERT INTO teams (workspace_id, connection, computer_id, joined_at) VALUES (?, ?, ?, 1)',
    ).run('workspace-1', JSON.stringify({ person: 'Olga' }), 'c1');
  }
  for (const [index, login] of logins.entries()) {
    const requestId = `of-${login}`;
    await addTracked({ stores }, requestId, { candidateName: `Person ${login}` }, 3000 + index);
    db.prepare('INSERT INTO team_colleagues VALUES (?, ?, ?, 1)').run('workspace-1', login, nameOf(login));
    db.prepare('UPDATE requests SET colleague = ? WHERE request_id = ?').run(login, requestId);
  }
  const filtered = (filter: Partial<RequestFilter>) => ({ ...NO_FILTER, ...filter });
  const page = (filter: Partial<RequestFilter> = {}) =>
    stores.requests.page({
      ...{ workspaceId: 'workspace-1', filter: filtered(filter), sort: 'accepted', descending: false },
      ...{ offset: 0, limit: 99 },
    });
  return {
    db,
    stores,
    page,
    filtered,
    ids: async (filter: Partial<RequestFilter>) =>
      (await page(filter)).rows.map(({ requestId }) => requestId),
  };
}

const nameOf = (login: string) => `${login[0]?.toUpperCase()}${login.slice(1)}`;

test("a colleague's request has their name in the list and on its page, one's own has none", async () => {
  const { page, stores } = await teamOf('mary', 'tom');
  const { rows, isShared } = await page();
  expect(rows.map(({ requestId, by }) => [requestId, by])).toEqual([
    ['mine', null],
    ['of-mary', 'Mary'],
    ['of-tom', 'Tom'],
  ]);
  expect(isShared).toBe(true);
  expect(await stores.requests.detail('workspace-1', 'of-tom')).toMatchObject({ by: 'Tom' });
});

test('another submission to the number says which colleague made it', async () => {
  const { db, stores } = await teamOf('mary');
  db.exec(`UPDATE submissions SET previous_submission_id = (
      SELECT id FROM submissions AS mine JOIN requests USING (row) WHERE requests.request_id = 'mine')
    WHERE row = (SELECT row FROM requests WHERE request_id = 'of-mary')`);
  const ofDetail = (requestId: string) => stores.requests.detail('workspace-1', requestId);
  expect((await ofDetail('mine'))?.following).toMatchObject([{ requestId: 'of-mary', by: 'Mary' }]);
  expect((await ofDetail('of-mary'))?.previous).toMatchObject({ requestId: 'mine', by: null });
});

test('Today counts one’s own candidates, and its lists have no others', async () => {
  const { stores, ids } = await teamOf('mary', 'tom');
  const assessed = { status: 'COMPLETED', assessment_results: { score: 4 } };
  for (const request_id of ['mine', 'of-mary'])
    await answered({ stores }, request_id, { request_id, ...assessed });
  await answered({ stores }, 'of-tom', { request_id: 'of-tom', status: 'FAILED' });
  expect(await stores.requests.today('workspace-1', 0)).toEqual({
    ...{ isShared: true, assessed: 1, toReview: 1, notReached: 0 },
  });
  expect([await ids(TO_REVIEW), await ids(NOT_REACHED)]).toEqual([['mine'], []]);
});

test('Insights count everybody’s submissions, one’s own, or a colleague’s', async () => {
  const { stores } = await teamOf('mary', 'tom');
  await stores.submissions.add([sampleSubmission({ state: 'queued' })]);
  const submitted = async (filter: object): Promise<number> => {
    const jobs = await stores.insights.funnel('workspace-1', insightsFilter.parse(filter));
    return jobs.reduce((sum, job) => sum + job.submitted, 0);
  };
  for (const days of [{}, { from: 0 }]) {
    const counts = [null, MINE, 'mary', 'eve'].map((by) => submitted({ by, ...days }));
    expect(await Promise.all(counts)).toEqual([4, 2, 1, 0]);
  }
});

test('a workspace without colleagues says nothing of whose its requests are', async () => {
  const { page, stores } = await teamOf();
  expect((await page()).isShared).toBe(false);
  expect((await stores.requests.filterValues('workspace-1')).by).toEqual([]);
});

test('what colleagues submitted stays theirs after the team was left', async () => {
  const { db, page, stores } = await teamOf('mary');
  const readByTeam = async () => (await stores.requests.detail('workspace-1', 'mine'))?.isShared;
  expect(await readByTeam()).toBe(true);
  db.exec('DELETE FROM teams');
  const { rows, isShared } = await page({ by: ['mary'] });
  expect(rows).toMatchObject([{ by: 'Mary' }]);
  expect(isShared).toBe(true);
  expect(await readByTeam()).toBe(false);
});

test("the list has one's own requests, those of some colleagues, or everybody's", async () => {
  const { ids } = await teamOf('mary', 'tom');
  expect(await ids({ by: [MINE] })).toEqual(['mine']);
  expect(await ids({ by: ['mary'] })).toEqual(['of-mary']);
  expect(await ids({ by: [MINE, 'tom'] })).toEqual(['mine', 'of-tom']);
  expect(await ids({ by: [] })).toEqual(['mine', 'of-mary', 'of-tom']);
  expect(await ids({ by: ['nobody'] })).toEqual([]);
});

test('the filter goes with a search, days, a job, tags and the ids of a review', async () => {
  const { stores, ids } = await teamOf('mary', 'tom');
  await stores.annotations.annotate('workspace-1', ['mine', 'of-mary'], { addTags: ['late'] }, 4000);
  expect(await ids({ by: ['mary', 'tom'], search: 'person' })).toEqual(['of-mary', 'of-tom']);
  expect(await ids({ by: [MINE], search: 'person' })).toEqual([]);
  expect(await ids({ by: ['mary', 'tom'], from: 3001 })).toEqual(['of-tom']);
  expect(await ids({ by: ['mary'], tags: ['late'] })).toEqual(['of-mary']);
  expect(await ids({ by: [MINE], among: ['mine', 'of-tom'] })).toEqual(['mine']);
});

test('counts, saved views and what hides everything go by whose requests are listed', async () => {
  const { stores, filtered } = await teamOf('mary', 'tom');
  const filter = filtered({ by: [MINE] });
  const view = { name: 'Mine', filter, sort: 'updated', descending: true } as const;
  expect(await stores.views.save('workspace-1', view, 5000)).toMatchObject({ count: 1, filter });
  expect(await stores.requests.hiddenBy('workspace-1', filtered({ by: ['mary'], search: 'Tom' }))).toEqual([
    { part: 'search', withoutIt: 1 },
    { part: 'by', withoutIt: 1 },
    { part: 'archived', withoutIt: 0 },
  ]);
  expect((await stores.requests.filterValues('workspace-1')).by).toEqual([
    { value: MINE, name: null, count: 1 },
    { value: 'mary', name: 'Mary', count: 1 },
    { value: 'tom', name: 'Tom', count: 1 },
  ]);
});

test('archiving and erasing keep the counts of each colleague', async () => {
  const { db, stores } = await teamOf('mary');
  await stores.annotations.annotate('workspace-1', ['of-mary'], { archived: true }, 4000);
  const counted = () => db.prepare('SELECT colleague, archived, n FROM request_counts ORDER BY 1').all();
  expect(counted()).toEqual([
    { colleague: '', archived: 0, n: 1 },
    { colleague: 'mary', archived: 1, n: 1 },
  ]);
  db.exec("DELETE FROM requests WHERE request_id = 'of-mary'");
  expect(counted()).toEqual([{ colleague: '', archived: 0, n: 1 }]);
});

/** The heading and the cells of the column By of an export; undefined without one. */
async function exportedBy({ stores }: Awaited<ReturnType<typeof teamOf>>) {
  let text = '';
  await exportRequests(
    { id: 'workspace-1', name: 'Acme' },
    { selection: { requestIds: ['mine', 'of-mary'] }, format: 'csv' },
    {
      stores,
      runs: new ExportRuns(),
      exportFile: async (_what, _name, content) => {
        for await (const chunk of content) text += String(chunk);
        return '/requests.csv';
      },
    },
  );
  const lines = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const at = lines[0]?.indexOf('By') ?? -1;
  return at === -1 ? undefined : lines.map((cells) => cells[at]);
}

test('an export names who submitted each request, and has no such column without colleagues', async () => {
  expect(await exportedBy(await teamOf('mary'))).toEqual(['By', 'Olga', 'Mary']);
  expect(await exportedBy(await teamOf())).toBeUndefined();
});

/** A colleague's verdict and note on one's own request, of which the candidate's results are in. */
async function judgedByMary({ verdictFirst }: { readonly verdictFirst: boolean }) {
  const team = await teamOf('mary');
  const { db, stores } = team;
  await stores.rules.save('workspace-1', { ...defaultRules('Europe/Berlin'), verdictFirst });
  db.prepare(
    'INSERT INTO colleague_marks SELECT row, ?, ?, ?, ?, ?, ? FROM requests WHERE request_id = ?',
  ).run(...['mary', 'no', 5000, 'Too junior.', 'Speaks Esperanto.', 6000, 'mine']);
  await stores.annotations.setNotes('workspace-1', 'mine', 'Own words.', 7000);
  return {
    ...team,
    /** Everything that can be seen of the request, in lists, files and reports. */
    shown: async () => {
      const detail = await stores.requests.detail('workspace-1', 'mine');
      if (!detail) throw new Error('The request is gone.');
      const setting = { now: 1, workspaceName: 'Acme' };
      return JSON.stringify([
        (await team.page()).rows,
        detail,
        await stores.exports.records(
          'workspace-1',
          await stores.exports.rows('workspace-1', { filter: NO_FILTER, except: [] }),
        ),
        await stores.exports.answersWithResults('workspace-1', [1]),
        candidateReport(detail, setting).html,
        comparisonReport([detail, { ...detail, requestId: 'other' }], setting).html,
        comparisonCsv([detail, { ...detail, requestId: 'other' }]),
      ]);
    },
    judge: () =>
      stores.annotations.annotate(
        'workspace-1',
        ['mine'],
        { verdict: 'yes', reason: 'Clear answers.' },
        8000,
      ),
  };
}

const MARYS = ['Too junior.', 'Speaks Esperanto.'];

test("a colleague's verdict and note stand beside one's own, in lists, on the page, in files and reports", async () => {
  const { shown, stores, page } = await judgedByMary({ verdictFirst: false });
  for (const words of MARYS) expect(await shown()).toContain(words);
  expect(await stores.requests.detail('workspace-1', 'mine')).toMatchObject({
    verdict: 'none',
    notes: 'Own words.',
    isShared: true,
    colleagueVerdicts: [{ person: 'Mary', verdict: 'no', at: 5000, reason: 'Too junior.' }],
    colleagueNotes: [{ person: 'Mary', text: 'Speaks Esperanto.', at: 6000 }],
  });
  expect((await page()).rows[1]).toMatchObject({ colleagueVerdicts: [] });
});

test("where a verdict comes first, nothing a colleague said is seen before one's own", async () => {
  const { shown, judge, page, ids } = await judgedByMary({ verdictFirst: true });
  for (const words of MARYS) expect(await shown()).not.toContain(words);
  expect((await page()).rows[0]).toMatchObject({ colleagueVerdicts: [] });
  expect(await ids({ search: 'Esperanto' })).toEqual([]);
  await judge();
  for (const words of MARYS) expect(await shown()).toContain(words);
  expect(await ids({ search: 'Esperanto' })).toEqual(['mine']);
});

test("a colleague's note is found by its words, one's own as before", async () => {
  const { ids } = await judgedByMary({ verdictFirst: false });
  expect(await ids({ search: 'esper' })).toEqual(['mine']);
  expect(await ids({ search: 'Own words' })).toEqual(['mine']);
});
