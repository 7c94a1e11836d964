import { describe, expect, it } from 'vitest';
import { draftOf } from '../../renderer/features/new-request/request-draft.ts';
import { formatDate } from '../../renderer/parts/format.ts';
import { notBeforeProblem } from '../../renderer/parts/send-later.ts';
import { duplicateLine } from '../../renderer/parts/words.ts';
import { duplicatePlace } from '../../shared/words/duplicate-words.ts';
import { sampleSubmission } from '../electron/sample-submission.ts';

const NOW = new Date(2026, 10, 21, 12).getTime();

describe('the earliest time to send', () => {
  it('must be complete and in the future, or empty', () => {
    expect(notBeforeProblem(null, false, NOW)).toBeNull();
    expect(notBeforeProblem(NOW + 1, false, NOW)).toBeNull();
    expect(notBeforeProblem(NOW, false, NOW)).toMatch(/has passed/);
    expect(notBeforeProblem(null, true, NOW)).toMatch(/both the date and the time/);
  });
});

describe('the draft of a submission taken back', () => {
  const chosenAt = (notBefore: number | null) =>
    draftOf(sampleSubmission({ notBefore, attempts: 1, sendAfter: NOW }), NOW).notBefore;

  it('keeps the chosen time, to the millisecond, if it is in the future', () => {
    expect(chosenAt(NOW + 61_007)).toBe(NOW + 61_007);
    expect(chosenAt(NOW + 1)).toBe(NOW + 1);
    expect(chosenAt(NOW)).toBeNull();
    expect(chosenAt(null)).toBeNull();
  });
});

describe('an earlier submission in words', () => {
  const earlier = {
    phoneNumber: '+12025550143',
    submissionId: 's',
    candidateName: 'Grace Hopper',
    state: 'accepted' as const,
    status: 'COMPLETED',
    requestId: 'r',
    submittedAt: NOW,
    reachedAt: NOW,
    taken: false,
    workspace: null,
    jobName: null,
    jobDescriptionId: 'j',
  };
  const day = formatDate(NOW);

  it("has the service's status in words once the service has it", () => {
    expect(duplicateLine(earlier)).toBe(`Grace Hopper, Completed, ${day}`);
    expect(duplicatePlace(earlier)).toBe(`Completed, submitted on ${day}`);
  });

  it('says whether it is waiting or on hold before that', () => {
    const waiting = {
      ...earlier,
      requestId: null,
      state: 'queued' as const,
      status: 'queued',
      reachedAt: null,
    };
    expect(duplicatePlace(waiting)).toBe(`in the Outbox since ${day}`);
    expect(duplicatePlace({ ...waiting, status: 'held' })).toBe(`on hold in the Outbox since ${day}`);
  });

  it('says when the person may have been called, and what the user decided', () => {
    const unclear = { ...earlier, requestId: null, state: 'discarded' as const, status: 'discarded' };
    expect(duplicatePlace(unclear)).toBe(`may have been called on ${day}; you discarded it`);
    expect(duplicateLine(unclear)).toBe(`Grace Hopper, may have been called on ${day}; you discarded it`);
    expect(duplicatePlace({ ...unclear, taken: true })).toBe(
      `accepted by the service on ${day}; you discarded it`,
    );
    expect(duplicatePlace({ ...unclear, state: 'unconfirmed', status: 'unconfirmed' })).toBe(
      `may have been called on ${day}; it needs your decision`,
    );
  });

  it('names another workspace', () => {
    const elsewhere = { ...earlier, workspace: { name: 'Acme UK', removed: false } };
    expect(duplicatePlace(elsewhere)).toBe(`Completed, submitted on ${day}, in the workspace “Acme UK”`);
    expect(duplicateLine({ ...elsewhere, workspace: { name: 'Acme UK', removed: true } })).toBe(
      `Grace Hopper, Completed, ${day}, in the removed workspace “Acme UK”`,
    );
  });
});
