import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openRequest, openRequests, refreshUntilCompleted, requestRow, submitCandidate } from './steps.ts';

const RESULTS = {
  risk_score: 95,
  team_average_score: 4.8,
  previous_decision: 'HIRE',
  hire: ['no'],
  recommendation: 'HOLD',
  note: 'Talks about the harbour for a long while. '.repeat(8),
};

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
}

test('result values have no meaning, and none is the best, until a person describes the field; the description can be undone, exported and imported', async ({
  launchSignedIn,
  service,
}) => {
  test.slow();
  const app = await launchSignedIn();
  const { page } = app;
  for (const [name, phone, risk_score] of [
    ['Grace Hopper', '+1 202 555 0143', 95],
    ['Ada Lovelace', '+44 20 7946 0958', 12],
  ] as const) {
    service.results = { ...RESULTS, risk_score };
    await submitCandidate(page, name, phone);
    await openRequests(page);
    await refreshUntilCompleted(page, name);
    // Checked for each name, so that no other row can satisfy it.
    await expect(requestRow(page, name)).toContainText('Assessed');
  }
  await expect(requestRow(page, 'Grace Hopper')).not.toContainText(/Hire|4\.8|of 100|average/);
  await openComparison(page);
  const compared = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /Risk score/ }) });
  await expect(compared).toContainText('95');
  await expect(page.getByRole('region', { name: 'Comparison' })).not.toContainText(
    /best|average\b.*of|of 100/,
  );
  await openRequests(page);

  // Pin and describe on the request page, by keyboard.
  await openRequest(page, 'Grace Hopper');
  const results = page.getByRole('region', { name: 'Assessment results' });
  await expect(results).toContainText('95');
  await expect(results).not.toContainText(/of 100|guessed/);
  await results.getByRole('button', { name: 'Pin Risk score as column' }).focus();
  await page.keyboard.press('Enter');
  await results.getByRole('button', { name: 'Describe Risk score' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What the values mean' });
  await expect(dialog.getByLabel('Field')).toBeFocused();
  await expect(dialog.getByLabel('Field')).toHaveValue('/risk_score');
  await dialog.getByText('Label and uses').click();
  await expect(dialog.getByLabel('Label')).toHaveValue('Risk score');
  await dialog.getByLabel('Label').fill('Risk');
  await dialog.getByLabel('Smallest value').fill('0');
  await dialog.getByRole('button', { name: 'Save description' }).click();
  await expect(dialog.getByText('Enter the largest value, too.')).toBeVisible();
  await dialog.getByLabel('Largest value').fill('100');
  await dialog.getByLabel('Lower is better').check();
  await dialog.getByLabel('Use as the score').check();
  await expect(dialog).toContainText('Score: Risk: 95 of 100, lower is better');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  await dialog.getByRole('button', { name: 'Save description' }).click();
  await expect(dialog).toBeHidden();
  await expect(results).toContainText('0 to 100, lower is better');
  await page.keyboard.press('Escape');
  await expect(requestRow(page, 'Grace Hopper')).toContainText('Risk: 95 of 100, lower is better');

  // Undo removes the description everywhere. Describe again in the Library.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(requestRow(page, 'Grace Hopper')).toContainText('Assessed');
  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  const entry = page
    .getByRole('grid', { name: 'Questionnaires' })
    .getByRole('row')
    .filter({ hasText: 'general-screening' });
  await entry.getByRole('button', { name: 'Name it' }).click();
  await expect(page.getByRole('dialog')).toContainText('Nobody has described the results');
  // What the answers had is shown, and a field of them is added with one press.
  await expect(page.getByText('Examples are from the last 2 answers.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Examples of Risk score' }).getByRole('listitem')).toHaveText([
    '12',
    '95',
  ]);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('list', { name: 'Examples of Note' })).toContainText(RESULTS.note.trim());
  await page.getByRole('button', { name: 'Add Recommendation' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit Recommendation' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Examples of Recommendation' })).toHaveText('HOLD');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Add Recommendation' })).toBeVisible();
  await page.getByRole('button', { name: 'Describe a pinned field' }).click();
  await expect(dialog.getByLabel('Field')).toHaveValue('/risk_score');
  await expect(dialog.getByRole('list', { name: 'Examples of Risk score' }).getByRole('listitem')).toHaveText(
    ['12', '95'],
  );
  await expect(dialog.getByLabel('Largest value')).toHaveValue('');
  await dialog.getByLabel('Smallest value').fill('0');
  await dialog.getByLabel('Largest value').fill('100');
  await dialog.getByLabel('Lower is better').check();
  await dialog.getByRole('button', { name: 'Save description' }).click();
  await expect(page.getByText('Risk score (0 to 100, lower is better)')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Risk score' }).click();
  await dialog.getByText('Label and uses').click();
  await dialog.getByLabel('Use as the score').check();
  await dialog.getByRole('button', { name: 'Save description' }).click();
  await expect(page.getByText('Risk score (0 to 100, lower is better), score')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(entry).toContainText('1 field');

  // The Library's file contains the description.
  const saved = app.nextSavePath();
  await page.getByRole('button', { name: 'Export to a file' }).click();
  await page.getByRole('menuitem', { name: 'For Callboard (JSON)' }).click();
  await expect(page.getByText('1 entry exported')).toBeVisible();
  const file = JSON.parse(readFileSync(await saved, 'utf8'));
  expect(file.entries).toMatchObject([
    {
      id: 'general-screening',
      fields: [{ path: '/risk_score', smallest: 0, largest: 100, better: 'lower', headline: true }],
    },
  ]);
  await entry.getByRole('button', { name: 'Name it' }).click();
  await page.getByRole('button', { name: 'Remove Risk score' }).click();
  await expect(page.getByRole('dialog')).toContainText('Nobody has described the results');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'team.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await page.getByRole('button', { name: 'Import 1 entry' }).click();
  await openRequests(page);
  await expect(requestRow(page, 'Ada Lovelace')).toContainText('Risk score: 12 of 100, lower is better');
  await openComparison(page);
  await expect(compared.getByRole('cell').filter({ hasText: '12' })).toContainText('best');
});

async function openComparison(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/compare?ids=req-1,req-2';
  });
}
