import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStorage, type Storage } from '../../../electron/storage/storage.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { expectMode } from '../../posix.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { readAllResults } from '../storage/read-all-results.ts';
import { addTracked, openTestStorage, temporaryStorage, WORKER_FILE } from '../storage/temporary-storage.ts';
import { codeOf, contentOf, restoreInto, startOverIn, tablesOf } from './archive.ts';

const WORKSPACE = 'workspace-1';
/** What stays of it; salts are of the content. */
const EVIDENCE = ['evidence', 'evidence_chains', 'evidence_facts', 'evidence_subjects'];
const BLOCKED = '+493012345678';
const BLOCKED_LATER = '+493087654321';

type Computer = Storage & { readonly path: string };

/** A computer with a bit of everything, of which nothing waits. */
async function busyComputer(): Promise<Computer> {
  const computer = await temporaryStorage();
  const { stores } = computer;
  for (const id of ['request-1', 'request-2']) await addTracked(computer, id, { candidateName: `Ada ${id}` });
  await answered(computer, 'request-2', {
    request_id: 'request-2',
    status: 'COMPLETED',
    screening_calls: [{ id: 'call', timestamp: '2026-01-01T10:00:00Z', duration_minutes: 7, status: 'DONE' }],
    assessment_results: { overall_score: 4.5, comment: 'Knows compilers' },
  });
  await stores.annotations.setNotes(WORKSPACE, 'request-1', 'Speaks to machines', 4000);
  await stores.annotations.annotate(WORKSPACE, ['request-1'], { addTags: ['Berlin'], verdict: 'yes' }, 4000);
  await stores.library.save(WORKSPACE, {
    ...{ kind: 'questionnaire', serviceId: 'q', name: 'General', note: 'Ours' },
  });
  await stores.pins.pin(WORKSPACE, { path: '/overall_score', label: 'Score', kind: 'number' });
  await readAllResults(computer);
  await stores.views.save(
    WORKSPACE,
    { name: 'Mine', filter: NO_FILTER, sort: 'updated', descending: true },
    4000,
  );
  await stores.rules.save(WORKSPACE, defaultRules('Europe/Berlin'), 4000);
  await stores.submissions.add([sampleSubmission({ candidateName: 'Refused', state: 'rejected' })]);
  await block(computer, BLOCKED);
  return computer;
}

function block({ stores }: Computer, phoneNumber: string): Promise<number> {
  return stores.doNotCall.add([
    { id: `of ${phoneNumber}`, phoneNumber, reason: 'Asked by e-mail', addedAt: 5000, addedBy: 'ada' },
  ]);
}

async function blockedIn({ stores }: Computer): Promise<boolean[]> {
  return (await stores.submissions.forbidding([BLOCKED, BLOCKED_LATER])).map((found) => found !== null);
}

/** The database of a new computer. */
async function newComputer(): Promise<Computer> {
  const path = join(temporaryFolder(), 'callboard.db');
  return { ...(await openTestStorage(path)), path };
}

it('a backup restored on a new computer has everything, row by row', async () => {
  const old = await busyComputer();
  const here = await newComputer();
  await block(here, BLOCKED_LATER);
  const content = await contentOf(old.path);
  await restoreInto(here.path, content);
  await readAllResults(here);
  // The lists of both, the computer's own evidence, and when to ask the service next.
  const own = ['do_not_call', 'requests', 'results_to_read', ...EVIDENCE];
  const [before, after] = [tablesOf(old.path), tablesOf(here.path)];
  for (const [name, rows] of Object.entries(before)) {
    if (!own.includes(name)) expect({ name, rows: after[name] }).toEqual({ name, rows });
  }
  const dated = (rows: unknown) => JSON.stringify(rows).replaceAll(/"next_refresh_at":[^,]*/g, '');
  expect(dated(after['requests'])).toBe(dated(before['requests']));
  expect(await blockedIn(here)).toEqual([true, true]);
  expect(await here.stores.requests.detail(WORKSPACE, 'request-2')).toEqual(
    await old.stores.requests.detail(WORKSPACE, 'request-2'),
  );
});

it('starting over puts everything aside in one file and leaves the do-not-call list alone', async () => {
  const computer = await busyComputer();
  const before = tablesOf(computer.path);
  const aside = startOverIn(computer.path, Date.UTC(2026, 10, 27, 10));
  expect(aside).toBe(`${computer.path}.started-over-2026-11-27T10-00-00`);
  expectMode(aside, 0o600);
  expect(tablesOf(aside)).toEqual(before);
  expect(await computer.stores.backup.counts()).toEqual({ requests: 0, since: null, content: null });
  const kept = ['do_not_call', 'verdicts', 'outcomes', ...EVIDENCE];
  const filled = Object.entries(tablesOf(computer.path)).filter(([, rows]) => rows.length > 0);
  expect(filled.map(([name]) => name).toSorted()).toEqual(kept.toSorted());
  expect(await blockedIn(computer)).toEqual([true, false]);
  expect(await computer.stores.workspaces.list()).toEqual([]);
});

it('what was restored after starting over is what the backup had, and numbers blocked since stay blocked', async () => {
  const computer = await busyComputer();
  const content = await contentOf(computer.path);
  const before = await computer.stores.requests.detail(WORKSPACE, 'request-2');
  await addTracked(computer, 'request-3');
  await block(computer, BLOCKED_LATER);
  const aside = startOverIn(computer.path);
  const report = await restoreInto(computer.path, content);
  expect(report).toEqual({ workspaces: 1, requests: 2, toDecide: 0, others: 1 });
  await readAllResults(computer);
  expect(await computer.stores.requests.detail(WORKSPACE, 'request-2')).toEqual(before);
  expect(await computer.stores.requests.count(WORKSPACE)).toBe(2);
  expect(await blockedIn(computer)).toEqual([true, true]);
  expect(JSON.stringify(tablesOf(aside)['requests'])).toContain('request-3');
});

it('what was lifted from the list after the backup is blocked again', async () => {
  const computer = await busyComputer();
  const content = await contentOf(computer.path);
  await computer.stores.doNotCall.lift(`of ${BLOCKED}`, { at: 9000, by: 'ada', reason: 'Agreed again' });
  startOverIn(computer.path);
  expect(await blockedIn(computer)).toEqual([false, false]);
  await restoreInto(computer.path, content);
  expect(await blockedIn(computer)).toEqual([true, false]);
});

it.each([
  ['connecting', [{ type: 'claimed' }]],
  ['sending', [{ type: 'claimed' }, { type: 'sending_marked' }]],
] as const)('does not start over while a submission is %s, and changes nothing', async (state, events) => {
  const computer = await busyComputer();
  let submission = sampleSubmission();
  await computer.stores.submissions.add([submission]);
  for (const event of events) {
    const change = changeBy(submission, event);
    await computer.stores.submissions.save([change]);
    submission = change.submission;
  }
  expect(submission.state).toBe(state);
  const before = tablesOf(computer.path);
  expect(await codeOf((async () => startOverIn(computer.path))())).toBe('sends_open');
  expect(tablesOf(computer.path)).toEqual(before);
});

it('does not start over while somebody is being erased: the file would have them for good', async () => {
  const computer = await busyComputer();
  const found = await computer.stores.erasures.findSubmissions(
    { name: 'Ada', phone: '', everywhere: true },
    null,
    0,
    10,
  );
  const choice = {
    search: { name: 'Ada', phone: '', everywhere: true },
    submissionIds: found.map(({ submissionId }) => submissionId),
    ...{ importRows: [], listedIds: [], keepBlocking: false },
  };
  await computer.stores.erasures.begin('erasure', choice, null, 6000, {
    keyId: null,
    keep: false,
    by: 'ada',
  });
  expect(await codeOf((async () => startOverIn(computer.path))())).toBe('erasure_running');
  while ((await computer.stores.erasures.step('erasure')) !== 'elsewhere');
  await computer.stores.erasures.finish('erasure', 7000);
  startOverIn(computer.path);
  // Its receipt is of no workspace, and stays.
  expect(await computer.stores.erasures.receipts()).toHaveLength(1);
});

it('asks about everything that waited if the file is put back after something was sent since', async () => {
  const [folder, state] = [temporaryFolder(), temporaryFolder()];
  const path = join(folder, 'callboard.db');
  const first = await openStorage(path, WORKER_FILE, undefined, undefined, state);
  const { stores } = await temporaryStorage();
  for (const workspace of await stores.workspaces.list()) await first.stores.workspaces.save(workspace, 1000);
  const waiting = sampleSubmission();
  await first.stores.submissions.add([waiting]);
  const content = await contentOf(path);
  const aside = startOverIn(path);
  await restoreInto(path, content);
  const restored = await first.stores.submissions.get(waiting.id);
  expect(restored).toMatchObject({ state: 'unconfirmed', problem: { code: 'from_a_backup' } });
  if (!restored) return;
  await first.stores.submissions.save([changeBy(restored, { type: 'send_again_chosen' })]);
  await first.close();
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  copyFileSync(aside, path);
  const second = await openStorage(path, WORKER_FILE, undefined, undefined, state);
  onTestFinished(() => second.close());
  expect(second.copyFound).toMatchObject({ count: 1 });
  expect(await second.stores.submissions.get(waiting.id)).toMatchObject({
    state: 'unconfirmed',
    problem: { code: 'from_a_copy' },
  });
});
