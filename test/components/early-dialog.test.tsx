import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { RestoreBackup } from '../../renderer/features/settings/backup/restore-backup.tsx';
import { Overlays } from '../../renderer/shell/overlays.tsx';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

/** The first screen, with the overlays mounted later. */
function Window() {
  const [later, setLater] = useState(false);
  return (
    <QueryClientProvider client={createQueryClient()}>
      <RestoreBackup>Restore a backup</RestoreBackup>
      <button type="button" onClick={() => setLater(true)}>
        Later
      </button>
      {later && <Overlays />}
    </QueryClientProvider>
  );
}

test('a dialog requested before the overlays are mounted opens once they are', async () => {
  const chosen = Promise.withResolvers<void>();
  stubBridge({
    'backup.choose': () => {
      chosen.resolve();
      return { name: 'old computer.callboard-backup', bytes: 1000, modifiedAt: 0 };
    },
    'backup.state': () => null,
  });
  await renderInTheme(<Window />);
  await page.getByRole('button', { name: 'Restore a backup' }).click();
  await chosen.promise;
  // The button's loading state ends once the file is chosen.
  await expect.element(page.getByRole('button', { name: 'Restore a backup' })).toBeEnabled();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Restore a backup' })).toBeVisible();
});
