import { describe, expect, test } from 'vitest';
import type { Submission, SubmissionState } from '../../../shared/submission.ts';
import { told } from '../../told.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { personActions } from './person-actions.ts';

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
  const actions = personActions({
    workspaceId,
    store: submissions,
    settings: () => ({ undoSeconds: 5, duplicateDays: 30 }),
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
  /** How many of these are stored. */
  const stored = async (state: SubmissionState) => (await submissions.inStates(workspaceId, [state])).length;
  return { first, put, again, actions, stored };
}

describe('submitting somebody again', () => {
  test('is not asked about the first submission and those before it, and is linked to the first', async () => {
    const { first, put, again } = await earlierSubmission();
    await put({ createdAt: NOW - 3 * DAY });
    expect(await again()).toMatchObject({ ok: true, value: [{ previousSubmissionId: first.id }] });
  });

  test('asks if that person was submitted again since', async () => {
    const { put, again } = await earlierSubmission();
    await put({ createdAt: NOW - DAY });
    expect(await again()).toMatchObject({ ok: false, error: { code: 'duplicate' } });
  });

  test('asks the second time, as the first repetition is waiting to be sent', async () => {
    const { again } = await earlierSubmission();
    await again();
    expect(await again()).toMatchObject({ ok: false, error: { code: 'duplicate' } });
  });

  test('asks if the number is changed to that of somebody else who was submitted', async () => {
    const { put, again } = await earlierSubmission();
    await put({ createdAt: NOW - 5 * DAY, phoneNumber: '+12025550199' });
    expect(await again('+12025550199')).toMatchObject({ ok: false, error: { code: 'duplicate' } });
  });

  test('is linked even if the number was corrected, or the first is too old to count as a duplicate', async () => {
    const corrected = await earlierSubmission();
    expect(await corrected.again('+12025550177')).toMatchObject({
      ok: true,
      value: [{ previousSubmissionId: corrected.first.id }],
    });
    const old = await earlierSubmission({ createdAt: NOW - 90 * DAY });
    expect(await old.again()).toMatchObject({ ok: true, value: [{ previousSubmissionId: old.first.id }] });
  });
});

describe('submitting several people again', () => {
  test('queues each unchanged, linked to the earlier one', async () => {
    const { first, put, actions } = await earlierSubmission();
    const consent = { at: NOW - 2 * DAY, wording: 'I agree to an automated call.' };
    const other = await put({ phoneNumber: '+12025550199', candidateName: 'Grace Hopper', consent });
    const submitted = await actions.submitAgain([first.id, other.id]);
    expect(submitted).toMatchObject({
      ok: true,
      value: [
        { state: 'queued', previousSubmissionId: first.id, phoneNumber: PHONE, requestId: null, attempts: 0 },
        { previousSubmissionId: other.id, candidateName: 'Grace Hopper', consent },
      ],
    });
    const keys = submitted.ok ? submitted.value.map(({ id }) => id) : [];
    expect(new Set([...keys, first.id, other.id]).size).toBe(4);
  });

  test('queues nobody if one of them was submitted again since', async () => {
    const { first, put, actions, stored } = await earlierSubmission();
    const other = await put({ phoneNumber: '+12025550199', createdAt: NOW - 3 * DAY });
    await put({ phoneNumber: '+12025550199', candidateName: 'Grace Hopper', createdAt: NOW - DAY });
    expect(told(await actions.submitAgain([first.id, other.id]))).toMatchObject({
      code: 'called_again',
      message: expect.stringMatching(
        /^Someone would be called more often than you chose: Grace Hopper, accepted by the service/,
      ),
    });
    expect(await stored('queued')).toBe(0);
    expect(await actions.submitAgain([first.id])).toMatchObject({ ok: true });
    expect(await stored('queued')).toBe(1);
  });

  test('queues nobody if a person is among them twice', async () => {
    const { first, put, actions, stored } = await earlierSubmission();
    const twin = await put({ createdAt: NOW - 3 * DAY });
    expect(await actions.submitAgain([first.id, twin.id])).toMatchObject({ error: { code: 'called_again' } });
    expect(await stored('queued')).toBe(0);
  });

  test('queues them once on a double click', async () => {
    const { first, actions, stored } = await earlierSubmission();
    const [one, other] = await Promise.all([
      actions.submitAgain([first.id]),
      actions.submitAgain([first.id]),
    ]);
    expect(one).toMatchObject({ ok: true, value: [{ previousSubmissionId: first.id }] });
    expect(other).toMatchObject({ ok: false, error: { code: 'called_again' } });
    expect(await stored('queued')).toBe(1);
  });

  test.each(['queued', 'unconfirmed', 'discarded'] as const)(
    'is refused for a submission that is %s, and queues nobody',
    async (state) => {
      const { first, actions, stored } = await earlierSubmission({ state });
      expect(await actions.submitAgain([first.id])).toMatchObject({ error: { code: 'moved_on' } });
      expect(await stored('queued')).toBe(state === 'queued' ? 1 : 0);
    },
  );

  test('is refused for an unknown submission', async () => {
    const { actions } = await earlierSubmission();
    expect(await actions.submitAgain(['unknown'])).toMatchObject({ error: { code: 'moved_on' } });
  });
});
