/**
 * `npm run screenshots`: tours the app and saves each screen, light and dark, in three window sizes, to `screenshots`. Renews the
 * pictures of the documents in `docs/screenshots`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { openStorage } from '../electron/storage/storage.ts';
import { postgresPrograms } from '../practice/team/postgres-cluster.ts';
import { fillDataset } from '../test/bench/dataset.ts';
import type { RunningApp } from '../test/e2e/driver/app-driver.ts';
import { chromiumLaunchOptions } from '../test/e2e/driver/chromium.ts';
import { previewDriver } from '../test/e2e/driver/preview-driver.ts';
import { StrictService } from '../test/e2e/strict-service.ts';
import { tourByPolicy } from '../test/e2e/tour/by-policy.ts';
import { tourEveryday } from '../test/e2e/tour/everyday.ts';
import { tourFirstSteps } from '../test/e2e/tour/first-steps.ts';
import { tourImport } from '../test/e2e/tour/import.ts';
import { prepareListedNumbers } from '../test/e2e/tour/lost-key.ts';
import { tourOutbox } from '../test/e2e/tour/outbox.ts';
import { tourSettings } from '../test/e2e/tour/settings.ts';
import { tourTeam } from '../test/e2e/tour/team.ts';
import { tourTwoYears } from '../test/e2e/tour/two-years.ts';
import { tourVerdictFirst } from '../test/e2e/tour/verdict-first.ts';
import { freePort } from '../test/free-port.ts';
import { buildIfChanged } from './build.ts';

const root = join(import.meta.dirname, '..');
const folders = { all: join(root, 'screenshots'), documents: join(root, 'docs', 'screenshots') };
const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
  { width: 1920, height: 1080 },
] as const;
/** The documents' pictures, by the screen they show. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  welcome: 'welcome',
  connection: 'connection',
  'new-request-sent': 'new-request',
  'import-review': 'import',
  outbox: 'outbox',
  'settings-do-not-call-list': 'do-not-call',
  requests: 'requests',
  request: 'request',
  'team-requests': 'team',
  library: 'library',
  'two-years-selection': 'selection',
  'two-years-compare': 'compare',
  'two-years-insights': 'insights',
  'two-years-palette': 'palette',
};
/** Requests of the workspace after two years. */
const HISTORY = 2000;

buildIfChanged();
for (const folder of Object.values(folders)) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  await inFreshApp(async (app, signInPage) => {
    await tourFirstSteps(app, signInPage, take);
    await tourSettings(app.page, take);
  });
  await inFreshApp(async (app, signInPage, policy) => {
    await tourEveryday(app, signInPage, take);
    await tourVerdictFirst(app.page, take);
    await tourByPolicy(app.page, policy, take);
  });
  await inFreshApp(async (app, signInPage) => {
    const service = new StrictService(`http://127.0.0.1:${await freePort()}/callback`);
    await service.start();
    await tourOutbox(app, service, signInPage, take);
    await tourImport(app.page, take);
    await service.stop();
  }, prepareListedNumbers);
  if (postgresPrograms() === null) console.log('No pictures of a team: PostgreSQL is not installed.');
  else await inFreshApp((app, signInPage) => tourTeam(app, signInPage, take));
  await inFreshApp((app) => tourTwoYears(app.page, take), fillTwoYears);
} finally {
  await browser.close();
}

async function fillTwoYears(userData: string): Promise<void> {
  const worker = new URL('../electron/storage/worker.ts', import.meta.url);
  const storage = await openStorage(join(userData, 'callboard.db'), worker);
  await fillDataset(storage.stores, { requests: HISTORY });
  await storage.close();
}

/** Runs the app on a fresh user-data folder, which `prepare` may fill first, with a policy file that says nothing yet. */
async function inFreshApp(
  run: (app: RunningApp, signInPage: Page, policy: string) => Promise<void>,
  prepare?: (userData: string) => Promise<void>,
): Promise<void> {
  const userData = mkdtempSync(join(tmpdir(), 'callboard-screenshots-'));
  // Suppresses the backup reminder, which the old history would trigger.
  const settings = JSON.stringify({ undoSeconds: 0, backupReminderAt: Date.now() });
  writeFileSync(join(userData, 'settings.json'), settings, { mode: 0o600 });
  try {
    await prepare?.(userData);
    const policy = join(userData, 'policy.json');
    writeFileSync(policy, '{}');
    const app = await previewDriver(browser)({
      userData,
      env: {
        CALLBOARD_PRACTICE_TIME_SCALE: '40',
        CALLBOARD_PREVIEW_KEYRING: join(userData, 'keyring'),
        CALLBOARD_POLICY_FILE: policy,
      },
    });
    const context = await browser.newContext();
    await app.page.setViewportSize(SIZES[0]);
    await run(app, await context.newPage(), policy);
    await context.close();
    await app.quit();
  } finally {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Takes a screen in each size and colour scheme, without animations. */
async function take(page: Page, screen: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const name = `${screen}-${size.width}x${size.height}-${colorScheme}.png`;
      const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      writeFileSync(join(folders.all, name), picture);
      const document = size === SIZES[0] && colorScheme === 'light' && DOCUMENTS[screen];
      if (document) writeFileSync(join(folders.documents, `${document}.png`), picture);
    }
  }
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ colorScheme: 'light' });
}
