import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  expectStatus,
  fillCandidate,
  inGrid,
  openOutbox,
  openRequests,
  openWorkspaceSettings,
  requestRow,
  submitCandidate,
} from './steps.ts';

test('somebody who was tried as often as allowed is refused, can be submitted for the day of the next try, and waits if they waited before', async ({
  launchSignedIn,
}) => {
  const app = await launchSignedIn();
  const { page } = app;
  await submitCandidate(page, 'Grace Hopper', '+1 202-555-0143');
  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toBeVisible();

  // Waits while it is still allowed.
  await openOutbox(page);
  await page.getByRole('button', { name: 'Pause sending' }).click();
  await expectStatus(page, 'Paused');
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(page, 'G. Hopper', '+1 202-555-0143');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await page.getByRole('button', { name: 'Submit anyway' }).click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('');

  await openWorkspaceSettings(page);
  const tries = page.getByRole('region', { name: 'Tries', exact: true });
  await tries.getByRole('switch', { name: 'Limit tries of one person' }).press('Space');
  const most = tries.getByLabel('Most tries of one person');
  await expect(most).toHaveValue('3 tries');
  await most.fill('1');
  await expect(tries.getByText('Saved')).toBeVisible();
  await expect(most).toHaveValue('1 try');
  await tries.scrollIntoViewIfNeeded();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(page, 'Grace Hopper', '+1 202-555-0143');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'was tried once within 30 days' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Send later: / }).click();
  await expect(page.getByRole('button', { name: 'Submit request' })).toBeFocused();
  await page.getByRole('button', { name: 'Submit request' }).click();
  await page.getByRole('button', { name: 'Submit anyway' }).click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('');

  await openOutbox(page);
  await page.getByRole('button', { name: 'Resume sending' }).click();
  const waiting = inGrid(page, 'Waiting', 'G. Hopper');
  await expect(waiting).toContainText('This person was tried as often as the rules allow');
  await expect(waiting).toContainText('Next try at');
  await expect(inGrid(page, 'Waiting', 'Grace Hopper')).toBeVisible();
});
