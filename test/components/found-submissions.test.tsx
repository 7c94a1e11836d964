import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Router } from 'wouter';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { FoundSubmissionsPage } from '../../renderer/features/outbox/found-submissions-page.tsx';
import { Palette } from '../../renderer/features/palette/palette.tsx';
import { FoundInOutbox } from '../../renderer/features/requests/requests-list.tsx';
import { paletteText } from '../../renderer/parts/shortcuts.ts';
import { hashHref, useHashLocation, useHashSearch } from '../../renderer/routes/hash-location.ts';
import type { FoundSubmission } from '../../shared/submission-search.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

afterEach(() => paletteText.set(''));

beforeEach(() => {
  location.hash = '';
});

function show(part: ReactNode, rows: readonly FoundSubmission[], total = rows.length) {
  stubBridge({
    'views.list': () => [],
    'library.list': () => [],
    'requests.list': () => ({ rows: [], total: 0, all: 0 }),
    'submissions.search': () => ({ rows, total }),
  });
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <Router hook={useHashLocation} searchHook={useHashSearch} hrefs={hashHref}>
        {part}
      </Router>
    </QueryClientProvider>,
  );
}

test('the palette finds who was discarded, refused or waits, with job, date and state, and opens their page', async () => {
  const createdAt = new Date(2026, 10, 3).getTime();
  const rows = [
    outboxRow({ id: 's_1', state: 'rejected', candidateName: 'Ada R.', jobName: 'Nurse', createdAt }),
    outboxRow({ id: 's_2', state: 'queued', candidateName: 'Ada Q.' }),
    outboxRow({ id: 's_3', state: 'discarded', candidateName: 'Ada D.' }),
  ];
  paletteText.set('ada');
  await show(<Palette />, rows);
  await expect.element(page.getByRole('option', { name: /^Ada R\. Nurse · .*3.* Refused$/ })).toBeVisible();
  await expect.element(page.getByRole('option', { name: /^Ada Q\..*Waiting$/ })).toBeVisible();
  await page.getByRole('option', { name: /^Ada D\..*Discarded$/ }).click();
  await expect.poll(() => location.hash).toBe('#/submissions/s_3');
});

test('the list says how many more are in the Outbox, and leads to them, or to the only one', async () => {
  const several = await show(<FoundInOutbox search="ada" />, [outboxRow()], 3);
  const link = page.getByRole('link');
  await expect.element(link).toHaveTextContent('3 more in the Outbox');
  expect(link.element().getAttribute('href')).toBe('#/submissions?search=ada');
  await several.unmount();
  const one = await show(<FoundInOutbox search="ada" />, [outboxRow({ id: 's_7' })]);
  await expect.element(link).toHaveTextContent('1 more in the Outbox');
  expect(link.element().getAttribute('href')).toBe('#/submissions/s_7');
  await one.unmount();
});

test('the page of a search says how many match if it lists only the first', async () => {
  await show(<FoundSubmissionsPage search="ada" />, [outboxRow({ state: 'held' })], 250);
  await expect
    .element(page.getByText('250 submissions in the Outbox match.', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByRole('grid', { name: 'Found submissions' })).toBeVisible();
  await expect.element(page.getByText('On hold')).toBeVisible();
});
