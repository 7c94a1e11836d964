import { expect, type Page } from '@playwright/test';
import type { PracticeService } from '../../practice/practice-service.ts';
import { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import type { RunningApp } from './driver/app-driver.ts';
import { expectStatus, openSettings } from './steps.ts';

/** Opens the practice workspace, signs in and waits for `Online`; returns the app's page. */
export async function openPractice(app: RunningApp, signInPage: Page): Promise<Page> {
  await app.page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(app.page, 'Online');
  return app.page;
}

/** Connects to a standalone practice service from the Welcome page, signs in and waits for `Online`. */
export async function connectToPractice(
  app: RunningApp,
  { baseUrl, authUrl, clientId, clientSecret }: PracticeService,
  signInPage: Page,
): Promise<void> {
  await app.page.getByRole('button', { name: 'Connect to your service' }).click();
  for (const [label, value] of Object.entries({
    'Service address': baseUrl,
    'Sign-in address': authUrl,
    'Client ID': clientId,
    'Client secret': clientSecret,
    'Redirect address': CUSTOM_SCHEME_REDIRECT,
  })) {
    await app.page.getByLabel(label).fill(value);
  }
  await app.page.getByRole('button', { name: 'Save and sign in' }).click();
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(app.page, 'Online');
}

/** Joins the team at this `postgresql://` address as this person, from anywhere in the app. */
export async function joinTeam(page: Page, address: string, person: string): Promise<void> {
  await openSettings(page, 'Team');
  const team = page.getByRole('region', { name: 'Team', exact: true });
  await team.getByLabel('Address').fill(address);
  await team.getByLabel('Address').press('Enter');
  await team.getByLabel('Your name').fill(person);
  await team.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(team.getByRole('status')).toHaveText('Connected');
}

/**
 * Signs in on the practice service's pages. Returns the URL of the final redirect, which the browser cannot follow because of
 * its custom scheme.
 */
export async function signInAtPractice(
  page: Page,
  link: string,
  choice: 'Allow' | 'Deny' = 'Allow',
): Promise<string> {
  await page.goto(link);
  const name = page.getByLabel('Your name');
  const answer = page.getByRole('button', { name: choice });
  await expect(name.or(answer)).toBeVisible();
  // The service asks only for access if it already knows the user.
  if (await name.isVisible()) {
    await name.fill('Robin Recruiter');
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  const returning = page.waitForResponse((response) => {
    const { location } = response.headers();
    return (
      location !== undefined &&
      !location.startsWith('/') &&
      URL.parse(location)?.searchParams.has('state') === true &&
      !location.includes('/oauth2/')
    );
  });
  await answer.click();
  return (await returning).headers()['location'] ?? '';
}
