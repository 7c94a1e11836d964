import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningApp } from '../../test/e2e/driver/app-driver.ts';
import {
  expectCompleted,
  openRequest,
  openRequests,
  requestRow,
  submitCandidate,
} from '../../test/e2e/steps.ts';
import type { Checks } from './checks.ts';
import type { Host } from './host.ts';
import { checkPage } from './page-checks.ts';
import { signInAtPractice } from './sign-in.ts';

const AREA = 'Walk';
const NAME = 'Ada Lovelace';
const START_MS = 90_000;
/** A screening of the sped-up practice service takes some seconds, and the app looks for it twice. */
const COMPLETED_MS = 60_000;

export interface Walked {
  readonly log: string;
  readonly screenshot: Buffer | undefined;
}

/** Walks through the built app as a new person would: practice workspace, sign-in, a request until its result. */
export async function walk(host: Host, userData: string, checks: Checks): Promise<Walked> {
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  // No undo window, and no reminder about backups.
  const settings = { undoSeconds: 0, backupReminderAt: Date.now() };
  writeFileSync(join(userData, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  let app: RunningApp | undefined;
  let screenshot: Buffer | undefined;
  const opens = await checks.run(
    AREA,
    'The first window shows the Welcome page',
    async () => {
      app = await host.launch({ userData, env: { CALLBOARD_PRACTICE_TIME_SCALE: '60' } });
      await app.page.getByRole('heading', { name: 'Welcome to Callboard' }).waitFor({ timeout: START_MS });
      return 'as a person sees it who starts Callboard for the first time';
    },
    START_MS,
  );
  if (!app) return { log: readLog(userData), screenshot };
  const running = app;
  if (opens) {
    await checkPage(checks, running);
    await takeSteps(running, checks);
    await checks.run(AREA, 'A picture of the window', async () => {
      screenshot = await running.page.screenshot({ type: 'jpeg', quality: 50 });
      return `${screenshot.length} bytes`;
    });
  }
  await checks.run('Quitting', 'The app ends in order', async () => {
    await running.quit();
    if (!/ app_stopped [^\n]*\n?$/.test(readLog(userData)))
      throw new Error('The last line of the log is not app_stopped.');
    return 'app_stopped is the last line of its log';
  });
  // For an app that didn't quit.
  await checks.run('Quitting', 'Nothing of the app is left', async () => {
    await running.kill();
    return 'its process is gone';
  });
  const log = readLog(userData);
  await checks.run('Quitting', 'The log of the walk has no errors', () => {
    const errors = log.split('\n').filter((line) => / (?:error|fatal) /.test(line));
    if (errors.length > 0) throw new Error(errors.join('\n'));
    return `${log.split('\n').length - 1} lines`;
  });
  return { log, screenshot };
}

/** Each step needs the one before it: the first that fails ends the walk. */
async function takeSteps(app: RunningApp, checks: Checks): Promise<void> {
  const { page } = app;
  const steps: Readonly<Record<string, () => Promise<string>>> = {
    'Signing in to the practice workspace brings a link back': async () => {
      await page.getByRole('button', { name: 'Try the practice workspace' }).click();
      await app.openDeepLink(await signInAtPractice(await app.nextOpenedAddress()));
      await page.getByRole('banner').getByText('Online', { exact: true }).waitFor();
      return 'the link of a second start arrived in the first, which is Online';
    },
    'A candidate is submitted': async () => {
      await submitCandidate(page, NAME, '+1 202 555 0143');
      return 'the form is empty again';
    },
    'The request is tracked': async () => {
      await openRequests(page);
      await requestRow(page, NAME).waitFor();
      return (await requestRow(page, NAME).innerText()).replaceAll(/\s+/g, ' ');
    },
    'Refreshing brings its result': async () => {
      await expectCompleted(page, NAME, COMPLETED_MS);
      return (await requestRow(page, NAME).innerText()).replaceAll(/\s+/g, ' ');
    },
    'The request opens': async () => {
      await openRequest(page, NAME);
      await page.getByRole('heading', { name: NAME }).waitFor();
      await page.getByRole('region', { name: 'Assessment results' }).waitFor();
      return 'with its assessment results';
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    if (!(await checks.run(AREA, name, step, COMPLETED_MS + 5000))) return;
  }
}

function readLog(userData: string): string {
  try {
    return readFileSync(join(userData, 'logs', 'callboard.log'), 'utf8');
  } catch (error) {
    return `The log can't be read: ${error instanceof Error ? error.message : error}`;
  }
}
