import type { Page } from '@playwright/test';
import type { RunningApp } from '../../test/e2e/driver/app-driver.ts';
import type { Checks } from './checks.ts';

const AREA = 'Page';

/** The window's title, size and visibility, and that its page is as isolated as it should be. */
export async function checkPage(checks: Checks, app: RunningApp): Promise<void> {
  const { page } = app;
  await checks.run(AREA, 'The window is visible, with a title and a size', async () => {
    const { windowVisible } = await app.desktop();
    const { width, height, ratio } = await page.evaluate(() => ({
      width: window.outerWidth,
      height: window.outerHeight,
      ratio: window.devicePixelRatio,
    }));
    const words = `"${await page.title()}", ${width} x ${height} at ${ratio}`;
    if (!windowVisible || width < 300 || height < 200) throw new Error(`visible: ${windowVisible}, ${words}`);
    return words;
  });
  await checks.run(AREA, 'The page has an origin of its own and is a secure context', async () => {
    const { origin, secure } = await page.evaluate(() => ({
      origin: location.origin,
      secure: isSecureContext,
    }));
    if (!secure || origin === 'null') throw new Error(`origin: ${origin}, secure context: ${secure}`);
    return origin;
  });
  await checks.run(AREA, 'The page has neither Node nor Electron', async () => {
    const found = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => Reflect.has(globalThis, name)),
    );
    if (found.length > 0) throw new Error(`The page has ${found.join(', ')}.`);
    return 'none of their names exists';
  });
  await checks.run(AREA, 'Its content security policy stops a made-up script and a request', async () => {
    const stopped = await stoppedByPolicy(page);
    const missing = ['require-trusted-types-for', 'connect-src'].filter(
      (name) => !stopped.some((each) => each.startsWith(name)),
    );
    if (missing.length > 0) throw new Error(`Not stopped: ${missing.join(', ')}`);
    return stopped.join(', ');
  });
}

/** The directives that the page's policy enforces against an inline script and a request to another origin. */
function stoppedByPolicy(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const directives: string[] = [];
    const both = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        directives.push(effectiveDirective);
        if (directives.length === 2) resolve();
      });
      setTimeout(resolve, 5000);
    });
    try {
      document.createElement('script').textContent = 'globalThis.ranInline = true;';
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await fetch('https://example.invalid/').catch(() => undefined);
    await both;
    return directives;
  });
}
