import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type { RunningApp } from '../e2e/driver/app-driver.ts';
import { headlessLaunchOptions } from '../e2e/driver/chromium.ts';
import { previewDriver } from '../e2e/driver/preview-driver.ts';

/** A Chromium for windows of the app. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch(headlessLaunchOptions());
}

interface WindowOptions {
  readonly browser: Browser;
  readonly userData: string;
  /** Where the benchmark's service listens. */
  readonly origin: string;
  /** Settings that are not the app's own defaults. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built app with its window in Chromium, connects it to the benchmark's service and signs in there. */
export async function openSignedIn(options: WindowOptions): Promise<RunningApp> {
  const { browser, userData, origin, settings = {}, env = {} } = options;
  const changed = { backupReminderAt: Date.now(), ...settings };
  writeFileSync(join(userData, 'settings.json'), JSON.stringify(changed), { mode: 0o600 });
  const app = await previewDriver(browser)({
    userData,
    env: { CALLBOARD_PREVIEW_KEYRING: join(userData, 'keyring'), ...env },
  });
  const { page } = app;
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await page.getByLabel('Service address').fill(origin);
  await page.getByLabel('Sign-in address').fill(origin);
  await page.getByLabel('Client ID').fill('bench');
  await page.getByLabel('Client secret').fill('bench');
  await page.getByLabel('Redirect address').fill('http://127.0.0.1/callback');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await comeBack(await app.nextOpenedAddress());
  await page
    .getByRole('banner')
    .getByText(/^(Online|Paused)$/)
    .waitFor();
  return app;
}

/** Says what the browser would say after the sign-in. */
async function comeBack(asked: string): Promise<void> {
  const { searchParams } = new URL(asked);
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('code', 'bench');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  const answered = await fetch(back);
  if (!answered.ok) throw new Error(`The app refused the sign-in: ${answered.status}.`);
}
