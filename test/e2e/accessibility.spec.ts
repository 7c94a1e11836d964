import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { signInAtPractice } from './practice-sign-in.ts';
import { expectStatus, openRequests, requestRow, submitCandidate } from './steps.ts';

/** axe finds nothing on the screen as it stands, light and dark. */
async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
}

test('axe finds nothing on any screen, light and dark', async ({ launch, signInPage }) => {
  const app = await launch({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Welcome to Callboard' })).toBeVisible();
  await expectAccessible(page, 'Welcome');
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByText('Enter the client ID.')).toBeVisible();
  await expectAccessible(page, 'Connection');
  await page.getByRole('button', { name: 'Back' }).click();

  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await expect(page.getByText('Waiting for your browser')).toBeVisible();
  await expectAccessible(page, 'Signing in');
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(page, 'Online');
  await expectAccessible(page, 'Requests without any');

  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expectAccessible(page, 'New request');
  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toContainText('COMPLETED', { timeout: 45_000 });
  await expectAccessible(page, 'Requests');
  await requestRow(page, 'Grace Hopper').click();
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await expectAccessible(page, 'Request');
  for (const name of ['Import', 'Outbox', 'Library', 'Insights', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectAccessible(page, name);
  }
});
