import type { Page } from '@playwright/test';
import type { RunningApp } from './driver/app-driver.ts';
import { openPractice } from './practice-sign-in.ts';
import { expectStatus } from './steps.ts';

/** Opens the practice workspace and pauses sending. */
export async function pausedPractice(app: RunningApp, signInPage: Page): Promise<Page> {
  const page = await openPractice(app, signInPage);
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

/** The line that sums up the rows. */
export const summary = (page: Page) => page.getByRole('main').locator('output');
export const grid = (page: Page) => page.getByRole('grid', { name: 'Rows of the file' });
export const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
