import { describe, expect, test } from 'vitest';
import { OutboxDecisions } from '../../../electron/submissions/outbox-decisions.ts';
import { EDIT_INTERRUPTED, SIGN_IN_NEEDED } from '../../../shared/outbox.ts';
import type { Submission } from '../../../shared/submission.ts';
import { changeBy, noRules, sampleSubmission } from '../sample-submission.ts';
import { runningQueue, startQueue, TokensOfTest } from './running-queue.ts';

const REFUSED = { code: 'not_permitted', httpStatus: 403 } as const;
const SIGNED_OUT = { code: SIGN_IN_NEEDED, httpStatus: 401 } as const;

/** A running queue with one submission on hold. */
async function onHold(problem: Submission['problem']) {
  const running = await runningQueue();
  const { submissions } = running.storage.stores;
  const { queue } = running;
  const held = sampleSubmission({ state: 'held', attempts: 1, problem });
  await submissions.add([held]);
  const decisions = new OutboxDecisions({
    workspaceId: held.workspaceId,
    store: submissions,
    readRequest: async () => undefined,
    settings: () => ({ undoSeconds: 0 }),
    rules: noRules,
    onChange: () => queue.wake(),
  });
  /** Starts another queue on the same rows, as the app's next start does. */
  const startAgain = async () => {
    const tokens = new TokensOfTest();
    const next = startQueue({ store: submissions, baseUrl: running.service.origin, tokens });
    await next.queue.recover();
    return next.queue;
  };
  return { ...running, held, decisions, startAgain, stored: () => submissions.get(held.id) };
}

describe('a submission on hold that a person edits', () => {
  test('stays on hold with what was tried, and again once they leave the form', async () => {
    const { held, decisions, stored } = await onHold(REFUSED);
    const tried = { state: 'held', attempts: 1, problem: REFUSED, updatedAt: held.updatedAt };
    expect(await decisions.beginEdit(held.id)).toMatchObject({ ok: true, value: tried });
    expect(await stored()).toMatchObject({ ...tried, afterEdit: 'held' });
    await decisions.endEdit(held.id);
    expect(await stored()).toMatchObject({ ...tried, afterEdit: undefined });
  });

  test('is not sent when the sign-in returns, but once they leave the form', async () => {
    const { queue, held, decisions, stored, service, untilIn } = await onHold(SIGNED_OUT);
    await decisions.beginEdit(held.id);
    await queue.resume('sign_in');
    expect(await stored()).toMatchObject({ state: 'held', afterEdit: 'queued' });
    expect(service.received).toEqual([]);
    await decisions.endEdit(held.id);
    await untilIn('accepted', 1);
  });

  test.each(['connection', 'sign_in'] as const)(
    'is sent neither by Try all now nor when the %s changes',
    async (by) => {
      const { queue, held, decisions, stored, service } = await onHold(SIGNED_OUT);
      await decisions.beginEdit(held.id);
      await decisions.tryNow();
      await queue.resume(by);
      expect((await stored())?.state).toBe('held');
      expect(service.received).toEqual([]);
    },
  );

  test('is sent by Try now for it alone', async () => {
    const { held, decisions, stored, untilIn } = await onHold(REFUSED);
    await decisions.beginEdit(held.id);
    await decisions.tryNow(held.id);
    await untilIn('accepted', 1);
    expect((await stored())?.afterEdit).toBeUndefined();
  });

  test.each(['connection', 'sign_in'] as const)(
    'waits for the person when the window with the form is gone, whatever the %s does, and keeps what the service said',
    async (by) => {
      const { queue, held, decisions, stored, service } = await onHold(SIGNED_OUT);
      await decisions.beginEdit(held.id);
      await queue.interruptEdits();
      await queue.resume(by);
      await decisions.tryNow();
      expect(await stored()).toMatchObject({
        state: 'held',
        problem: { ...SIGNED_OUT, code: EDIT_INTERRUPTED },
        afterEdit: undefined,
      });
      expect(service.received).toEqual([]);
    },
  );

  test('is sent after an interrupted edit once the person tries it alone', async () => {
    const { queue, held, decisions, untilIn } = await onHold(SIGNED_OUT);
    await decisions.beginEdit(held.id);
    await queue.interruptEdits();
    await decisions.tryNow(held.id);
    await untilIn('accepted', 1);
  });

  test('opened twice is left as before', async () => {
    const { held, decisions, stored } = await onHold(REFUSED);
    await decisions.beginEdit(held.id);
    expect(await decisions.beginEdit(held.id)).toMatchObject({ ok: true });
    await decisions.endEdit(held.id);
    expect(await stored()).toMatchObject({ state: 'held', problem: REFUSED, afterEdit: undefined });
  });

  test('waits for the person when the app starts again', async () => {
    const { held, decisions, stored, startAgain } = await onHold(REFUSED);
    await decisions.beginEdit(held.id);
    await startAgain();
    const problem = { ...REFUSED, code: EDIT_INTERRUPTED };
    expect(await stored()).toMatchObject({ state: 'held', problem, afterEdit: undefined });
  });

  test('waits for the person when the app starts again, if the sign-in returned in the meantime', async () => {
    const { queue, held, decisions, stored, service, startAgain } = await onHold(SIGNED_OUT);
    await decisions.beginEdit(held.id);
    await queue.resume('sign_in');
    const next = await startAgain();
    await next.resume('sign_in');
    expect(await stored()).toMatchObject({
      state: 'held',
      problem: { code: EDIT_INTERRUPTED },
      afterEdit: undefined,
    });
    expect(service.received).toEqual([]);
  });
});

describe('a queued submission that a person edits', () => {
  /** Taken back for the form, after which the app was killed and started again. */
  async function interrupted() {
    const running = await onHold(REFUSED);
    const { submissions } = running.storage.stores;
    await submissions.save([changeBy(running.held, { type: 'resumed', by: 'resume' })]);
    await running.decisions.takeBack(running.held.id, true);
    expect(await running.stored()).toMatchObject({ state: 'draft', afterEdit: 'draft' });
    await running.startAgain();
    return { ...running, counts: () => submissions.counts(running.held.workspaceId) };
  }

  test('needs a person when the app starts again, who is told why', async () => {
    const { stored, counts, service } = await interrupted();
    expect(await stored()).toMatchObject({ state: 'held', problem: { code: EDIT_INTERRUPTED } });
    expect(await counts()).toMatchObject({ heldForPerson: 1, drafts: 0 });
    expect(service.received).toEqual([]);
  });

  test('is a draft like any other once the person has opened it', async () => {
    const { held, decisions, stored, counts, startAgain, service } = await interrupted();
    expect(await decisions.beginEdit(held.id)).toMatchObject({ value: { state: 'draft', problem: null } });
    await decisions.endEdit(held.id);
    await startAgain();
    expect(await stored()).toMatchObject({ state: 'draft', afterEdit: undefined });
    expect(await counts()).toMatchObject({ heldForPerson: 0, drafts: 1 });
    expect(service.received).toEqual([]);
  });

  test('needs a person again if the app ends again while it is open', async () => {
    const { held, decisions, counts, startAgain } = await interrupted();
    await decisions.beginEdit(held.id);
    expect(await counts()).toMatchObject({ heldForPerson: 0 });
    await startAgain();
    expect(await counts()).toMatchObject({ heldForPerson: 1 });
  });

  test.each([
    ['discarded', (decisions: OutboxDecisions, id: string) => decisions.discard([id])],
    ['tried', (decisions: OutboxDecisions, id: string) => decisions.tryNow(id)],
  ])('no longer needs a person once it is %s', async (_what, decide) => {
    const { held, decisions, counts } = await interrupted();
    await decide(decisions, held.id);
    expect(await counts()).toMatchObject({ heldForPerson: 0 });
  });

  test('needs a person when its window is reloaded', async () => {
    const { held, queue, decisions, counts } = await interrupted();
    await decisions.beginEdit(held.id);
    await queue.interruptEdits();
    expect(await counts()).toMatchObject({ heldForPerson: 1 });
  });

  test('is a draft that needs nobody when the app starts again after the person left it', async () => {
    const { held, decisions, stored, storage, startAgain } = await onHold(REFUSED);
    await storage.stores.submissions.save([changeBy(held, { type: 'resumed', by: 'resume' })]);
    await decisions.takeBack(held.id, true);
    await decisions.endEdit(held.id);
    await startAgain();
    expect(await stored()).toMatchObject({ state: 'draft', problem: null, afterEdit: undefined });
  });
});

test('a submission that is not on hold cannot be edited on hold', async () => {
  const { decisions, storage } = await onHold(REFUSED);
  const later = sampleSubmission({ sendAfter: Date.now() + 60_000 });
  await storage.stores.submissions.add([later]);
  expect(await decisions.beginEdit(later.id)).toMatchObject({ ok: false, error: { code: 'moved_on' } });
});

test('a draft says what was tried before it was taken back', async () => {
  const { held, decisions } = await onHold(REFUSED);
  expect(await decisions.takeBack(held.id)).toMatchObject({
    value: { state: 'draft', attempts: 1, problem: REFUSED },
  });
});
