import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { chooseFile, row } from './import-steps.ts';
import {
  fillCandidate,
  inGrid,
  JOB_DESCRIPTION_ID,
  openOutbox,
  openRequest,
  openRequests,
  openWorkspaceSettings,
  requestRow,
  submitCandidate,
} from './steps.ts';

/** Toggles a switch by keyboard, because a pointer can't hit its visually hidden input. */
async function toggle(page: Page, name: string): Promise<void> {
  const input = page.getByRole('switch', { name });
  const checked = !(await input.isChecked());
  await input.focus();
  await input.press('Space');
  await expect(input).toBeChecked({ checked });
}

/** Allows calls only on the day after tomorrow, so that nobody may be called now, whenever the test runs. */
async function allowAnotherDayOnly(page: Page): Promise<void> {
  await openWorkspaceSettings(page);
  await toggle(page, 'Keep to calling hours');
  const allowed = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).getUTCDay() || 7;
  const days = page.getByRole('group', { name: 'Days' }).getByRole('checkbox');
  await expect(days).toHaveCount(7);
  // Checks the allowed day first, because the last checked day can't be unchecked.
  for (const day of [allowed, ...[1, 2, 3, 4, 5, 6, 7].filter((other) => other !== allowed)]) {
    const box = days.nth(day - 1);
    if ((await box.isChecked()) === (day === allowed)) continue;
    await box.focus();
    await box.press('Space');
    await expect(box).toBeChecked({ checked: day === allowed });
  }
  await expect(page.getByRole('region', { name: 'Calling hours' }).getByText('Saved')).toBeVisible();
}

test('a submission outside calling hours waits until it is confirmed, in its own time zone or not; none goes without consent', async ({
  launchSignedIn,
  service,
}) => {
  const { page } = await launchSignedIn();

  await test.step('it shows until when, and is sent only after confirmation', async () => {
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

  await test.step('a submission can have its own time zone or any hour, and one held by former rules is sent only after confirmation', async () => {
    await submitCandidate(page, 'Dorothy Vaughan', '+44 20 7946 0959');
    await page.getByRole('button', { name: 'Change calling hours' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
    await page.getByRole('option', { name: /Tokyo/ }).click();
    await page.getByLabel('Phone number').fill('+1 202 555 0143');
    await expect(page.getByRole('group', { name: 'Calling hours' })).toContainText('In Tokyo it is');
    await page.getByRole('checkbox', { name: 'Call at any hour' }).check();
    await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
    await openRequests(page);
    await expect(requestRow(page, 'Grace Hopper')).toBeVisible();
    expect(service.created).toHaveLength(2);

    await openWorkspaceSettings(page);
    await toggle(page, 'Keep to calling hours');
    await openOutbox(page);
    const row = inGrid(page, 'Waiting', 'Dorothy Vaughan');
    await expect(row).toContainText('Waiting for your answer');
    await row.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      'outside the calling hours that held this submission',
    );
    expect(service.created).toHaveLength(2);
    await page.keyboard.press('Escape');
    await expect(page.getByText('1 was waiting for calling hours.')).toBeVisible();
    await page.getByRole('button', { name: 'Send now' }).click();
    await openRequests(page);
    await openRequest(page, 'Dorothy Vaughan');
    await expect(page.getByRole('region', { name: 'History' })).toContainText(
      'You chose to send it now, outside the calling hours that held it',
    );
  });

  await test.step('nothing is submitted without required consent, which is asked for again for each candidate', async () => {
    await openWorkspaceSettings(page);
    await toggle(page, 'Ask for consent');
    await toggle(page, 'Require consent');
    await page.getByLabel('What the candidate agreed to').fill('Said yes to a call by a computer.');
    await page.getByRole('link', { name: 'New request', exact: true }).first().click();
    await fillCandidate(page, 'Hedy Lamarr', '+44 20 7946 0961');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByText('Tick this once the candidate has agreed.')).toBeVisible();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Hedy Lamarr');
    await expect(page.getByRole('banner').getByText(/waiting/)).toHaveCount(0);
    expect(service.created).toHaveLength(3);
    await page.getByRole('checkbox', { name: 'Said yes to a call by a computer.' }).check();
    await page.getByRole('button', { name: 'Submit request' }).click();
    await openRequests(page);
    await expect(requestRow(page, 'Hedy Lamarr')).toBeVisible();
    await page.getByRole('link', { name: 'New request', exact: true }).first().click();
    await expect(page.getByRole('checkbox', { name: 'Said yes to a call by a computer.' })).not.toBeChecked();
  });
});

test.describe('turning off calling hours while submissions wait for them', () => {
  test.use({ undoSeconds: 60 });

  test('asks before anybody is called; the answer can be undone or be to keep waiting', async ({
    launchSignedIn,
    service,
  }) => {
    const app = await launchSignedIn();
    const { page } = app;
    await allowAnotherDayOnly(page);
    await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
    await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
    await openWorkspaceSettings(page);
    await toggle(page, 'Keep to calling hours');

    // A toast tells the person on every page.
    const toast = page.getByRole('alert').filter({ hasText: 'They keep waiting.' });
    await expect(toast).toContainText('2 were waiting for calling hours.');
    await toast.getByRole('button', { name: 'Open the Outbox' }).click();
    const question = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Send now' }) });
    await expect(question).toContainText('2 were waiting for calling hours.');
    await expect(question).toContainText(/in (London|New York)/);
    await expect(inGrid(page, 'Waiting', 'Ada Lovelace')).toContainText('Waiting for your answer');

    await question.getByRole('button', { name: 'Send now' }).click();
    const sent = page.getByRole('alert').filter({ hasText: '2 submissions go out in' });
    await expect(sent).toBeVisible();
    await expect(question).toBeHidden();
    await sent.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 submissions keep waiting')).toBeVisible();
    await expect(question).toContainText('2 were waiting for calling hours.');

    await question.getByRole('button', { name: 'Keep waiting' }).click();
    await expect(question).toBeHidden();
    await expect(inGrid(page, 'Waiting', 'Grace Hopper')).toContainText(/Calling hours: \w+ 0?9:00/);
    await page.getByRole('button', { name: 'Try all now' }).click();
    await expect(inGrid(page, 'Waiting', 'Ada Lovelace')).toContainText(/Calling hours: \w+ 0?9:00/);
    expect(service.created).toEqual([]);
  });
});

test('a number whose time zones share no calling hour waits until a person chooses one, in the form, the Outbox or the import', async ({
  launchSignedIn,
  service,
}) => {
  const { page } = await launchSignedIn();
  await openWorkspaceSettings(page);
  await toggle(page, 'Keep to calling hours');
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(page, 'Ada Lovelace', '+7 912 345-67-89');
  const hours = page.getByRole('group', { name: 'Calling hours' });
  await expect(hours).toContainText('share no calling hour');
  await expect(hours).not.toContainText('within the calling hours');
  await hours.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option', { name: /Kamchatka/ }).click();
  await expect(hours).toContainText('In Kamchatka it is');
  // Another number, whose candidate can't be there.
  await page.getByLabel('Phone number').fill('+44 20 7946 0958');
  await expect(hours).toContainText('In London it is');
  await page.getByLabel('Phone number').fill('+7 912 345-67-89');
  await expect(hours).toContainText('share no calling hour');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Ada Lovelace needs a time zone' })).toBeVisible();
  await submitCandidate(page, 'Grace Hopper', '+7 912 345-67-80');

  await page.getByRole('link', { name: '2 need you' }).click();
  const group = page.getByRole('grid', { name: /On hold: This number can be in .* share no calling hour/ });
  await expect(group.getByRole('row').filter({ hasText: 'Grace Hopper' })).toContainText('Choose');
  await page.getByRole('button', { name: 'Choose the time zone of these 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where are these 2 candidates?' });
  await dialog.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option', { name: /Kamchatka/ }).click();
  await dialog.getByRole('button', { name: 'Choose for 2 submissions' }).click();
  await expect(page.getByText('Nothing needs you.')).toBeVisible();
  const toast = page.getByRole('alert').filter({ hasText: '2 submissions: time zone of Kamchatka chosen' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(group.getByRole('row').filter({ hasText: 'Ada Lovelace' })).toBeVisible();

  const csv = `name,phone,resume,job,questionnaire\n${['0', '1', '2']
    .map(
      (digit) =>
        `Person ${digit},+7 912 000-00-0${digit},https://example.com/${digit}.pdf,${JOB_DESCRIPTION_ID},general`,
    )
    .join('\n')}`;
  await chooseFile(page, 'people.csv', csv);
  await expect(row(page, 'Person 1')).toContainText('Waits in the Outbox until you choose its time zone.');
  const before = page.getByRole('region', { name: 'Before calls start' });
  await expect(before).toContainText('3 wait in the Outbox until you choose their time zone.');
  const choice = page.getByRole('group', { name: 'Time zone of 3 phone numbers' });
  await choice.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option', { name: /Vladivostok/ }).click();
  await expect(choice).toContainText('Vladivostok counts');
  await expect(before).not.toContainText('until you choose');
  await page.getByRole('button', { name: 'Queue 3 submissions' }).click();
  await expect(page.getByText('3 submissions', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('banner').getByText('2 need you')).toBeVisible();
  expect(service.created.filter(({ body }) => JSON.stringify(body).includes('+79123456'))).toEqual([]);
});
