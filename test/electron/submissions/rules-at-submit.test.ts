import { describe, expect, test } from 'vitest';
import { RulesCache } from '../../../electron/submissions/ask-rules.ts';
import type { Submission, SubmissionFields } from '../../../shared/submission.ts';
import { clockIn } from '../../../shared/time-zone-names.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { type ConsentRule, defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { told } from '../../told.ts';
import { sampleFields, sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { personActions } from './person-actions.ts';

const LOS_ANGELES = '+14155550123';
/** A Wednesday: 13:00 in Berlin, 04:00 in Los Angeles. */
const NOW = Date.parse('2026-11-18T12:00:00Z');
const NINE_IN_LOS_ANGELES = Date.parse('2026-11-18T17:00:00Z');
const HOLD = { until: NINE_IN_LOS_ANGELES, timeZone: 'America/Los_Angeles' };
const AGREED = 'They agreed to an automated call.';

const shared = sharedStorage();

function fields(changes: Partial<SubmissionFields> = {}): SubmissionFields {
  return sampleFields({ phoneNumber: LOS_ANGELES, ...changes });
}

const withHours = (rules: WorkspaceRules): WorkspaceRules => ({
  ...rules,
  callingHours: { ...rules.callingHours, enabled: true },
});
const withConsent =
  (consent: Partial<ConsentRule>) =>
  (rules: WorkspaceRules): WorkspaceRules => ({
    ...rules,
    consent: { asked: true, required: true, wording: AGREED, ...consent },
  });

/** The Outbox of a workspace with rules. */
async function outbox(change: (rules: WorkspaceRules) => WorkspaceRules) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const { submissions, events } = storage.stores;
  const actions = personActions({
    workspaceId,
    store: submissions,
    settings: () => ({ undoSeconds: 5, duplicateDays: 30 }),
    rules: async () => change(defaultRules('Europe/Berlin')),
    now: () => NOW,
  });
  const put = async (changes: Partial<Submission>): Promise<Submission> => {
    const submission = sampleSubmission({ workspaceId, phoneNumber: LOS_ANGELES, ...changes });
    await submissions.add([submission]);
    return submission;
  };
  const submitOne = async (
    changes: Partial<SubmissionFields> = {},
    replaces?: string,
  ): Promise<Submission> => {
    const submitted = await actions.submit([fields(changes)], { replaces });
    if (!submitted.ok) throw new Error(submitted.error.code);
    const [submission] = submitted.value;
    const stored = await submissions.get(submission?.id ?? '');
    if (!stored) throw new Error('Nothing was stored.');
    return stored;
  };
  const historyOf = async (id: string) => (await events.of(id)).map((each) => historyWords(each).heading);
  return { actions, put, submitOne, historyOf, stored: (id: string) => submissions.get(id) };
}

/** The clock there, as this computer writes it. */
function thereAt(at: number): string {
  return clockIn('America/Los_Angeles', at, at);
}

describe('submitting with calling hours', () => {
  test('stores at once until when it waits', async () => {
    const { submitOne, historyOf } = await outbox(withHours);
    const submission = await submitOne();
    expect(submission).toMatchObject({ state: 'queued', sendAfter: NINE_IN_LOS_ANGELES, callingHold: HOLD });
    expect(await historyOf(submission.id)).toEqual([
      `Submitted and held until ${thereAt(NINE_IN_LOS_ANGELES)} in Los Angeles (calling hours)`,
    ]);
  });

  test('waits only for the undo window if the candidate may be called', async () => {
    const { submitOne } = await outbox(withHours);
    const submission = await submitOne({ timeZone: 'Europe/Berlin' });
    expect(submission).toMatchObject({
      sendAfter: NOW + 5000,
      timeZone: 'Europe/Berlin',
      callingHold: null,
    });
  });

  test('takes the later of a chosen time and the hours, and ignores the hours for any hour', async () => {
    const { submitOne } = await outbox(withHours);
    const notBefore = NINE_IN_LOS_ANGELES + 60_000;
    expect(await submitOne({ notBefore })).toMatchObject({ sendAfter: notBefore, callingHold: null });
    const early = await submitOne({ notBefore: NOW + 60_000, phoneNumber: '+14155550124' });
    expect(early).toMatchObject({
      sendAfter: NINE_IN_LOS_ANGELES,
      notBefore: NOW + 60_000,
      callingHold: HOLD,
    });
    const anyHour = await submitOne({ anyHour: true, phoneNumber: '+14155550125' });
    expect(anyHour).toMatchObject({ sendAfter: NOW + 5000, anyHour: true, callingHold: null });
  });
});

describe('trying now outside the calling hours', () => {
  test('is refused with the local time, whatever the submission waits for', async () => {
    const { actions, put, stored } = await outbox(withHours);
    const waits = [
      await put({ sendAfter: NINE_IN_LOS_ANGELES, callingHold: HOLD }),
      await put({ sendAfter: NOW + 900_000, attempts: 2 }),
      await put({ state: 'held', problem: { code: 'not_permitted' } }),
    ];
    for (const { id } of waits) {
      expect(told(await actions.tryNow(id))).toMatchObject({
        code: 'outside_calling_hours',
        message: `It is ${thereAt(NOW)} in Los Angeles now, outside the calling hours of this workspace.`,
      });
      expect((await stored(id))?.revision).toBe(1);
    }
  });

  test('waives them for a quarter of an hour if a person says so', async () => {
    const { actions, put, stored, historyOf } = await outbox(withHours);
    const { id } = await put({ sendAfter: NINE_IN_LOS_ANGELES, callingHold: HOLD });
    expect(await actions.tryNow(id, { outsideHours: true })).toEqual({ ok: true, value: { changed: 1 } });
    expect(await stored(id)).toMatchObject({
      sendAfter: NOW,
      callingHold: null,
      hoursWaivedUntil: NOW + 15 * 60 * 1000,
    });
    expect((await historyOf(id))[0]).toBe('You chose to send it now, outside the calling hours');
  });

  test('waives nothing if the candidate may be called anyway', async () => {
    const { actions, put, stored } = await outbox(withHours);
    const { id } = await put({ timeZone: 'Europe/Berlin', sendAfter: NOW + 900_000 });
    await actions.tryNow(id, { outsideHours: true });
    expect(await stored(id)).toMatchObject({ sendAfter: NOW, hoursWaivedUntil: null });
  });
});

describe('pausing a submission held for its hours', () => {
  test('then resuming it restores the undo window at most, not the rest of the night', async () => {
    const { actions, submitOne, stored } = await outbox(withHours);
    const { id } = await submitOne();
    await actions.pause([id]);
    expect(await stored(id)).toMatchObject({ state: 'held', callingHold: HOLD });
    await actions.resume([id]);
    expect(await stored(id)).toMatchObject({ state: 'queued', sendAfter: NOW + 60_000, callingHold: HOLD });
  });

  test('then taking it back makes it a plain draft', async () => {
    const { actions, submitOne, stored } = await outbox(withHours);
    const { id } = await submitOne({ timeZone: 'America/Denver' });
    await actions.takeBack(id);
    expect(await stored(id)).toMatchObject({ state: 'draft', callingHold: null, timeZone: 'America/Denver' });
  });
});

describe('consent', () => {
  test('is stored verbatim with its time', async () => {
    const { submitOne } = await outbox(withConsent({}));
    expect((await submitOne({ consentWording: AGREED })).consent).toEqual({ at: NOW, wording: AGREED });
  });

  test('that is required and missing keeps everything out of the queue', async () => {
    const { actions } = await outbox(withConsent({}));
    const both = [fields({ consentWording: AGREED }), fields({ phoneNumber: '+14155550124' })];
    expect(told(await actions.submit(both))).toMatchObject({
      code: 'consent_missing',
      message: 'Tick this once the candidate has agreed.',
      field: 'consentWording',
    });
    expect(await actions.duplicates([LOS_ANGELES])).toEqual([]);
  });

  test('to another wording is asked for again', async () => {
    const { actions } = await outbox(withConsent({}));
    expect(told(await actions.submit([fields({ consentWording: 'Something else' })]))).toMatchObject({
      code: 'consent_reworded',
      message: expect.stringContaining('has changed'),
    });
  });

  test('may be left out if it is asked for but not required', async () => {
    const { submitOne } = await outbox(withConsent({ required: false }));
    expect((await submitOne()).consent).toBeNull();
  });

  test('keeps its day when the submission is corrected, unless the number changes', async () => {
    const { submitOne, put } = await outbox(withConsent({}));
    const consent = { at: 1000, wording: AGREED };
    const draft = await put({ state: 'draft', consent });
    expect((await submitOne({ consentWording: AGREED }, draft.id)).consent).toEqual(consent);
    const other = await put({ state: 'draft', consent });
    const corrected = await submitOne({ consentWording: AGREED, phoneNumber: '+14155550124' }, other.id);
    expect(corrected.consent).toEqual({ at: NOW, wording: AGREED });
  });
});

describe('the rules of a workspace', () => {
  test('are the defaults until they are saved, and survive a restart', async () => {
    const { storage, workspaceId } = await shared.withWorkspace();
    const { rules } = storage.stores;
    const kept = new RulesCache(rules, workspaceId);
    expect((await kept.get()).callingHours.enabled).toBe(false);
    const changed = withConsent({})(withHours(defaultRules('Asia/Tokyo')));
    await kept.save(changed);
    expect(await kept.get()).toEqual(changed);
    expect(await new RulesCache(rules, workspaceId).get()).toEqual(changed);
    const other = await shared.withWorkspace();
    expect((await new RulesCache(rules, other.workspaceId).get()).callingHours.enabled).toBe(false);
  });

  test('are read once, and again after they could not be read', async () => {
    const answers = [new Error('disk'), undefined];
    let reads = 0;
    const kept = new RulesCache(
      {
        get: async () => {
          const answer = answers[reads];
          reads += 1;
          if (answer) throw answer;
          return undefined;
        },
        save: async () => undefined,
      },
      'w1',
    );
    await expect(kept.get()).rejects.toThrow('disk');
    await kept.get();
    await kept.get();
    expect(reads).toBe(2);
  });
});
