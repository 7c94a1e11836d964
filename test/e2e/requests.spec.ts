import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openStorage } from '../../electron/storage/storage.ts';
import { fillDataset } from '../bench/dataset.ts';
import { expect, test } from './fixtures.ts';

const REQUESTS = 600;

/** A history of a team, made before the app starts. */
async function fillHistory(userData: string): Promise<void> {
  const storage = await openStorage(
    join(userData, 'callboard.db'),
    new URL('../../out/main/storage-worker.js', import.meta.url),
  );
  // All of it is past by then: what is read last is read up to two days after it was accepted.
  const until = Date.now() - 3 * 24 * 60 * 60 * 1000;
  await fillDataset(storage.stores, { requests: REQUESTS, until });
  await storage.close();
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Tracked requests' });
/** The rows of the grid without its heads. */
const rows = (page: Page) => grid(page).locator('[data-index]');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search requests' });
const chip = (page: Page, words: string) => page.getByRole('group', { name: 'Filters' }).getByText(words);
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Views' }).getByRole('button', { name });
const selected = (page: Page) => page.getByRole('region', { name: 'Selected requests' });

/** How many the list says it shows. */
async function total(page: Page): Promise<number> {
  const text = await page.getByText(/^[\d,]+ requests?( of [\d,]+)?$/).innerText();
  return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''));
}

async function columnTitles(page: Page): Promise<string[]> {
  const titles = await grid(page).locator('[data-head-button]').allInnerTexts();
  return titles.map((title) => title.trim());
}

test('requests are found by search, filters and views, in columns as one likes, also after a restart', async ({
  launch,
  userData,
}) => {
  await fillHistory(userData);
  let app = await launch();
  let { page } = app;
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(rows(page).first()).toBeVisible();
  const all = await total(page);
  expect(all).toBeGreaterThan(500);

  // Letter by letter, and never a letter lost.
  const name = (await rows(page).nth(3).locator('[role=gridcell]').nth(1).innerText()).trim();
  await search(page).pressSequentially(name, { delay: 15 });
  await expect(search(page)).toHaveValue(name);
  await expect(rows(page).filter({ hasText: name }).first()).toBeVisible();
  await expect.poll(() => total(page)).toBeLessThan(all);
  await search(page).press('Escape');
  await expect.poll(() => total(page)).toBe(all);

  // A value typed in the filter menu is found at once; the number beside it is what is shown then.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Filter by' })).toBeFocused();
  await page.keyboard.type('status completed');
  const completed = Number(
    (await page.getByRole('option', { name: /Status\s*COMPLETED/ }).innerText()).match(/\d+$/)?.[0],
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(chip(page, 'COMPLETED')).toBeVisible();
  await expect.poll(() => total(page)).toBe(completed);

  // One that leaves nothing is said to be at fault, and dropped.
  await search(page).fill('nobody is called this');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(
    page.getByText(`Without the search “nobody is called this” there would be ${completed}.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect.poll(() => total(page)).toBe(completed);

  // The chip is changed by pressing it.
  await chip(page, 'COMPLETED').click();
  await expect(page.getByRole('combobox').and(page.locator(':focus'))).toBeVisible();
  await page.keyboard.type('pending');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(chip(page, 'COMPLETED or PENDING')).toBeVisible();
  await expect.poll(() => total(page)).toBeGreaterThan(completed);

  // Saved, renamed, changed, deleted and brought back.
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await page.getByLabel('Name of the view').fill('Both');
  await page.keyboard.press('Enter');
  await expect(view(page, 'Both')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'More for the view Both' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByLabel('Name of the view').fill('Done or not');
  await page.keyboard.press('Enter');
  await expect(view(page, 'Done or not')).toBeVisible();
  await page.getByRole('button', { name: 'More for the view Done or not' }).click();
  await page.getByRole('menuitem', { name: 'Delete this view' }).click();
  await expect(view(page, 'Done or not')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(view(page, 'Done or not')).toBeVisible();

  // Backspace on a chip takes it away; all of them go at once.
  await page.getByRole('button', { name: /^Remove Status/ }).press('Backspace');
  await expect.poll(() => total(page)).toBe(all);
  await view(page, 'Archived').click();
  await expect.poll(() => total(page)).toBeLessThan(all);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => total(page)).toBe(all);

  // Columns by keyboard: chosen, moved, made wider.
  expect(await columnTitles(page)).not.toContain('Accepted');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Accepted' }).check();
  await page.getByRole('checkbox', { name: 'Phone' }).uncheck();
  await page.keyboard.press('Escape');
  await grid(page).getByRole('button', { name: 'Status', exact: true }).press('Alt+ArrowLeft');
  const width = async () =>
    (await grid(page).getByRole('columnheader', { name: 'Candidate' }).boundingBox())?.width ?? 0;
  await grid(page).getByRole('button', { name: 'Candidate', exact: true }).press('Shift+ArrowRight');
  const wider = Math.round(await width());
  const arranged = ['Candidate', 'Status', 'Job description'];
  expect((await columnTitles(page)).slice(0, 3)).toEqual(arranged);

  // And by pointer.
  const edge = grid(page).getByRole('separator', { name: 'Width of Candidate' });
  const at = await edge.boundingBox();
  if (!at) throw new Error('The edge of the column is not there.');
  await page.mouse.move(at.x + at.width / 2, at.y + 10);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2 + 40, at.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round(await width())).toBe(wider + 40);
  await grid(page)
    .getByRole('columnheader', { name: 'Calls' })
    .dragTo(grid(page).getByRole('columnheader', { name: 'Candidate' }), { targetPosition: { x: 5, y: 10 } });
  await expect.poll(() => columnTitles(page)).toEqual(expect.arrayContaining(['Calls', ...arranged]));
  expect((await columnTitles(page)).slice(0, 4)).toEqual(['Calls', ...arranged]);
  await expect(grid(page).getByRole('columnheader', { name: 'Calls' })).toHaveAttribute('aria-sort', 'none');

  await grid(page).getByRole('button', { name: 'Candidate', exact: true }).click();
  await expect(grid(page).getByRole('columnheader', { name: 'Candidate' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  await app.quit();
  app = await launch();
  page = app.page;
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(rows(page).first()).toBeVisible();
  expect((await columnTitles(page)).slice(0, 4)).toEqual(['Calls', ...arranged]);
  expect(await columnTitles(page)).toContain('Accepted');
  await view(page, 'Done or not').click();
  await expect(chip(page, 'COMPLETED or PENDING')).toBeVisible();
});

test('many requests are changed at once, by keyboard or pointer, and a verdict and an archiving are undone', async ({
  launch,
  userData,
}) => {
  await fillHistory(userData);
  const { page } = await launch();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(rows(page).first()).toBeVisible();
  const all = await total(page);

  // By keyboard: into the list, a range, one left out.
  await search(page).press('ArrowDown');
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selected(page).getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(selected(page).getByText('2 selected')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(rows(page).nth(3)).toHaveAttribute('aria-selected', 'true');
  await expect(selected(page).getByText('3 selected')).toBeVisible();

  await selected(page).getByRole('button', { name: 'Verdict' }).click();
  await page.getByRole('menuitem', { name: 'Maybe' }).click();
  await expect(page.getByText('3 requests marked Maybe')).toBeVisible();
  await expect(rows(page).nth(0)).toContainText('Maybe');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 requests marked Maybe')).toBeHidden();
  await expect(rows(page).nth(0)).not.toContainText('Maybe');

  await selected(page).getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('combobox', { name: 'Add a tag' }).fill('second round');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 requests tagged second round')).toBeVisible();
  await rows(page).nth(3).focus();
  await page.keyboard.press('Escape');
  await expect(selected(page)).toBeHidden();

  // By pointer: a range with Shift, one more with Control, then all that match but one.
  await rows(page).nth(1).getByRole('checkbox').click();
  await rows(page)
    .nth(4)
    .click({ modifiers: ['Shift'] });
  await rows(page)
    .nth(8)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(selected(page).getByText('5 selected')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selected(page).getByText(`${all} selected`)).toBeVisible();
  await rows(page).nth(0).getByRole('checkbox').click();
  await expect(selected(page).getByText(`${all - 1} selected`)).toBeVisible();
  await selected(page).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText(`${all - 1} requests archived`)).toBeVisible();
  await expect.poll(() => total(page)).toBe(1);
  await expect(selected(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => total(page)).toBe(all);

  // The tag is a filter by now; two of the three stand side by side.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by' }).fill('second round');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => total(page)).toBe(3);
  await rows(page).nth(0).getByRole('checkbox').click();
  await rows(page).nth(1).getByRole('checkbox').click();
  await selected(page).getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/#\/compare\?ids=[^,]+,[^,]+$/);
  await expect(page.getByRole('heading', { level: 1, name: /Compare/ })).toBeVisible();
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await expect(chip(page, 'second round')).toBeVisible();

  // Submitted again in one step, after a plain question.
  await rows(page).nth(0).getByRole('checkbox').click();
  await rows(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await selected(page).getByRole('button', { name: 'Submit again' }).click();
  await page.getByRole('button', { name: 'Submit 3 candidates again' }).click();
  await expect(page.getByText('3 submissions queued')).toBeVisible();

  // Exported as a file: what is selected, what is listed, or everything.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Selected: CSV, for spreadsheets' })).toBeVisible();
  await expect(
    page.getByRole('menuitem', { name: 'All requests: JSON, with the whole results' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  // On a wide window a request is open beside the list, and the next one is a key away.
  await page.setViewportSize({ width: 1500, height: 900 });
  await rows(page).nth(0).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  await expect(rows(page).nth(0)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('j');
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expect(rows(page).nth(0)).toHaveAttribute('aria-current', 'true');
  // Narrow, it is a page of its own that leads back to the same list.
  await page.setViewportSize({ width: 900, height: 600 });
  await expect(grid(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(0)).toBeFocused();
  await expect.poll(() => total(page)).toBe(3);
});

test('what changes does so in place; the order follows once nobody is at the list', async ({
  launch,
  userData,
}) => {
  await fillHistory(userData);
  const { page } = await launch();
  await page.setViewportSize({ width: 1280, height: 800 });
  const all = await total(page);
  await view(page, 'Changed since you looked').click();
  // Until the view's own rows are there, those of all requests are.
  await expect.poll(() => total(page)).not.toBe(all);
  await expect(rows(page).nth(0).getByRole('img', { name: 'Changed since you last looked' })).toBeVisible();
  const count = await total(page);
  expect(count).toBeGreaterThan(3);
  const third = await nameIn(rows(page).nth(2));

  // Looked at, it is seen; it keeps its place while the person goes on from there.
  await rows(page).nth(0).click();
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(0)).toBeFocused();
  await expect(rows(page).nth(0).getByRole('img', { name: 'Changed since you last looked' })).toBeHidden();
  expect(await nameIn(rows(page).nth(2))).toBe(third);
  await expect(page.getByText(/moved/)).toBeVisible();
  await page.getByRole('button', { name: 'Sort again' }).click();
  await expect.poll(() => total(page)).toBe(count - 1);

  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(page.getByText(`${count - 1} requests marked as seen`)).toBeVisible();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

/** The candidate of a row; its number, say, may still get its spaces. */
async function nameIn(row: Locator): Promise<string> {
  const [name = ''] = (await row.innerText()).split('\n');
  return name;
}
