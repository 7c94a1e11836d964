import { chromium } from '@playwright/test';
import { headlessLaunchOptions } from '../../e2e/driver/chromium.ts';

/** The scripts (names of files) that a page has asked for by the time `selector` finds something in it. */
export async function scriptsUntil(address: string, selector: string): Promise<string[]> {
  const browser = await chromium.launch(headlessLaunchOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1240, height: 800 } });
    await page.addInitScript(remember, selector);
    await page.goto(address);
    const names = await page.waitForFunction(remembered);
    return (await names.jsonValue()) ?? [];
  } finally {
    await browser.close();
  }
}

/** Runs in the page: looks in each frame, and keeps the names in the frame in which something was found. */
function remember(selector: string): void {
  const look = (): void => {
    if (document.querySelector(selector) === null) return void requestAnimationFrame(look);
    const names = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.includes('/assets/') && path.endsWith('.js'))
      .map((path) => path.slice(path.lastIndexOf('/') + 1));
    Reflect.set(window, 'scriptsUntilShown', names);
  };
  requestAnimationFrame(look);
}

/** Runs in the page. */
function remembered(): string[] | undefined {
  return Reflect.get(window, 'scriptsUntilShown');
}
