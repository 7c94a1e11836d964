import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppStateProvider } from '../../renderer/api/app-state.tsx';
import { StorageBanner } from '../../renderer/shell/banners.tsx';
import type { StorageNotice } from '../../shared/storage-notice.ts';
import { appState } from './app-state.ts';
import { renderInTheme } from './render-in-theme.tsx';

function withNotice(storageNotice: StorageNotice | null) {
  return (
    <AppStateProvider state={appState({ workspaces: [], currentWorkspace: null, storageNotice })}>
      <StorageBanner />
    </AppStateProvider>
  );
}

const FULL = { code: 'not_writable', values: { why: 'disk_full', folder: '/data/callboard' } } as const;
const LOST = { code: 'folder_lost', values: { folder: '/data/callboard' } } as const;
const ANEW = { code: 'folder_written_anew', values: { putAside: null } } as const;

test.each([
  [
    FULL,
    /The disk is full.* What was stored before is safe\..* don't quit Callboard\. Free some disk space.*\/data\/callboard$/,
  ],
  [
    LOST,
    /data folder was removed.* Everything is still in memory: don't quit Callboard\. .*\/data\/callboard$/,
  ],
])("a folder that can't be written is told until it can: %j", async (notice, words) => {
  const screen = await renderInTheme(withNotice(notice));
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  await screen.rerender(withNotice(null));
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('what is over can be put away, and the next trouble is told again', async () => {
  const screen = await renderInTheme(withNotice(ANEW));
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await screen.rerender(withNotice(FULL));
  await expect.element(page.getByRole('alert')).toBeVisible();
});
