import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../driver/app-driver.ts';
import { signInAtPractice } from '../practice-sign-in.ts';
import { expectStatus, fillCandidate, submitCandidate } from '../steps.ts';
import { goTo, type Visit } from './visit.ts';

/** From the first start to the first candidate: connecting, signing in, and every page while it is still empty. */
export async function tourFirstSteps(app: RunningApp, signInPage: Page, visit: Visit): Promise<void> {
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Welcome to Callboard' })).toBeVisible();
  await visit(page, 'welcome');
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await expect(page.getByLabel('Service address')).toBeVisible();
  await visit(page, 'connection');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByText('Enter the client ID.')).toBeVisible();
  await visit(page, 'connection-incomplete');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await expect(page.getByText('Waiting for your browser')).toBeVisible();
  await visit(page, 'signing-in');
  await page.getByRole('button', { name: 'Paste return address' }).click();
  await visit(page, 'signing-in-paste');
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(page, 'Online');
  await visit(page, 'today-empty');
  for (const name of ['Requests', 'New request', 'Import', 'Outbox', 'Library', 'Insights']) {
    await goTo(page, name);
    await visit(page, `${name.toLowerCase().replace(' ', '-')}-empty`);
  }
  await goTo(page, 'New request');
  await tourRefusedSample(page, visit);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await visit(page, 'new-request-incomplete');
  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await visit(page, 'new-request-submitted');
  await fillCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('This phone number was submitted before.')).toBeVisible();
  await visit(page, 'new-request-duplicate');
}

/** A sample candidate that the practice service refuses: the toast says why. */
async function tourRefusedSample(page: Page, visit: Visit): Promise<void> {
  const samples = page.getByRole('region', { name: 'Sample candidates' });
  await samples.getByRole('button', { name: 'Refused' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'The service refused' });
  await expect(toast).toBeVisible({ timeout: 20_000 });
  await visit(page, 'practice-sample-refused');
  await toast.getByRole('button').last().click();
  await expect(toast).toBeHidden();
}
