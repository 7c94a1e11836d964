import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { TeamExchange } from '../../renderer/features/team/team-exchange.tsx';
import type { TeamExchange as Exchange } from '../../shared/team.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

async function show(exchange: Partial<Exchange>) {
  const uploads: unknown[] = [];
  stubBridge({
    'team.exchange': () => ({ unshared: 0, receiving: null, sending: null, ...exchange }),
    'team.upload': (input) => void uploads.push(input),
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState({})}>
        <TeamExchange />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  return uploads;
}

test('what was here before the team is offered with its number, and uploaded when a person says so', async () => {
  const uploads = await show({ unshared: 1234 });
  await expect.element(page.getByText('1,234 requests are from before you joined the team.')).toBeVisible();
  expect(uploads).toEqual([]);
  await page.getByRole('button', { name: 'Upload 1,234 requests' }).click();
  await expect.poll(() => uploads).toHaveLength(1);
});

test('a long exchange says how far it has come', async () => {
  await show({ receiving: { done: 30, of: 120 }, sending: { done: 1, of: 2 } });
  const receiving = page.getByRole('progressbar', { name: 'Receiving what the team has' });
  await expect.element(receiving).toHaveAttribute('aria-valuenow', '25');
  await expect.element(page.getByText('50 %')).toBeVisible();
});
