import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  openRequest,
  openRequests,
  openSettings,
  refreshUntilCompleted,
  requestRow,
  submitCandidate,
} from './steps.ts';

const RISK = {
  path: '/risk_score',
  label: 'Risk',
  smallest: 0,
  largest: 100,
  better: 'lower',
  headline: true,
};
const ID = 'general-screening';

async function readAgain(page: Page): Promise<void> {
  await openSettings(page, 'Health');
  await page.getByRole('button', { name: 'Read the policy again' }).click();
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeViolations(page)).toEqual([]);
  }
}

test('a policy describes a questionnaire: results of before follow, and the Library shows it locked', async ({
  launchSignedIn,
  service,
  userData,
}) => {
  test.slow();
  service.results = { risk_score: 95, recommendation: 'HOLD' };
  const path = join(userData, 'policy.json');
  writeFileSync(path, '{}');
  const app = await launchSignedIn({ CALLBOARD_POLICY_FILE: path });
  const { page } = app;
  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await openRequests(page);
  await refreshUntilCompleted(page, 'Grace Hopper');
  await expect(requestRow(page, 'Grace Hopper')).toContainText('Assessed');

  const entry = { kind: 'questionnaire', id: ID, name: 'General', fields: [RISK] };
  writeFileSync(path, JSON.stringify({ questionnaires: [entry] }));
  await readAgain(page);
  const described = page.getByRole('region', { name: 'Questionnaires of the organisation' });
  await expect(described).toContainText(ID);
  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toContainText('Risk: 95 of 100, lower is better');

  await openRequest(page, 'Grace Hopper');
  const results = page.getByRole('region', { name: 'Assessment results' });
  await results.getByRole('button', { name: 'Describe Risk score' }).click();
  const dialog = page.getByRole('dialog', { name: 'What the values mean' });
  await expect(dialog).toContainText('Set by your organisation');
  await expect(dialog).toContainText('Risk (0 to 100, lower is better), score');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(results.getByRole('button', { name: 'Describe Risk score' })).toBeFocused();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  const row = page.getByRole('grid', { name: 'Questionnaires' }).getByRole('row').filter({ hasText: ID });
  await expect(row).toContainText('1 field');
  await row.getByRole('button', { name: 'Name it' }).click();
  const section = page.getByRole('region', { name: 'Described results' });
  await expect(section).toContainText('Set by your organisation');
  await expect(page.getByRole('list', { name: 'Examples of Risk' })).toHaveText('95');
  await expect(section.getByRole('button', { name: /^(Add|Edit|Remove|Describe) / })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();

  const theirs = { ...entry, name: 'Team', fields: [{ ...RISK, label: 'Team risk', largest: 10 }] };
  await page.locator('input[type=file]').setInputFiles({
    name: 'team.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'callboard-library', version: 1, entries: [theirs] })),
  });
  const review = page.getByRole('dialog', { name: 'Import into the Library' });
  await expect(review).toContainText('Described results of the file aren’t used');
  await expectAccessible(page);
  await review.getByText('Replace', { exact: true }).click();
  await review.getByRole('button', { name: 'Import 1 entry' }).click();
  await expect(row).toContainText('Team');
  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toContainText('Risk: 95 of 100, lower is better');

  // What can't be told keeps the last description, and is named.
  writeFileSync(path, JSON.stringify({ questionnaires: [{ id: ID, fields: 'none' }] }));
  await readAgain(page);
  const problems = page.getByRole('list', { name: 'Errors in the policy' });
  await expect(problems).toContainText('questionnaires[0].fields');
  await expect(described).toContainText('Not allowed until the policy is corrected');
  await expectAccessible(page);
  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toContainText('Risk: 95 of 100, lower is better');

  writeFileSync(path, '{}');
  await readAgain(page);
  await expect(problems).toHaveCount(0);
  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toContainText('Assessed');
});
