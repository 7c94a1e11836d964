import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { LibraryPage } from '../../renderer/features/library/library-page.tsx';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

test('what only colleagues used isn’t said to be used never', async () => {
  const labels = ['theirs', 'nobodys'].map((serviceId) => ({
    ...{ kind: 'job_description', serviceId, name: serviceId, note: '', defaultQuestionnaireId: null },
    ...{ archived: false, fields: [], lastUsedAt: null },
  }));
  stubBridge({
    'library.list': () => labels,
    'library.usage': () => [{ kind: 'job_description', serviceId: 'theirs', submissions: 3, requests: 3 }],
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState({})}>
        <LibraryPage />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect.element(row('nobodys').getByText('Never')).toBeVisible();
  await expect.element(row('theirs').getByText('By colleagues')).toBeVisible();
});
