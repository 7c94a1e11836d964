import type { Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { chooseFile, grid, pausedPractice, row, startOver, summary } from './import-steps.ts';
import { JOB_DESCRIPTION_ID } from './steps.ts';

const REST = `https://cv.example/1.pdf;${JOB_DESCRIPTION_ID};general`;
const fileOf = (header: string, ...lines: string[]) =>
  [header, ...lines.map((line) => `${line};${REST}`)].join('\n');
const HEADER = 'Name;Phone;CV;Job;Questionnaire';

async function chooseCountry(page: Page, country: string): Promise<void> {
  await page.getByLabel('Numbers without a country code').selectOption({ label: country });
}

test('what a file leaves open waits for a choice: phone numbers, columns, formatted IDs', async ({
  launchPractice,
}) => {
  const page = await pausedPractice(await launchPractice());

  await test.step('an ambiguous phone number, for one row or for the whole column', async () => {
    const file = fileOf(
      HEADER,
      'Ada Lovelace;447946012345',
      'Bob Builder;447946012346',
      'Cleo Clear;0151 23456789',
      'Dora Doubt;4915112345678',
    );
    await chooseFile(page, 'doubtful.csv', file);
    await expect(summary(page)).toHaveText('3 to choose, 1 invalid');
    await chooseCountry(page, 'Germany');
    await expect(summary(page)).toHaveText('1 call, 3 to choose');

    // Both readings are shown in full, each with its country.
    const ada = page.getByRole('group', { name: 'Phone number of row 2' });
    await expect(ada.getByRole('button')).toHaveText([
      '+49 4479 46012345Germany',
      '+44 7946 012345United Kingdom',
    ]);
    expect(await axeViolations(page, { within: 'main' })).toEqual([]);

    // A choice for one row, undone.
    await ada.getByRole('button', { name: 'United Kingdom' }).click();
    await expect(row(page, 'Ada Lovelace')).toContainText('Ready');
    await expect(row(page, 'Ada Lovelace')).toBeFocused();
    await expect(row(page, 'Ada Lovelace')).toContainText('+44 7946 012345');
    await expect(row(page, 'Ada Lovelace')).toContainText('from 447946012345, United Kingdom');
    await expect(summary(page)).toHaveText('2 calls, 2 to choose');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(summary(page)).toHaveText('1 call, 3 to choose');

    // A choice for the whole column, undone.
    const all = page.getByRole('group', { name: 'Choices for every phone number' });
    await expect(all).toContainText('3 phone numbers need a choice.');
    await all.getByRole('button', { name: 'Only the + is missing: United Kingdom and Germany' }).click();
    await expect(summary(page)).toHaveText('4 calls');
    await expect(row(page, 'Dora Doubt')).toContainText('+49 1511 2345678');
    await page.getByRole('main').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Control+z');
    await expect(summary(page)).toHaveText('1 call, 3 to choose');

    // A choice only applies while its country is selected.
    await all.getByRole('button', { name: 'Numbers of Germany' }).click();
    await expect(summary(page)).toHaveText('4 calls');
    await chooseCountry(page, 'Italy');
    await expect(summary(page)).toHaveText('3 to choose, 1 invalid');
    await chooseCountry(page, 'Germany');
    await expect(summary(page)).toHaveText('4 calls');
    await page.getByRole('button', { name: 'Undo' }).click();

    await all.getByRole('button', { name: /^Only the \+ is missing/ }).click();
    await page.getByRole('button', { name: 'Queue 4 submissions' }).click();
    await expect(page.getByText('4 submissions are in the queue.')).toBeVisible();
    await page.getByRole('button', { name: 'See these 4' }).click();
    await expect(page.getByRole('grid', { name: 'Found submissions' })).toContainText('+44 7946 012345');
    await expect(page.getByRole('grid', { name: 'Found submissions' })).not.toContainText('+49 4479');

    // The last country is offered for a file with other columns, but not assumed.
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await chooseFile(
      page,
      'other.csv',
      fileOf('Candidate;Mobile;Resume;Job;Questionnaire', 'Eve;0151 23456780'),
    );
    await expect(summary(page)).toHaveText('1 invalid');
    await page.getByRole('button', { name: 'Germany, as last time' }).click();
    await expect(summary(page)).toHaveText('1 call');
  });

  await test.step('a number that is invalid in the chosen country is never assumed to be another', async () => {
    await startOver(page);
    await chooseFile(
      page,
      'italy.csv',
      fileOf(HEADER, 'Ada Lovelace;151 23456789', 'Bob Builder;+39 347 1234567'),
    );
    for (const country of ['Italy', 'United Kingdom']) {
      await chooseCountry(page, country);
      await expect(summary(page)).toHaveText('1 call, 1 to choose');
      await expect(row(page, 'Ada Lovelace')).toContainText(`${country} has no such number.`);
      await expect(page.getByRole('group', { name: 'Phone number of row 2' }).getByRole('button')).toHaveText(
        ['+1 512 345 6789United States'],
      );
    }
    await page.getByRole('button', { name: 'Queue 1 submission' }).click();
    await expect(page.getByText('1 submission is in the queue.')).toBeVisible();
    await expect(row(page, 'Ada Lovelace')).toContainText('Choose');
  });

  await test.step('between two phone columns, before anything can be queued', async () => {
    await startOver(page);
    const header = 'Name;Phone (work);Phone (private);CV;Job;Questionnaire';
    const file = fileOf(header, 'Ada Lovelace;+44 20 7946 0960;+44 7946 012348');
    await chooseFile(page, 'two-phones.csv', file);
    await expect(summary(page)).toHaveText('1 invalid');
    await expect(page.getByText('“Phone (work)”, “Phone (private)” could each be')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Queue/ })).toBeDisabled();
    await expect(page.getByLabel('Phone number', { exact: true })).toHaveValue('several');
    await page.getByLabel('Phone number', { exact: true }).selectOption({ label: 'Phone (private)' });
    await expect(summary(page)).toHaveText('1 call');
    await expect(grid(page)).toContainText('+44 7946 012348');
    await page.getByRole('button', { name: 'Queue 1 submission' }).click();
    await expect(page.getByText('1 submission is in the queue.')).toBeVisible();

    // The choice is remembered by the full column name.
    await chooseFile(page, 'again.csv', fileOf(header, 'Bob Builder;+44 20 7946 0961;+44 7946 012349'));
    await expect(summary(page)).toHaveText('1 call');
    await expect(grid(page)).toContainText('+44 7946 012349');
  });

  await test.step('whether a formatted questionnaire ID means the shown or the stored value', async () => {
    await startOver(page);
    const line = (name: string, phone: string) => [
      name,
      phone,
      'https://cv.example/1',
      JOB_DESCRIPTION_ID,
      12,
    ];
    const sheet = {
      name: 'List',
      columns: [{}, {}, {}, {}, { numFmt: '0000' }],
      rows: [
        ['Name', 'Phone', 'CV', 'Job', 'Questionnaire'],
        line('Ada Lovelace', '+44 20 7946 0962'),
        line('Bob Builder', '+44 20 7946 0963'),
      ],
    };
    await chooseFile(page, 'numbers.xlsx', await writeXlsx({ sheets: [sheet] }));
    await expect(summary(page)).toHaveText('2 to choose');
    const all = page.getByRole('group', { name: 'Choices for every questionnaire' });
    await all.getByRole('button', { name: 'As the sheet shows them' }).click();
    await expect(summary(page)).toHaveText('2 calls');
  });
});
