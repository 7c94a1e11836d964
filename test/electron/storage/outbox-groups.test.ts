import { expect, test } from 'vitest';
import type { HistoryPart, OutboxGroup } from '../../../shared/outbox.ts';
import { attentionOf, GROUP_PAGE } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import type { Submission } from '../../../shared/submission.ts';
import { changeBy, sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from './temporary-storage.ts';

const shared = sharedStorage();

function refusal(text: string, httpStatus = 422): SubmissionProblem {
  return { code: 'refused_as_it_is', httpStatus, said: { text, fields: [], other: text } };
}

async function workspace() {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { submissions } = storage.stores;
  const put = async (...changes: readonly Partial<Submission>[]) => {
    const added = changes.map((change) => sampleSubmission({ workspaceId, ...change }));
    await submissions.add(added);
    return added;
  };
  return { storage, submissions, workspaceId, put };
}

const shown = (groups: readonly OutboxGroup[]) =>
  groups.map(({ part, problem, count }) => [part, problem?.said?.text ?? problem?.code ?? null, count]);

test('refused ones are grouped by what the service said, whoever it said it about, and by status', async () => {
  const { submissions, workspaceId, put } = await workspace();
  const refused = (text: string, httpStatus?: number, candidateName = 'Ada') =>
    ({ state: 'rejected', candidateName, problem: refusal(text, httpStatus) }) as const;
  await put(
    refused('Ada: Unknown questionnaire Q7'),
    refused('Grace: unknown questionnaire q7', 422, 'Grace'),
    refused('ADA: UNKNOWN QUESTIONNAIRE Q7', 422, 'ADA'),
    refused('unknown questionnaire Q8'),
    refused('unknown questionnaire Q8', 400),
    refused('unknown questionnaire Q8', 400),
  );
  const groups = await submissions.outboxGroups(workspaceId, 'needs-you');
  expect(shown(groups)).toEqual([
    ['refused', 'Ada: Unknown questionnaire Q7', 3],
    ['refused', 'unknown questionnaire Q8', 2],
    ['refused', null, 1],
  ]);
  expect(groups.map(({ rows }) => rows.length)).toEqual([3, 2, 1]);
});

test('answers that differ by a trace ID only are one group, and its rows keep the exact words', async () => {
  const { submissions, workspaceId, put } = await workspace();
  const job = '123e4567-e89b-12d3-a456-426614174000';
  const words = [
    `Job ${job} is closed (trace 4bf92f3577b34da6 at 2026-11-23T18:16:56Z)`,
    `Job ${job} is closed (trace 0af7651916cd43dd at 2026-11-23T18:17:02Z)`,
    'Job 99999999-e89b-12d3-a456-426614174000 is closed (trace 00f067aa0ba902b7 at 2026-11-23T18:17:03Z)',
  ];
  for (const text of words) {
    const [submission] = await put({ state: 'sending', candidateName: text, jobDescriptionId: job });
    if (!submission) throw new Error('Nothing was added.');
    const { said } = refusal(text);
    const outcome = { name: 'refused_as_it_is', httpStatus: 422, ...(said && { said }) } as const;
    await submissions.save([changeBy(submission, { type: 'answered', outcome, retryAt: 0 })]);
  }
  const groups = await submissions.outboxGroups(workspaceId, 'needs-you');
  expect(groups.map(({ count }) => count)).toEqual([2, 1]);
  expect(groups[0]?.problem?.alike).toBe(`Job ${job} is closed (trace … at …)`);
  expect(groups[0]?.rows.map(({ problem }) => problem?.said?.text).toSorted()).toEqual(
    words.slice(0, 2).toSorted(),
  );
});

test('Needs you has undecided, held and refused ones, and their number is the one that is shown everywhere', async () => {
  const { storage, submissions, workspaceId, put } = await workspace();
  const before = await storage.stores.notices.attention();
  const [, , , , , refused] = await put(
    { state: 'unconfirmed', problem: { code: 'connection_lost' } },
    { state: 'unconfirmed', problem: null },
    { state: 'held', problem: { code: 'not_permitted', httpStatus: 403 } },
    { state: 'held', problem: { code: 'paused_by_you' } },
    { state: 'held', problem: { code: 'sign_in_needed' } },
    { state: 'rejected', problem: refusal('no') },
    { state: 'draft' },
    { state: 'queued', problem: { code: 'not_reachable' } },
  );
  const groups = await submissions.outboxGroups(workspaceId, 'needs-you');
  expect(groups.map(({ part }) => part)).toEqual(['decisions', 'decisions', 'held', 'refused']);
  const counts = await submissions.counts(workspaceId);
  expect(counts).toEqual({
    waiting: 4,
    needsDecision: 2,
    refused: 1,
    heldForPerson: 1,
    drafts: 1,
  });
  const inTab = () =>
    submissions
      .outboxGroups(workspaceId, 'needs-you')
      .then((all) => all.reduce((n, { count }) => n + count, 0));
  expect(await inTab()).toBe(attentionOf(counts));
  expect((await storage.stores.notices.attention()).needsPerson - before.needsPerson).toBe(4);
  if (refused) await submissions.save([changeBy(refused, { type: 'discarded', by: 'discard' })]);
  const after = await submissions.counts(workspaceId);
  const { history } = await submissions.outbox(workspaceId);
  expect([attentionOf(after), history.refused, await inTab()]).toEqual([3, 1, 3]);
});

test('waiting ones without a problem are a group after those with one, and each group is paged', async () => {
  const { submissions, workspaceId, put } = await workspace();
  await put(
    ...Array.from({ length: GROUP_PAGE + 3 }, (_, at) => ({ sendAfter: at, candidateName: `c${at}` })),
    { problem: { code: 'not_reachable' }, sendAfter: 7 },
    { problem: { code: 'not_reachable' }, sendAfter: 3 },
    { state: 'held', problem: { code: 'paused_by_you' } },
  );
  const groups = await submissions.outboxGroups(workspaceId, 'waiting');
  expect(shown(groups)).toEqual([
    ['waiting', 'not_reachable', 2],
    ['waiting', null, 1],
    ['waiting', null, GROUP_PAGE + 3],
  ]);
  expect(groups[0]?.rows.map(({ sendAfter }) => sendAfter)).toEqual([3, 7]);
  const later = await submissions.outboxGroupPage(workspaceId, 'waiting', { is: '' }, GROUP_PAGE);
  expect(later.map(({ candidateName }) => candidateName)).toEqual([25, 26, 27].map((at) => `c${at}`));
});

test('the numbers of a group are those that it had when it was shown, each once', async () => {
  const { submissions, workspaceId, put } = await workspace();
  const [changed] = await put(
    { state: 'rejected', phoneNumber: '+4915112345601' },
    { state: 'rejected', phoneNumber: '+4915112345602' },
    { state: 'rejected', phoneNumber: '+4915112345602' },
    { state: 'draft', phoneNumber: '+4915112345603' },
  );
  if (!changed) throw new Error('Nothing was added.');
  const [group] = await submissions.outboxGroups(workspaceId, 'needs-you');
  if (!group) throw new Error('There is no group.');
  const { part, cause, shownUntil } = group;
  const phones = async () =>
    (await submissions.outboxGroupPhones(workspaceId, part, cause, shownUntil)).toSorted();
  expect(await phones()).toEqual(['+4915112345601', '+4915112345602']);
  await submissions.save([changeBy(changed, { type: 'discarded', by: 'discard' }, shownUntil + 1)]);
  expect(await phones()).toEqual(['+4915112345602']);
});

test('what left the Outbox is listed by what became of it, the latest first, with who withdrew it', async () => {
  const { submissions, workspaceId, put } = await workspace();
  const refusal = { state: 'rejected', problem: { code: 'refused_as_it_is', httpStatus: 422 } } as const;
  const [first, second, third] = await put(
    { ...refusal, candidateName: 'first' },
    { state: 'draft', candidateName: 'second' },
    { ...refusal, candidateName: 'third' },
  );
  if (!first || !second || !third) throw new Error('Nothing was added.');
  await submissions.save([changeBy(first, { type: 'discarded', by: 'correction' }, 1000)]);
  await submissions.save([changeBy(second, { type: 'discarded', by: 'do_not_call' }, 2000)]);
  await submissions.save([changeBy(third, { type: 'discarded', by: 'discard' }, 3000)]);
  const named = async (part: HistoryPart, offset = 0) =>
    (await submissions.historyPage(workspaceId, part, offset)).map(({ candidateName, discardedBy }) => [
      candidateName,
      discardedBy,
    ]);
  expect(await named('refused')).toEqual([
    ['third', 'discard'],
    ['first', 'correction'],
  ]);
  expect(await named('refused', 1)).toHaveLength(1);
  expect(await named('discarded')).toEqual([['second', 'do_not_call']]);
  expect(await named('sent')).toEqual([]);
  expect((await submissions.outbox(workspaceId)).history).toEqual({ refused: 2, discarded: 1, sent: 0 });
});
