import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { signInAtPractice } from './practice-sign-in.ts';
import {
  expectCompleted,
  expectStatus,
  openRequest,
  openRequests,
  requestRow,
  submitCandidate,
} from './steps.ts';

test('a new user signs in to the practice workspace, after failures that are told, and a request is tracked over a restart', async ({
  launch,
  signInPage,
}, info) => {
  const env = { CALLBOARD_PRACTICE_TIME_SCALE: '60' };
  const app = await launch(env);
  let { page } = app;
  await expect(page.getByRole('heading', { name: 'Welcome to Callboard' })).toBeVisible();
  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your browser' })).toBeFocused();
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress(), 'Deny'));
  await expect(page.getByText('Access was refused on the sign-in page.')).toBeVisible();

  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await signIn.click();
  const cancelled = await signInAtPractice(signInPage, await app.nextOpenedAddress());
  expect(cancelled).toMatch(/^app\.callboard:\/oauth\/callback\?/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Waiting for your browser')).toBeHidden();
  await app.openDeepLink(cancelled);
  // Links are handled in order: once this one has failed, the one before it is done.
  await app.openDeepLink('app.callboard://example.com/new?name=x');
  await expect(page.getByText("Couldn't open a link.")).toBeVisible();
  expect(await sessionPhase(page)).toBe('signed_out');

  await signIn.click();
  const next = await signInAtPractice(signInPage, await app.nextOpenedAddress());
  await page.getByRole('button', { name: 'Paste return address' }).click();
  const field = page.getByRole('textbox', { name: 'Return address' });
  await expect(field).toBeFocused();
  await field.fill('app.callboard:/oauth/callback?code=stolen&state=guessed');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This is not the return address Callboard is waiting for.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(next);
  await page.keyboard.press('Enter');
  await expectStatus(page, 'Online');

  await submitCandidate(page, 'Grace Hopper', '(+1) 202-555-0143');
  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toBeVisible();
  // Playwright's Electron has no key store on Linux.
  if (info.project.metadata['driver'] !== 'electron') {
    await app.quit();
    ({ page } = await launch(env));
    await expectStatus(page, 'Online');
    await openRequests(page);
  }
  await expectCompleted(page, 'Grace Hopper');
  await openRequest(page, 'Grace Hopper');
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Screening calls' })).toContainText('Completed');
  await expect(page.getByRole('region', { name: 'Assessment results' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('to Completed');
});

async function sessionPhase(page: Page): Promise<unknown> {
  const answer = await page.evaluate(() => window.callboard.call('app.state', undefined));
  return (answer as { value: { session: { phase: string } } }).value.session.phase;
}
