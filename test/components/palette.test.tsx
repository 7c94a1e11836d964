import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { Palette } from '../../renderer/features/palette/palette.tsx';
import { paletteText } from '../../renderer/parts/shortcuts.ts';
import { numbersToAdd } from '../../renderer/routes/hash-location.ts';
import type { RequestRow } from '../../shared/request.ts';
import { requestRow } from '../renderer/request-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

afterEach(() => paletteText.set(''));

const LONG =
  'Principal engineer for the migration of everything that nobody has dared to touch in twenty years';

/** The palette with these requests as what a search for `typed` finds. */
async function searched(typed: string, rows: readonly RequestRow[]) {
  stubBridge({
    'views.list': () => [],
    'library.list': () => [],
    'requests.list': () => ({ rows, total: rows.length }),
  });
  paletteText.set(typed);
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <Palette />
    </QueryClientProvider>,
  );
}

test('two requests of one person are told apart by job and date', async () => {
  const at = new Date(2026, 10, 3).getTime();
  await searched('ada', [
    requestRow({ requestId: 'r1', jobName: 'Backend engineer', acceptedAt: at }),
    requestRow({ requestId: 'r2', acceptedAt: at + 24 * 60 * 60 * 1000 }),
  ]);
  const options = page.getByRole('option', { name: /^Ada Lovelace/ });
  await expect
    .element(options.first())
    .toHaveAccessibleName(/^Ada Lovelace Backend engineer · .*3.* Waiting$/);
  await expect.element(options.last()).toHaveAccessibleName(/^Ada Lovelace 123e4567… · .*4.* Waiting$/);
});

test('names in any direction begin in one column, and a long job leaves the date its room', async () => {
  await searched('ada', [
    requestRow({ requestId: 'r1', jobName: LONG }),
    requestRow({ requestId: 'r2', candidateName: 'עדה לאבלייס', jobName: LONG }),
  ]);
  await expect.poll(() => page.getByRole('option').elements().length).toBeGreaterThan(1);
  const starts = page
    .getByRole('option')
    .elements()
    .map((option) => option.querySelector('bdi')?.getBoundingClientRect().left);
  expect(new Set(starts).size).toBe(1);
  const [long] = page.getByRole('option').elements();
  const date = long?.querySelector('bdi + span')?.getBoundingClientRect();
  const outcome = long?.lastElementChild?.getBoundingClientRect();
  expect(date?.right).toBeLessThanOrEqual(outcome?.left ?? 0);
});

test('a phone number leads to the do-not-call list, also one that nobody was submitted with', async () => {
  await searched('+49 30 901820', []);
  await page.getByRole('option', { name: 'Put “+49 30 901820” on the do-not-call list…' }).click();
  expect(numbersToAdd.take()).toBe('+49 30 901820');
  expect(location.hash).toMatch(/do-not-call\?add$/);
});
