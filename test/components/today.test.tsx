import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { TodayPage } from '../../renderer/features/today/today-page.tsx';
import { HeaderSlot } from '../../renderer/parts/page.tsx';
import { hashHref, useHashLocation } from '../../renderer/routes/hash-location.ts';
import type { ImportSummary } from '../../shared/imports.ts';
import type { TodayCounts } from '../../shared/request-filter.ts';
import { appState, appStateWith, PRACTICE } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const NOTHING: TodayCounts = { isShared: false, assessed: 0, toReview: 0, notReached: 0 };
const IMPORT: ImportSummary = {
  id: 'import-1',
  name: 'candidates.csv',
  createdAt: 1,
  rows: 60,
  unsent: 21,
  undecided: 1,
  needYou: 0,
  accepted: 28,
  withdrawn: 3,
  refused: 2,
  notQueued: 5,
  erased: 0,
  finished: true,
};

interface Shown {
  readonly today?: Partial<TodayCounts>;
  readonly imports?: readonly ImportSummary[];
  readonly jobs?: readonly object[];
  readonly library?: readonly object[];
}

async function showToday(state = appState({ requestCount: 9 }), shown: Shown = {}): Promise<void> {
  stubBridge({
    'requests.today': () => ({ ...NOTHING, ...shown.today }),
    'imports.list': () => shown.imports ?? [],
    'insights.funnel': () => shown.jobs ?? [],
    'library.list': () => shown.library ?? [],
    'rules.get': () => ({}),
  });
  const screen = await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={state}>
        <Router hook={useHashLocation} hrefs={hashHref}>
          <HeaderSlot value={null}>
            <TodayPage />
          </HeaderSlot>
        </Router>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  onTestFinished(() => screen.unmount());
}

const lines = () =>
  page
    .getByRole('list', { name: 'To do' })
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent);

function job(id: string, counts: Partial<Record<'submitted' | 'reached' | 'assessed' | 'yes', number>>) {
  return { id, submitted: 0, reached: 0, assessed: 0, yes: 0, maybe: 0, no: 0, ...counts };
}

function entry(serviceId: string, name: string, lastUsedAt: number, archived = false) {
  return { kind: 'job_description', serviceId, name, lastUsedAt, archived };
}

test('Today says what there is to do, each with its action, and nothing about zeros', async () => {
  const state = appStateWith({ refused: 1, needsDecision: 3, waiting: 2 }, { requestCount: 9 });
  const done = { ...IMPORT, id: 'import-2', unsent: 0 };
  await showToday(state, { today: { assessed: 14, toReview: 9, notReached: 6 }, imports: [IMPORT, done] });
  await expect
    .poll(lines)
    .toEqual([
      '14 assessed since yesterday, 9 without a verdictReview',
      '4 need youDecide',
      '6 not reachedSubmit again',
      'candidates.csv: 31 of 52 sentShow',
    ]);
  await page.getByRole('link', { name: 'Decide' }).click();
  expect(location.hash).toBe('#/outbox/needs-you');
  await page.getByRole('link', { name: 'Submit again' }).click();
  expect(location.hash).toBe('#/requests?show=not-reached');
});

test('what was assessed before yesterday still waits for a verdict, and what has all verdicts has no button', async () => {
  await showToday(undefined, { today: { toReview: 1 } });
  await expect.poll(lines).toEqual(['1 assessed without a verdictReview']);
});

test('what colleagues submitted is theirs to review and to submit again', async () => {
  await showToday(undefined, { today: { isShared: true, assessed: 3, toReview: 2, notReached: 1 } });
  await expect
    .poll(lines)
    .toEqual([
      '3 of yours assessed since yesterday, 2 without a verdictReview',
      '1 of yours not reachedSubmit again',
    ]);
});

test('a day on which everything has its verdict offers no review', async () => {
  await showToday(undefined, { today: { assessed: 3 } });
  await expect.poll(lines).toEqual(['3 assessed since yesterday']);
});

test('the jobs are listed with how far they came, the last used first, without archived ones', async () => {
  await showToday(undefined, {
    jobs: [
      job('a', { submitted: 40, reached: 30, assessed: 28, yes: 5 }),
      job('b', { submitted: 3 }),
      job('c', { submitted: 9 }),
    ],
    library: [entry('a', 'Welder', 1), entry('b', 'Night nurse', 2), entry('c', 'Cook', 3, true)],
  });
  const rows = page.getByRole('grid', { name: 'Jobs' }).getByRole('row');
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual(['JobSubmittedReachedAssessedYes', 'Night nurse3–––', 'Welder4030285']);
  rows.elements().at(-1)?.querySelector<HTMLElement>('[role="gridcell"]')?.click();
  expect(location.hash).toBe('#/jobs/a');
});

test('before anybody is submitted, Today says how to begin; the practice workspace offers its samples', async () => {
  await showToday(appState());
  await expect.element(page.getByText('Nobody is submitted yet')).toBeVisible();
  expect(page.getByRole('grid').elements()).toEqual([]);
  expect(page.getByRole('region', { name: 'Sample candidates' }).elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Import' }));
  expect(location.hash).toBe('#/import');
});

test('the first-use page of the practice workspace submits a sample candidate by one click', async () => {
  await showToday(appState({ currentWorkspace: PRACTICE }));
  await expect.element(page.getByRole('region', { name: 'Sample candidates' })).toBeVisible();
});
