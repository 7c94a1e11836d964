import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Route, Router, Switch } from 'wouter';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { OutboxPage } from '../../renderer/features/outbox/outbox-page.tsx';
import { goTo, useHashLocation } from '../../renderer/routes/hash-location.ts';
import type { DiscardedRow } from '../../shared/outbox.ts';
import { appStateWith } from './app-state.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const waiting = Array.from({ length: 8 }, (_, at) =>
  outboxRow({ id: `s_${at}`, candidateName: `Candidate ${at}` }),
);
const discarded: readonly DiscardedRow[] = waiting.map((row) => ({ ...row, discardedBy: 'discard' }));

async function show(path: string) {
  const rows = [...waiting];
  const counts = () => ({ waiting: rows.length, drafts: 0, refused: 0 });
  stubBridge({
    'submissions.outbox': () => ({
      waiting: [...rows],
      needsDecision: [],
      drafts: [],
      refused: [],
      question: null,
      counts: counts(),
    }),
    'submissions.discardedPage': () => discarded,
    'library.list': () => [],
  });
  location.hash = `#${path}`;
  await page.viewport(900, 600);
  const client = createQueryClient();
  await renderInTheme(
    <QueryClientProvider client={client}>
      <AppStateProvider state={appStateWith({ waiting: rows.length, discarded: discarded.length })}>
        <Router hook={useHashLocation}>
          <div style={{ height: 500, overflow: 'auto' }}>
            <Switch>
              <Route path="/submissions/:id">Its page</Route>
              <Route path="/outbox/:tab?" component={OutboxPage} />
            </Switch>
          </div>
        </Router>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  return {
    /** The first submission is sent. */
    sendFirst: async () => {
      rows.shift();
      await client.invalidateQueries({ refetchType: 'all' });
    },
  };
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name}\\b`) });
const opened = () => expect.element(page.getByText('Its page')).toBeVisible();

afterEach(() => {
  location.hash = '';
});

test('rows that keys move to come on screen, though the page scrolls and not the grid', async () => {
  await show('/outbox');
  await row('Candidate 0').click({ trial: true });
  (row('Candidate 0').element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(row('Candidate 7')).toHaveFocus();
  await expect.element(row('Candidate 7')).toBeInViewport({ ratio: 1 });
});

test("whoever leaves a submission's page is back on its row, though others were sent meanwhile", async () => {
  const { sendFirst } = await show('/outbox');
  await expect.element(row('Candidate 0')).toBeVisible();
  (row('Candidate 0').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await opened();
  await sendFirst();
  goTo('/outbox');
  await expect.element(row('Candidate 3')).toHaveFocus();
  await expect.element(row('Candidate 3')).toBeInViewport({ ratio: 1 });
});

test('the same holds for History of a discarded one', async () => {
  await show('/outbox/discarded');
  await row('Candidate 5').getByRole('button', { name: 'History' }).click();
  await opened();
  goTo('/outbox/discarded');
  await expect.element(row('Candidate 5')).toHaveFocus();
});
