import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { Board } from '../../renderer/features/jobs/board.tsx';
import { hashHref, useHashLocation } from '../../renderer/routes/hash-location.ts';
import type { RequestRow } from '../../shared/request.ts';
import type { RequestFilter } from '../../shared/request-filter.ts';
import { requestRow } from '../renderer/request-row.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const ADA = requestRow({ requestId: 'r1', candidateName: 'Ada', outcome: 'assessed', verdict: 'none' });
const BOB = requestRow({ requestId: 'r2', candidateName: 'Bob', outcome: 'assessed', verdict: 'yes' });

interface Shown {
  readonly annotated: unknown[];
  readonly listed: RequestFilter[];
}

/** Renders the board of a job with these candidates; `more`: how many each column has besides. */
async function showBoard(
  rows: readonly RequestRow[],
  { verdictFirst = false, more = 0 } = {},
): Promise<Shown> {
  const shown: Shown = { annotated: [], listed: [] };
  stubBridge({
    'requests.list': (input) => {
      const { filter } = input as { filter: RequestFilter };
      expect(filter.jobs).toEqual(['job-1']);
      const found = rows.filter(
        ({ outcome, verdict }) =>
          (filter.outcomes.length === 0 || filter.outcomes.includes(outcome)) &&
          filter.verdicts.includes(verdict),
      );
      return { rows: found, total: found.length + (found.length > 0 ? more : 0), all: rows.length };
    },
    'requests.annotate': (input) => {
      shown.annotated.push((input as { change: unknown }).change);
      return [];
    },
    'rules.get': () => ({ verdictFirst }),
  });
  const screen = await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState()}>
        <Router hook={useHashLocation} hrefs={hashHref}>
          <Board job="job-1" onShowInList={(filter) => shown.listed.push(filter)} />
        </Router>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  onTestFinished(() => screen.unmount());
  await expect.element(page.getByRole('button', { name: 'Ada', exact: true })).toBeVisible();
  return shown;
}

const namesIn = (column: string) =>
  page
    .getByRole('list', { name: column, exact: true })
    .getByRole('listitem')
    .elements()
    .map((card) => card.querySelector('button')?.textContent);

test('a board has every candidate once, in lists with headings, and their menus set the verdict', async () => {
  const shown = await showBoard([ADA, BOB]);
  expect(
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map((each) => each.textContent?.trim()),
  ).toEqual(['Waiting', 'Not reached', 'To review 1', 'Maybe', 'Yes 1', 'No']);
  expect([namesIn('To review'), namesIn('Yes')]).toEqual([['Ada'], ['Bob']]);
  await page.getByRole('button', { name: 'Verdict on Ada' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'No verdict' })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Maybe' }).click();
  await expect.poll(() => shown.annotated).toEqual([{ verdict: 'maybe' }]);
});

test('the arrow keys move between candidates, and Enter opens one in its job', async () => {
  await showBoard([ADA, BOB]);
  const ada = page.getByRole('button', { name: 'Ada', exact: true });
  (ada.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('button', { name: 'Bob', exact: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowDown}');
  await expect.element(ada).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(location.hash).toBe('#/requests/r1?job=job-1');
});

test('where the verdict comes before the score, a board shows no score and asks for the reason', async () => {
  const covered = { ...ADA, covered: true, headline: null, score: null };
  const shown = await showBoard([covered], { verdictFirst: true });
  await expect.element(page.getByText('Assessed')).toBeVisible();
  await page.getByRole('button', { name: 'Verdict on Ada' }).click();
  await page.getByRole('menuitem', { name: 'Yes' }).click();
  await expect.poll(() => shown.annotated).toEqual([]);
});

test('of hundreds of candidates, a column has the first and leads to all of them in the list', async () => {
  const shown = await showBoard([ADA], { more: 300 });
  await page.getByRole('button', { name: 'Show all in the list' }).click();
  expect(shown.listed).toMatchObject([{ outcomes: ['completed', 'assessed'], verdicts: ['none'] }]);
});
