import type { Page } from '@playwright/test';
import type { RunningApp } from './driver/app-driver.ts';
import { expect } from './fixtures.ts';

/** What a person does, by the words on screen. */

export const JOB_DESCRIPTION_ID = '123e4567-e89b-12d3-a456-426614174000';

/** What a person is told of a service. */
interface Connection {
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** `baseUrl`: another name of the service than its own. */
export async function connectTo(
  page: Page,
  service: Connection,
  baseUrl = `${service.address}/api`,
): Promise<void> {
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await page.getByLabel('Service address').fill(baseUrl);
  await page.getByLabel('Sign-in address').fill(`${service.address}/auth`);
  await page.getByLabel('Client ID').fill(service.clientId);
  await page.getByLabel('Client secret').fill(service.clientSecret);
  await page.getByLabel('Redirect address').fill(service.redirectUri);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
}

/** Connects to a service, signs in through the browser page and waits until the app is online; gives its page. */
export async function connectAndSignIn(
  app: RunningApp,
  service: Connection,
  signInPage: Page,
): Promise<Page> {
  await connectTo(app.page, service);
  await signInPage.goto(await app.nextOpenedAddress());
  await expectStatus(app.page, 'Online');
  return app.page;
}

export async function submitCandidate(page: Page, name: string, phone: string): Promise<void> {
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await page.getByLabel('Candidate name').fill(name);
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Resume link').fill('https://example.com/resumes/1.pdf');
  await page.getByLabel('Job description').fill(JOB_DESCRIPTION_ID);
  await page.getByLabel('Questionnaire').fill('general-screening');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('');
}

export async function openRequests(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
}

/** The row of a candidate in the Tracked requests grid. */
export async function openOutbox(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
}

/** A candidate's row in a grid of the Outbox. */
export function inGrid(page: Page, grid: 'Waiting' | 'Needs your decision' | 'Refused', name: string) {
  return page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: name });
}

export function requestRow(page: Page, name: string) {
  return page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row').filter({ hasText: name });
}

/** Waits until the list shows a candidate's request as completed: its own status, not that of its last call beside it. */
export async function expectCompleted(page: Page, name: string, timeout = 45_000): Promise<void> {
  await expect(requestRow(page, name).getByText('COMPLETED', { exact: true })).toBeVisible({ timeout });
}

/** Opens a candidate's request from the list. A pointer over it keeps the order, so that no other row is pressed. */
export async function openRequest(page: Page, name: string): Promise<void> {
  await requestRow(page, name).hover();
  await requestRow(page, name).click();
}

export async function expectStatus(
  page: Page,
  text: 'Online' | 'Offline' | 'Signed out' | 'Paused',
): Promise<void> {
  await expect(page.getByRole('banner').getByText(text, { exact: true })).toBeVisible();
}
