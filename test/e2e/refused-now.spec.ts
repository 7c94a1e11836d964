import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  fillCandidate,
  inGrid,
  openOutbox,
  openSettings,
  openWorkspaceSettings,
  submitCandidate,
  switchOn,
} from './steps.ts';

const DAY_MS = 86_400_000;

/** A local calendar day, `2027-01-06`, so many days from today. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv');
}

/** Asks for notice a week before each call. */
async function requireNotice(page: Page): Promise<void> {
  await openWorkspaceSettings(page);
  await switchOn(page, 'Ask for the day of notice');
  await switchOn(page, 'Require notice');
  const rule = page.getByRole('region', { name: 'Notice', exact: true });
  await rule.getByLabel('Days between notice and call').fill('7');
  await expect(rule.getByText('Saved')).toBeVisible();
}

test('what a rule would refuse again is not offered to be tried, the form begins at what is wanting, and it goes once the rule is gone', async ({
  launchSignedIn,
  service,
}) => {
  const { page } = await launchSignedIn();
  await page.getByRole('button', { name: 'Pause sending' }).click();
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await submitCandidate(page, 'Grace Hopper', '+44 20 7946 0959');
  await requireNotice(page);

  await openOutbox(page);
  const ada = inGrid(page, 'Waiting', 'Ada Lovelace');
  await expect(page.getByRole('region', { name: /^Waiting/ })).toContainText(
    'choose Add notice to enter the day.',
  );
  await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0);
  await page.getByRole('tab', { name: /^Needs you/ }).click();
  await expect(page.getByRole('button', { name: 'Discard these 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Try these/ })).toHaveCount(0);
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByRole('checkbox', { name: 'Select all submissions' }).check();
  await expect(page.getByText("2 aren't tried: they are paused")).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await ada.click();
  await expect(page.getByRole('region', { name: 'State' })).toContainText('Add notice');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('try now');
  await page.keyboard.press('Escape');
  await page.goBack();

  await ada.getByRole('button', { name: 'Add notice' }).click();
  const notice = page.getByLabel('Notice given on');
  await expect(notice).toBeFocused();
  await notice.fill(dayFromNow(-2));
  await page.getByRole('button', { name: 'Submit request' }).click();
  await page.getByRole('button', { name: /^Send on / }).click();
  await expect(ada).toContainText(/When you resume sending. Not sooner than .+: the notice is too recent/);
  await expect(ada.getByRole('button', { name: 'Try now' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume sending' }).click();
  expect(service.created).toEqual([]);

  await openWorkspaceSettings(page);
  const asked = page.getByRole('switch', { name: 'Ask for the day of notice' });
  await asked.focus();
  await asked.press('Space');
  await expect(asked).not.toBeChecked();
  await expect.poll(() => service.created.length).toBe(1);
  await openOutbox(page);
  await expect(ada).not.toContainText('too recent');
  await ada.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => service.created.length).toBe(2);
});

test('a submission planned for later says until when a rule keeps it from going sooner; a changed policy gives Try now back', async ({
  launchSignedIn,
  service,
  userData,
}) => {
  const path = join(userData, 'policy.json');
  const setDays = (days: number) =>
    writeFileSync(path, JSON.stringify({ rules: { notice: { asked: true, required: true, days } } }));
  setDays(5);
  const app = await launchSignedIn({ CALLBOARD_POLICY_FILE: path });
  const { page } = app;
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await page.getByLabel('Notice given on').fill(dayFromNow(-2));
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByLabel('Not before').fill(`${dayFromNow(9)}T12:00`);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('');
  await openOutbox(page);
  const ada = inGrid(page, 'Waiting', 'Ada Lovelace');
  await expect(ada).toContainText(/Not sooner than .+: the notice is too recent\./);
  await expect(ada.getByRole('button', { name: 'Try now' })).toHaveCount(0);

  setDays(1);
  await openSettings(page, 'Health');
  await page.getByRole('button', { name: 'Read the policy again' }).click();
  await openOutbox(page);
  await expect(ada).not.toContainText('too recent');
  await ada.getByRole('button', { name: 'Try now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => service.created.length).toBe(1);
});
