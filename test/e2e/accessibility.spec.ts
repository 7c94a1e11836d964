import type { Page } from '@playwright/test';
import { postgresPrograms } from '../../practice/team/postgres-cluster.ts';
import { axeViolationsInLightAndDark } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { JOB_DESCRIPTION_ID, openOutbox, openRequest, openRequests, submitCandidate } from './steps.ts';
import { tourEveryday } from './tour/everyday.ts';
import { tourFirstSteps } from './tour/first-steps.ts';
import { tourImport } from './tour/import.ts';
import { prepareListedNumbers } from './tour/lost-key.ts';
import { tourOutbox } from './tour/outbox.ts';
import { tourSettings } from './tour/settings.ts';
import { tourTeam } from './tour/team.ts';
import { tourVerdictFirst } from './tour/verdict-first.ts';
import { goTo, type Visit } from './tour/visit.ts';

/** Expects no axe violations in light and dark, and at most one filled button, in the dialog if one is open. `opened`: a menu or popup is open above the page. */
async function expectAccessible(page: Page, screen: string, { opened = false } = {}): Promise<void> {
  expect.soft(await axeViolationsInLightAndDark(page, { opened }), screen).toEqual([]);
  expect.soft((await page.evaluate(filledButtons)).slice(1), `${screen}: beside the main button`).toEqual([]);
}

/** What the filled buttons say, those of the dialog if one is open. */
function filledButtons(): string[] {
  const shown = (selector: string, part: ParentNode) =>
    [...part.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility());
  const part = shown('[role="dialog"], [role="alertdialog"]', document).at(-1) ?? document;
  return shown('.mantine-Button-root', part)
    .filter(({ dataset }) => [undefined, 'filled'].includes(dataset['variant']))
    .map(({ innerText }) => innerText);
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

/** The smallest window, and the same at 200 percent zoom of a small screen. */
const SMALL_WINDOWS = [
  { width: 900, height: 600 },
  { width: 640, height: 400 },
];
const SCALE = { CALLBOARD_PRACTICE_TIME_SCALE: '60' };

/** Checks each screen of a tour. */
const visit: Visit = (page, screen, options) => expectAccessible(page, screen, options);

test('axe finds no violations, and one filled button a screen at most, from the first start to the first candidate, light and dark', async ({
  launch,
  signInPage,
}) => {
  test.slow();
  const app = await launch(SCALE);
  await tourFirstSteps(app, signInPage, visit);
  await tourSettings(app.page, visit);
});

test('axe finds no violations on the pages of a team, light and dark, and everything fits a small window', async ({
  launch,
  signInPage,
}) => {
  test.skip(postgresPrograms() === null, 'PostgreSQL 14 or newer with its server is not installed.');
  test.slow();
  const app = await launch(SCALE);
  await tourTeam(app, signInPage, async (page, screen) => {
    await visit(page, screen);
    for (const size of SMALL_WINDOWS) {
      await page.setViewportSize(size);
      await expectFits(page, `${screen}, ${size.width} by ${size.height}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

test('axe finds no violations, and one filled button a screen at most, on pages with requests, in menus and in dialogs, light and dark', async ({
  launch,
  signInPage,
}) => {
  test.slow();
  const app = await launch(SCALE);
  await tourEveryday(app, signInPage, async (page, screen, options) => {
    await visit(page, screen, options);
    if (screen !== 'compare') return;
    for (const size of SMALL_WINDOWS) {
      await page.setViewportSize(size);
      await expectFits(page, `Compare, ${size.width} by ${size.height}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await tourVerdictFirst(app.page, visit);
});

test('axe finds no violations, and one filled button a screen at most, in the Outbox and the import review, light and dark', async ({
  launch,
  signInPage,
  service,
  userData,
}) => {
  test.slow();
  await prepareListedNumbers(userData);
  const app = await launch();
  await tourOutbox(app, service, signInPage, visit);
  await tourImport(app.page, visit);
});

test('every control can be reached at 900 by 600 and at 200 percent zoom, with long and right-to-left names', async ({
  launchPractice,
}) => {
  test.slow();
  const app = await launchPractice({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const { page } = app;
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

  for (const viewport of SMALL_WINDOWS) {
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
