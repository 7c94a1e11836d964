import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { invalidateOnChange } from '../../renderer/api/stale.ts';
import { RequestsPage } from '../../renderer/features/requests/requests-list.tsx';
import type { AppState } from '../../shared/app-state.ts';
import type { Bridge, ChangeNotice } from '../../shared/ipc/bridge.ts';
import { NO_POLICY } from '../../shared/policy.ts';
import type { RequestRow } from '../../shared/request.ts';
import { fail, ok } from '../../shared/result.ts';
import { settings } from '../../shared/settings.ts';
import { ROWS_DRAWN_PER_CHANGE } from '../budgets/budgets.ts';
import { requestRow } from '../renderer/request-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { rowsMutatedBy } from './rows-mutated-by.ts';

const workspace = {
  id: 'workspace-1',
  name: 'Acme',
  kind: 'service',
  baseUrl: 'https://api.acme.example',
  authUrl: 'https://login.acme.example',
  issuer: '',
  clientId: 'callboard',
  redirectUri: 'app.callboard:/oauth/callback',
} as const;

const app: AppState = {
  version: '1.0.0',
  workspaces: [workspace],
  currentWorkspace: workspace,
  session: null,
  reachable: true,
  paused: false,
  unreachableSince: null,
  sendWait: null,
  teamAwaySince: null,
  outboxCounts: {},
  askedCount: 0,
  requestCount: 500,
  keyStore: 'available',
  weakStorageAllowed: false,
  storageNotice: null,
  doNotCallLocked: null,
  policy: NO_POLICY,
  managedWorkspaces: { managed: [], held: [], secretByPerson: [], secretMissing: [] },
};

/** Renders the list of tracked requests over a main process with 500 of them, whose rows a test can change. */
async function showRequests() {
  let rows: readonly RequestRow[] = Array.from({ length: 500 }, (_, index) =>
    requestRow({ requestId: `ir_${index}`, submissionId: `s_${index}`, candidateName: `Person ${index}` }),
  );
  const listeners = new Set<(notice: ChangeNotice) => void>();
  const answers: Record<
    string,
    (input: { offset?: number; limit?: number; requestIds?: string[] }) => unknown
  > = {
    'app.state': () => app,
    'settings.get': () => settings.parse({}),
    // Cloned, as answers from another process are.
    'requests.list': ({ offset = 0, limit = 100 }) =>
      structuredClone({ rows: rows.slice(offset, offset + limit), total: rows.length, all: rows.length }),
    'requests.rows': ({ requestIds = [] }) =>
      structuredClone(rows.filter(({ requestId }) => requestIds.includes(requestId))),
    'requests.filterValues': () => ({
      statuses: [],
      jobs: [],
      questionnaires: [],
      callStatuses: [],
      tags: [],
    }),
    'requests.onScreen': () => null,
    'views.list': () => [],
    'pins.list': () => [],
    'pins.reading': () => null,
    'library.list': () => [],
  };
  const bridge: Bridge = {
    call: async (channel, input) => {
      const answer = answers[channel];
      return answer
        ? ok(await answer(input ?? {}))
        : fail('no_pdf', { reason: `This test has no answer to ${channel}.` });
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onNavigate: () => () => undefined,
  };
  const asked: number[] = [];
  let held: Promise<void> | undefined;
  const list = answers['requests.list'];
  answers['requests.list'] = async (input) => {
    asked.push(input.offset ?? 0);
    await held;
    return list?.(input);
  };
  Reflect.set(window, 'callboard', bridge);
  const client = createQueryClient();
  onTestFinished(invalidateOnChange(bridge, client, document));
  await renderInTheme(
    <QueryClientProvider client={client}>
      <AppStateProvider state={app}>
        <div style={{ height: 560, display: 'flex', flexDirection: 'column' }}>
          <RequestsPage openRequestId={null} renderRequest={() => null} />
        </div>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  // Measuring the columns redraws all rows after the first render; waits until that is over.
  await expect.element(page.getByText('Person 0', { exact: true })).toBeVisible();
  const moment = () => new Promise<void>((resolve) => setTimeout(resolve, 250));
  await expect.poll(() => rowsMutatedBy(() => undefined, moment), { timeout: 10_000 }).toEqual([]);
  return {
    /** The offsets of the requested pages, in order. */
    asked,
    /** Holds back all further pages; returns a function that releases them. */
    hold: () => {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      return gate.resolve;
    },
    /** Changes a row and sends the change notice, as the main process does. */
    change: (index: number, change: Partial<RequestRow>) => {
      const requestId = `ir_${index}`;
      rows = rows.map((row) => (row.requestId === requestId ? { ...row, ...change } : row));
      for (const listener of listeners) listener({ topic: 'requests', ids: [requestId] });
    },
  };
}

test('a new status redraws its own row and no other', async () => {
  const { change } = await showRequests();
  const row = page.getByRole('row', { name: /Person 4\b/ });
  await expect.element(row).toBeVisible();
  const drawn = await rowsMutatedBy(
    () => change(4, { status: 'COMPLETED', outcome: 'assessed' }),
    () => expect.element(row.getByText('Assessed')).toBeVisible(),
  );
  expect(drawn).toEqual([4]);
  expect(drawn.length).toBe(ROWS_DRAWN_PER_CHANGE);
});

test('a change off screen redraws no row', async () => {
  const { change } = await showRequests();
  const seen = page.getByRole('row', { name: /Person 4\b/ });
  await expect.element(seen).toBeVisible();
  const drawn = await rowsMutatedBy(
    () => {
      change(70, { status: 'COMPLETED', outcome: 'assessed' });
    },
    async () => {
      // Notices are processed in order: once this one shows, the first was handled.
      change(4, { status: 'COMPLETED', outcome: 'assessed' });
      await expect.element(seen.getByText('Assessed')).toBeVisible();
    },
  );
  expect(drawn).toEqual([4]);
});

test('scrolling while a page is loading requests none of the pages scrolled past', async () => {
  const { asked, hold } = await showRequests();
  await expect.element(page.getByRole('row', { name: /Person 4\b/ })).toBeVisible();
  const grid = page.getByRole('grid').element();
  const scrollToRow = async (row: number) => {
    grid.scrollTop = row * 38;
    await expect.poll(() => grid.querySelector(`[aria-rowindex="${row + 2}"]`)).not.toBeNull();
  };
  asked.length = 0;
  const release = hold();
  for (const row of [120, 220, 320, 440]) await scrollToRow(row);
  const first = [...asked];
  expect(first).not.toContain(400);
  release();
  await expect.element(page.getByRole('row', { name: /Person 442\b/ })).toBeVisible();
  await expect
    .poll(() => asked.slice(first.length).toSorted())
    .toEqual([300, 400].filter((offset) => !first.includes(offset)));
});
