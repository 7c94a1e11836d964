import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Storage } from '../../../electron/storage/storage.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { isUuidShaped, type Submission } from '../../../shared/submission.ts';
import { teamConnection } from '../../../shared/team.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { changeBy, sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked, openTestStorage, temporaryStorage } from '../storage/temporary-storage.ts';
import { codeOf, contentOf, insideOf, restoreInto, tablesOf } from './archive.ts';

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
  await stores.views.save(
    WORKSPACE,
    { name: 'Mine', filter: NO_FILTER, sort: 'updated', descending: true },
    4000,
  );

  const here = await emptyStorage();
  const report = await restoreInto(here.path, await contentOf(old.path));

  expect(report).toEqual({ workspaces: 1, requests: 2, toDecide: 0, others: 0 });
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
  const report = await restoreInto(here.path, file);

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

it('offers no score again that was declined before the backup, until that is undone', async () => {
  const old = await temporaryStorage();
  for (const nth of [1, 2, 3, 4, 5]) {
    await addTracked(old, `request-${nth}`);
    const results = { overall_score: 50 + nth };
    await answered(old, `request-${nth}`, {
      request_id: `request-${nth}`,
      status: 'COMPLETED',
      assessment_results: results,
    });
  }
  const offer = await old.stores.library.scoreOffer(WORKSPACE, null);
  const questionnaire = offer?.questionnaireId ?? '';
  await old.stores.library.declineScore(WORKSPACE, questionnaire, true);
  const here = await emptyStorage();
  await restoreInto(here.path, await contentOf(old.path));
  expect(await here.stores.library.scoreOffer(WORKSPACE, null)).toBeNull();
  await here.stores.library.declineScore(WORKSPACE, questionnaire, false);
  expect(offer).toMatchObject({ label: 'Overall score' });
  expect(await here.stores.library.scoreOffer(WORKSPACE, null)).toEqual(offer);
});

it('adds nothing to what is here: a Callboard with any content is told so, and nothing changes', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  const file = await contentOf(old.path);
  const contents: readonly ((here: Opened) => Promise<unknown>)[] = [
    (here) => addTracked(here, 'request-2'),
    (here) => here.stores.submissions.add([sampleSubmission()]),
    (here) =>
      here.stores.library.save(WORKSPACE, {
        kind: 'questionnaire',
        serviceId: 'q',
        name: 'General',
        note: '',
      }),
    (here) => here.stores.rules.save(WORKSPACE, defaultRules('Europe/Berlin'), 1000),
    (here) =>
      here.stores.views.save(
        WORKSPACE,
        { name: 'Mine', filter: NO_FILTER, sort: 'updated', descending: true },
        4000,
      ),
    (here) => restoreInto(here.path, file),
  ];
  for (const add of contents) {
    const here = await temporaryStorage();
    expect((await here.stores.backup.counts()).content).toBeNull();
    await add(here);
    expect((await here.stores.backup.counts()).content).not.toBeNull();
    const before = tablesOf(here.path);
    expect(await codeOf(restoreInto(here.path, file))).toBe('not_empty');
    expect(tablesOf(here.path)).toEqual(before);
  }
});

it('counts a practice workspace as nothing, and restores in its place', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1', { candidateName: 'Ada Lovelace' });
  const here = await emptyStorage();
  await here.stores.workspaces.save(sampleWorkspace({ id: 'practice', kind: 'practice' }), 1000);
  await addTracked(here, 'request-p', { workspaceId: 'practice', candidateName: 'Lore Beispiel' });
  await here.stores.submissions.add([sampleSubmission({ workspaceId: 'practice' })]);
  await here.stores.secrets.save('practice', 'client_secret', Buffer.from('sealed'), []);
  expect((await here.stores.backup.counts()).content).toBeNull();
  await restoreInto(here.path, await contentOf(old.path));
  expect((await here.stores.workspaces.list()).map(({ id }) => id)).toEqual([WORKSPACE]);
  const { submissions = [], secrets = [], history = [] } = tablesOf(here.path);
  expect(JSON.stringify({ submissions, secrets, history })).not.toMatch(/Lore|practice/);
  expect((await rowsOf(here)).map(({ candidateName }) => candidateName)).toEqual(['Ada Lovelace']);
  const search = { ...NO_FILTER, search: 'lore' };
  const page = { filter: search, sort: 'name', descending: false, offset: 0, limit: 9 } as const;
  expect((await here.stores.requests.page({ ...page, workspaceId: WORKSPACE })).total).toBe(0);
});

it('keeps a connection here that the backup lacks, and lets one without content give way to the same of the backup', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  const here = await emptyStorage();
  await here.stores.workspaces.save(sampleWorkspace({ id: 'ours', name: 'Ours' }), 1000);
  await here.stores.workspaces.save(sampleWorkspace({ id: 'other', baseUrl: 'https://other.example' }), 1000);
  // The id of theirs, but another service: its secret must not reach theirs.
  await here.stores.workspaces.save(
    sampleWorkspace({ id: WORKSPACE, baseUrl: 'https://third.example' }),
    1000,
  );
  for (const id of ['ours', 'other', WORKSPACE])
    await here.stores.secrets.save(id, 'client_secret', Buffer.from('sealed'), []);
  await restoreInto(here.path, await contentOf(old.path));
  const known = await here.stores.workspaces.list();
  expect(known.map(({ id, baseUrl }) => [id, baseUrl])).toEqual([
    ['other', 'https://other.example'],
    [WORKSPACE, sampleWorkspace().baseUrl],
  ]);
  expect(tablesOf(here.path)['secrets']).toHaveLength(1);
});

it('restores the connection to a team as another computer of it, which has read nothing yet', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  const connection = teamConnection.parse({ host: 'db', database: 'hiring', user: 'mary', person: 'Mary' });
  await old.stores.teams.save(WORKSPACE, connection, 4000);
  await old.stores.teamClaims.greeted(WORKSPACE, randomUUID(), new Uint8Array(32), 4000);
  await old.stores.teamClaims.logged(WORKSPACE, 7, randomUUID());
  await addTracked(old, 'request-2', { id: randomUUID() });
  await old.stores.annotations.setNotes(WORKSPACE, 'request-2', 'Not told yet', 5000);
  const kindsOf = async ({ stores }: Pick<typeof old, 'stores'>) =>
    (await stores.teamRecords.pending(WORKSPACE, 0, 100)).map(({ kind }) => kind).toSorted();
  expect(await kindsOf(old)).toEqual(['claim', 'note', 'request']);

  const here = await emptyStorage();
  await restoreInto(here.path, await contentOf(old.path));
  const [before, after] = [await old.stores.teams.get(WORKSPACE), await here.stores.teams.get(WORKSPACE)];
  expect(after?.connection).toEqual(connection);
  expect(isUuidShaped(after?.computerId ?? '')).toBe(true);
  expect(after?.computerId).not.toBe(before?.computerId);
  expect(await here.stores.teams.place(WORKSPACE)).toMatchObject({
    ...{ generation: null, seen: 0, log: null, hashKey: null },
  });
  // Nobody else can tell of these; a note may have changed since.
  expect(await kindsOf(here)).toEqual(['claim', 'request']);
});
