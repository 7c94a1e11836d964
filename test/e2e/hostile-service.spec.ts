import type { Page } from '@playwright/test';
import { freePort } from '../free-port.ts';
import { expect, test } from './fixtures.ts';
import { HostileService, MARKUP } from './hostile-service.ts';
import { connectAndSignIn, inGrid, openOutbox, openRequests, requestRow, submitCandidate } from './steps.ts';

/** Expects that no received markup ran or rendered, and nothing overflows the window. */
async function expectUnharmed(page: Page): Promise<void> {
  const seen = await page.evaluate(() => ({
    pwned: 'pwned' in window || 'polluted' in {},
    pictures: document.querySelectorAll('img, script:not([src]), iframe, object, embed').length,
    links: [...document.links].filter(({ protocol }) => !['https:', location.protocol].includes(protocol))
      .length,
    tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect(seen).toEqual({ pwned: false, pictures: 0, links: 0, tooWide: 0 });
}

test('markup, scripts and oversized text from a service stay plain text, and the page loads nothing from outside', async ({
  launch,
  signInPage,
}) => {
  const service = new HostileService(`http://127.0.0.1:${await freePort()}/callback`);
  await service.start();
  try {
    const app = await launch();
    const { page } = app;
    await page.setViewportSize({ width: 900, height: 600 });
    const outside: string[] = [];
    const own = new URL(page.url());
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (!(host === own.host || protocol === 'data:')) outside.push(request.url());
    });
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text());
    });
    await connectAndSignIn(app, service, signInPage);

    await submitCandidate(page, `${MARKUP} Ada`, '+44 20 7946 0958');
    await openRequests(page);
    await expect(requestRow(page, 'COMPLETED?')).toContainText('<img src=x');
    await expectUnharmed(page);
    await requestRow(page, 'COMPLETED?').hover();
    await requestRow(page, 'COMPLETED?').click();
    await expect(page.getByRole('heading', { name: `${MARKUP} Ada` })).toBeVisible();
    const results = page.getByRole('region', { name: 'Assessment results' });
    await expect(results).toContainText('<svg/onload=window.pwned=1>');
    await expect(page.getByRole('region', { name: 'Screening calls' })).toContainText('<img src=x');
    await expect(page.getByRole('region', { name: 'History' })).toContainText('<img src=x');
    await expectUnharmed(page);

    // Only the https link opens, in the system browser, properly encoded.
    await results
      .getByRole('link')
      .or(results.getByRole('button', { name: /example\.com\/profile/ }))
      .first()
      .click();
    expect(await app.nextOpenedAddress()).toBe('https://example.com/profile?%3Cscript%3E');
    await expectUnharmed(page);

    await submitCandidate(page, 'Refused Rita', '+44 20 7946 0959');
    await openOutbox(page);
    await expect(inGrid(page, 'Refused', 'Refused Rita')).toContainText('“');
    await expectUnharmed(page);
    expect(outside).toEqual([]);
    // No markup even got as far as being blocked.
    expect(violations).toEqual([]);
  } finally {
    await service.stop();
  }
});
