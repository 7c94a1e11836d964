import { expect, test } from 'vitest';
import { agreementOf } from '../../shared/agreement.ts';
import type { DescribedField } from '../../shared/described-field.ts';
import type { HistoryEntry } from '../../shared/history-event.ts';
import type { Verdict } from '../../shared/request.ts';

const OVERALL: DescribedField = {
  ...{ path: '/overall', label: 'Overall', smallest: 0, largest: 5 },
  ...{ better: 'higher', headline: true, cover: 'covered' },
};

function given(id: number, verdict: Verdict, seen: boolean, reason?: string): HistoryEntry {
  return { id, at: id, code: 'verdict_set', values: { verdict, seen, ...(reason && { reason }) } };
}

test.each([
  ['yes', 4, 'higher', true],
  ['yes', 1, 'higher', false],
  ['yes', 1, 'lower', true],
  ['no', 1, 'higher', true],
  ['no', 2.5, 'higher', false],
  ['maybe', 5, 'higher', null],
] as const)('a %s agrees with %s of 5, %s is better: %s', (verdict, overall, better, agrees) => {
  const history = [given(2, 'none', true), given(1, verdict, false, 'I know her.')];
  expect(agreementOf(history, { overall }, [{ ...OVERALL, better }])).toMatchObject({ verdict, agrees });
});

test.each([
  ['the results could be seen', [given(1, 'yes', true, 'The score.')], { overall: 4 }, OVERALL],
  ['it has no reason', [given(1, 'yes', false)], { overall: 4 }, OVERALL],
  ['neither end is better', [given(1, 'yes', false, 'So.')], { overall: 4 }, { ...OVERALL, better: null }],
  ['the value is off its scale', [given(1, 'yes', false, 'So.')], { overall: 40 }, OVERALL],
  ['there is no headline', [given(1, 'yes', false, 'So.')], { overall: 4 }, { ...OVERALL, headline: false }],
] as const)('nothing is said of a verdict where %s', (_, history, results, field) => {
  expect(agreementOf(history, results, [field])).toBeNull();
});

test('of results that had been in view before they were covered, it is said so', () => {
  const values = { verdict: 'yes', seen: true, covered: true, reason: 'I know her.' } as const;
  const history: HistoryEntry[] = [{ id: 1, at: 1, code: 'verdict_set', values }];
  expect(agreementOf(history, { overall: 4 }, [OVERALL])).toMatchObject({ agrees: true, wasSeen: true });
  const [unseen] = [given(1, 'yes', false, 'I know her.')];
  expect(agreementOf([unseen], { overall: 4 }, [OVERALL])).toMatchObject({ agrees: true, wasSeen: false });
});
