/** `npm run screenshots`: saves screenshots of the app, light and dark, to docs/screenshots. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { openStorage } from '../electron/storage/storage.ts';
import { fillDataset } from '../test/bench/dataset.ts';
import { chromiumLaunchOptions } from '../test/e2e/driver/chromium.ts';
import { previewDriver } from '../test/e2e/driver/preview-driver.ts';
import { signInAtPractice } from '../test/e2e/practice-sign-in.ts';
import { buildIfChanged } from './build.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'screenshots');
const JOBS = [
  ['Senior backend engineer', '5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f'],
  ['Warehouse shift lead', '0a1b2c3d-4e5f-4a6b-9c7d-8e9f0a1b2c3d'],
] as const;
const CANDIDATES = [
  ['Grace Hopper', '+1 202 555 0143'],
  ['Maximiliane-Theodora von Hohenlohe-Schillingsfürst', '+49 30 901820'],
  ['فاطمة الزهراء', '+971 50 123 4567'],
  ['José Ñandú', '+34 612 345 678'],
  ['Ada Lovelace', '+44 20 7946 0958'],
  ['Long Wait Larsen', '+45 32 12 34 56'],
  ['No Answer Nelson', '+1 202 555 0171'],
  ['Katherine Johnson', '+1 202 555 0182'],
] as const;

/** Requests in the full workspace. */
const HISTORY = 2000;

const SPREADSHEET = `Name;Phone;CV;Job description;Questionnaire
Ingrid Åberg;+46 8 123 456 78;https://cv.example.com/1.pdf;${JOBS[0][1]};first-conversation
Kwame Mensah;+233 30 212 3456;https://cv.example.com/2.pdf;${JOBS[0][1]};first-conversation
Ingrid Åberg;+46 8 123 456 78;https://cv.example.com/1.pdf;${JOBS[1][1]};first-conversation
Łucja Wiśniewska;22 123 45 67;https://cv.example.com/3.pdf;${JOBS[1][1]};first-conversation
Grace Hopper;+1 202 555 0143;https://cv.example.com/4.pdf;${JOBS[0][1]};first-conversation
Sinéad O’Connor;+353 1 234 5678;cv.example.com/5.pdf;${JOBS[0][1]};first-conversation
`;

buildIfChanged();
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  await inFreshFolder(takeFirstSteps);
  await inFreshFolder(takeFullWorkspace);
} finally {
  await browser.close();
}

async function inFreshFolder(run: (userData: string) => Promise<void>): Promise<void> {
  const userData = mkdtempSync(join(tmpdir(), 'callboard-screenshots-'));
  // Suppress the backup reminder, which the old history would trigger.
  writeFileSync(join(userData, 'settings.json'), JSON.stringify({ backupReminderAt: Date.now() }));
  try {
    await run(userData);
  } finally {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function openApp(userData: string) {
  const app = await previewDriver(browser)({
    userData,
    env: { CALLBOARD_PRACTICE_TIME_SCALE: '40', CALLBOARD_PREVIEW_KEYRING: join(userData, 'keyring') },
  });
  await app.page.setViewportSize({ width: 1280, height: 800 });
  return app;
}

/** Screenshots from the first start to a tracked screening, in the practice workspace. */
async function takeFirstSteps(userData: string): Promise<void> {
  const app = await openApp(userData);
  const { page } = app;
  await page.getByRole('heading', { name: 'Welcome to Callboard' }).waitFor();
  await take(page, 'welcome');
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await page.getByLabel('Service address').waitFor();
  await take(page, 'connection');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await page.getByText('Waiting for your browser').waitFor();
  await take(page, 'signing-in');

  const context = await browser.newContext();
  await app.openDeepLink(await signInAtPractice(await context.newPage(), await app.nextOpenedAddress()));
  await context.close();
  await page.getByText('No requests yet').waitFor();
  await nameJobs(page);
  await take(page, 'library');
  for (const [index, [name, phone]] of CANDIDATES.entries()) await submit(page, name, phone, index);
  await take(page, 'new-request');
  await open(page, 'Requests');
  const completed = page.getByRole('row').filter({ has: page.getByText('Assessed', { exact: true }) });
  await completed.nth(2).waitFor();
  await take(page, 'requests');
  await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).click();
  await page.getByRole('region', { name: 'History' }).waitFor();
  await take(page, 'request');
  await page.getByRole('button', { name: 'Pause sending' }).click();
  await submit(page, 'Dorothy Vaughan', '+1 202 555 0193', 0);
  await submit(page, 'Mary Jackson', '+1 202 555 0194', 1);
  for (const name of ['Outbox', 'Settings']) {
    await open(page, name);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await take(page, name.toLowerCase());
  }
  await open(page, 'Import');
  await page.setInputFiles('input[type=file]', {
    name: 'Candidates of November.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(SPREADSHEET),
  });
  await page.getByRole('row').filter({ hasText: 'Kwame Mensah' }).waitFor();
  await take(page, 'import');
  await app.quit();
}

/** Screenshots of a workspace after two years of use: list, selection, comparison, insights and palette. */
async function takeFullWorkspace(userData: string): Promise<void> {
  const worker = new URL('../electron/storage/worker.ts', import.meta.url);
  const storage = await openStorage(join(userData, 'callboard.db'), worker);
  await fillDataset(storage.stores, { requests: HISTORY });
  await storage.close();
  const app = await openApp(userData);
  const { page } = app;
  const rows = page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row');
  await rows.nth(3).waitFor();
  for (const row of [1, 2, 4]) await rows.nth(row).getByRole('checkbox').click();
  await take(page, 'selection');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('rowheader', { name: 'Verdict' }).waitFor();
  await take(page, 'compare');
  await open(page, 'Insights');
  await page.getByRole('button', { name: 'Table' }).first().waitFor();
  await take(page, 'insights');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('re');
  await take(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await take(page, 'shortcuts');
  await app.quit();
}

async function nameJobs(page: Page): Promise<void> {
  await open(page, 'Library');
  for (const [name, id] of JOBS) {
    await page.getByRole('button', { name: 'Add job description' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('ID', { exact: true }).fill(id);
    await page.getByRole('button', { name: 'Save entry' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

async function submit(page: Page, name: string, phone: string, index: number): Promise<void> {
  await open(page, 'New request');
  await page.getByLabel('Candidate name').fill(name);
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Resume link').fill(`https://resumes.example.com/${index + 1}.pdf`);
  await page.getByLabel('Job description').fill(JOBS[index % 2]?.[0] ?? '');
  await page.getByLabel('Questionnaire').fill('first-conversation');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await page.getByText(`${name} goes out`).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
}

/** Takes a screenshot in both colour schemes, without animations. */
async function take(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const path = join(folder, `${name}-${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
