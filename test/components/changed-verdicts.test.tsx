import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { AgreementCharts } from '../../renderer/features/insights/agreement-charts.tsx';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const TOTAL = { judged: 21, agree: 9, differ: 6, kept: 6, towards: 5, away: 4, maybe: 3, removed: 1 };
const CHANGES = [
  ['Kept', '6'],
  ['Changed, now agrees with the service', '5'],
  ['Changed, now differs from the service', '4'],
  ['Changed to maybe', '3'],
  ['Changed, not compared with the service', '2'],
  ['Removed', '1'],
];

test('changed verdicts say in full how each now stands to the service, on screen as in the table and its file', async () => {
  await page.viewport(900, 600);
  const saved: unknown[] = [];
  stubBridge({
    'insights.agreement': () => ({ total: TOTAL, leftOut: 0, jobs: [], questionnaires: [] }),
    'insights.exportTable': (input) => {
      saved.push(input);
      return { path: null, count: 6 };
    },
  });
  await renderInTheme(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AppStateProvider state={appState()}>
        <div style={{ width: 400 }}>
          <AgreementCharts filter={{ from: null, until: null, job: null, questionnaire: null }} />
        </div>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  const card = page.getByRole('region', { name: 'Verdicts changed after the results' });
  for (const [name = '', count = ''] of CHANGES) {
    const words = card.getByText(name, { exact: true });
    await expect.element(words).toBeVisible();
    expect(words.element().scrollWidth).toBeLessThanOrEqual(words.element().clientWidth + 1);
    await expect.element(card.getByLabelText(new RegExp(`^${name}: ${count},`))).toBeVisible();
  }
  await userEvent.click(card.getByRole('button', { name: /^Save/ }));
  await expect
    .poll(() => saved)
    .toMatchObject([{ rows: CHANGES.map(([name, count]) => [name, Number(count), expect.any(String)]) }]);
  await userEvent.click(card.getByRole('button', { name: /^Table/ }));
  const rows = card.getByRole('rowheader').elements();
  expect(rows.map((row) => row.textContent)).toEqual(CHANGES.map(([name]) => name));
});
