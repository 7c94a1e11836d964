import { expect, type Page } from '@playwright/test';

/**
 * Signs in on the practice service's pages, and returns the address of the final redirect: the browser itself cannot open
 * a custom scheme.
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
  // A user the service already knows is only asked for access.
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
