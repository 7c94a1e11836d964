import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queries } from '../../renderer/api/api.ts';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { OtherWorkspaceLabel } from '../../renderer/parts/dialog.tsx';
import { hideToast, showToast, Toasts } from '../../renderer/parts/toast.tsx';
import { pageToOpen, requestSwitch } from '../../renderer/routes/unsaved-work.ts';
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

/** Renders with Bolt on screen; switching fails and is counted. */
async function inBolt(part: React.ReactNode, states = [STATE]): Promise<{ attempts: number }> {
  const switches = { attempts: 0 };
  stubBridge({
    'app.state': () => (states.length > 1 ? states.shift() : states[0]),
    'workspaces.select': () => {
      switches.attempts += 1;
      throw new Error('The disk is full.');
    },
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await renderInTheme(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
  return switches;
}

function Switches() {
  const state = useQuery(queries.app.state()).data;
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
    .map((toast) => toast.textContent);

test('a toast names its workspace only while another one is on screen', async () => {
  await inBolt(<Toasts />);
  showToast({ id: 'said', title: 'Ada is archived', workspaceId: 'a', autoClose: false });
  await expect.poll(words).toEqual(['Ada is archivedIn Acme']);
  showToast({ id: 'said', title: 'Bob is archived', workspaceId: 'b', autoClose: false });
  await expect.poll(words).toEqual(['Bob is archived']);
});

test('the label of a removed workspace says that it was removed', async () => {
  await inBolt(<OtherWorkspaceLabel id="gone" />);
  await expect.element(page.getByText('In a workspace that was removed')).toBeVisible();
});

test('a failed switch forgets the page to open', async () => {
  const switches = await inBolt(<Switches />);
  requestSwitch({ workspaceId: 'a', path: '/requests/req-1' });
  await expect.poll(() => switches.attempts).toBe(1);
  await expect.poll(() => pageToOpen('a', '/requests')).toBeNull();
});

test('a switch to a removed workspace shows a toast', async () => {
  await inBolt(
    <>
      <Switches />
      <Toasts />
    </>,
  );
  requestSwitch({ workspaceId: 'gone', path: '/new?again=1', title: 'Submit Ada again' });
  await expect.poll(words).toEqual(['The workspace was removedSubmit Ada again']);
});

test('a workspace added a moment ago does not count as removed', async () => {
  const [added, ...others] = STATE.workspaces.toReversed();
  const before = { ...STATE, workspaces: others };
  const switches = await inBolt(
    <>
      <Switches />
      <Toasts />
    </>,
    [before, { ...STATE, currentWorkspace: others[0] ?? null }],
  );
  requestSwitch({ workspaceId: added?.id ?? '', path: null, signedIn: true });
  await expect.poll(() => switches.attempts).toBe(1);
  expect(words()).toEqual([]);
});
