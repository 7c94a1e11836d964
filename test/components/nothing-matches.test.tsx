import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { RequestsEmpty } from '../../renderer/features/requests/requests-list.tsx';
import { goTo } from '../../renderer/routes/hash-location.ts';
import { NO_FILTER, type RequestFilter } from '../../shared/request-filter.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

interface Hidden {
  readonly filter?: Partial<RequestFilter>;
  readonly verdictFirst?: boolean;
  readonly withoutSearch?: number;
}

/** Shows that a search found nobody in a workspace of 9 requests, 3 of them for the job. */
async function show({ filter = {}, verdictFirst = false, withoutSearch = 3 }: Hidden) {
  stubBridge({
    'rules.get': () => ({ ...defaultRules('Europe/Berlin'), verdictFirst }),
    'requests.list': (input) => {
      const { jobs } = (input as { filter: RequestFilter }).filter;
      return { rows: [], total: jobs.length > 0 ? 3 : 9, all: 9 };
    },
    'requests.hiddenBy': () => [
      { part: 'search', withoutIt: withoutSearch },
      ...(filter.jobs ? [{ part: 'jobs', withoutIt: 1 }] : []),
    ],
    'requests.filterValues': () => ({ jobs: [] }),
    'pins.list': () => [],
    'submissions.search': () => ({ submissions: [], total: 0 }),
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState()}>
        <RequestsEmpty
          filter={{ ...NO_FILTER, search: 'Ada', ...filter }}
          onChange={() => undefined}
          onClear={() => undefined}
        />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Nothing matches')).toBeVisible();
}

test('a search that finds nobody says that covered results are not searched', async () => {
  await show({ verdictFirst: true });
  await expect.element(page.getByText(/^Results that are covered/)).toBeVisible();
});

test('where nothing is covered, it does not speak of that', async () => {
  await show({});
  await expect.element(page.getByText(/there would be 3/)).toBeVisible();
  expect(page.getByText(/covered/).elements()).toEqual([]);
});

test('where nothing can be shown by removing a filter, it counts all requests', async () => {
  await show({ withoutSearch: 0 });
  await expect.element(page.getByText('None of the 9 requests matches.')).toBeVisible();
});

test('on the page of a job, it counts those of the job, and the job is no filter to remove', async () => {
  goTo('/jobs/job-1');
  onTestFinished(() => goTo('/'));
  await show({ filter: { jobs: ['job-1'] }, withoutSearch: 0 });
  await expect.element(page.getByText('None of the 3 requests matches.')).toBeVisible();
  expect(page.getByText(/there would be/).elements()).toEqual([]);
});
