import { expect, test } from 'vitest';
import { doNotCallToCsv } from '../../electron/reports/exported-lists.ts';
import { listFileOf } from '../../renderer/features/do-not-call/read-list-file.ts';
import type { DoNotCallEntry } from '../../shared/do-not-call.ts';
import { textRow, workbookOf } from './import-workbook.ts';
import { openedFile } from './reviewed-file.ts';

async function fileOf(text: string) {
  const { source } = await openedFile(new TextEncoder().encode(text));
  return listFileOf(source);
}

test('the column with phone numbers is found as an import finds it, and the reasons beside it', async () => {
  const file = await fileOf('Name;Handynummer;Grund\nAda;+49 30 901820;per E-Mail\nBo;4.9301E+11;\n');
  expect(file).toMatchObject({ phoneColumn: 1, reasonColumn: 2, columns: ['Name', 'Handynummer', 'Grund'] });
  expect(file.lines(1, 2)).toEqual([
    { line: 2, number: '+49 30 901820', reason: 'per E-Mail' },
    { line: 3, number: '4.9301E+11', reason: '' },
  ]);
});

test('a file without column names is a list of numbers', async () => {
  const file = await fileOf('+49 30 901820\n+49 30 901821\n');
  expect(file).toMatchObject({ phoneColumn: 0, reasonColumn: null });
  expect(file.lines(0, null).map(({ number }) => number)).toEqual(['+49 30 901820', '+49 30 901821']);
});

test.each([';', '\t', '|'])('two columns that are cut by %j are two columns', async (delimiter) => {
  const file = await fileOf(`Phone${delimiter}Grund\n+49 30 901820${delimiter}asked\n`);
  expect(file.columns).toEqual(['Phone', 'Grund']);
  expect(file.lines(0, 1)).toEqual([{ line: 2, number: '+49 30 901820', reason: 'asked' }]);
});

test('a number in what looks like the row of column names is not left out', async () => {
  const file = await fileOf('Tel. +49 30 901820\nTel. +49 30 901821\n');
  expect(file.lines(0, null).map(({ line, number }) => [line, number])).toEqual([
    [1, '+49 30 901820'],
    [2, '+49 30 901821'],
  ]);
});

test('a workbook tells its sheets, and which of them was read', async () => {
  const sheet = (name: string, number: string) => ({
    name,
    rows: textRow(1, 'Phone', 'Reason') + textRow(2, number, 'asked'),
  });
  const bytes = workbookOf([sheet('2025', '+49 30 901820'), sheet('2026', '+49 30 901821')]);
  const { source } = await openedFile(bytes);
  expect(listFileOf(source)).toMatchObject({ sheets: ['2025', '2026'], sheet: 0 });
});

test('a person chooses between several columns with phone numbers', async () => {
  const file = await fileOf('Mobile,Home phone\n+49 30 901820,+49 30 901821\n');
  expect(file.phoneColumn).toBeNull();
});

test('a list that Callboard saved is read again without the entries that were lifted', async () => {
  const entry: DoNotCallEntry = {
    id: 'e1',
    phoneNumber: '+4930901820',
    source: 'person',
    reason: 'Asked by e-mail',
    addedAt: 0,
    addedBy: 'ada',
    lifted: null,
  };
  const lifted = { ...entry, phoneNumber: '+4930901821', lifted: { at: 1, by: 'ada', reason: 'A mistake' } };
  let text = '';
  const entries = async function* () {
    yield entry;
    yield lifted;
  };
  for await (const part of doNotCallToCsv(entries())) text += part;
  const file = await fileOf(text);
  expect(file).toMatchObject({ phoneColumn: 0, reasonColumn: 1, lifted: 1 });
  expect(file.lines(0, 1)).toEqual([{ line: 2, number: '+4930901820', reason: 'Asked by e-mail' }]);
});
