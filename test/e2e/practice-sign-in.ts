import { expect, type Page } from '@playwright/test';
import type { RunningApp } from './driver/app-driver.ts';
import { expectStatus } from './steps.ts';

/** Opens the practice workspace, signs in and waits for `Online`; returns the app's page. */
export async function openPractice(app: RunningApp, signInPage: Page): Promise<Page> {
  await app.page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(app.page, 'Online');
  return app.page;
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
