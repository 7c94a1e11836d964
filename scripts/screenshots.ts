/** `npm run screenshots`: pictures of the running app, light and dark, into docs/screenshots. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
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

buildIfChanged();
mkdirSync(folder, { recursive: true });
const userData = mkdtempSync(join(tmpdir(), 'callboard-screenshots-'));
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  await takeAll();
} finally {
  await browser.close();
  rmSync(userData, { recursive: true, force: true });
}

async function takeAll(): Promise<void> {
  const app = await previewDriver(browser)({
    userData,
    env: { CALLBOARD_PRACTICE_TIME_SCALE: '40', CALLBOARD_PREVIEW_KEYRING: join(userData, 'keyring') },
  });
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 800 });
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
  const completed = page.getByRole('row').filter({ has: page.getByText('COMPLETED', { exact: true }) });
  await completed.nth(2).waitFor();
  await take(page, 'requests');
  await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).click();
  await page.getByRole('region', { name: 'History' }).waitFor();
  await take(page, 'request');
  await page.getByRole('button', { name: 'Pause sending' }).click();
  await submit(page, 'Dorothy Vaughan', '+1 202 555 0193', 0);
  await submit(page, 'Mary Jackson', '+1 202 555 0194', 1);
  for (const name of ['Outbox', 'Import', 'Insights', 'Settings']) {
    await open(page, name);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await take(page, name.toLowerCase());
  }
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

/** One screen in both schemes, after everything that moves has come to rest. */
async function take(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const path = join(folder, `${name}-${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
