import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider, useAppStateQuery } from '../../renderer/api/app-state.tsx';
import { hideToast, showToast } from '../../renderer/parts/toast/show-toast.tsx';
import { Toasts } from '../../renderer/parts/toast/toasts.tsx';
import { OtherWorkspaceLabel } from '../../renderer/parts/workspace/other-workspace-label.tsx';
import { requestSwitch } from '../../renderer/routes/pending-switches.ts';
import { pageToOpen } from '../../renderer/routes/workspace-pages.ts';
import { PendingSwitches } from '../../renderer/shell/pending-switches.tsx';
import type { AppState } from '../../shared/app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

afterEach(() => {
  for (const id of ['said', 'workspace-removed']) hideToast(id);
});

const STATE = {
  workspaces: [
    { id: 'a', name: 'Acme' },
    { id: 'b', name: 'Bolt' },
  ],
  currentWorkspace: { id: 'b', name: 'Bolt' },
} as unknown as AppState;

/** Bolt is on screen; how often it was tried to show another workspace, which fails. */
async function inBolt(part: React.ReactNode, states = [STATE]): Promise<{ tries: number }> {
  const asked = { tries: 0 };
  stubBridge({
    'app.state': () => (states.length > 1 ? states.shift() : states[0]),
    'workspaces.select': () => {
      asked.tries += 1;
      throw new Error('The disk is full.');
    },
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await renderInTheme(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
  return asked;
}

function Wishes() {
  const state = useAppStateQuery().data;
  if (!state) return null;
  return (
    <AppStateProvider state={state}>
      <PendingSwitches />
    </AppStateProvider>
  );
}

const words = () =>
  page
    .getByRole('alert')
    .elements()
    .map((each) => each.textContent);

test('a toast says whose it is where another workspace is on screen, and nothing in its own', async () => {
  await inBolt(<Toasts />);
  showToast({ id: 'said', title: 'Ada is archived', workspaceId: 'a', autoClose: false });
  await expect.poll(words).toEqual(['Ada is archivedIn Acme']);
  showToast({ id: 'said', title: 'Bob is archived', workspaceId: 'b', autoClose: false });
  await expect.poll(words).toEqual(['Bob is archived']);
});

test('what is about a workspace that was removed says so', async () => {
  await inBolt(<OtherWorkspaceLabel id="gone" />);
  await expect.element(page.getByText('In a workspace that was removed')).toBeVisible();
});

test('a page that was to open with a workspace is forgotten where the workspace could not be shown', async () => {
  const asked = await inBolt(<Wishes />);
  requestSwitch({ workspaceId: 'a', path: '/requests/req-1' });
  await expect.poll(() => asked.tries).toBe(1);
  await expect.poll(() => pageToOpen('a', '/requests')).toBeNull();
});

test('who asked for something of a workspace that was removed is told', async () => {
  await inBolt(
    <>
      <Wishes />
      <Toasts />
    </>,
  );
  requestSwitch({ workspaceId: 'gone', path: '/new?again=1', title: 'Submit Ada again' });
  await expect.poll(words).toEqual(['The workspace was removedSubmit Ada again']);
});

test('a workspace that was added a moment ago is not taken for a removed one', async () => {
  const [added, ...others] = STATE.workspaces.toReversed();
  const before = { ...STATE, workspaces: others };
  const asked = await inBolt(
    <>
      <Wishes />
      <Toasts />
    </>,
    [before, { ...STATE, currentWorkspace: others[0] ?? null }],
  );
  requestSwitch({ workspaceId: added?.id ?? '', path: null, signedIn: true });
  await expect.poll(() => asked.tries).toBe(1);
  expect(words()).toEqual([]);
});
