import { describe, expect, test } from 'vitest';
import { OutboxActions } from '../../../electron/submissions/outbox-actions.ts';
import type { Submission } from '../../../shared/submission.ts';
import { noRules, sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = 100 * DAY;
const PHONE = '+12025550143';

const shared = sharedStorage();

async function earlierSubmission(changes: Partial<Submission> = {}) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { submissions } = storage.stores;
  const put = async (more: Partial<Submission>) => {
    const submission = sampleSubmission({ workspaceId, phoneNumber: PHONE, state: 'accepted', ...more });
    await submissions.add([submission]);
    return submission;
  };
  const first = await put({ createdAt: NOW - 2 * DAY, ...changes });
  const actions = new OutboxActions({
    workspaceId,
    store: submissions,
    readRequest: async () => undefined,
    settings: () => ({ undoSeconds: 5, duplicateDays: 30 }),
    rules: noRules,
    onChange: () => undefined,
    now: () => NOW,
  });
  const again = (phoneNumber = PHONE) =>
    actions.submit(
      [
        {
          candidateName: first.candidateName,
          phoneNumber,
          resumeUrl: first.resumeUrl,
          jobDescriptionId: first.jobDescriptionId,
          questionnaireTemplateId: first.questionnaireTemplateId,
        },
      ],
      { again: first.id },
    );
  return { first, put, again };
}

describe('submitting somebody again', () => {
  test('needs no further word for the first submission and those before it, and is linked to the first', async () => {
    const { first, put, again } = await earlierSubmission();
    await put({ createdAt: NOW - 3 * DAY });
    expect(await again()).toMatchObject({ ok: true, value: [{ previousSubmissionId: first.id }] });
  });

  test('asks when that person was submitted once more since', async () => {
    const { put, again } = await earlierSubmission();
    await put({ createdAt: NOW - DAY });
    expect(await again()).toMatchObject({ ok: false, error: { code: 'duplicate' } });
  });

  test('a second time asks, for the first try is on its way', async () => {
    const { again } = await earlierSubmission();
    await again();
    expect(await again()).toMatchObject({ ok: false, error: { code: 'duplicate' } });
  });

  test('asks when the number is changed to that of somebody else who was submitted', async () => {
    const { put, again } = await earlierSubmission();
    await put({ createdAt: NOW - 5 * DAY, phoneNumber: '+12025550199' });
    expect(await again('+12025550199')).toMatchObject({ ok: false, error: { code: 'duplicate' } });
  });

  test('is linked also where the number was corrected, and where the first is too old for a duplicate', async () => {
    const corrected = await earlierSubmission();
    expect(await corrected.again('+12025550177')).toMatchObject({
      ok: true,
      value: [{ previousSubmissionId: corrected.first.id }],
    });
    const old = await earlierSubmission({ createdAt: NOW - 90 * DAY });
    expect(await old.again()).toMatchObject({ ok: true, value: [{ previousSubmissionId: old.first.id }] });
  });
});
