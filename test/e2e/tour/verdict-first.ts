import { expect, type Page } from '@playwright/test';
import { openRequests, openWorkspaceSettings } from '../steps.ts';
import { goTo, type Visit } from './visit.ts';

/** Covered requests, the question for a verdict's reason, and what shows after it. Needs three requests with results. */
export async function tourVerdictFirst(page: Page, visit: Visit): Promise<void> {
  await goTo(page, 'Settings');
  await openWorkspaceSettings(page);
  await page.getByRole('switch', { name: 'Cover results until a verdict' }).press('Space');
  await expect(page.getByRole('region', { name: 'Verdict before score' })).toContainText('Saved');
  await visit(page, 'settings-verdict-first');
  await openRequests(page);
  const rows = page.getByRole('grid', { name: 'Tracked requests' }).locator('[data-index]');
  await expect(rows.filter({ hasText: 'Covered' }).first()).toBeVisible();
  await visit(page, 'covered-requests');
  for (const at of [0, 1, 2]) await rows.nth(at).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('rowheader', { name: 'Verdict' })).toBeVisible();
  await visit(page, 'covered-compare');
  const results = page.getByRole('region', { name: 'Assessment results' });
  await openRequests(page);
  const assessed = rows.filter({ hasText: 'Assessed' }).first();
  await assessed.hover();
  await assessed.click();
  await expect(results).toContainText('Covered until you give a verdict');
  await visit(page, 'covered-request');
  await results.getByRole('button', { name: 'Give a verdict…' }).click();
  const asked = page.getByRole('dialog', { name: 'Your verdict' });
  await asked.getByRole('button', { name: 'Give verdict' }).click();
  await expect(asked).toContainText('Choose a verdict.');
  await visit(page, 'verdict-asked');
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await page.getByRole('radio', { name: 'Yes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verdict: Yes' });
  await dialog.getByRole('button', { name: 'Give verdict' }).click();
  await expect(dialog).toContainText('Write why.');
  await visit(page, 'verdict-reason');
  await dialog.getByLabel('Why this verdict?').fill('I have worked with her, and she knows the trade.');
  await dialog.getByRole('button', { name: 'Give verdict' }).click();
  await expect(dialog).toBeHidden();
  await expect(results).not.toContainText('Covered until');
  await visit(page, 'revealed-request');
  await goTo(page, 'Insights');
  await page.getByRole('region', { name: 'Agreement of verdict and score' }).scrollIntoViewIfNeeded();
  await visit(page, 'insights-agreement');
}
