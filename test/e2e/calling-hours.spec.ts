import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { connectAndSignIn, inGrid, openOutbox, openRequests, requestRow, submitCandidate } from './steps.ts';

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
}

/** By the keyboard: a switch is drawn beside its input, which a pointer never hits. */
async function toggle(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('switch', { name });
  const checked = !(await wanted.isChecked());
  await wanted.focus();
  await wanted.press('Space');
  await expect(wanted).toBeChecked({ checked });
}

/** Allows calls on the day after tomorrow alone: whenever the test runs, nobody may be called now. */
async function allowAnotherDayOnly(page: Page): Promise<void> {
  await openSettings(page);
  await toggle(page, 'Keep to calling hours');
  const another = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).getUTCDay() || 7;
  const days = page.getByRole('group', { name: 'Days' }).getByRole('checkbox');
  await expect(days).toHaveCount(7);
  // The one to stay is chosen first: at least one always is.
  for (const day of [another, ...[1, 2, 3, 4, 5, 6, 7].filter((each) => each !== another)]) {
    const box = days.nth(day - 1);
    if ((await box.isChecked()) === (day === another)) continue;
    await box.focus();
    await box.press('Space');
    await expect(box).toBeChecked({ checked: day === another });
  }
  await expect(page.getByRole('region', { name: 'Calling hours' }).getByText('Saved')).toBeVisible();
}

test('a submission outside the calling hours waits, says for which hour, and goes only on purpose', async ({
  launch,
  signInPage,
  service,
}) => {
  const page = await connectAndSignIn(await launch(), service, signInPage);
  await allowAnotherDayOnly(page);
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await page.getByLabel('Phone number').fill('+44 20 7946 0958');
  await expect(page.getByRole('group', { name: 'Calling hours' })).toContainText('In London it is');
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await openOutbox(page);
  const row = inGrid(page, 'Waiting', 'Ada Lovelace');
  await expect(row).toContainText(/Calling hours: \w+ 0?9:00.* in London/);
  await row.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('dialog')).toContainText('in London now, outside the calling hours');
  expect(service.created).toEqual([]);
  await page.getByRole('button', { name: 'Call now anyway' }).click();
  await openRequests(page);
  await expect(requestRow(page, 'Ada Lovelace')).toBeVisible();
  expect(service.created).toHaveLength(1);
});

test('another time zone or any hour can be chosen for one; changed rules let the waiting go', async ({
  launch,
  signInPage,
  service,
}) => {
  const page = await connectAndSignIn(await launch(), service, signInPage);
  await allowAnotherDayOnly(page);
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await page.getByRole('button', { name: 'Change calling hours' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
  await page.getByRole('option', { name: /Tokyo/ }).click();
  await page.getByLabel('Phone number').fill('+1 202 555 0143');
  await expect(page.getByRole('group', { name: 'Calling hours' })).toContainText('In Tokyo it is');
  await page.getByRole('checkbox', { name: 'Call at any hour' }).check();
  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toBeVisible();
  expect(service.created).toHaveLength(1);

  await openSettings(page);
  await toggle(page, 'Keep to calling hours');
  await openOutbox(page);
  const row = inGrid(page, 'Waiting', 'Ada Lovelace');
  await expect(row).toContainText('Goes out in');
  await row.getByRole('button', { name: 'Try now' }).click();
  await openRequests(page);
  await expect(requestRow(page, 'Ada Lovelace')).toBeVisible();
});

test('a required consent is asked for with its words, and nothing goes without it', async ({
  launch,
  signInPage,
  service,
}) => {
  const page = await connectAndSignIn(await launch(), service, signInPage);
  await openSettings(page);
  await toggle(page, 'Ask for consent');
  await toggle(page, 'Require consent');
  await page.getByLabel('What the candidate agreed to').fill('Said yes to a call by a computer.');
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await page.getByLabel('Candidate name').fill('Ada Lovelace');
  await page.getByLabel('Phone number').fill('+44 20 7946 0958');
  await page.getByLabel('Resume link').fill('https://example.com/resumes/1.pdf');
  await page.getByLabel('Job description').fill('123e4567-e89b-12d3-a456-426614174000');
  await page.getByLabel('Questionnaire').fill('general-screening');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Tick this once the candidate has agreed.')).toBeVisible();
  await expect(page.getByLabel('Candidate name')).toHaveValue('Ada Lovelace');
  await page.getByRole('checkbox', { name: 'Said yes to a call by a computer.' }).check();
  await page.getByRole('button', { name: 'Submit request' }).click();
  await openRequests(page);
  await expect(requestRow(page, 'Ada Lovelace')).toBeVisible();
  // For the next candidate it is asked anew.
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await expect(page.getByRole('checkbox', { name: 'Said yes to a call by a computer.' })).not.toBeChecked();
});
