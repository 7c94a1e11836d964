import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../renderer/api/api.ts';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import {
  createQueryClient,
  dismissOnChange,
  dismissShellError,
  showErrorAbout,
  showErrorInShell,
} from '../../renderer/api/query-client.ts';
import { Banners } from '../../renderer/shell/banners.tsx';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';
import { fail } from '../../shared/result.ts';
import { failureWords } from '../../shared/words/failure-words.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { ACME, appState, PRACTICE } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const ABOUT = { workspaceId: ACME.id, id: 's_1' };

/** Tries used up until a moment, UTC ms. */
function refusedUntil(nextAt: number): ApiError {
  const used = { most: 1, withinDays: 7, tries: 1, nextAt };
  const refused = { candidateName: 'Ada Lovelace', others: 0, until: nextAt };
  const { error } = fail('tries_used_up', { ...used, ...refused });
  return new ApiError(error, failureWords(error));
}

async function show(workspace: Workspace = ACME) {
  stubBridge({ 'settings.get': () => null });
  const state = (currentWorkspace: Workspace) => (
    <QueryClientProvider client={createQueryClient()}>
      <AppStateProvider state={appState({ currentWorkspace })}>
        <Banners />
      </AppStateProvider>
    </QueryClientProvider>
  );
  let notify: (notice: ChangeNotice) => void = () => undefined;
  onTestFinished(
    dismissOnChange({
      onChange: (listener) => {
        notify = listener;
        return () => undefined;
      },
    }),
  );
  onTestFinished(dismissShellError);
  const screen = await renderInTheme(state(workspace));
  return { screen, notify: (notice: ChangeNotice) => notify(notice) };
}

const banner = () => page.getByRole('alert').filter({ hasText: 'Ada Lovelace was tried' });
const later = () => refusedUntil(Date.now() + 86_400_000);

test.each<[string, ChangeNotice]>([
  ['its submission changes', { topic: 'outbox', workspaceId: ACME.id, ids: ['s_0', 's_1'] }],
  ['the Outbox changes as a whole', { topic: 'outbox' }],
  ['rules or settings change', { topic: 'settings' }],
  ['the do-not-call list changes', { topic: 'do_not_call' }],
])('a refusal goes away once %s', async (_when, notice) => {
  const { notify } = await show();
  showErrorAbout(ABOUT, later());
  await expect.element(banner()).toBeVisible();
  notify(notice);
  await expect.element(banner()).not.toBeInTheDocument();
});

test.each<[string, ChangeNotice]>([
  ['another submission', { topic: 'outbox', workspaceId: ACME.id, ids: ['s_2'] }],
  ['another workspace', { topic: 'outbox', workspaceId: PRACTICE.id }],
  ['a request', { topic: 'requests', workspaceId: ACME.id }],
])('a refusal stays while only %s changes, until the person has got it', async (_what, notice) => {
  const { notify } = await show();
  showErrorAbout(ABOUT, later());
  await expect.element(banner()).toBeVisible();
  notify(notice);
  await expect.element(banner()).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect.element(banner()).not.toBeInTheDocument();
});

test('a refusal is not shown over another workspace, nor once its time has come', async () => {
  await show(PRACTICE);
  showErrorAbout(ABOUT, later());
  showErrorInShell(refusedUntil(0));
  await expect.element(banner()).toBeVisible();
  showErrorAbout(ABOUT, later());
  await expect.element(banner()).not.toBeInTheDocument();
  showErrorAbout({ ...ABOUT, workspaceId: PRACTICE.id }, later());
  await expect.element(banner()).toBeVisible();
  showErrorAbout({ ...ABOUT, workspaceId: PRACTICE.id }, refusedUntil(1));
  await expect.element(banner()).not.toBeInTheDocument();
});
