import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Route, Router, Switch } from 'wouter';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { OutboxPage } from '../../renderer/features/outbox/outbox-page.tsx';
import { SubmissionPage } from '../../renderer/features/outbox/submission-page.tsx';
import { goTo, useHashLocation } from '../../renderer/routes/hash-location.ts';
import type { HistoryPart, HistoryRow } from '../../shared/outbox.ts';
import { appStateWith } from './app-state.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const waiting = Array.from({ length: 8 }, (_, at) =>
  outboxRow({ id: `s_${at}`, candidateName: `Candidate ${at}` }),
);
const discarded: readonly HistoryRow[] = waiting.map((row) => ({ ...row, discardedBy: 'discard' }));

const NO_HISTORY = { previous: null, following: [], history: [], request: null, importedFrom: null };

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
      history: { refused: 0, discarded: discarded.length, sent: 0 },
    }),
    'submissions.detail': () => ({ ...outboxRow(), ...NO_HISTORY }),
    'submissions.historyPage': (input) =>
      (input as { part: HistoryPart }).part === 'discarded' ? discarded : [],
    'library.list': () => [],
  });
  location.hash = `#${path}`;
  await page.viewport(900, 600);
  const client = createQueryClient();
  await renderInTheme(
    <QueryClientProvider client={client}>
      <AppStateProvider state={appStateWith({ waiting: rows.length })}>
        <Router hook={useHashLocation}>
          <main style={{ height: 500, overflow: 'auto' }}>
            <Switch>
              <Route path="/submissions/:id">{({ id }) => <SubmissionPage submissionId={id} />}</Route>
              <Route path="/outbox/:tab?" component={OutboxPage} />
              <Route path="/library">The Library</Route>
            </Switch>
          </main>
        </Router>
      </AppStateProvider>
    </QueryClientProvider>,
  );
  return {
    /** These are sent: as many, from this row on. */
    send: async (from: number, many = 1) => {
      rows.splice(from, many);
      await client.invalidateQueries({ refetchType: 'all' });
    },
  };
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name}\\b`) });
const opened = () => expect.poll(() => location.hash).toMatch(/^#\/submissions/);
const focusRow = (name: string) => (row(name).element() as HTMLElement).focus();

afterEach(() => {
  location.hash = '';
});

test('rows that keys move to come on screen, though the page scrolls and not the grid', async () => {
  await show('/outbox');
  await row('Candidate 0').click({ trial: true });
  focusRow('Candidate 0');
  await userEvent.keyboard('{End}');
  await expect.element(row('Candidate 7')).toHaveFocus();
  await expect.element(row('Candidate 7')).toBeInViewport({ ratio: 1 });
});

test("whoever leaves a submission's page is back on its row, though others were sent meanwhile", async () => {
  const { send } = await show('/outbox');
  await expect.element(row('Candidate 0')).toBeVisible();
  focusRow('Candidate 0');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await opened();
  await send(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(row('Candidate 3')).toHaveFocus();
  await expect.element(row('Candidate 3')).toBeInViewport({ ratio: 1 });
});

test('the same holds for a discarded one in History', async () => {
  await show('/outbox/history');
  await userEvent.click(page.getByText('Candidate 5', { exact: true }));
  await opened();
  await userEvent.keyboard('{Escape}');
  await expect.element(row('Candidate 5')).toHaveFocus();
});

test('whoever comes back by the navigation has the keyboard on the row that it was on', async () => {
  await show('/outbox');
  await expect.element(row('Candidate 2')).toBeVisible();
  focusRow('Candidate 0');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await opened();
  goTo('/library');
  await expect.element(page.getByText('The Library')).toBeVisible();
  goTo('/outbox');
  await expect.element(row('Candidate 2')).toHaveFocus();
});

test('when the row with the focus goes away, the row that took its place has it, else the open tab', async () => {
  const { send } = await show('/outbox');
  await expect.element(row('Candidate 3')).toBeVisible();
  focusRow('Candidate 0');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  const button = row('Candidate 3').getByRole('button').first().element() as HTMLElement;
  button.focus();
  await send(3);
  await expect.element(row('Candidate 4')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(row('Candidate 7')).toHaveFocus();
  await send(6);
  await expect.element(row('Candidate 6')).toHaveFocus();
  await send(0, 6);
  await expect.element(page.getByRole('tab', { name: /^All/ })).toHaveFocus();
});
