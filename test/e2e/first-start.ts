import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { headlessLaunchOptions } from './driver/chromium.ts';
import { previewDriver } from './driver/preview-driver.ts';

/**
 * Starts the app once and quits it in order, before all specs: Node keeps the compiled code of what it loaded
 * (NODE_COMPILE_CACHE), and hundreds of starts after it need not compile that again. Most of those are killed, and keep none.
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
    rmSync(userData, { recursive: true, force: true });
  }
}
