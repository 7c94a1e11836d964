import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { AskToErase } from '../../renderer/features/settings/privacy/ask-to-erase.tsx';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

async function ask(connection: object | null) {
  stubBridge({
    'team.view': () => ({ connection, state: { phase: 'connected' }, fixed: null, members: [] }),
    'backup.state': () => ({ automatic: { count: 0 }, last: null }),
  });
  const found = { submissions: [], importRows: [], holds: [], heldBy: [], floorDays: 0, listedNumbers: [] };
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState()}>
        <AskToErase
          opened
          found={{ ...found, ownHolds: [], canKeepBlocking: 'no', mentions: 1, more: false }}
          chosen={new Set()}
          search={{ phone: '', name: 'Ada Lovelace', everywhere: true }}
          putAside={0}
          onClose={() => undefined}
          onErased={() => undefined}
        />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('The service keeps its own copy.')).toBeVisible();
}

test('whoever erases a person is told that a team loses them, too', async () => {
  await ask({ host: 'db.example.com' });
  await expect.element(page.getByText('Your team loses them, too:')).toBeVisible();
});

test('without a team, an erasure speaks of none', async () => {
  await ask(null);
  expect(document.body.innerText).not.toContain('team');
});
