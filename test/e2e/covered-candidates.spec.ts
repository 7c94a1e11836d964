import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { openRequest, openRequests, openSettings, refreshUntilCompleted, submitCandidate } from './steps.ts';

const GRACE = { name: 'Grace Hopper', phone: '+1 202 555 0143' };
const ADA = { name: 'Ada Lovelace', phone: '+44 20 7946 0958' };

test('a policy covers results that were seen already; a verdict in a comparison shows those of one candidate', async ({
  launchSignedIn,
  service,
  userData,
}) => {
  test.slow();
  service.results = { overall: 4.37, remark: 'harbourmaster' };
  const path = join(userData, 'policy.json');
  writeFileSync(path, '{}');
  const { page } = await launchSignedIn({ CALLBOARD_POLICY_FILE: path });
  for (const { name, phone } of [GRACE, ADA]) await submitCandidate(page, name, phone);
  await openRequests(page);
  for (const { name } of [GRACE, ADA]) {
    await refreshUntilCompleted(page, name);
  }
  for (const { name } of [GRACE, ADA]) {
    await openRequests(page);
    await openRequest(page, name);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Assessment results' })).toContainText('harbourmaster');
  }

  writeFileSync(path, JSON.stringify({ rules: { verdict_first: true } }));
  await openSettings(page, 'Health');
  await page.getByRole('button', { name: 'Read the policy again' }).click();
  await openRequests(page);
  const rows = page.getByRole('grid', { name: 'Tracked requests' }).locator('[data-index]');
  await openRequest(page, ADA.name);
  await expect(page.getByRole('region', { name: 'Assessment results' })).toContainText('Covered until');
  await expect(page.getByText(ADA.phone)).toBeVisible();
  await expect(page.locator('body')).not.toContainText('harbourmaster');
  await openRequests(page);

  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('rowheader', { name: 'Verdict' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('harbourmaster');

  // A verdict in the comparison shows one candidate's results, and leaves the other's covered.
  await page
    .getByRole('group', { name: `Verdict on ${GRACE.name}` })
    .getByRole('radio', { name: 'Yes' })
    .click();
  const reason = page.getByRole('dialog', { name: 'Verdict: Yes' });
  await reason.getByLabel('Why this verdict?').fill('She knows the trade.');
  await reason.getByRole('button', { name: 'Give verdict' }).click();
  await expect(reason).toBeHidden();
  const table = page.getByRole('table').first();
  await expect(table.getByText('harbourmaster')).toHaveCount(1);

  // Undoing the verdict covers nothing again.
  await expect(page.getByRole('alert').filter({ hasText: `${GRACE.name}: Yes` })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByText(`Undid: Verdict of ${GRACE.name}`)).toBeVisible();
  await expect(table.getByText('harbourmaster')).toHaveCount(1);

  // They were read before they were covered, so the draft must not say that nobody had seen them.
  await openRequests(page);
  await openRequest(page, GRACE.name);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Explain this decision…' }).click();
  const draft = page.getByRole('dialog').getByRole('textbox').last();
  await expect(draft).toHaveValue(/The results were covered then, but could be seen before that\./);
});
