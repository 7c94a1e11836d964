import { expect, test } from 'vitest';
import { MIN_INTERVAL_MS } from '../../../electron/notifications/notifier.ts';
import type { NotifiableEvent } from '../../../shared/notifications.ts';
import { PAUSED_BY_YOU } from '../../../shared/outbox.ts';
import type { Submission } from '../../../shared/submission.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { addTracked, sharedStorage } from './temporary-storage.ts';

const shared = sharedStorage();

function completed(submission: Submission): NotifiableEvent {
  const { workspaceId, id: submissionId } = submission;
  return { kind: 'completed', workspaceId, submissionId, requestId: 'request-1', occurrence: 0 };
}

test('stores each event once, and gives it with the current submission until it is settled', async () => {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { notices } = storage.stores;
  const ada = await addTracked(storage, 'request-1', { workspaceId });
  const lost: NotifiableEvent = { kind: 'signed_out', workspaceId, occurrence: 5 };
  const added = await notices.add([completed(ada), completed(ada), lost], 1000);
  expect(added.map(({ event }) => event.kind)).toEqual(['completed', 'signed_out']);
  expect(await notices.add([completed(ada)], 2000)).toEqual([]);
  const mine = (await notices.untold()).filter((each) => each.workspaceId === workspaceId);
  expect(mine).toMatchObject([
    {
      kind: 'completed',
      at: 1000,
      submission: { id: ada.id, candidateName: 'Ada Lovelace', requestId: 'request-1' },
    },
    { kind: 'signed_out', occurrence: 5, submission: null },
  ]);
  await notices.settle(
    mine.map(({ id }) => id),
    3000,
  );
  expect((await notices.untold()).filter((each) => each.workspaceId === workspaceId)).toEqual([]);
  expect(await notices.add([completed(ada)], 3000 + MIN_INTERVAL_MS)).toEqual([]);
});

test('ignores missing submissions and removed workspaces', async () => {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { notices, workspaces } = storage.stores;
  const nobody = sampleSubmission({ workspaceId });
  expect(await notices.add([completed(nobody)], 1000)).toEqual([]);
  const ada = await addTracked(storage, 'request-2', { workspaceId });
  await notices.add([completed(ada)], 1000);
  await workspaces.remove(workspaceId, 2000);
  expect((await notices.untold()).filter((each) => each.workspaceId === workspaceId)).toEqual([]);
});

test('counts submissions that need attention in all workspaces', async () => {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { notices, submissions } = storage.stores;
  const before = await notices.attention();
  await submissions.add([
    sampleSubmission({ workspaceId }),
    sampleSubmission({ workspaceId, state: 'unconfirmed' }),
    sampleSubmission({ workspaceId, state: 'rejected' }),
    sampleSubmission({ workspaceId, state: 'held', problem: { code: 'not_permitted' } }),
    sampleSubmission({ workspaceId, state: 'held', problem: { code: PAUSED_BY_YOU } }),
    sampleSubmission({ workspaceId, state: 'held', problem: { code: 'sign_in_needed' } }),
  ]);
  const after = await notices.attention();
  expect([after.waiting - before.waiting, after.needsPerson - before.needsPerson]).toEqual([4, 3]);
});

test('counts completed requests since a time, settled or not, and deletes notices settled long ago', async () => {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { notices } = storage.stores;
  const people = await Promise.all(
    ['a', 'b', 'c'].map((id) => addTracked(storage, `request-${workspaceId}-${id}`, { workspaceId })),
  );
  for (const [index, each] of people.entries()) await notices.add([completed(each)], 90_000 + index);
  const mine = (await notices.untold()).filter((each) => each.workspaceId === workspaceId);
  await notices.settle(
    mine.slice(0, 1).map(({ id }) => id),
    95_000,
  );
  expect(await notices.completedSince(90_000)).toBe(2);
  expect(await notices.completedSince(89_999)).toBe(3);
  await notices.forget(95_001);
  expect(await notices.completedSince(89_999)).toBe(2);
});
