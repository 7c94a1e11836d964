import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openStorage } from '../../electron/storage/storage.ts';
import { fillDataset } from '../bench/dataset.ts';
import { expect, test } from './fixtures.ts';
import { openRequests } from './steps.ts';

const REQUESTS = 600;

/** Fills the database before the app starts. */
async function fillHistory(userData: string): Promise<void> {
  const storage = await openStorage(
    join(userData, 'callboard.db'),
    new URL('../../out/main/storage-worker.js', import.meta.url),
  );
  // Requests are refreshed for up to two days after they were accepted: all of that must be in the past.
  const until = Date.now() - 3 * 24 * 60 * 60 * 1000;
  await fillDataset(storage.stores, { requests: REQUESTS, until });
  await storage.close();
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Tracked requests' });
/** The rows of the grid without the header row. */
const rows = (page: Page) => grid(page).locator('[data-index]');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search requests' });
const chip = (page: Page, words: string) => page.getByRole('group', { name: 'Filters' }).getByText(words);
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Views' }).getByRole('button', { name });
const selected = (page: Page) => page.getByRole('region', { name: 'Selected requests' });

/** The number of requests the list says it shows. */
async function total(page: Page): Promise<number> {
  const text = await page.getByText(/^[\d,]+ requests?( of [\d,]+)?$/).innerText();
  return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''));
}

async function columnTitles(page: Page): Promise<string[]> {
  const titles = await grid(page).locator('[data-head-button]').allInnerTexts();
  return titles.map((title) => title.trim());
}

test('finds requests by search, filters and views, and keeps views and columns after a restart', async ({
  launch,
  userData,
}) => {
  await fillHistory(userData);
  let app = await launch();
  let { page } = app;
  await openRequests(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(rows(page).first()).toBeVisible();
  const all = await total(page);
  expect(all).toBeGreaterThan(500);

  // Fast typing loses no letter.
  const name = (await rows(page).nth(3).locator('[role=gridcell]').nth(1).innerText()).trim();
  await search(page).pressSequentially(name, { delay: 15 });
  await expect(search(page)).toHaveValue(name);
  await expect(rows(page).filter({ hasText: name }).first()).toBeVisible();
  await expect.poll(() => total(page)).toBeLessThan(all);
  await search(page).press('Escape');
  await expect.poll(() => total(page)).toBe(all);

  // Typing a value in the filter menu finds it at once; its count is the number of requests then listed.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Filter by' })).toBeFocused();
  await page.keyboard.type('status completed');
  const completed = Number(
    (await page.getByRole('option', { name: /Status\s*Completed/ }).innerText()).match(/\d+$/)?.[0],
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(chip(page, 'Completed')).toBeVisible();
  await expect.poll(() => total(page)).toBe(completed);

  // A search without results is named as the reason, and can be dropped.
  await search(page).fill('nobody is called this');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(
    page.getByText(`Without the search “nobody is called this” there would be ${completed}.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect.poll(() => total(page)).toBe(completed);

  // Clicking a chip edits its filter.
  await chip(page, 'Completed').click();
  await expect(page.getByRole('combobox').and(page.locator(':focus'))).toBeVisible();
  await page.keyboard.type('pending');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(chip(page, 'Completed or Pending')).toBeVisible();
  await expect.poll(() => total(page)).toBeGreaterThan(completed);

  // A view is saved, renamed, deleted and restored.
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

  // Backspace removes a chip; Clear all removes all of them.
  await page.getByRole('button', { name: /^Remove Status/ }).press('Backspace');
  await expect.poll(() => total(page)).toBe(all);
  await view(page, 'Archived').click();
  await expect.poll(() => total(page)).toBeLessThan(all);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => total(page)).toBe(all);

  // Columns are chosen, and moved and resized by pointer; data-grid.test.tsx does so by keyboard.
  expect(await columnTitles(page)).not.toContain('Accepted');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Accepted' }).check();
  await page.getByRole('checkbox', { name: 'Phone' }).uncheck();
  await page.keyboard.press('Escape');
  const width = async () =>
    (await grid(page).getByRole('columnheader', { name: 'Candidate' }).boundingBox())?.width ?? 0;
  const before = Math.round(await width());
  const arranged = (await columnTitles(page)).slice(0, 2);
  const edge = grid(page).getByRole('separator', { name: 'Width of Candidate' });
  const at = await edge.boundingBox();
  if (!at) throw new Error('The edge of the column is not there.');
  await page.mouse.move(at.x + at.width / 2, at.y + 10);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2 + 40, at.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round(await width())).toBe(before + 40);
  await grid(page)
    .getByRole('columnheader', { name: 'Calls' })
    .dragTo(grid(page).getByRole('columnheader', { name: 'Candidate' }), { targetPosition: { x: 5, y: 10 } });
  await expect.poll(() => columnTitles(page)).toEqual(expect.arrayContaining(['Calls', ...arranged]));
  expect((await columnTitles(page)).slice(0, 3)).toEqual(['Calls', ...arranged]);
  await expect(grid(page).getByRole('columnheader', { name: 'Calls' })).toHaveAttribute('aria-sort', 'none');

  await grid(page).getByRole('button', { name: 'Candidate', exact: true }).click();
  await expect(grid(page).getByRole('columnheader', { name: 'Candidate' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  await app.quit();
  app = await launch();
  page = app.page;
  await openRequests(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(rows(page).first()).toBeVisible();
  expect((await columnTitles(page)).slice(0, 3)).toEqual(['Calls', ...arranged]);
  expect(await columnTitles(page)).toContain('Accepted');
  await view(page, 'Done or not').click();
  await expect(chip(page, 'Completed or Pending')).toBeVisible();
});

/** The candidate's name; other cells may still change, such as the phone number's format. */
async function nameIn(row: Locator): Promise<string> {
  const [name = ''] = (await row.innerText()).split('\n');
  return name;
}

test('many requests change at once and in place, with Undo; one opens beside the list, and a job has its list and board', async ({
  launch,
  userData,
}) => {
  await fillHistory(userData);
  const { page } = await launch();
  await page.setViewportSize({ width: 1280, height: 800 });

  await test.step('from Today to the list and the board of a job, where keys, dragging and Undo set the verdict', async () => {
    const job = page.getByRole('grid', { name: 'Jobs' }).getByRole('row').nth(1);
    const [name = ''] = (await job.innerText()).split('\n');
    // The first row has the focus on arrival.
    await expect(job).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const ofJob = await total(page);
    expect(ofJob).toBeLessThan(REQUESTS / 2);
    await rows(page).first().click();
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(await total(page)).toBe(ofJob);

    await page.getByText('Board', { exact: true }).click();
    const cards = (column: string) =>
      page.getByRole('list', { name: column, exact: true }).getByRole('listitem');
    const card = cards('To review').first();
    const candidate = (await card.getByRole('button').first().innerText()).trim();
    await card.getByRole('button', { name: candidate, exact: true }).focus();
    await page.keyboard.press('4');
    await expect(cards('Yes').filter({ hasText: candidate })).toBeVisible();
    // The next candidate has the focus.
    await expect(card.getByRole('button').first()).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(cards('To review').filter({ hasText: candidate })).toBeVisible();
    await cards('To review')
      .filter({ hasText: candidate })
      .dragTo(page.getByRole('region', { name: /^No( \d+)?$/ }));
    await expect(cards('No').filter({ hasText: candidate })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(cards('To review').filter({ hasText: candidate })).toBeVisible();

    await page.getByRole('button', { name: 'Add candidates' }).click();
    await page.getByRole('menuitem', { name: 'New request' }).click();
    await expect(page.getByLabel('Job description')).toHaveValue(name);
  });

  await openRequests(page);
  await expect(rows(page).first()).toBeVisible();
  const all = await total(page);

  await test.step('new ones are reviewed beside the list, one by one', async () => {
    const review = page.getByRole('button', { name: /^Review [\d,]+ new$/ });
    const reviewed = page.getByRole('region', { name: 'Review', exact: true });
    const words = await review.innerText();
    await review.click();
    await expect(reviewed.getByText(/^1 of \d+$/)).toBeVisible();
    await expect(rows(page).nth(0)).toHaveAttribute('aria-current', 'true');
    const name = await nameIn(rows(page).nth(0));
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.keyboard.press('4');
    await expect(reviewed.getByText(/^2 of \d+$/)).toBeVisible();
    await expect(rows(page).nth(0)).toContainText('Yes');
    await page.getByRole('button', { name: 'Close request' }).click();
    await expect.poll(() => total(page)).toBe(all);
    await expect(review).not.toHaveText(words);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(review).toHaveText(words);
  });

  await test.step('several are selected by pointer, changed together, and all of it is undone', async () => {
    await rows(page).nth(1).getByRole('checkbox').click();
    await rows(page)
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await rows(page)
      .nth(8)
      .click({ modifiers: ['ControlOrMeta'] });
    await expect(selected(page).getByText('5 selected')).toBeVisible();
    await selected(page).getByRole('button', { name: 'Verdict' }).click();
    await page.getByRole('menuitem', { name: 'Maybe' }).click();
    await expect(page.getByText('5 requests marked Maybe')).toBeVisible();
    await expect(rows(page).nth(2)).toContainText('Maybe');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page).nth(2)).not.toContainText('Maybe');
    await selected(page).getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('combobox', { name: 'Add a tag' }).fill('second round');
    await page.keyboard.press('Enter');
    await expect(page.getByText('5 requests tagged second round')).toBeVisible();

    await rows(page).nth(8).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(selected(page).getByText(`${all} selected`)).toBeVisible();
    await rows(page).nth(0).getByRole('checkbox').click();
    await selected(page).getByRole('button', { name: 'More for the selection' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(page.getByText(`${all - 1} requests archived`)).toBeVisible();
    await expect.poll(() => total(page)).toBe(1);
    await expect(selected(page)).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => total(page)).toBe(all);
  });

  await test.step('the new tag is a filter; those that have it are submitted again after one confirmation', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Filter by' }).fill('second round');
    // The menu shows what it knows at once and learns of a new tag a moment later.
    await expect(page.getByRole('option', { name: 'second round' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => total(page)).toBe(5);
    for (const at of [0, 1, 2]) await rows(page).nth(at).getByRole('checkbox').click();
    await selected(page).getByRole('button', { name: 'Submit again' }).click();
    await page.getByRole('button', { name: 'Submit 3 candidates again' }).click();
    await expect(page.getByText('3 submissions queued')).toBeVisible();
    const first = (await selected(page).getByRole('button').allInnerTexts()).slice(0, 4);
    expect(first).toEqual(['Verdict', 'Compare', 'Copy summary', 'Export']);
    await selected(page).getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('menuitem', { name: 'Selected: CSV, for spreadsheets' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export', exact: true }).first().click();
    await expect(
      page.getByRole('menuitem', { name: 'All requests: JSON, with the whole results' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('in a wide window a request opens beside the list, in a narrow one it is a page', async () => {
    await page.setViewportSize({ width: 1500, height: 900 });
    await rows(page).nth(0).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
    await expect(rows(page).nth(0)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('j');
    await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true');
    await page.setViewportSize({ width: 900, height: 600 });
    await expect(grid(page)).toBeHidden();
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
    // Escape returns to the same list.
    await page.keyboard.press('Escape');
    await expect(rows(page).nth(1)).toBeFocused();
    await expect.poll(() => total(page)).toBe(5);
    await page.getByRole('button', { name: 'Clear all' }).click();
  });

  await test.step('rows keep their order until Sort again, and all can be marked as seen', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await view(page, 'Changed since you looked').click();
    // The previous rows stay until those of the view arrive.
    await expect.poll(() => total(page)).toBeLessThan(all);
    const changed = (row: Locator) => row.getByRole('img', { name: 'Changed since you last looked' });
    await expect(changed(rows(page).nth(0))).toBeVisible();
    const count = await total(page);
    expect(count).toBeGreaterThan(3);
    const third = await nameIn(rows(page).nth(2));

    // An opened request is marked as seen, but its row stays where it is.
    await rows(page).nth(0).click();
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rows(page).nth(0)).toBeFocused();
    await expect(changed(rows(page).nth(0))).toBeHidden();
    expect(await nameIn(rows(page).nth(2))).toBe(third);
    await expect(page.getByText(/moved/)).toBeVisible();
    await page.getByRole('button', { name: 'Sort again' }).click();
    await expect.poll(() => total(page)).toBe(count - 1);
    await page.getByRole('button', { name: 'Mark all as seen' }).click();
    await expect(page.getByText(`${count - 1} requests marked as seen`)).toBeVisible();
    await expect(page.getByText('Nothing matches')).toBeVisible();
  });
});
