import type { Page } from '@playwright/test';
import { axeViolationsInLightAndDark } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openPractice, signInAtPractice } from './practice-sign-in.ts';
import {
  expectCompleted,
  expectStatus,
  JOB_DESCRIPTION_ID,
  openOutbox,
  openRequest,
  openRequests,
  submitCandidate,
} from './steps.ts';

/** Expects no axe violations in light and dark. `opened`: a menu or popup is open above the page. */
async function expectAccessible(page: Page, screen: string, { opened = false } = {}): Promise<void> {
  expect.soft(await axeViolationsInLightAndDark(page, { opened }), screen).toEqual([]);
}

/** Expects no horizontal overflow, and every control to be scrollable into view. */
async function expectFits(page: Page, screen: string): Promise<void> {
  const unreachable = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    for (const element of document.querySelectorAll('button, a[href], input, [role="option"]')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // Skips what is only for screen readers, and links shown only while focused.
      const style = getComputedStyle(element);
      if (
        style.clipPath !== 'none' ||
        element.closest('[role="alert"][aria-live="polite"], [aria-hidden="true"]')
      )
        continue;
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (width > 0 && (x < 0 || x > innerWidth || y < 0 || y > innerHeight))
        found.push(element.outerHTML.slice(0, 160));
    }
    return found;
  });
  expect.soft(unreachable, screen).toEqual([]);
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function readCsv(page: Page): Promise<void> {
  const rows = [
    'name,phone,resume,job,questionnaire',
    `Grace Hopper,+1 202 555 0143,https://example.com/1.pdf,${JOB_DESCRIPTION_ID},general-screening`,
    `,12,nothing,${JOB_DESCRIPTION_ID},general-screening`,
  ];
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'candidates.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await expect(page.getByRole('grid').first()).toBeVisible();
}

test('axe finds no violations on the main pages, light and dark', async ({ launch, signInPage }) => {
  test.slow();
  const app = await launch({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Welcome to Callboard' })).toBeVisible();
  await expectAccessible(page, 'Welcome');
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByText('Enter the client ID.')).toBeVisible();
  await expectAccessible(page, 'Connection');
  await page.getByRole('button', { name: 'Back' }).click();

  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await expect(page.getByText('Waiting for your browser')).toBeVisible();
  await expectAccessible(page, 'Signing in');
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(page, 'Online');
  await expectAccessible(page, 'Requests without any');

  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expectAccessible(page, 'New request');
  await openRequests(page);
  await expectCompleted(page, 'Grace Hopper');
  await expectAccessible(page, 'Requests');
  await openRequest(page, 'Grace Hopper');
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await expectAccessible(page, 'Request');
  for (const name of ['Import', 'Outbox', 'Library', 'Insights', 'Settings']) {
    await goTo(page, name);
    await expectAccessible(page, name);
  }
});

test('axe finds no violations in menus, dialogs, Compare and the import review, light and dark', async ({
  launch,
  signInPage,
}) => {
  test.slow();
  const app = await launch({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const page = await openPractice(app, signInPage);
  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await submitCandidate(page, 'Mary Jackson', '+1 202 555 0194');
  await openRequests(page);
  await expectCompleted(page, 'Ada Lovelace');
  await expectCompleted(page, 'Mary Jackson');
  await expectCompleted(page, 'Grace Hopper');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('re');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'Palette');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'Shortcuts');
  await page.keyboard.press('Escape');

  for (const menu of ['Export', 'Filter', 'Columns', 'Practice workspace']) {
    await page.getByRole('button', { name: menu }).first().click();
    await expect(page.locator('[role="menu"], [role="dialog"], [role="listbox"]').first()).toBeVisible();
    await expectAccessible(page, `Menu ${menu}`, { opened: true });
    await page.keyboard.press('Escape');
    await expect(page.locator('[role="menu"]:visible')).toHaveCount(0);
  }
  await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).click();
  await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).click();
  await page.getByRole('checkbox', { name: 'Select Mary Jackson' }).click();
  await expectAccessible(page, 'Selection');
  const chosen = page.getByRole('region', { name: 'Selected requests' });
  for (const menu of ['Tag', 'Verdict']) {
    await chosen.getByRole('button', { name: menu, exact: true }).click();
    await expect(page.locator('[role="menu"]:visible, [role="dialog"]:visible').first()).toBeVisible();
    await expectAccessible(page, `Selection, ${menu}`, { opened: true });
    await page.keyboard.press('Escape');
  }
  await chosen.getByRole('button', { name: 'Submit again' }).click();
  await expect(page.getByRole('dialog', { name: 'Submit 3 candidates again?' })).toBeVisible();
  await expectAccessible(page, 'Confirmation');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  await expectAccessible(page, 'Compare');
  for (const [width, height] of [
    [900, 600],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectFits(page, `Compare, ${width} by ${height}`);
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await openRequests(page);
  await openRequest(page, 'Ada Lovelace');
  await expect(page.getByRole('region', { name: 'Request', exact: true })).toBeVisible();
  await expectAccessible(page, 'Request beside the list');
  await goTo(page, 'Import');
  await readCsv(page);
  await expectAccessible(page, 'Import review');
});

test('every control can be reached at 900 by 600 and at 200 percent zoom, with long and right-to-left names', async ({
  launch,
  signInPage,
}) => {
  test.slow();
  const app = await launch({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const page = await openPractice(app, signInPage);
  const names = [
    `${'Maximiliane-Theodora von Hohenlohe '.repeat(5)}Ende`,
    'فاطمة الزهراء بنت محمد العربية',
    'שרה כהן-לוי 👩🏽‍💻🎉',
    'W'.repeat(180),
  ];
  await goTo(page, 'Library');
  await page.getByRole('button', { name: 'Add job description' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Senior job title '.repeat(12).trim().slice(0, 200));
  await page.getByLabel('ID', { exact: true }).fill(JOB_DESCRIPTION_ID);
  await page.getByRole('button', { name: 'Save entry' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const [at, name] of names.entries()) await submitCandidate(page, name, `+1 202 555 01${40 + at}`);
  await openRequests(page);
  await expect(page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row')).toHaveCount(
    names.length + 1,
  );
  await page.getByRole('button', { name: 'Pause sending' }).click();
  for (const [at, name] of names.entries()) await submitCandidate(page, name, `+1 202 555 01${60 + at}`);

  for (const viewport of [
    { width: 900, height: 600 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(viewport);
    const size = `${viewport.width} by ${viewport.height}`;
    for (const name of ['New request', 'Import', 'Library', 'Insights', 'Settings']) {
      await goTo(page, name);
      await expectFits(page, `${name}, ${size}`);
    }
    await openOutbox(page);
    await expect(page.getByRole('grid', { name: 'Waiting' }).getByRole('row')).toHaveCount(names.length + 1);
    await expectFits(page, `Outbox, ${size}`);
    await openRequests(page);
    await expectFits(page, `Requests, ${size}`);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('maximiliane');
    await expect(page.getByRole('option', { name: 'Maximiliane' }).first()).toBeVisible();
    await expectFits(page, `Palette, ${size}`);
    await page.keyboard.press('Escape');
    for (const name of names) {
      await openRequest(page, name);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expectFits(page, `Request, ${size}`);
      await openRequests(page);
    }
  }
});
