import type { Page } from '@playwright/test';
import { encodeText } from '../renderer/encode-text.ts';
import { textRow, workbookOf } from '../renderer/import-workbook.ts';
import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { chooseFile, grid, pausedPractice, row, startOver, summary } from './import-steps.ts';
import { JOB_DESCRIPTION_ID } from './steps.ts';

const HEADERS = ['Name', 'Phone', 'CV', 'Job', 'Questionnaire'];

function listOf(names: readonly string[]): string {
  const lines = names.map(
    (name, at) =>
      `${name};+49 1511 23456${at + 10};https://cv.example/${at}.pdf;${JOB_DESCRIPTION_ID};general-screening`,
  );
  return [HEADERS.join(';'), ...lines].join('\r\n');
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeViolations(page, { within: 'main' })).toEqual([]);
}

test('hidden rows, columns without a field and text encodings of a file are told, and can be changed', async ({
  launchPractice,
}) => {
  const app = await launchPractice();
  const { page } = app;

  await test.step('columns that no field uses are named, and kept as notes and tags if asked', async () => {
    const list = [
      'Name;Phone;CV;Job;Questionnaire;Comment;Source;E-mail',
      `Ada Lovelace;+44 20 7946 0958;https://cv.example/1.pdf;${JOB_DESCRIPTION_ID};general;Speaks Danish;Job fair;ada@example.com`,
    ].join('\n');
    await chooseFile(page, 'list.csv', list);
    await expect(page.getByText('3 columns are not used: Comment, Source, E-mail')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep in notes or tags' }).click();
    const others = page.getByRole('group', { name: 'Columns that no field uses' });
    await others.getByLabel('Comment').selectOption('Keep in the notes');
    await others.getByLabel('Source').selectOption('Keep as a tag');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await expect(page.getByText('1 column is not used: E-mail')).toBeVisible();
    await expect(page.getByText('In the notes: Comment')).toBeVisible();
    await expect(page.getByText('As tags: Source')).toBeVisible();
    await page.getByRole('button', { name: 'Queue 1 submission' }).click();
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await page.getByRole('grid', { name: 'Tracked requests' }).getByText('Ada Lovelace').first().click();
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Comment: Speaks Danish');
    await expect(page.getByText('Job fair')).toBeVisible();
  });

  await test.step('rows hidden in a workbook are left out; one click includes them, another leaves them out', async () => {
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await startOver(page);
    await pausedPractice(app);
    const person = (number: number, attributes = '') =>
      textRow(
        number,
        `Person ${number}`,
        `+49 1511 234560${number}`,
        `https://cv.example/${number}`,
        JOB_DESCRIPTION_ID,
        'general-screening',
      ).replace('<row', `<row ${attributes}`);
    const workbook = workbookOf([
      {
        name: 'Candidates',
        before: '<cols><col min="3" max="3" hidden="1"/></cols>',
        rows: [
          textRow(1, ...HEADERS),
          person(2),
          person(3, 'hidden="1"'),
          person(4, 'hidden="1" outlineLevel="1"'),
          person(5),
        ].join(''),
        after:
          '<autoFilter ref="A1:E5"><filterColumn colId="0"><filters><filter val="x"/></filters></filterColumn></autoFilter>',
      },
    ]);
    await chooseFile(page, 'filtered.xlsx', workbook);
    await expect(page.getByText('2 hidden rows are left out.')).toBeVisible();
    await expect(page.getByText('This column is imported but hidden in the workbook: CV')).toBeVisible();
    await expect(summary(page)).toHaveText('2 calls, 2 left out');
    await expect(row(page, 'Person 3')).toContainText('Hidden in the workbook.');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Include 2 hidden rows' }).press('Enter');
    await expect(page.getByText('2 rows are hidden in the workbook but included here.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Queue 4 submissions' })).toBeEnabled();
    await page.getByRole('button', { name: 'Leave out hidden rows' }).press('Enter');
    await expect(summary(page)).toHaveText('2 calls, 2 left out');

    await page.getByRole('button', { name: 'Queue 2 submissions' }).click();
    await expect(page.getByText('2 submissions are in the queue.')).toBeVisible();
    // Hidden rows are not among the rows to fix.
    await startOver(page);
    await expect(page.getByRole('region', { name: 'Past imports' })).toContainText('2 rows: 2 waiting');
    await page.getByRole('link', { name: 'Outbox', exact: true }).click();
    const waiting = page.getByRole('grid', { name: 'Waiting' });
    await expect(waiting).toContainText('Person 5');
    await expect(waiting).not.toContainText('Person 3');
  });

  await test.step('the text encoding of a file that is not Unicode is proposed, chosen by its names, and can be changed', async () => {
    const reading = page.getByLabel('Text encoding');
    const names = ['Иван Петров', 'Ольга Сидорова', 'Юлия Щербакова', 'Пётр Яковлев'];
    await chooseFile(page, 'kandidaty.csv', encodeText(listOf(names), 'windows-1251'));
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await expect(reading).toHaveValue('windows-1251');
    await expect(summary(page)).toHaveText('4 to choose');
    await page.getByRole('button', { name: /^Юлия Щербакова, Пётр Яковлев/ }).click();
    await expect(row(page, 'Иван Петров')).toContainText('Ready');
    await expect(reading.locator('option:checked')).toHaveText(/^Cyrillic \(Windows-1251\): .*Пётр Яковлев/);
    await expect(summary(page)).toHaveText('4 calls');

    // A row left out and a corrected name survive a change of encoding.
    await row(page, 'Ольга').focus();
    await page.keyboard.press('Delete');
    await row(page, 'Юлия').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Candidate name of row 4' }).fill('Julia Scherbakova');
    await page.keyboard.press('Enter');
    await reading.selectOption({ label: 'Western European (Windows-1252)' });
    await expect(grid(page)).toContainText('Èâàí Ïåòðîâ');
    await expect(page.getByText('2 names look garbled.')).toBeVisible();
    await expect(summary(page)).toHaveText('1 call, 2 to choose, 1 left out');
    await expectAccessible(page);
    await reading.selectOption('windows-1251');
    await expect(row(page, 'Иван Петров')).toContainText('Ready');
    await expect(summary(page)).toHaveText('3 calls, 1 left out');
    await expect(row(page, 'Julia Scherbakova')).toContainText('Ready');
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();

    // Rows in plain ASCII don't wait for the choice.
    await chooseFile(page, 'two.csv', encodeText(listOf(['José Peña', 'Bob Miller']), 'windows-1252'));
    await expect(page.getByText('This file doesn’t say its text encoding.')).toBeVisible();
    await expect(summary(page)).toHaveText('1 call, 1 to choose');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^José Peńa/ }).press('Enter');
    await expect(row(page, 'José Peńa')).toContainText('Ready');
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await expect(reading).toHaveValue('windows-1250');
    await page.getByRole('button', { name: 'Start over' }).click();
    await chooseFile(page, 'two.csv', encodeText(listOf(['José Peña', 'Bob Miller']), 'windows-1252'));
    await page.getByRole('button', { name: /^José Peña/ }).press('Enter');
    await expect(summary(page)).toHaveText('2 calls');
    await expect(page.getByText('This file doesn’t say its text encoding.')).toBeHidden();
    await page.getByRole('button', { name: 'Start over' }).click();

    // Plain ASCII needs no encoding.
    await chooseFile(page, 'plain.csv', listOf(['Ada Lovelace']));
    await expect(summary(page)).toHaveText('1 call');
    await expect(reading).toBeHidden();
  });
});
