import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openRequest, openRequests, openSettings, refreshUntilCompleted, submitCandidate } from './steps.ts';

test('a held person is erased only after a second question that says why; another one is released', async ({
  launchPractice,
  userData,
}) => {
  const path = join(userData, 'policy.json');
  writeFileSync(path, JSON.stringify({ retention: { at_least_days: 60, at_most_days: 400 } }));
  const app = await launchPractice({ CALLBOARD_PRACTICE_TIME_SCALE: '120', CALLBOARD_POLICY_FILE: path });
  const { page } = app;
  await submitCandidate(page, 'Ada Lovelace', '+1 202-555-0187');
  await openRequests(page);
  await refreshUntilCompleted(page, 'Ada Lovelace');
  await openRequest(page, 'Ada Lovelace');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Place a legal hold…' }).click();
  const hold = page.getByRole('dialog', { name: 'Place a legal hold on this person?' });
  await expect(hold.getByLabel('Reason')).toBeFocused();
  await hold.getByRole('button', { name: 'Place the hold' }).click();
  await expect(hold.getByLabel('Reason')).toHaveAccessibleDescription(/Say why/);
  expect(await axeViolations(page)).toEqual([]);
  await hold.getByLabel('Reason').fill('Claim of 3 May');
  await hold.getByRole('button', { name: 'Place the hold' }).click();
  await expect(page.getByText('1 legal hold placed')).toBeVisible();
  await expect(
    page.getByText('Under legal hold: this request is not erased when its time is over'),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'Legal holds' })).toContainText(
    /Ada Lovelace, .*, since .*, placed by .*: “Claim of 3 May”/,
  );

  await openSettings(page, 'Privacy');
  const retention = page.getByLabel('Erase finished requests');
  await expect(retention).toHaveValue('400');
  await expect(retention.getByRole('option')).toHaveText([
    'After 60 days',
    'After 90 days',
    'After 180 days',
    'After 365 days',
    'After 400 days',
  ]);
  const kept = page.getByRole('region', { name: 'How long data is kept' });
  await expect(kept).toContainText('Kept for at least 60 days and at most 400 days, so not forever.');
  const holds = page.getByRole('region', { name: 'Legal holds' });
  await holds.getByRole('button', { name: 'Place a legal hold…' }).click();
  const add = page.getByRole('dialog', { name: 'Place a legal hold' });
  await expect(add.getByLabel('Number')).toBeFocused();
  await add.getByLabel('Number').fill('+1 202-555-0199');
  await add.getByLabel('Name').fill('Grace Hopper');
  await add.getByLabel('Reason').fill('Audit of 2026');
  await add.getByRole('button', { name: 'Place the hold' }).click();
  await add.waitFor({ state: 'detached' });
  const held = holds.getByRole('list', { name: 'Persons under legal hold' }).getByRole('listitem');
  await expect(held).toHaveCount(2);
  await holds.getByRole('button', { name: /^Release the legal hold on Grace Hopper/ }).click();
  await page.getByRole('button', { name: 'Release the hold', exact: true }).click();
  await expect(held).toHaveCount(1);

  await page.getByLabel('Name of the person').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Look for this person' }).click();
  await page.getByRole('button', { name: 'Erase selected…' }).click();
  const question = page.getByRole('dialog', { name: 'Erase this person' });
  await question.getByLabel('Type “erase” to continue').fill('erase');
  await question.getByRole('button', { name: 'Erase for good' }).click();
  await expect(question).toContainText('“Claim of 3 May”');
  await expect(question).toContainText('Your organisation keeps records for at least 60 days');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Erase nevertheless' }).click();
  const receipts = page.getByRole('region', { name: 'Receipts' });
  await expect(receipts).toContainText(
    /kept by 1 legal hold until then, some younger than 60 days.*receipt [\da-f]{8}/,
  );
  await expect(holds).toContainText('Nobody is under legal hold');
  await receipts.getByRole('button', { name: /^Save receipt [\da-f]+ as text$/ }).click();
  const saved = await app.nextSavePath();
  await expect(page.getByText('Receipt saved')).toBeVisible();
  expect(readFileSync(saved, 'utf8')).toContain('Legal holds that kept it: 1.');
});
