import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Storage } from '../../../electron/storage/storage.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { Submission } from '../../../shared/submission.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { acceptance, changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked, openTestStorage, temporaryStorage } from '../storage/temporary-storage.ts';
import { contentOf, insideOf, restoreInto, tablesOf } from './archive.ts';

/** An empty database, as on a new computer. */
async function emptyStorage(): Promise<Storage & { path: string }> {
  const path = join(temporaryFolder(), 'callboard.db');
  return { ...(await openTestStorage(path)), path };
}

/** Every backup here was made at this time. */
const FROM_A_BACKUP = { code: 'from_a_backup', madeAt: 5000 } as const;

type Opened = Storage & { readonly path: string };

const WORKSPACE = 'workspace-1';

async function rowsOf({ stores }: Opened, workspaceId = WORKSPACE) {
  const query = {
    workspaceId,
    filter: NO_FILTER,
    sort: 'accepted',
    descending: false,
    offset: 0,
    limit: 100,
  } as const;
  return (await stores.requests.page(query)).rows;
}

async function addInEveryState(storage: Opened): Promise<Record<string, Submission>> {
  const { stores } = storage;
  const states: [string, Parameters<typeof changeBy>[1][]][] = [
    ['queued', []],
    ['connecting', [{ type: 'claimed' }]],
    ['sending', [{ type: 'claimed' }, { type: 'sending_marked' }]],
    ['held', [{ type: 'paused' }]],
    ['draft', [{ type: 'taken_back' }]],
    ['discarded', [{ type: 'discarded', by: 'discard' }]],
  ];
  const made: Record<string, Submission> = {};
  for (const [state, events] of states) {
    let submission = sampleSubmission({ candidateName: `Name of ${state}` });
    await stores.submissions.add([submission]);
    for (const event of events) {
      const change = changeBy(submission, event);
      await stores.submissions.save([change]);
      submission = change.submission;
    }
    expect(submission.state).toBe(state);
    made[state] = submission;
  }
  return made;
}

it('restores everything on a new computer', async () => {
  const old = await temporaryStorage();
  const { stores } = old;
  await addTracked(old, 'request-1', { candidateName: 'Ada Lovelace' });
  await addTracked(old, 'request-2', { candidateName: 'Grace Hopper' }, 3000);
  await answered(old, 'request-2', {
    request_id: 'request-2',
    status: 'COMPLETED',
    assessment_results: { overall_score: 4.5, comment: 'Knows compilers' },
  });
  await stores.annotations.setNotes(WORKSPACE, 'request-1', 'Speaks to machines', 4000);
  const first = ['request-1'];
  await stores.annotations.annotate(WORKSPACE, first, { addTags: ['Berlin'], verdict: 'yes' }, 4000);
  await stores.library.save(WORKSPACE, {
    kind: 'job_description',
    serviceId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
    name: 'Engineer',
    note: '',
  });
  await stores.pins.pin(WORKSPACE, { path: '/overall_score', label: 'Score', kind: 'number' });
  await stores.reasons.keep(WORKSPACE, 'No permit yet');
  await stores.reasons.keep(WORKSPACE, 'Knows the trade');
  await stores.views.save(
    WORKSPACE,
    { name: 'Mine', filter: NO_FILTER, sort: 'updated', descending: true },
    4000,
  );

  const here = await emptyStorage();
  const { report } = await restoreInto(here.path, await contentOf(old.path));

  expect(report).toMatchObject({ workspacesAdded: 1, requestsAdded: 2, requestsKnown: 0, toDecide: 0 });
  expect(await here.stores.workspaces.list()).toEqual([sampleWorkspace()]);
  expect(await rowsOf(here)).toEqual(await rowsOf(old));
  for (const id of ['request-1', 'request-2']) {
    expect(await here.stores.requests.detail(WORKSPACE, id)).toEqual(
      await stores.requests.detail(WORKSPACE, id),
    );
  }
  expect(await here.stores.library.list(WORKSPACE, undefined)).toEqual(
    await stores.library.list(WORKSPACE, undefined),
  );
  expect(await here.stores.views.list(WORKSPACE)).toEqual(await stores.views.list(WORKSPACE));
  expect(await here.stores.reasons.list(WORKSPACE)).toEqual(['Knows the trade', 'No permit yet']);
  for (const search of ['compil', 'machines', 'ada', 'engineer']) {
    const filter = { ...NO_FILTER, search };
    const query = {
      workspaceId: WORKSPACE,
      filter,
      sort: 'name',
      descending: false,
      offset: 0,
      limit: 9,
    } as const;
    const [there, found] = [old, here].map(({ stores: at }) => at.requests.page(query));
    expect((await found)?.rows.map((row) => row.requestId)).toEqual(
      (await there)?.rows.map((row) => row.requestId),
    );
    expect((await found)?.rows.length).toBeGreaterThan(0);
  }
});

it('continues tracking unfinished requests', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  const here = await emptyStorage();
  await restoreInto(here.path, await contentOf(old.path));
  const due = await here.stores.requests.due(WORKSPACE, Number.MAX_SAFE_INTEGER, 10, []);
  expect(due).toEqual(['request-1']);
});

it('never sends waiting submissions automatically, but shows each one for a decision', async () => {
  const old = await temporaryStorage();
  const made = await addInEveryState(old);
  const here = await emptyStorage();
  const file = await contentOf(old.path);
  const contents = await insideOf(here.path, file);
  const { report } = await restoreInto(here.path, file);

  expect(contents.toDecide).toBe(4);
  expect(report.toDecide).toBe(4);
  expect(await here.stores.submissions.due(WORKSPACE, Number.MAX_SAFE_INTEGER, 100)).toEqual([]);
  const outbox = await here.stores.submissions.outbox(WORKSPACE);
  expect(outbox.waiting).toEqual([]);
  expect(outbox.needsDecision.map(({ id }) => id).toSorted()).toEqual(
    ['queued', 'connecting', 'sending', 'held'].map((state) => made[state]?.id).toSorted(),
  );
  expect(outbox.needsDecision.map(({ problem }) => problem)).toEqual(Array(4).fill(FROM_A_BACKUP));
  expect(outbox.drafts.map(({ id }) => id)).toEqual([made['draft']?.id]);
  // The same idempotency key, so that sending it again can't call anybody twice if the service knows it.
  const queued = outbox.needsDecision.find(({ id }) => id === made['queued']?.id);
  expect(queued?.id).toBe(made['queued']?.id);
  const [latest] = await here.stores.events.of(made['queued']?.id ?? '');
  expect(latest).toMatchObject({ code: 'unconfirmed', values: FROM_A_BACKUP, at: 9000 });
});

it('asks about a draft that was being edited when the backup was made: a correction may have been sent since', async () => {
  const old = await temporaryStorage();
  const submission = sampleSubmission();
  await old.stores.submissions.add([submission]);
  await old.stores.submissions.save([changeBy(submission, { type: 'taken_back', editing: true })]);
  const here = await emptyStorage();
  await restoreInto(here.path, await contentOf(old.path));
  const restored = await here.stores.submissions.get(submission.id);
  expect(restored).toMatchObject({ state: 'unconfirmed', problem: FROM_A_BACKUP, afterEdit: undefined });
  expect(await here.stores.submissions.counts(WORKSPACE)).toMatchObject({ needsDecision: 1, drafts: 0 });
});

it('stores codes, not sentences, in history and problems', async () => {
  const old = await temporaryStorage();
  await addInEveryState(old);
  const here = await emptyStorage();
  await restoreInto(here.path, await contentOf(old.path));
  const { history = [], submissions = [] } = tablesOf(here.path);
  const stored = z.array(z.object({ code: z.string(), values_json: z.string().nullable() })).parse(history);
  const problems = z.array(z.object({ problem: z.string().nullable() })).parse(submissions);
  const texts = [
    ...stored.flatMap(({ code, values_json: values }) => [code, values]),
    ...problems.map(({ problem }) => problem),
  ].filter((each) => each !== null);
  expect(stored.filter(({ values_json: values }) => values === JSON.stringify(FROM_A_BACKUP))).toHaveLength(
    4,
  );
  expect(texts.filter((each) => each.includes(' '))).toEqual([]);
});

it('changes nothing when the same backup is restored again', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  await answered(old, 'request-1', {
    request_id: 'request-1',
    status: 'COMPLETED',
    assessment_results: { overall_score: 2 },
  });
  await old.stores.annotations.setNotes(WORKSPACE, 'request-1', 'Call again', 4000);
  await old.stores.pins.pin(WORKSPACE, { path: '/overall_score', label: 'Score', kind: 'number' });
  await addInEveryState(old);
  const file = await contentOf(old.path);
  const here = await emptyStorage();
  await restoreInto(here.path, file);
  const once = tablesOf(here.path);
  const { report } = await restoreInto(here.path, file, 20_000);
  expect(report).toMatchObject({
    workspacesAdded: 0,
    requestsAdded: 0,
    requestsKnown: 1,
    toDecide: 0,
    othersAdded: 0,
  });
  expect(tablesOf(here.path)).toEqual(once);
});

it('leaves waiting submissions waiting when a computer restores its own backup', async () => {
  const own = await temporaryStorage();
  const made = await addInEveryState(own);
  await own.stores.submissions.outbox('workspace-1');
  const before = tablesOf(own.path);
  const { report } = await restoreInto(own.path, await contentOf(own.path));
  expect(report).toMatchObject({ requestsAdded: 0, toDecide: 0, settled: 0 });
  expect(tablesOf(own.path)).toEqual(before);
  expect(await own.stores.submissions.get(made['queued']?.id ?? '')).toMatchObject({ state: 'queued' });
});

it('asks about waiting submissions that another computer had, and accepts those that it got accepted', async () => {
  const here = await temporaryStorage();
  const [doubtful, accepted] = [sampleSubmission(), sampleSubmission({ phoneNumber: '+12025550171' })];
  await here.stores.submissions.add([doubtful, accepted]);
  const other = await emptyStorage();
  await restoreInto(other.path, await contentOf(here.path));
  const known = await other.stores.submissions.get(accepted.id);
  if (!known) throw new Error('It was restored.');
  await other.stores.submissions.save([
    changeBy(known, { type: 'request_id_entered', requestId: 'request-9', status: 'PENDING' }),
  ]);

  const { report } = await restoreInto(here.path, await contentOf(other.path));

  expect(report).toMatchObject({ toDecide: 1, settled: 1, requestsAdded: 1 });
  expect(await here.stores.submissions.due(WORKSPACE, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
  expect(await here.stores.submissions.get(doubtful.id)).toMatchObject({
    state: 'unconfirmed',
    problem: FROM_A_BACKUP,
  });
  expect(await here.stores.submissions.get(accepted.id)).toMatchObject({
    state: 'accepted',
    requestId: 'request-9',
  });
  expect((await rowsOf(here)).map(({ requestId }) => requestId)).toEqual(['request-9']);
});

it('finds duplicates that may have reached the service from either computer, whatever was decided there', async () => {
  const here = await temporaryStorage();
  const numbers = ['+12025550181', '+12025550182', '+12025550183', '+12025550184'] as const;
  const [unclear, discarded, draft, unsent] = numbers.map((phoneNumber) => sampleSubmission({ phoneNumber }));
  if (!(unclear && discarded && draft && unsent)) throw new Error('There are four.');
  await here.stores.submissions.add([unclear, discarded, draft, unsent]);
  const change = async ({ stores }: Storage, id: string, ...events: Parameters<typeof changeBy>[1][]) => {
    for (const event of events) {
      const submission = await stores.submissions.get(id);
      if (submission) await stores.submissions.save([changeBy(submission, event, 5000)]);
    }
  };
  const gone = { type: 'discarded', by: 'discard' } as const;
  await change(here, unclear.id, { type: 'sending_marked' }, { type: 'interrupted' }, gone);
  const other = await emptyStorage();
  await restoreInto(other.path, await contentOf(here.path));
  const asked = async ({ stores }: Storage) =>
    (await stores.submissions.duplicates(WORKSPACE, numbers, 4000))
      .map((each) => each.phoneNumber)
      .toSorted();
  expect((await asked(other))[0]).toBe(unclear.phoneNumber);

  // The other computer sends or discards them, while this one gives them up.
  await change(other, discarded.id, gone);
  await change(other, draft.id, { type: 'send_again_chosen' });
  await change(here, discarded.id, gone);
  await change(here, draft.id, { type: 'taken_back' });
  await change(here, unsent.id, gone);
  expect(await asked(here)).toEqual([unclear.phoneNumber]);
  await restoreInto(here.path, await contentOf(other.path));
  expect(await asked(here)).toEqual(numbers);
  const once = tablesOf(here.path);
  await restoreInto(here.path, await contentOf(other.path), 20_000);
  expect(tablesOf(here.path)).toEqual(once);
});

it('keeps our request, and the id of the other in the history, if both computers sent a submission', async () => {
  const here = await temporaryStorage();
  const submission = sampleSubmission();
  await here.stores.submissions.add([submission]);
  const other = await emptyStorage();
  await restoreInto(other.path, await contentOf(here.path));
  await here.stores.submissions.save(acceptance(submission, 'request-here'));
  const known = await other.stores.submissions.get(submission.id);
  if (!known) throw new Error('It was restored.');
  const entered = { type: 'request_id_entered', requestId: 'request-there', status: 'PENDING' } as const;
  await other.stores.submissions.save([changeBy(known, entered)]);

  const file = await contentOf(other.path);
  for (let time = 1; time <= 2; time += 1) await restoreInto(here.path, file);

  expect((await rowsOf(here)).map(({ requestId }) => requestId)).toEqual(['request-here']);
  const noted = (await here.stores.events.of(submission.id)).filter(
    (event) => historyWords(event).detail === 'Request ID request-there',
  );
  expect(noted).toHaveLength(1);
});

it('merges a request on both computers: tags and notes of both, and our verdict', async () => {
  const here = await temporaryStorage();
  for (const id of ['request-1', 'request-2', 'request-3']) await addTracked(here, id);
  const other = await emptyStorage();
  await restoreInto(other.path, await contentOf(here.path));
  const mark = async (at: Opened, id: string, tag: string, verdict: 'yes' | 'no' | 'none', notes: string) => {
    await at.stores.annotations.annotate(WORKSPACE, [id], { addTags: [tag], verdict }, 9500);
    await at.stores.annotations.setNotes(WORKSPACE, id, notes, 9500);
  };
  await mark(here, 'request-1', 'Ours', 'yes', 'Our note');
  await mark(other, 'request-1', 'Theirs', 'no', 'Their note');
  await mark(here, 'request-2', 'Ours', 'none', '');
  await mark(other, 'request-2', 'Ours', 'no', 'Only theirs');
  await mark(here, 'request-3', 'Ours', 'yes', 'Begins alike');
  await mark(other, 'request-3', 'Ours', 'yes', 'Begins');

  const file = await contentOf(other.path, { madeAt: Date.UTC(2026, 2, 3) });
  for (let time = 1; time <= 2; time += 1) await restoreInto(here.path, file);

  const detail = (id: string) => here.stores.requests.detail(WORKSPACE, id);
  expect(await detail('request-1')).toMatchObject({
    tags: ['Ours', 'Theirs'],
    verdict: 'yes',
    notes: 'Our note\n\nTheirs:\nTheir note',
  });
  expect(await detail('request-2')).toMatchObject({ tags: ['Ours'], verdict: 'no', notes: 'Only theirs' });
  expect(await detail('request-3')).toMatchObject({ verdict: 'yes', notes: 'Begins alike' });
});

it('merges into the workspace with the same service and client, and adds a workspace for another service', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  await old.stores.workspaces.save(
    sampleWorkspace({ id: 'workspace-2', baseUrl: 'https://other.example', issuer: 'https://id.example/' }),
    2000,
  );
  await addTracked(old, 'request-1', { workspaceId: 'workspace-2' });
  const here = await emptyStorage();
  await here.stores.workspaces.save(sampleWorkspace({ id: 'ours', name: 'Ours' }), 1000);
  // The id of one of theirs, but for another service.
  await here.stores.workspaces.save(
    sampleWorkspace({ id: 'workspace-2', baseUrl: 'https://third.example' }),
    1000,
  );

  const { report, workspaces } = await restoreInto(here.path, await contentOf(old.path));

  expect(report).toMatchObject({ workspacesAdded: 1, requestsAdded: 2 });
  expect(await rowsOf(here, 'ours')).toHaveLength(1);
  expect(await rowsOf(here, 'workspace-2')).toHaveLength(0);
  const added = workspaces.find(({ backedUp: id }) => id === 'workspace-2')?.here ?? '';
  expect(added).not.toBe('workspace-2');
  expect(await rowsOf(here, added)).toHaveLength(1);
  const issuers = (await here.stores.workspaces.list()).map(({ id, issuer }) => [id, issuer]);
  expect(new Map(issuers as [string, string][])).toEqual(
    new Map([
      ['ours', ''],
      ['workspace-2', ''],
      [added, 'https://id.example/'],
    ]),
  );
});
