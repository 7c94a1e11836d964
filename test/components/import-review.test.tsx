import { writeXlsx } from 'hucre/xlsx';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { encodeText } from '../renderer/encode-text.ts';
import {
  button,
  COLUMNS,
  drop,
  expectSummary,
  grid,
  JOB,
  openImport,
  pasteRows,
  plain,
  row,
} from './import-page.tsx';

const REST = ['https://cv.example/1.pdf', JOB, 'general'];
const fileOf = (header: readonly string[], ...lines: readonly (readonly string[])[]) =>
  [header, ...lines.map((line) => [...line, ...REST])].map((cells) => cells.join(';')).join('\n');
/** Waits until the words are somewhere in an element. */
const contains = (element: Locator, words: string) =>
  expect.poll(() => plain(element.element().textContent)).toContain(words);
const says = (name: string, words: string) => contains(row(name), words);
const chooseCountry = (country: string) =>
  userEvent.selectOptions(page.getByLabelText('Numbers without a country code'), country);
const undo = () => userEvent.keyboard('{Control>}z{/Control}');

beforeEach(() => page.viewport(1100, 700));

test('a number that could be of two countries is chosen for its row or for all, while its country is selected', async () => {
  const { queued } = await openImport();
  drop(
    'doubtful.csv',
    fileOf(
      COLUMNS,
      ['Ada Lovelace', '447946012345'],
      ['Bob Builder', '447946012346'],
      ['Cleo Clear', '0151 23456789'],
      ['Dora Doubt', '4915112345678'],
    ),
  );
  await expectSummary('3 to choose, 1 invalid');
  await chooseCountry('Germany');
  await expectSummary('1 call, 3 to choose');

  // Both readings are shown in full, each with its country.
  const ada = page.getByRole('group', { name: 'Phone number of row 2' });
  const readings = ada.getByRole('button').elements();
  expect(readings.map(({ textContent }) => plain(textContent))).toEqual([
    '+49 4479 46012345Germany',
    '+44 7946 012345United Kingdom',
  ]);
  await ada.getByRole('button', { name: /United Kingdom$/ }).click();
  await says('Ada Lovelace', 'Ready');
  await expect.element(row('Ada Lovelace')).toHaveFocus();
  await says('Ada Lovelace', 'from 447946012345, United Kingdom');
  await expectSummary('2 calls, 2 to choose');
  await button('Undo').click();
  await expectSummary('1 call, 3 to choose');

  const all = page.getByRole('group', { name: 'Choices for every phone number' });
  await contains(all, '3 phone numbers need a choice.');
  await all.getByRole('button', { name: /^Numbers of Germany/ }).click();
  await expectSummary('4 calls');
  await chooseCountry('Italy');
  await expectSummary('3 to choose, 1 invalid');
  await chooseCountry('Germany');
  await expectSummary('4 calls');
  await button('Undo').click();
  await expectSummary('1 call, 3 to choose');

  await all.getByRole('button', { name: /^Only the \+ is missing: United Kingdom and Germany/ }).click();
  await expectSummary('4 calls');
  await says('Dora Doubt', '+49 1511 2345678');
  await button('Queue 4 submissions').click();
  await expect.element(page.getByText('4 submissions are in the queue.')).toBeVisible();
  expect(queued.map(({ phoneNumber }) => phoneNumber)).toEqual([
    '+447946012345',
    '+447946012346',
    '+4915123456789',
    '+4915112345678',
  ]);
});

test('a number that is invalid in the chosen country is never assumed to be another', async () => {
  const { queued } = await openImport();
  drop('italy.csv', fileOf(COLUMNS, ['Ada Lovelace', '151 23456789'], ['Bob Builder', '+39 347 1234567']));
  for (const country of ['Italy', 'United Kingdom']) {
    await chooseCountry(country);
    await says('Ada Lovelace', `${country} has no such number.`);
    await expectSummary('1 call, 1 to choose');
    await contains(
      page.getByRole('group', { name: 'Phone number of row 2' }),
      '+1 512 345 6789United States',
    );
  }
  await button('Queue 1 submission').click();
  await expect.element(page.getByText('1 submission is in the queue.')).toBeVisible();
  await says('Ada Lovelace', 'Choose');
  expect(queued.map(({ candidateName }) => candidateName)).toEqual(['Bob Builder']);
});

test('of two columns that could be the phone number, one is chosen before anything can be queued', async () => {
  await openImport();
  const header = ['Name', 'Phone (work)', 'Phone (private)', 'CV', 'Job', 'Questionnaire'];
  drop('two-phones.csv', fileOf(header, ['Ada Lovelace', '+44 20 7946 0960', '+44 7946 012348']));
  await expectSummary('1 invalid');
  await expect.element(page.getByText(/^“Phone \(work\)”, “Phone \(private\)” could each be/)).toBeVisible();
  await expect.element(button(/^Queue/)).toBeDisabled();
  const column = page.getByLabelText('Phone number', { exact: true });
  await expect.element(column).toHaveValue('several');
  await userEvent.selectOptions(column, 'Phone (private)');
  await expectSummary('1 call');
  await says('Ada Lovelace', '+44 7946 012348');
});

test('columns that no field uses are named, and kept as notes and tags if asked', async () => {
  const { kept, queued } = await openImport();
  const more = ['Speaks Danish', 'Job fair', 'ada@example.com'];
  await pasteRows(
    [...COLUMNS, 'Comment', 'Source', 'E-mail'],
    ['Ada Lovelace', '+44 20 7946 0958', ...REST, ...more],
  );
  await expect.element(page.getByText('3 columns are not used: Comment, Source, E-mail')).toBeVisible();
  await button('Keep in notes or tags').click();
  const others = page.getByRole('group', { name: 'Columns that no field uses' });
  await userEvent.selectOptions(others.getByLabelText('Comment'), 'Keep in the notes');
  await userEvent.selectOptions(others.getByLabelText('Source'), 'Keep as a tag');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await expect.element(page.getByText('1 column is not used: E-mail')).toBeVisible();
  await expect.element(page.getByText('In the notes: Comment')).toBeVisible();
  await expect.element(page.getByText('As tags: Source')).toBeVisible();
  await button('Queue 1 submission').click();
  await expect.poll(() => queued.length).toBe(1);
  expect(kept).toEqual([{ notes: [5], tags: [6] }]);
});

test('rows hidden in a workbook are left out; one press includes them, another leaves them out', async () => {
  const { queued } = await openImport();
  const person = (at: number) => [`Person ${at}`, `+49 1511 234560${at}`, ...REST];
  const sheet = {
    name: 'Candidates',
    columns: [{}, {}, { hidden: true }],
    rows: [[...COLUMNS], person(2), person(3), person(4), person(5)],
    rowDefs: new Map([
      [2, { hidden: true }],
      [3, { hidden: true }],
    ]),
  };
  drop('filtered.xlsx', new Uint8Array(await writeXlsx({ sheets: [sheet] })));
  await expect.element(page.getByText('2 hidden rows are left out.')).toBeVisible();
  await expect
    .element(page.getByText('This column is imported but hidden in the workbook: CV'))
    .toBeVisible();
  await expectSummary('2 calls, 2 left out');
  await says('Person 3', 'Hidden in the workbook.');
  await button('Include 2 hidden rows').click();
  await expect.element(page.getByText('2 rows are hidden in the workbook but included here.')).toBeVisible();
  await expect.element(button('Queue 4 submissions')).toBeEnabled();
  await button('Leave out hidden rows').click();
  await expectSummary('2 calls, 2 left out');
  await button('Queue 2 submissions').click();
  await expect.element(page.getByText('2 submissions are in the queue.')).toBeVisible();
  expect(queued.map(({ candidateName }) => candidateName)).toEqual(['Person 2', 'Person 5']);
});

test('a text encoding is chosen by its names, and a change of it keeps corrections and rows left out', async () => {
  await openImport();
  const names = ['Иван Петров', 'Ольга Сидорова', 'Юлия Щербакова', 'Пётр Яковлев'];
  const lines = names.map((name, at) => [name, `+49 1511 23456${at + 10}`]);
  drop('kandidaty.csv', new Uint8Array(encodeText(fileOf(COLUMNS, ...lines), 'windows-1251')));
  await expectSummary('4 to choose');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const encoding = page.getByLabelText('Text encoding');
  await expect.element(encoding).toHaveValue('windows-1251');
  await button(/^Юлия Щербакова, Пётр Яковлев/).click();
  await expectSummary('4 calls');
  await expect.element(encoding).toHaveDisplayValue(/^Cyrillic \(Windows-1251\): .*Пётр Яковлев/);

  await button('Leave out row 3').click();
  await button(/^Edit candidate name of row 4:/).click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Candidate name of row 4' }), 'Julia Scherbakova');
  await userEvent.keyboard('{Enter}');
  await userEvent.selectOptions(encoding, 'windows-1252');
  await expect.element(grid.getByText('Èâàí Ïåòðîâ').first()).toBeVisible();
  await expect.element(page.getByText('2 names look garbled.')).toBeVisible();
  await expectSummary('1 call, 2 to choose, 1 left out');
  await userEvent.selectOptions(encoding, 'windows-1251');
  await expectSummary('3 calls, 1 left out');
  await says('Julia Scherbakova', 'Ready');
});

test('where names could be read in two ways, rows in plain ASCII don’t wait for the choice', async () => {
  await openImport();
  const lines = ['José Peña', 'Bob Miller'].map((name, at) => [name, `+49 1511 23456${at + 10}`]);
  drop('two.csv', new Uint8Array(encodeText(fileOf(COLUMNS, ...lines), 'windows-1252')));
  const question = page.getByText('This file doesn’t say its text encoding.');
  await expect.element(question).toBeVisible();
  await expectSummary('1 call, 1 to choose');
  await button(/^José Peña/).click();
  await expectSummary('2 calls');
  await says('José Peña', 'Ready');
  await expect.element(question).not.toBeInTheDocument();
});

test('a correction is offered to all rows with the same words, and an unknown name is explained once', async () => {
  await openImport();
  const jobs = ['Sr. Engneer', 'Sr. Engneer', 'Sr. Engneer', 'Night Nurse', 'Night Nurse', JOB];
  const lines = jobs.map((job, at) => [
    `Candidate ${at}`,
    `+4915${110_000_000 + at}`,
    REST[0] ?? '',
    job,
    'general',
  ]);
  await pasteRows([...COLUMNS], ...lines);
  await expectSummary('1 call, 5 invalid');
  await button(/^Edit job description of row 2:/).click();
  await userEvent.fill(page.getByRole('combobox', { name: 'Job description of row 2' }), JOB);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2 other rows have “Sr. Engneer”, too.')).toBeVisible();
  await button(/^Change all 2 rows to/).click();
  await expectSummary('4 calls, 2 invalid');
  // All of it at once.
  await undo();
  await expectSummary('2 calls, 4 invalid');

  const unknown = page.getByRole('region', { name: 'Unknown names' });
  for (const name of ['Sr. Engneer', 'Night Nurse']) {
    await userEvent.fill(unknown.getByRole('combobox', { name: `Job description for “${name}”` }), JOB);
    await userEvent.keyboard('{Enter}');
  }
  await expectSummary('6 calls');
});

test('before anything is queued, the calls, their time and how long they can be undone are told', async () => {
  await openImport();
  const lines = Array.from({ length: 12 }, (_, at) => [`Candidate ${at}`, `+49151100000${10 + at}`, ...REST]);
  await pasteRows([...COLUMNS], ...lines);
  const before = page.getByRole('region', { name: 'Before calls start' });
  await contains(before, '12 calls for');
  await contains(before, 'You can undo for 30 seconds.');
  await button('Send later').click();
  await button(/^Tomorrow/)
    .first()
    .click();
  await expect.element(button(/^Send nothing before /)).toBeVisible();
  await contains(before, 'You can undo until then.');
  await button('Send as soon as possible').click();
  await contains(before, 'You can undo for 30 seconds.');
});

test('a narrow review scrolls its long values beside the row number and the name', async () => {
  await page.viewport(700, 600);
  await openImport();
  drop('Ada.csv', fileOf(COLUMNS, ['Ada', '+46 8 123 456 78']));
  const cell = button(/^Edit job description of row 2:/);
  await expect.element(cell).toBeInTheDocument();
  (cell.element() as HTMLElement).focus();
  await expect.element(cell).toBeInViewport({ ratio: 1 });
  const name = button('Edit candidate name of row 2: Ada');
  await expect.element(name).toBeInViewport({ ratio: 1 });
  const { right } = name.element().getBoundingClientRect();
  expect(cell.element().getBoundingClientRect().x).toBeGreaterThanOrEqual(right);
  expect(cell.element().getBoundingClientRect().width).toBeGreaterThan(250);
  await expect.element(button('Leave out row 2')).toBeInViewport({ ratio: 1 });
});

test('the whole reason of a row closes by Escape, which leads back to its button', async () => {
  await openImport();
  drop('wrong.csv', [COLUMNS.join(';'), `Ada King;12;no link;${JOB};`].join('\n'));
  await expectSummary('1 invalid');
  const more = row('Ada King').getByRole('button', { name: 'more' });
  await more.click();
  await expect.element(page.getByRole('dialog', { name: 'more' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'more' })).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
});
