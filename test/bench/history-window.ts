import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { RunningApp } from '../e2e/driver/app-driver.ts';
import { previewDriver } from '../e2e/driver/preview-driver.ts';

/**
 * Starts the built app on a folder with a history, its window in Chromium: the list of requests is on screen. Nobody is
 * signed in, so what is submitted waits.
 */
export async function openHistory(
  browser: Browser,
  userData: string,
  env: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, unknown>> = {},
): Promise<RunningApp> {
  const changed = { backupReminderAt: Date.now(), ...settings };
  writeFileSync(join(userData, 'settings.json'), JSON.stringify(changed), { mode: 0o600 });
  const app = await previewDriver(browser)({
    userData,
    env: { CALLBOARD_PREVIEW_KEYRING: join(userData, 'keyring'), ...env },
  });
  await app.page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row').nth(5).waitFor();
  return app;
}
