import { readFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from './fixtures.ts';
import { chooseFile, grid, pausedPractice, row, summary } from './import-steps.ts';
import { JOB_DESCRIPTION_ID, submitCandidate } from './steps.ts';

/** 300 candidates as in a German office's list: separate name columns, national numbers, some invalid, some duplicates. */
function candidates(): (string | number)[][] {
  const mobile = (at: number) => 15_112_340_000 + at;
  return Array.from({ length: 300 }, (_, at) => {
    const name = [`Müller-${at}`, at % 2 ? 'Zoë' : 'Łukasz'];
    const cv = `https://cv.example/${at}.pdf`;
    if (at < 4) return [...name, 'folgt', cv];
    if (at < 6) return [...name, mobile(at), 'siehe Anlage'];
    if (at < 8) return [...name, mobile(50), cv];
    // A number as text, as a number, and with its country code.
    if (at % 3 === 0) return [...name, `0${mobile(at)}`, cv];
    return at % 3 === 1 ? [...name, mobile(at), cv] : [...name, `+49 ${mobile(at)}`, cv];
  });
}

test('a spreadsheet is corrected and queued, then withdrawn; its invalid rows are saved, corrected and accepted', async ({
  launchPractice,
}) => {
  const app = await launchPractice({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const page = await pausedPractice(app);
  await submitCandidate(page, 'Earlier Emil', '+49 151 12340299');

  const sheets = [
    { name: 'Hinweise', rows: [['Bitte alle anrufen']] },
    {
      name: 'Bewerber',
      rows: [['Stand 21.11.'], [], ['Name', 'Vorname', 'Handynummer', 'Lebenslauf'], ...candidates()],
    },
  ];
  await chooseFile(page, 'Bewerber.xlsx', await writeXlsx({ sheets }));
  await expect(page.getByRole('button', { name: /^All\s*300$/ })).toBeVisible();
  await expect(page.getByLabel('Sheet')).toHaveValue('1');
  await page.getByLabel('Job description for all rows').fill(JOB_DESCRIPTION_ID);
  await page.getByLabel('Questionnaire for all rows').fill('general-screening');
  await page.getByLabel('Numbers without a country code').selectOption({ label: 'Germany' });
  await expect(summary(page)).toHaveText('291 calls, 3 duplicates, 6 invalid');
  await page.getByRole('button', { name: 'Columns' }).click();

  // The filter shows the invalid rows with number and value.
  await page.getByRole('button', { name: /^Invalid/ }).click();
  await page.getByRole('button', { name: /^Resume link/ }).click();
  await expect(grid(page).getByRole('row')).toHaveCount(3);
  await expect(row(page, 'Müller-4')).toContainText('8');
  await expect(row(page, 'Müller-4')).toContainText('siehe Anlage');

  // A cell is corrected in place by keyboard; the row stays visible.
  await row(page, 'Müller-4').focus();
  await page.keyboard.press('F2');
  const editor = page.getByRole('textbox', { name: 'Resume link of row 8' });
  await expect(editor).toBeFocused();
  await editor.fill('typed in error');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Müller-4')).toContainText('siehe Anlage');
  await page.keyboard.press('Enter');
  await editor.fill('https://cv.example/4.pdf');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Müller-4')).toContainText('Ready');
  await expect(row(page, 'Müller-4')).toBeFocused();
  await expect(summary(page)).toHaveText('292 calls, 3 duplicates, 5 invalid');

  // A row is left out and put back.
  await page.keyboard.press('Delete');
  await expect(summary(page)).toHaveText('291 calls, 3 duplicates, 5 invalid, 1 left out');
  await page.keyboard.press('Control+z');
  await expect(summary(page)).toHaveText('292 calls, 3 duplicates, 5 invalid');

  await page.getByRole('button', { name: /^All/ }).click();
  await expect(row(page, 'Müller-9').first()).toContainText('from 015112340009');

  // After queueing by keyboard, the next button has the focus, because the pressed one is gone.
  await page.getByRole('button', { name: 'Queue 292 submissions' }).press('Enter');
  await expect(page.getByText('292 submissions are in the queue.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'See these 292' })).toBeFocused();
  await expect(grid(page).getByRole('row')).toHaveCount(9);
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Waiting' })).toContainText('Łukasz Müller-4');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByText('292 submissions are in the queue.')).toBeVisible();

  // Half a minute later they can't be undone any more, but all submissions of the file are withdrawn at once.
  await page.clock.setFixedTime(Date.now() + 30_000);
  await page.getByRole('button', { name: 'Withdraw 292 submissions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw 292 submissions' }).click();
  await expect(page.getByText('292 submissions withdrawn')).toBeVisible();
  await expect(page.getByText('292 submissions were queued: 292 withdrawn.')).toBeVisible();
  // The corrected rows are queued, so no correction is lost.
  await page.getByRole('button', { name: 'Start over' }).click();

  // Rows that were not queued are saved for correction and can be imported again.
  const past = page.getByRole('region', { name: 'Past imports' });
  await expect(past).toContainText('300 rows: 292 withdrawn, 8 not queued');
  const saving = app.nextSavePath();
  await past.getByRole('button', { name: 'Save 8 rows to fix' }).click();
  const path = await saving;
  await expect(page.getByText('8 rows saved')).toBeVisible();
  const saved = readFileSync(path, 'utf8');
  expect(saved.split('\r\n')[0]).toBe('\uFEFFName,Vorname,Handynummer,Lebenslauf,Problem');
  expect(saved).toContain('Phone number: ""folgt"" is not a phone number. Enter it.');

  await chooseFile(page, 'Bewerber to fix.csv', saved.replace('folgt', '0151 12340000'));
  // Job and questionnaire are remembered for files with these columns; the country is only offered.
  await page.getByRole('button', { name: 'Germany, as last time' }).click();
  await expect(summary(page)).toHaveText('2 calls, 2 duplicates, 4 invalid');
  await page.getByRole('button', { name: 'Queue 2 submissions' }).click();
  await expect(page.getByText('6 rows stay here for you to correct or leave.')).toBeVisible();
  await page.getByRole('button', { name: 'See these 2' }).click();
  await expect(page.getByText('2 submissions of this file.')).toBeVisible();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Resume sending' }).click();
  await expect(page.getByText('2 accepted.')).toBeVisible();
  await page.getByRole('button', { name: 'See all 2' }).click();
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(
    /Imported from:\s*Bewerber to fix/,
  );
  await expect(page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row')).toHaveCount(3);
});
