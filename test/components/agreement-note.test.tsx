import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AgreementNote } from '../../renderer/features/request/assessment-section.tsx';
import type { HistoryEntry } from '../../shared/history-event.ts';
import { renderInTheme } from './render-in-theme.tsx';

const RESULTS = { overall: 80 };
const OVERALL = {
  path: '/overall',
  label: 'Overall',
  smallest: 0,
  largest: 100,
  better: 'higher',
  headline: true,
};
const judged = (seen: boolean): HistoryEntry =>
  ({ at: 1, code: 'verdict_set', values: { verdict: 'yes', reason: 'Knows it', seen } }) as HistoryEntry;

async function show(request: object, seen = false) {
  const all = {
    history: [judged(seen)],
    assessmentResults: RESULTS,
    described: [],
    covered: false,
    questionnaireTemplateId: 'general',
    ...request,
  };
  await renderInTheme(<AgreementNote request={all as never} />);
}

test('a verdict before the results says whether both agree', async () => {
  await show({ described: [OVERALL] });
  await expect.element(page.getByText(/^You and the service agree\./)).toBeVisible();
});

test('where nobody said which values are better, it says what is missing, and the link opens its entry', async () => {
  await show({});
  await expect.element(page.getByText(/^Whether you and the service agree can’t be told/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Describe them in the Library' }))
    .toHaveAttribute('href', expect.stringContaining('/library?kind=questionnaire&edit=general'));
});

test('a verdict with the results in view, and one whose results are covered or missing, is compared with nothing', async () => {
  await show({}, true);
  await show({ covered: true });
  await show({ assessmentResults: undefined });
  expect(page.getByText(/agree/).elements()).toHaveLength(0);
});
