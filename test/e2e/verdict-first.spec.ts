import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  openRequest,
  openRequests,
  openWorkspaceSettings,
  refreshUntilCompleted,
  requestRow,
  submitCandidate,
} from './steps.ts';

test('results stay covered until a verdict with a reason, then they show with whether both agree', async ({
  launchSignedIn,
  service,
}, info) => {
  test.slow();
  service.results = { overall: 4.37, remark: 'harbourmaster', language: 'Esperanto' };
  const app = await launchSignedIn();
  const { page } = app;
  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await openRequests(page);
  for (const name of ['Grace Hopper', 'Ada Lovelace']) {
    await refreshUntilCompleted(page, name);
  }

  // Describe the headline, and leave one field open.
  await openRequest(page, 'Grace Hopper');
  const results = page.getByRole('region', { name: 'Assessment results' });
  const dialog = page.getByRole('dialog', { name: 'What the values mean' });
  await results.getByRole('button', { name: 'Pin Overall as column' }).click();
  await results.getByRole('button', { name: 'Describe Overall' }).click();
  await dialog.getByLabel('Smallest value').fill('0');
  await dialog.getByLabel('Largest value').fill('5');
  await dialog.getByLabel('Higher is better').check();
  await dialog.getByText('Label and uses').click();
  await dialog.getByLabel('Use as the score').check();
  await dialog.getByRole('button', { name: 'Save description' }).click();
  await expect(dialog).toBeHidden();
  await results.getByRole('button', { name: 'Pin Language as column' }).click();
  await results.getByRole('button', { name: 'Describe Language' }).click();
  await dialog.getByText('Label and uses').click();
  await dialog.getByLabel('May be seen before a verdict').check();
  await dialog.getByRole('button', { name: 'Save description' }).click();
  await expect(dialog).toBeHidden();

  await openWorkspaceSettings(page);
  await page.getByRole('switch', { name: 'Cover results until a verdict' }).press('Space');
  await expect(page.getByRole('region', { name: 'Verdict before score' })).toContainText('Saved');

  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toContainText('Covered');
  await expect(page.locator('body')).not.toContainText(/4\.37|harbourmaster/);
  await info.attach('covered-list', { body: await page.screenshot() });
  await openRequest(page, 'Grace Hopper');
  await expect(results).toContainText('Covered until you give a verdict with a reason');
  await expect(results).toContainText('A rule of this workspace');
  await expect(results).toContainText('Esperanto');
  await expect(page.locator('body')).not.toContainText(/4\.37|harbourmaster/);
  expect(await axeViolations(page)).toEqual([]);
  await info.attach('covered-request', { body: await page.screenshot() });

  // A verdict needs a reason; without one nothing shows.
  await page
    .getByRole('group', { name: 'Verdict on Grace Hopper' })
    .getByRole('radio', { name: 'Yes' })
    .click();
  const reason = page.getByRole('dialog', { name: 'Verdict: Yes' });
  await expect(reason.getByLabel('Why this verdict?')).toBeFocused();
  await reason.getByRole('button', { name: 'Give verdict' }).click();
  await expect(reason).toContainText('Write why.');
  expect(await axeViolations(page)).toEqual([]);
  await info.attach('reason', { body: await page.screenshot() });
  await reason.getByLabel('Why this verdict?').fill('I have worked with her.');
  await reason.getByRole('button', { name: 'Give verdict' }).click();
  await expect(reason).toBeHidden();
  await expect(results).toContainText('harbourmaster');
  await expect(results).toContainText('You and the service agree.');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('I have worked with her.');
  await info.attach('revealed', { body: await page.screenshot() });

  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toContainText('4.37');
  await expect(requestRow(page, 'Ada Lovelace')).toContainText('Covered');

  // What covers the results asks for the verdict, too.
  await openRequest(page, 'Ada Lovelace');
  await results.getByRole('button', { name: 'Give a verdict…' }).press('Enter');
  const asked = page.getByRole('dialog', { name: 'Your verdict' });
  await expect(asked.getByRole('radio', { name: 'No' })).toBeFocused();
  await asked.getByRole('button', { name: 'Give verdict' }).click();
  await expect(asked).toContainText('Choose a verdict.');
  await expect(asked).toContainText('Write why.');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(results.getByRole('button', { name: 'Give a verdict…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await asked.getByRole('radio', { name: 'No' }).press('ArrowRight');
  await expect(asked.getByRole('radio', { name: 'Maybe' })).toBeChecked();
  await asked.getByLabel('Why this verdict?').fill('The start date is open.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(asked).toBeHidden();
  await expect(results).toContainText('harbourmaster');
  await expect(page.getByRole('radio', { name: 'Maybe' })).toBeChecked();
});
