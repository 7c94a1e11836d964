import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { RequestsEmpty } from '../../renderer/features/requests/requests-list.tsx';
import { NO_FILTER } from '../../shared/request-filter.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

/** Shows that a search found none of three requests. */
async function show(verdictFirst: boolean) {
  stubBridge({
    'rules.get': () => ({ ...defaultRules('Europe/Berlin'), verdictFirst }),
    'requests.hiddenBy': () => [{ part: 'search', withoutIt: 3 }],
    'requests.filterValues': () => ({}),
    'pins.list': () => [],
    'submissions.search': () => ({ submissions: [], total: 0 }),
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState()}>
        <RequestsEmpty
          all={3}
          filter={{ ...NO_FILTER, search: 'Ada' }}
          onChange={() => undefined}
          onClear={() => undefined}
        />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText(/there would be 3/)).toBeVisible();
}

test('a search that finds nobody says that covered results are not searched', async () => {
  await show(true);
  await expect.element(page.getByText(/^Results that are covered/)).toBeVisible();
});

test('where nothing is covered, it does not speak of that', async () => {
  await show(false);
  expect(page.getByText(/covered/).elements()).toEqual([]);
});
