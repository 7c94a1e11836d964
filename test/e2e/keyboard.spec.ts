import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { JOB_DESCRIPTION_ID, openRequests, requestRow } from './steps.ts';

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Find an action or a request' });
}

/** The px by which everything on the page is scrolled. */
function scrolled(page: Page): Promise<number> {
  return page
    .locator('main [data-scroller]')
    .evaluateAll((all) => all.reduce((sum, { scrollTop }) => sum + Math.ceil(scrollTop), 0));
}

/** In a window too low for any page, each scrolls by keys as it opens and after a click on its background. */
async function everyPageScrollsByKeys(page: Page): Promise<void> {
  await page.setViewportSize({ width: 900, height: 300 });
  for (const name of ['Requests', 'New request', 'Import', 'Outbox', 'Library', 'Insights', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await heading(page, name);
    // New request gives the focus to its first field, which is scrolled into view. Other keys: scrolling.test.tsx.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('PageDown');
    await expect.poll(() => scrolled(page), `PageDown on ${name}`).toBeGreaterThan(0);
    await page.keyboard.press('PageUp');
    await expect.poll(() => scrolled(page), `PageUp on ${name}`).toBe(0);
    await page.mouse.click(896, 296);
    await page.keyboard.press('End');
    await expect.poll(() => scrolled(page), `End on ${name} after a click`).toBeGreaterThan(0);
    const tooTall = () => page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    expect(await tooTall(), `hidden text on ${name}`).toBe(false);
  }
}

async function heading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('without a mouse, a candidate is submitted, found and given a verdict; keys open pages and scroll them, or are turned off', async ({
  launchPractice,
}) => {
  test.slow();
  const app = await launchPractice({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const { page } = app;

  await test.step('a candidate can be submitted, found and given a verdict', async () => {
    await page.getByRole('button', { name: 'Practice workspace' }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Skip to the page' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await page.keyboard.press('n');
    await expect(page.getByLabel('Candidate name')).toBeFocused();
    for (const text of ['Grace Hopper', '+1 202 555 0143', 'https://example.com/1.pdf', JOB_DESCRIPTION_ID]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('general-screening');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByLabel('Candidate name')).toHaveValue('');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('go to req');
    await page.keyboard.press('Enter');
    await expect(requestRow(page, 'Grace Hopper')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search requests' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(requestRow(page, 'Grace Hopper')).toBeFocused();
    await page.keyboard.press('Enter');
    await heading(page, 'Grace Hopper');
    await page.keyboard.press('3');
    await expect(
      page.getByRole('group', { name: 'Verdict on Grace Hopper' }).getByLabel('Maybe'),
    ).toBeChecked();
    await page.keyboard.press('Escape');
    await heading(page, 'Requests');
  });

  await test.step('the palette finds actions, pages and requests, and Escape returns the focus', async () => {
    await openRequests(page);
    await expect(requestRow(page, 'Grace Hopper')).toBeVisible();

    const search = page.getByRole('searchbox', { name: 'Search requests' });
    await search.focus();
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('combobox', { name: 'Action or candidate' });
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(search).toBeFocused();

    await page.getByRole('button', { name: 'Find an action or a request' }).click();
    await page.keyboard.type('lib');
    await page.keyboard.press('Enter');
    await heading(page, 'Library');

    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('group', { name: 'Recently used' })).toContainText('Go to Library');
    await page.keyboard.type('hopper grac');
    await expect(page.getByRole('option', { name: /^Grace Hopper/ })).toBeVisible();
    await page.getByRole('option', { name: /^Grace Hopper/ }).click();
    await heading(page, 'Grace Hopper');

    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('verdict yes');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('group', { name: 'Verdict on Grace Hopper' }).getByLabel('Yes'),
    ).toBeChecked();

    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('add a tag');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('textbox', { name: 'Tags' }).or(page.getByRole('combobox', { name: 'Tags' })),
    ).toBeFocused();
    await page.keyboard.type('night shift');
    await page.keyboard.press('Enter');
    await expect(page.getByText('night shift')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('remove night');
    await expect(page.getByRole('option', { name: 'Remove tag: night shift' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('night shift')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('theme dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('settings workspaces');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Workspaces' })).toBeFocused();
  });

  await test.step('the workspace button opens its menu by keyboard, and has the focus again after Escape', async () => {
    const workspace = page
      .getByRole('complementary', { name: 'Workspace' })
      .getByRole('button', { name: 'Practice' });
    await workspace.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Add a connection' })).toBeVisible();
    // The menu takes the focus a moment after it shows; closed before that, it has none to give back.
    await expect(workspace).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(workspace).toBeFocused();
  });

  await test.step('single keys open pages, except while typing or in a dialog, and can be turned off', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await heading(page, 'Outbox');
    await page.keyboard.press('n');
    await heading(page, 'New request');
    await expect(page.getByLabel('Candidate name')).toBeFocused();
    await page.keyboard.type('gonna gr?/');
    await expect(page.getByLabel('Candidate name')).toHaveValue('gonna gr?/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(page.getByLabel('Candidate name')).toBeFocused();
    await heading(page, 'New request');

    await openRequests(page);
    await expect(requestRow(page, 'Grace Hopper')).toBeFocused();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog.getByRole('region', { name: 'One request' })).toContainText('Next request');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await heading(page, 'Requests');

    await everyPageScrollsByKeys(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await heading(page, 'Settings');
    const singleKeys = page.getByRole('switch', { name: 'Single-key shortcuts' });
    await singleKeys.press('Space');
    await expect(singleKeys).not.toBeChecked();
    await expect(page.getByText('Saved')).toBeVisible();
    await page.getByRole('link', { name: 'Outbox', exact: true }).click();
    await heading(page, 'Outbox');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette(page)).toBeVisible();
    await heading(page, 'Outbox');
  });
});
