import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { headlessLaunchOptions } from './driver/chromium.ts';
import { previewDriver } from './driver/preview-driver.ts';

/**
 * Global setup: starts the app once and quits it, so that Node writes its compile cache (NODE_COMPILE_CACHE) for the hundreds
 * of starts in the specs. Most of those end by a kill, which writes no cache.
 */
export default async function startOnce(): Promise<void> {
  const userData = mkdtempSync(join(tmpdir(), 'callboard-e2e-'));
  const browser = await chromium.launch(headlessLaunchOptions());
  try {
    const app = await previewDriver(browser)({ userData });
    await expect(app.page.getByRole('heading', { name: 'Welcome to Callboard' })).toBeVisible();
    await app.quit();
  } finally {
    await browser.close();
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  }
}
