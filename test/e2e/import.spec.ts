import { readFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { chooseFile, grid, pausedPractice, row, summary } from './import-steps.ts';
import { fillCandidate, JOB_DESCRIPTION_ID, openRequests, requestRow, submitCandidate } from './steps.ts';

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

test('a spreadsheet of 300 candidates is corrected and queued, then withdrawn, and its invalid rows are saved', async ({
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
});

test('accepted rows of a file are shown in Requests, and an invalid row stays', async ({
  launchPractice,
}) => {
  const app = await launchPractice({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const page = await pausedPractice(app);
  const rest = `https://cv.example/1.pdf,${JOB_DESCRIPTION_ID},general-screening`;
  const rows = [`Ada,+44 20 7946 0958,${rest}`, `Grace,+1 202 555 0143,${rest}`, `Nobody,12,${rest}`];
  await chooseFile(page, 'three.csv', ['Name,Phone,CV,Job,Questionnaire', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Queue 2 submissions' }).click();
  await expect(page.getByText('2 submissions are in the queue.')).toBeVisible();
  await expect(page.getByText('1 row stays here for you to correct or leave.')).toBeVisible();
  await page.getByRole('button', { name: 'See these 2' }).click();
  await expect(page.getByText('2 submissions of this file.')).toBeVisible();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Resume sending' }).click();
  await expect(page.getByText('2 accepted.')).toBeVisible();
  await page.getByRole('button', { name: 'See all 2' }).click();
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText(/Imported from:\s*three\.csv/);
  await expect(page.getByRole('grid', { name: 'Tracked requests' }).getByRole('row')).toHaveCount(3);
});

test('unsupported files are refused with advice, the sample file imports, and rows can be pasted', async ({
  launchPractice,
}) => {
  const app = await launchPractice();
  const page = await pausedPractice(app);
  for (const [name, content, words] of [
    ['cv.pdf', '%PDF-1.7 ...', /This is a PDF, not a list\.\s*Save your list as CSV/],
    [
      'old.xls',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]),
      /This is an old-format workbook \(\.xls\)\.\s*Open it in your spreadsheet program/,
    ],
  ] as const) {
    await chooseFile(page, name, content);
    await expect(page.getByRole('alert')).toContainText(words);
  }
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'large.csv'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('alert')).toContainText(
    /This file is larger than 50 MB\.\s*Split it into several files/,
  );
  // Two files dropped during a review are refused, and the review stays.
  await chooseFile(page, 'one.csv', 'Name;Phone;CV\nAda;+44 20 7946 0958;https://cv.example/1');
  await expect(summary(page)).toHaveText('1 invalid');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    for (const name of ['a.csv', 'b.csv']) dataTransfer.items.add(new File(['Name'], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('alert')).toContainText('Choose one file at a time.');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(summary(page)).toHaveText('1 invalid');
  await page.getByRole('button', { name: 'Start over' }).click();

  const saving = app.nextSavePath();
  await page.getByRole('button', { name: 'Save a sample file' }).click();
  const path = await saving;
  await expect(page.getByText('Sample file saved')).toBeVisible();
  await chooseFile(page, 'sample.csv', readFileSync(path));
  await expect(summary(page)).toHaveText('3 calls');
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Sample file saved')).toBeHidden();

  const lines = [
    'Ada Lovelace\t+44 20 7946 0958\thttps://cv.example/1',
    'Bob\t+44 20 7946 0959\thttps://cv.example/2',
  ];
  await page.getByLabel('Or paste from a spreadsheet').fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Review pasted rows' }).click();
  await expect(page.getByText('No row has column names.')).toBeVisible();
  await expect(grid(page)).toContainText('Ada Lovelace');
  expect(await axeViolations(page, { within: 'main' })).toEqual([]);

  await page.getByRole('link', { name: 'New request', exact: true }).click();
  await expect(page.getByLabel('Candidate name')).toBeFocused();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Grace Hopper +1 202 555 0143\nMary Somerville +44 20 7946 0960');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  });
  await page.getByRole('button', { name: 'Import these 2 instead?' }).click();
  await expect(grid(page)).toContainText('Mary Somerville');
});

test.describe('with an undo window', () => {
  test.use({ undoSeconds: 5 });

  test('alike words are corrected at once, and the run is undone', async ({ launchPractice }) => {
    const app = await launchPractice();
    const { page } = app;
    const line = (_: unknown, at: number) =>
      `Candidate ${at},+4915${110_000_000 + at},https://cv.example/${at}.pdf,${at < 4 ? 'Sr. Engneer' : at < 7 ? 'Night Nurse' : JOB_DESCRIPTION_ID},general`;
    const lines = Array.from({ length: 12 }, line);
    await chooseFile(page, 'twelve.csv', ['Name,Phone,CV,Job,Questionnaire', ...lines].join('\n'));
    await expect(summary(page)).toHaveText('5 calls, 7 invalid');

    // After one correction, the same is offered for the others; Undo takes back all of it at once.
    await page.getByRole('button', { name: /^Edit job description of row 2:/ }).click();
    await page.getByRole('combobox', { name: 'Job description of row 2' }).fill(JOB_DESCRIPTION_ID);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText('3 other rows have “Sr. Engneer”, too.')).toBeVisible();
    await page.getByRole('button', { name: /^Change all 3 rows to/ }).click();
    await expect(summary(page)).toHaveText('9 calls, 3 invalid');
    await page.keyboard.press('Control+z');
    await expect(summary(page)).toHaveText('6 calls, 6 invalid');

    // What an unknown name means is said once for all its rows.
    const unknown = page.getByRole('region', { name: 'Unknown names' });
    for (const name of ['Sr. Engneer', 'Night Nurse']) {
      const field = unknown.getByRole('combobox', { name: `Job description for “${name}”` });
      await field.fill(JOB_DESCRIPTION_ID);
      await field.press('Enter');
    }
    await expect(summary(page)).toHaveText('12 calls');
    const before = page.getByRole('region', { name: 'Before calls start' });
    await expect(before).toContainText('12 calls for');
    await expect(before).toContainText('You can undo for 30 seconds.');

    // With a later time, Undo lasts as long; the time is told as everywhere else.
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('button', { name: 'Tomorrow 09:00' }).click();
    await expect(page.getByRole('button', { name: /^Send nothing before .+, 09:00$/ })).toBeVisible();
    await expect(before).toContainText('You can undo until then.');
    await page.getByRole('button', { name: 'Send as soon as possible' }).click();
    await expect(before).toContainText('You can undo for 30 seconds.');

    await page.getByRole('button', { name: 'Queue 12 submissions' }).click();
    await page.getByRole('button', { name: 'Undo all 12 submissions' }).click();
    await expect(page.getByText('12 submissions taken back')).toBeVisible();
    await expect(summary(page)).toHaveText('12 calls');
  });
});

test('10,000 rows are reviewed, and all of them queued', async ({ launchPractice }) => {
  const app = await launchPractice();
  const page = await pausedPractice(app);
  const line = (_: unknown, at: number) =>
    `Candidate ${at},+4915${String(110_000_000 + at)},https://cv.example/${at}.pdf,${JOB_DESCRIPTION_ID},general`;
  const file = ['Name,Phone,CV,Job,Questionnaire', ...Array.from({ length: 10_000 }, line)].join('\n');
  await chooseFile(page, 'many.csv', file);
  await expect(summary(page)).toHaveText('10,000 calls');
  await page.getByRole('button', { name: 'Queue 10,000 submissions' }).click();
  // It may wait for the check for duplicates, and is not carried out if the page is left before.
  await expect(page.getByRole('progressbar', { name: 'Queueing' })).toBeVisible();
  // Seen again while it is queued, its own rows are no duplicates of themselves.
  const duplicatesSeen = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          const text = document.querySelector('main')?.textContent ?? '';
          if (/duplicate/i.test(text)) resolve(true);
          else if (text.includes('submissions are in the queue')) resolve(false);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  expect(await duplicatesSeen).toBe(false);
  await expect(page.getByText('10,000 submissions are in the queue.')).toBeVisible({ timeout: 60_000 });
  // Nothing is left to review: the next file can be chosen.
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('a narrow review scrolls its long values beside the row number and the name', async ({
  launchPractice,
}) => {
  const page = await pausedPractice(await launchPractice());
  await page.setViewportSize({ width: 900, height: 600 });
  const job = '0f1e2d3c-4b5a-4968-8776-655443322110';
  const row = `Ada;+46 8 123 456 78;https://cv.example.com/1.pdf;${job};general-screening`;
  await chooseFile(page, 'Ada.csv', `Name;Phone;CV;Job description;Questionnaire\n${row}`);
  const cell = page.getByRole('button', { name: /^Edit job description of row 2:/ });
  await cell.focus();
  await expect(cell).toBeInViewport({ ratio: 1 });
  const name = page.getByRole('button', { name: 'Edit candidate name of row 2: Ada' });
  await expect(name).toBeInViewport({ ratio: 1 });
  const { x, width } = (await name.boundingBox()) ?? { x: 0, width: 0 };
  expect((await cell.boundingBox())?.x).toBeGreaterThanOrEqual(x + width);
  expect((await cell.boundingBox())?.width).toBeGreaterThan(250);
  await expect(page.getByRole('button', { name: 'Leave out row 2' })).toBeInViewport({ ratio: 1 });
});

test('two ways to write the number of one telephone are one person: in a file, in New request and in the search', async ({
  launchPractice,
}) => {
  const app = await launchPractice();
  const { page } = app;
  await submitCandidate(page, 'Earlier Emil', '+55 11 98765-4321');
  await openRequests(page);
  await expect(requestRow(page, 'Earlier Emil')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('+55 11 8765-4321');
  await expect(requestRow(page, 'Earlier Emil')).toBeVisible();

  const list = [
    'Name,Phone,Resume,Job,Questionnaire',
    ...[
      ['Ana', '+54 9 11 2345-6789'],
      ['Ana again', '+54 11 2345-6789'],
      ['Bio', '+229 97 12 34 56'],
      ['Bio again', '+229 01 97 12 34 56'],
      ['Mia', '+52 1 55 1234 5678'],
      ['Mia again', '+52 55 1234 5678'],
      ['Sam', '+378 0549 886377'],
      ['Sam again', '+39 0549 886377'],
      ['Yara', '+٩٧٠ ٥٩ ٩١٢ ٣٤٥٦'],
      ['Yara again', '+972 59 912 3456'],
    ].map(([name, phone]) => `${name},${phone},https://cv.example/1,${JOB_DESCRIPTION_ID},general`),
  ];
  await chooseFile(page, 'twins.csv', list.join('\n'));
  await expect(summary(page)).toHaveText('5 calls, 5 duplicates');
  await expect(row(page, 'Ana again')).toContainText('Same as +54 9 11 2345 6789 in row 2.');
  await expect(row(page, 'Bio again')).toContainText('Same phone number as row 4.');
  await expect(row(page, 'Bio').first()).toContainText('+229 01 97 12 34 56 from +229 97 12 34 56');

  await page.getByRole('link', { name: 'New request', exact: true }).click();
  await fillCandidate(page, 'Emil', '+55 11 8765-4321');
  await page.getByRole('button', { name: 'Submit request' }).click();
  const question = page.getByRole('alert').filter({ hasText: 'was submitted before' });
  await expect(question).toContainText('Earlier Emil');
  await expect(question).toContainText('+55 11 98765 4321');
});
