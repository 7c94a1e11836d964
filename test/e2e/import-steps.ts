import { expect, type Page } from '@playwright/test';
import type { RunningApp } from './driver/app-driver.ts';
import { expectStatus } from './steps.ts';

/** Pauses sending in the practice workspace. */
export async function pausedPractice({ page }: RunningApp): Promise<Page> {
  await page.getByRole('button', { name: 'Pause sending' }).click();
  await expectStatus(page, 'Paused');
  return page;
}

/** Chooses a file on the Import page. */
export async function chooseFile(page: Page, name: string, content: Uint8Array | string): Promise<void> {
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const chooser = await choosing;
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}

/** Leaves the review of a file, whether or not anything in it was changed; with all rows queued, the page has left it. */
export async function startOver(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: 'Start over' });
  const choose = page.getByRole('button', { name: 'Choose a file' });
  await expect(start.or(choose)).toBeVisible();
  if (await choose.isVisible()) return;
  await start.click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Start over' });
  await expect(confirm.or(choose)).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(choose).toBeVisible();
}

/** The line that sums up the rows. */
export const summary = (page: Page) => page.getByRole('main').locator('output');
export const grid = (page: Page) => page.getByRole('grid', { name: 'Rows of the file' });
export const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
