import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { chooseFile } from './import-steps.ts';
import {
  fillCandidate,
  inGrid,
  openOutbox,
  openRequest,
  openRequests,
  openWorkspaceSettings,
  requestRow,
  submitCandidate,
  switchOn,
} from './steps.ts';

const DAY_MS = 86_400_000;

/** A local calendar day, `2027-01-06`, so many days from today. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv');
}

/** Noon of the next Christmas Day. */
function nextChristmas(): string {
  const now = new Date();
  const year = now.getMonth() === 11 && now.getDate() >= 24 ? now.getFullYear() + 1 : now.getFullYear();
  return `${year}-12-25T12:00`;
}

test('holidays of a region and notice that is too recent keep a call waiting, with nothing lost', async ({
  launchSignedIn,
}) => {
  const { page } = await launchSignedIn();

  await test.step('notice that is too recent is refused, and the offered day is taken', async () => {
    await openWorkspaceSettings(page);
    await switchOn(page, 'Ask for the day of notice');
    await switchOn(page, 'Require notice');
    const rule = page.getByRole('region', { name: 'Notice', exact: true });
    await rule.getByLabel('Days between notice and call').fill('7');
    await expect(rule.getByText('Saved')).toBeVisible();

    await page.getByRole('link', { name: 'New request', exact: true }).click();
    await fillCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
    const submit = page.getByRole('button', { name: 'Submit request' });
    await submit.click();
    await expect(page.getByText('Enter the day on which the candidate was told of the call.')).toBeVisible();
    const notice = page.getByLabel('Notice given on');
    await expect(notice).toBeFocused();
    await notice.fill(dayFromNow(3));
    await submit.click();
    await expect(page.getByText('This day is still to come.')).toBeVisible();
    await notice.fill(dayFromNow(-1));
    await submit.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was queued.' })).toBeVisible();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Ada Lovelace');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Send on / }).click();
    await expect(page.getByLabel('Candidate name')).toHaveValue('');
    await openOutbox(page);
    const row = inGrid(page, 'Waiting', 'Ada Lovelace');
    await expect(row).toContainText(/Goes out|Sends/);

    // Early enough: sent at once.
    await page.getByRole('link', { name: 'New request', exact: true }).click();
    await page.getByLabel('Notice given on').fill(dayFromNow(-20));
    await submitCandidate(page, 'Grace Hopper', '+44 20 7946 0959');
    await openRequests(page);
    await expect(requestRow(page, 'Grace Hopper')).toBeVisible();
    await expect(requestRow(page, 'Ada Lovelace')).toHaveCount(0);
    await openRequest(page, 'Grace Hopper');
    await expect(page.getByText('Notice given on')).toBeVisible();

    // A file has one day for all of its rows.
    const rows = 'Name,Phone,Resume link,Job description,Questionnaire\n';
    const one =
      'Mary Jackson,+44 20 7946 0960,https://example.com/m.pdf,123e4567-e89b-12d3-a456-426614174000,general\n';
    await chooseFile(page, 'people.csv', rows + one);
    await page.getByRole('button', { name: 'Queue 1 submission' }).click();
    await expect(page.getByText('Enter the day on which all of these were told of the call.')).toBeVisible();
    await page.getByLabel('Notice given to all of these on').fill(dayFromNow(-2));
    await expect(page.getByText('Too recent for a call now: each waits until')).toBeVisible();
    await page.getByRole('button', { name: 'Queue 1 submission' }).click();
    await openOutbox(page);
    await expect(inGrid(page, 'Waiting', 'Mary Jackson')).toBeVisible();
  });

  await test.step('public holidays of a region are shown in the settings and keep a planned call waiting', async () => {
    await openWorkspaceSettings(page);
    await switchOn(page, 'Keep to calling hours');
    const hours = page.getByRole('region', { name: 'Calling hours' });
    for (const day of ['Saturday', 'Sunday']) {
      await hours.getByRole('checkbox', { name: day }).focus();
      await page.keyboard.press('Space');
    }
    await hours.getByRole('combobox', { name: 'Add public holidays of a country' }).fill('Germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByRole('option', { name: 'Bayern' }).click();
    const bavaria = hours.getByRole('group', { name: 'Public holidays: Bayern, Germany' });
    await expect(bavaria.getByRole('status')).toContainText(
      /: (Christmas Day|Epiphany|Good Friday|New Year's Day|\w+)/,
    );
    await expect(hours.getByRole('combobox', { name: 'Add public holidays of a country' })).toBeFocused();
    await expect(bavaria.getByRole('status')).not.toContainText('Working out');
    await expect(hours.getByText('Saved')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'New request', exact: true }).click();
    await fillCandidate(page, 'Dorothy Vaughan', '+49 30 901820');
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByLabel('Not before').fill(nextChristmas());
    await page.getByLabel('Notice given on').fill(dayFromNow(-20));
    await expect(page.getByRole('group', { name: 'Calling hours' })).toContainText(
      'Calls wait for a public holiday there (Christmas Day).',
    );
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByLabel('Candidate name')).toHaveValue('');
    await openOutbox(page);
    await expect(inGrid(page, 'Waiting', 'Dorothy Vaughan')).toContainText(
      'Public holiday at the candidate’s place (Christmas Day). Calls continue on ',
    );
  });
});
