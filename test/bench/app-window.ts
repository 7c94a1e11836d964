import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import type { RunningApp } from '../e2e/driver/app-driver.ts';
import { headlessLaunchOptions } from '../e2e/driver/chromium.ts';
import { previewDriver } from '../e2e/driver/preview-driver.ts';
import { loadApp, STORAGE_WORKER } from './built-app.ts';

/** A Chromium for windows of the app. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch(headlessLaunchOptions());
}

interface WindowOptions {
  readonly browser: Browser;
  readonly userData: string;
  /** Settings that are not the app's own defaults. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built app with its window in Chromium. */
async function openApp({ browser, userData, settings, env = {} }: WindowOptions): Promise<RunningApp> {
  const changed = { backupReminderAt: Date.now(), ...settings };
  writeFileSync(join(userData, 'settings.json'), JSON.stringify(changed), { mode: 0o600 });
  const keyring = { CALLBOARD_PREVIEW_KEYRING: join(userData, 'keyring') };
  return previewDriver(browser)({ userData, env: { ...keyring, ...env } });
}

/** Starts the app on a data set: the list of requests is on screen. Nobody is signed in, so what is submitted waits. */
export async function openHistory(options: WindowOptions): Promise<RunningApp> {
  const app = await openApp(options);
  await app.page.getByRole('link', { name: 'Requests', exact: true }).click();
  await app.page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row').nth(5).waitFor();
  return app;
}

/** Starts the app, connects it to the benchmark's service at `origin` and signs in there; a data set's workspace moves there. */
export async function openSignedIn(
  options: WindowOptions & { readonly origin: string },
): Promise<RunningApp> {
  const { userData, origin } = options;
  await moveTo(userData, origin);
  const app = await openApp(options);
  await app.page.evaluate((input) => window.callboard.call('workspaces.connect', input), {
    name: 'Acme',
    baseUrl: origin,
    authUrl: origin,
    issuer: '',
    clientId: 'callboard',
    clientSecret: 'bench',
    redirectUri: CUSTOM_SCHEME_REDIRECT,
  });
  const { searchParams } = new URL(await app.nextOpenedAddress());
  const back = new URL(CUSTOM_SCHEME_REDIRECT);
  back.searchParams.set('code', 'bench');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  await app.openDeepLink(back.href);
  const status = app.page.getByRole('banner').getByText(/^(Online|Paused)$/);
  await status.waitFor();
  return app;
}

/** The workspaces of a folder become ones of the benchmark's service: the same service and client are what is signed in to. */
async function moveTo(userData: string, origin: string): Promise<void> {
  const { openStorage } = await loadApp();
  const { stores, close } = await openStorage(join(userData, 'callboard.db'), STORAGE_WORKER);
  for (const workspace of await stores.workspaces.list())
    await stores.workspaces.save({ ...workspace, baseUrl: origin, authUrl: origin }, Date.now());
  await close();
}

/** Calls the main process as the window does, in its workspace; answers the value. */
export async function callApp<Value>(
  { page }: RunningApp,
  channel: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Value> {
  const answer = await page.evaluate(callInWorkspace, { channel, input });
  return answer as Value;
}

/** Runs in the page. */
async function callInWorkspace({ channel, input }: { channel: string; input: object }): Promise<unknown> {
  type Answer = { ok: boolean; value: { currentWorkspace: { id: string } }; error?: unknown };
  const state = (await window.callboard.call('app.state', undefined)) as Answer;
  const workspaceId = state.value.currentWorkspace.id;
  const answer = (await window.callboard.call(channel, { ...input, workspaceId })) as Answer;
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}
