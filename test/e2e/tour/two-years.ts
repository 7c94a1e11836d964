import { expect, type Page } from '@playwright/test';
import { goTo, type Visit } from './visit.ts';

/** A workspace after two years of use: the list, a selection, Compare, Insights and the palette. */
export async function tourTwoYears(page: Page, visit: Visit): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Jobs' })).toBeVisible();
  await visit(page, 'two-years-today');
  await goTo(page, 'Requests');
  const rows = page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row');
  await expect(rows.nth(5)).toBeVisible();
  await visit(page, 'two-years-requests');
  for (const row of [1, 2, 4]) await rows.nth(row).getByRole('checkbox').click();
  await visit(page, 'two-years-selection');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('rowheader', { name: 'Verdict' })).toBeVisible();
  await visit(page, 'two-years-compare');
  await goTo(page, 'Insights');
  await expect(page.getByRole('button', { name: 'Table' }).first()).toBeVisible();
  await visit(page, 'two-years-insights');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('re');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await visit(page, 'two-years-palette');
  await page.keyboard.press('Escape');
}
