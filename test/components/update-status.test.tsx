import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { UpdateStatus } from '../../renderer/features/settings/updates/updates-part.tsx';
import type { AppState } from '../../shared/app-state.ts';
import { NO_POLICY } from '../../shared/policy.ts';
import { fail, ok } from '../../shared/result.ts';
import type { UpdateState, UpdateStep } from '../../shared/updates.ts';
import { renderInTheme } from './render-in-theme.tsx';

const app: AppState = {
  version: '1.0.0',
  workspaces: [],
  currentWorkspace: null,
  session: null,
  reachable: true,
  paused: false,
  unreachableSince: null,
  sendWait: null,
  teamAwaySince: null,
  outboxCounts: {},
  askedCount: 0,
  requestCount: 0,
  keyStore: 'available',
  weakStorageAllowed: false,
  storageNotice: null,
  doNotCallLocked: null,
  policy: NO_POLICY,
  managedWorkspaces: { managed: [], held: [], secretByPerson: [], secretMissing: [] },
};
const update = {
  version: '1.2.0',
  notes: 'Faster <img src=x onerror=alert(1)> **lists**\n- لوحة',
  releasedAt: Date.UTC(2026, 10, 18),
};

/** Renders a state with a stubbed main process; returns the channels called. */
async function show(step: UpdateStep, more: Partial<UpdateState> = {}, answer: unknown = ok(null)) {
  const asked: string[] = [];
  const bridge = {
    call: async (channel: string) => {
      asked.push(channel);
      return answer;
    },
  };
  Object.assign(window, { callboard: bridge });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={app}>
        <UpdateStatus state={{ step, waitingFor: null, checkedAt: null, ...more }} />
      </AppStateProvider>
    </QueryClientProvider>,
  );
  return asked;
}

test('release notes are shown as plain text', async () => {
  await show({ kind: 'available', update });
  await expect
    .element(page.getByRole('group', { name: /New in 1\.2\.0/ }))
    .toHaveTextContent('Faster <img src=x onerror=alert(1)> **lists** - لوحة');
  expect(document.querySelector('section img')).toBeNull();
});

test('Restart to update installs an update that is ready', async () => {
  const asked = await show({ kind: 'ready', update });
  await page.getByRole('button', { name: 'Restart to update' }).click();
  await expect.poll(() => asked).toEqual(['updates.restart']);
});

test('during sending the restart is disabled, with the reason', async () => {
  await show({ kind: 'ready', update }, { waitingFor: 'sending' });
  await expect.element(page.getByRole('button', { name: 'Restart to update' })).toBeDisabled();
  await expect.element(page.getByRole('status').getByText(/^Submissions are being sent\./)).toBeVisible();
});

test('a restart refused because of sending shows no error', async () => {
  const asked = await show({ kind: 'ready', update }, {}, fail('sending_now'));
  await page.getByRole('button', { name: 'Restart to update' }).click();
  await expect.poll(() => asked).toEqual(['updates.restart']);
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('any other refusal is shown', async () => {
  await show({ kind: 'ready', update }, {}, fail('internal'));
  await page.getByRole('button', { name: 'Restart to update' }).click();
  await expect.element(page.getByRole('alert').getByText('Something went wrong in Callboard.')).toBeVisible();
});

test('a download shows its progress', async () => {
  await show({ kind: 'downloading', update, percent: 43 });
  const bar = page.getByRole('progressbar', { name: 'Download' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '43');
});

test('a failed download says what happened and can be started again', async () => {
  const problem = { during: 'download', code: 'not_as_published' } as const;
  const asked = await show({ kind: 'failed', update, problem });
  await expect.element(page.getByRole('alert').getByText(/so Callboard discarded it\.$/)).toBeVisible();
  await expect.element(page.getByRole('alert').getByText(/^Try again\. If it happens again/)).toBeVisible();
  await page.getByRole('button', { name: 'Download again' }).click();
  await expect.poll(() => asked).toEqual(['updates.download']);
});

test('if the system installs updates, there are no buttons', async () => {
  await show({ kind: 'off', reason: 'package_manager' });
  await expect
    .element(page.getByRole('status').getByText(/^It was installed as a system package/))
    .toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});
