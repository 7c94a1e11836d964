import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningApp } from './driver/app-driver.ts';

/** Steps that a person takes, by the text on screen. */

export const JOB_DESCRIPTION_ID = '123e4567-e89b-12d3-a456-426614174000';

/** What a person needs to connect to a service. */
interface Connection {
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** Connects from the Welcome page; `baseUrl` may be an alias of the service's address. */
export async function connectTo(page: Page, service: Connection, baseUrl?: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await saveConnection(page, service, baseUrl);
}

/** Fills in and saves the connection form. */
export async function saveConnection(
  page: Page,
  service: Connection,
  baseUrl = `${service.address}/api`,
): Promise<void> {
  await page.getByLabel('Service address').fill(baseUrl);
  await page.getByLabel('Sign-in address').fill(`${service.address}/auth`);
  await page.getByLabel('Client ID').fill(service.clientId);
  await page.getByLabel('Client secret').fill(service.clientSecret);
  await page.getByLabel('Redirect address').fill(service.redirectUri);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
}

/** Connects to a service, signs in through the browser page and waits for `Online`; returns the app's page. */
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
  await fillCandidate(page, name, phone);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('');
}

/** Fills in New request without submitting it. */
export async function fillCandidate(page: Page, name: string, phone: string): Promise<void> {
  await page.getByLabel('Candidate name').fill(name);
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Resume link').fill('https://example.com/resumes/1.pdf');
  await page.getByLabel('Job description').fill(JOB_DESCRIPTION_ID);
  await page.getByLabel('Questionnaire').fill('general-screening');
}

export async function openRequests(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
}

export async function openOutbox(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
}

/** A candidate's row in a grid of the Outbox. */
export function inGrid(page: Page, grid: 'Waiting' | 'Needs your decision' | 'Refused', name: string) {
  return page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: name });
}

/** Chooses from the menu of a candidate's row in the Outbox. */
export async function chooseInRow(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^More for/ }).click();
  await row.page().getByRole('menuitem', { name: action, exact: true }).click();
}

/** A candidate's row in Tracked requests. */
export function requestRow(page: Page, name: string) {
  return page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row').filter({ hasText: name });
}

/** Waits until the list shows a candidate's request as completed. Matches the outcome, not the last call's status. */
export async function expectCompleted(page: Page, name: string, timeout = 45_000): Promise<void> {
  await expect(requestRow(page, name).getByText(/^(?:Assessed|Completed)$/)).toBeVisible({
    timeout,
  });
}

/**
 * Refreshes the list until it shows a candidate's request as completed; automatic refreshes take some seconds more. Specs about
 * those use {@link expectCompleted}.
 */
export async function refreshUntilCompleted(page: Page, name: string): Promise<void> {
  await expect(requestRow(page, name)).toBeVisible();
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh all' }).click();
    await expectCompleted(page, name, 700);
  }).toPass({ timeout: 45_000 });
}

/**
 * Opens a candidate's request from the list, at the name: in the row's middle may be the arrow to the job. Hovering first freezes
 * the order, so that the click can't hit another row.
 */
export async function openRequest(page: Page, name: string): Promise<void> {
  const atName = { position: { x: 80, y: 16 } };
  await requestRow(page, name).hover(atName);
  await requestRow(page, name).click(atName);
}

export async function expectStatus(
  page: Page,
  text: 'Online' | 'Offline' | 'Signed out' | 'Paused' | 'Waiting for key store',
): Promise<void> {
  await expect(page.getByRole('banner').getByText(text, { exact: true })).toBeVisible();
}

/** Opens a part of Settings; Administration is folded at first. */
export async function openSettings(page: Page, part: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' });
  await expect(parts.getByRole('link', { name: 'General', exact: true })).toBeVisible();
  const link = parts.getByRole('link', { name: part, exact: true });
  if (!(await link.isVisible())) await parts.getByText('Administration', { exact: true }).click();
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** Opens the rules of the open workspace, each with its details. */
export async function openWorkspaceSettings(page: Page): Promise<void> {
  await openSettings(page, 'Calling rules');
  const rules = page.getByRole('region', { name: 'Calling rules', exact: true });
  await expect(rules).toBeVisible();
  const folded = rules.locator('h2 button[aria-expanded="false"]');
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Switches on by keyboard, because a pointer can't hit the visually hidden input. */
export async function switchOn(page: Page, name: string): Promise<void> {
  const input = page.getByRole('switch', { name });
  await input.focus();
  await input.press('Space');
  await expect(input).toBeChecked();
}
