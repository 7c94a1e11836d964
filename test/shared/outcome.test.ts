import { describe, expect, test } from 'vitest';
import { isUnansweredCall, OUTCOMES, outcomeOf } from '../../shared/outcome.ts';
import { OUTCOME_TONES, outcomeTitle, outcomeWords } from '../../shared/words/outcome-words.ts';

const NO_ANSWER = 'NO_ANSWER';
const DONE = 'COMPLETED';

/** An outcome in words, from a status, the statuses of calls, and whether there are results. */
function words(status: string, calls: readonly (string | null)[], hasResults: boolean): string {
  return outcomeWords({ ...outcomeOf({ status, calls, hasResults }), status });
}

test.each([
  // status, calls, results, outcome
  ['PENDING', [], false, 'Waiting'],
  ['PENDING', ['SCHEDULED'], false, 'Waiting'],
  ['SCHEDULED', [], false, 'Waiting'],
  ['PENDING', ['IN_PROGRESS'], false, 'Calling'],
  ['PENDING', [NO_ANSWER, 'RINGING'], false, 'Calling'],
  ['IN_PROGRESS', ['IN_PROGRESS'], false, 'Calling'],
  ['RINGING', [], false, 'Calling'],
  ['IN_PROGRESS', [], false, 'In progress'],
  ['in-progress', [DONE], false, 'In progress'],
  ['PENDING', [DONE], false, 'In progress'],
  ['PENDING', [DONE], true, 'In progress'],
  ['PENDING', [], true, 'In progress'],
  ['PENDING', [null], false, 'In progress'],
  ['PENDING', [NO_ANSWER], false, 'Not reached (1 try)'],
  ['IN_PROGRESS', [NO_ANSWER, 'VOICEMAIL'], false, 'Not reached (2 tries)'],
  ['PENDING', [NO_ANSWER, 'SCHEDULED'], false, 'Not reached (1 try)'],
  ['COMPLETED', [NO_ANSWER, 'busy', 'voice mail'], false, 'Not reached (3 tries)'],
  ['COMPLETED', [NO_ANSWER], true, 'Not reached (1 try)'],
  ['COMPLETED', ['FAILED', 'CANCELLED'], true, 'Not reached (2 tries)'],
  ['NO_ANSWER', [], false, 'Not reached'],
  ['NO_ANSWER', [NO_ANSWER, DONE], true, 'Not reached (1 try)'],
  ['COMPLETED', [NO_ANSWER, DONE], true, 'Assessed'],
  ['Completed', [DONE], true, 'Assessed'],
  ['COMPLETED', [], true, 'Assessed'],
  ['COMPLETED', [null], true, 'Assessed'],
  ['COMPLETED', ['TRANSFERRED'], true, 'Assessed'],
  ['COMPLETED', [NO_ANSWER, 'TRANSFERRED'], true, 'Assessed'],
  ['COMPLETED', [DONE], false, 'Completed'],
  ['COMPLETED', [], false, 'Completed'],
  ['COMPLETED', ['IN_PROGRESS'], false, 'Completed'],
  ['FAILED', [], false, 'Failed'],
  ['error', [NO_ANSWER], false, 'Failed'],
  ['FAILED', [DONE], true, 'Failed'],
  ['CANCELLED', [NO_ANSWER], false, 'Cancelled'],
  ['ON_HOLD', [], true, 'On hold'],
  ['Waiting for HR', ['RINGING'], false, 'Waiting for HR'],
  ['constructor', [], false, 'Constructor'],
] as const)('%s with the calls %j, results: %s, is shown as %s', (status, calls, hasResults, shown) => {
  expect(words(status, calls, hasResults)).toBe(shown);
});

describe('whatever the service sends', () => {
  const statuses = ['PENDING', 'IN_PROGRESS', DONE, NO_ANSWER, 'FAILED', 'CANCELLED', 'SCHEDULED', ''];
  const calls = [NO_ANSWER, DONE, 'BUSY', 'RINGING', 'SCHEDULED', 'TRANSFERRED', null];
  const several = [
    [],
    ...calls.map((one) => [one]),
    ...calls.flatMap((one) => calls.map((two) => [one, two])),
  ];
  const all = statuses.flatMap((status) =>
    several.flatMap((each) =>
      [true, false].map((hasResults) => ({ facts: { status, calls: each, hasResults } })),
    ),
  );

  test('nobody is green whose calls all went unanswered', () => {
    for (const { facts } of all) {
      const { outcome } = outcomeOf(facts);
      const isUnreached =
        facts.calls.length > 0 && facts.calls.every((call) => call === NO_ANSWER || call === 'BUSY');
      if (isUnreached) expect(OUTCOME_TONES[outcome], JSON.stringify(facts)).not.toBe('good');
    }
  });

  test('nobody is green without results of a completed request', () => {
    for (const { facts } of all) {
      if (OUTCOME_TONES[outcomeOf(facts).outcome] !== 'good') continue;
      expect(facts).toMatchObject({ status: DONE, hasResults: true });
    }
  });

  test('tries are counted only for those who were not reached, and are never more than the calls', () => {
    for (const { facts } of all) {
      const { outcome, tries } = outcomeOf(facts);
      expect(tries, JSON.stringify(facts)).toBeLessThanOrEqual(
        outcome === 'not_reached' ? facts.calls.length : 0,
      );
    }
  });

  test('every outcome occurs', () => {
    expect(new Set(all.map(({ facts }) => outcomeOf(facts).outcome))).toEqual(new Set(OUTCOMES));
  });
});

test('the tooltip has the service’s own status', () => {
  const shown = { outcome: 'completed', tries: 0, status: 'COMPLETED' } as const;
  expect(outcomeTitle(shown)).toBe("Completed without an assessment (the service's status: COMPLETED)");
  expect(outcomeTitle({ outcome: 'other', tries: 0, status: 'ON_HOLD' })).toBe(
    "On hold (the service's status: ON_HOLD)",
  );
});

test.each([
  ['NO_ANSWER', true],
  ['voicemail', true],
  ['IN_PROGRESS', true],
  ['SCHEDULED', true],
  ['COMPLETED', false],
  ['TRANSFERRED', false],
  ['', false],
])('a call with the status %j is known to be unanswered: %s', (status, known) => {
  expect(isUnansweredCall(status)).toBe(known);
});
