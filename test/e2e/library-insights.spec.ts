import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  JOB_DESCRIPTION_ID,
  openRequests,
  refreshUntilCompleted,
  requestRow,
  submitCandidate,
} from './steps.ts';

async function open(page: Page, section: string): Promise<void> {
  await page.getByRole('link', { name: section, exact: true }).first().click();
}

function entry(page: Page, grid: 'Job descriptions' | 'Questionnaires', name: string) {
  return page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: name });
}

async function importLibrary(page: Page, name: string, text: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
}

test('Library entries are kept and travel as a file; Insights can be read by keyboard, as tables and as CSV', async ({
  launchSignedIn,
}) => {
  const app = await launchSignedIn();
  const { page } = app;

  await test.step('the charts of Insights can be read by keyboard, as tables and as CSV files', async () => {
    await open(page, 'Insights');
    await expect(page.getByText('No matching submissions')).toBeVisible();
    await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
    await openRequests(page);
    await refreshUntilCompleted(page, 'Ada Lovelace');

    await open(page, 'Insights');
    const funnel = page.getByRole('region', { name: 'From submission to verdict' });
    await expect(funnel).toContainText('1 submitted, 1 reached, 1 assessed, 0 yes');
    await expect(
      funnel.getByRole('img', { name: `${JOB_DESCRIPTION_ID}: 1 submitted, 1 reached, 1 assessed` }),
    ).toBeVisible();

    // The call began on Monday 2026-03-02 at 09:30 UTC; the heat map uses this computer's time zone.
    const began = new Date('2026-03-02T09:30:00Z');
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(began);
    const cells = page.getByRole('grid', { name: 'When people are reached' }).getByRole('gridcell');
    await expect(cells.and(page.getByLabel(/: 1 of 1 call$/))).toHaveCount(1);
    await expect(cells.and(page.getByLabel(/: 1 of 1 call$/))).toHaveAccessibleName(
      new RegExp(`^${weekday}, `),
    );
    await cells.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(cells.nth(47)).toBeFocused();

    const times = page.getByRole('region', { name: 'Time to assessment' });
    await times.getByRole('img').first().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await expect(times.getByRole('img', { name: /: 1 request, 100%$/ })).toBeFocused();
    await page.getByRole('button', { name: 'Table of Time to assessment' }).click();
    await expect(times.getByRole('row', { name: '0 5 1 100%' })).toBeVisible();
    const saved = app.nextSavePath();
    await page.getByRole('button', { name: 'Save From submission to verdict as CSV' }).click();
    await expect(page.getByText('From submission to verdict saved')).toBeVisible();
    expect(readFileSync(await saved, 'utf8')).toBe(
      `\uFEFFName,ID,Submitted,Reached,Assessed,Yes,Maybe,No\r\n,${JOB_DESCRIPTION_ID},1,1,1,0,0,0\r\n`,
    );

    // A custom range without data says so, and offers all time.
    await page.getByLabel('Time range').selectOption('custom');
    await page.getByLabel('First day').fill('2020-01-01');
    await page.getByLabel('Last day').fill('2020-01-31');
    await expect(page.getByText('No matching submissions')).toBeVisible();
    await page.getByLabel('Last day').fill('2019-01-31');
    await expect(page.getByText('The last day is before the first.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all time' }).click();
    await expect(funnel).toContainText('1 submitted');
  });

  await test.step('Library entries are named, fill in questionnaires, travel as a file, and can be archived and deleted with Undo', async () => {
    // An ID from a form appears in the Library; its new name is shown everywhere at once.
    await open(page, 'Library');
    await entry(page, 'Job descriptions', JOB_DESCRIPTION_ID)
      .getByRole('button', { name: 'Name it' })
      .click();
    await page.getByLabel('Name', { exact: true }).fill('Engineer');
    await page.getByLabel('Default questionnaire (optional)').fill('engineers-v1');
    await page.getByRole('button', { name: 'Save entry' }).click();
    await expect(entry(page, 'Job descriptions', 'Engineer')).toContainText('engineers-v1');
    await openRequests(page);
    await expect(requestRow(page, 'Ada Lovelace')).toContainText('Engineer');

    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('engineer');
    await page
      .getByRole('option', { name: /^Engineer/ })
      .first()
      .click();
    const edited = page.getByRole('dialog', { name: 'Edit entry' });
    await expect(edited.getByLabel('Name', { exact: true })).toHaveValue('Engineer');
    await page.keyboard.press('Escape');
    await edited.waitFor({ state: 'detached' });

    // Choosing the job fills in its questionnaire, but never replaces one the user chose.
    await open(page, 'New request');
    const questionnaire = page.getByLabel('Questionnaire', { exact: true });
    await questionnaire.fill('');
    await page.getByLabel('Job description', { exact: true }).fill('');
    await page.getByLabel('Job description', { exact: true }).fill('engineer');
    await expect(questionnaire).toHaveValue('engineers-v1');
    await page.getByLabel('Job description', { exact: true }).fill('');
    await questionnaire.fill('my-own');
    await page.getByLabel('Job description', { exact: true }).fill('engineer');
    await expect(questionnaire).toHaveValue('my-own');

    // Exported, changed by a colleague, reviewed, imported, and undone.
    await open(page, 'Library');
    const saved = app.nextSavePath();
    await page.getByRole('button', { name: 'Export to a file' }).click();
    await page.getByRole('menuitem', { name: 'For Callboard (JSON)' }).click();
    await expect(page.getByText('1 entry exported')).toBeVisible();
    const file = JSON.parse(readFileSync(await saved, 'utf8'));
    expect(file.entries).toMatchObject([{ id: JOB_DESCRIPTION_ID, name: 'Engineer' }]);
    file.entries[0].name = 'Software engineer';
    file.entries.push({ kind: 'questionnaire', id: 'general-screening', name: 'General' });
    file.entries.push({ kind: 'job_description', id: 'job-17', name: 'Wrong' });
    await importLibrary(page, 'team.json', JSON.stringify(file));
    const dialog = page.getByRole('dialog', { name: 'Import into the Library' });
    await expect(dialog).toContainText('1 entry of the file can’t be imported');
    await dialog.getByText('Replace', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Import 2 entries' }).click();
    await expect(entry(page, 'Job descriptions', 'Software engineer')).toBeVisible();
    await expect(entry(page, 'Questionnaires', 'General')).toContainText('1');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(entry(page, 'Job descriptions', 'Software engineer')).toHaveCount(0);
    await expect(entry(page, 'Job descriptions', 'Engineer')).toBeVisible();
    await importLibrary(page, 'notes.txt', 'Just some notes');
    await expect(page.getByText('notes.txt: This is not a Library file.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    // An archived entry is not offered but still named. A deleted one comes back with Undo.
    await page.getByRole('button', { name: 'More for Engineer' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(entry(page, 'Job descriptions', 'Engineer')).toHaveCount(0);
    await openRequests(page);
    await expect(requestRow(page, 'Ada Lovelace')).toContainText('Engineer');
    await open(page, 'New request');
    await page.getByLabel('Job description', { exact: true }).fill('engin');
    await expect(page.getByRole('option', { name: 'Engineer' })).toHaveCount(0);
    await open(page, 'Library');
    await page.getByRole('button', { name: 'Archived' }).click();
    await page.getByRole('button', { name: 'More for Engineer' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(entry(page, 'Job descriptions', 'Engineer')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(entry(page, 'Job descriptions', 'Engineer')).toBeVisible();
  });
});
