import { expect, test } from 'vitest';
import { cellsByNumber } from '../../renderer/features/import/import-session.ts';
import { textRow, workbookOf } from './import-workbook.ts';
import { openedFile, reviewedFile } from './reviewed-file.ts';

const JOB = '123e4567-e89b-12d3-a456-426614174000';
const HEADERS = textRow(1, 'Name', 'Phone', 'CV', 'Job', 'Questionnaire');
const cv = 'https://cv.example/1';

/** Three candidates; job and questionnaire stand in the first row alone. */
const ROWS = [
  HEADERS,
  textRow(2, 'Ada', '+4915112345678', cv, JOB, 'general'),
  textRow(3, 'Bob', '+4915112345679', cv),
  textRow(4, 'Cem', '+4915112345670', cv),
].join('');

const merged = (...ranges: string[]) =>
  workbookOf([
    {
      name: 'List',
      rows: ROWS,
      after: `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`,
    },
  ]);

const jobs = async (bytes: Uint8Array) =>
  (await reviewedFile(bytes)).map(
    ({ state, fields }) => `${state} ${fields?.questionnaireTemplateId ?? '–'}`,
  );

test('a job and a questionnaire in merged cells hold for all their rows', async () => {
  expect(await jobs(merged('D2:D4', 'E2:E4'))).toEqual(['ready general', 'ready general', 'ready general']);
});

test('a merged cell holds for no row below it', async () => {
  expect(await jobs(merged('D2:D3', 'E2:E3'))).toEqual(['ready general', 'ready general', 'invalid –']);
});

test('a name or a number in merged cells is nobody else’s', async () => {
  const rows = [
    HEADERS,
    textRow(2, 'Ada', '+4915112345678', cv, JOB, 'general'),
    `<row r="3"><c r="C3" t="inlineStr"><is><t>${cv}</t></is></c></row>`,
  ].join('');
  const after =
    '<mergeCells>' +
    ['A2:A3', 'B2:B3', 'D2:D3', 'E2:E3'].map((ref) => `<mergeCell ref="${ref}"/>`).join('') +
    '</mergeCells>';
  const [, second] = await reviewedFile(workbookOf([{ name: 'List', rows, after }]));
  expect(second).toMatchObject({ state: 'invalid', values: { candidateName: '', phoneNumber: '' } });
});

test('the file saved for correction has the job in each row', async () => {
  const open = await openedFile(merged('D2:D4', 'E2:E4'));
  expect(cellsByNumber(open)(4)).toEqual(['Cem', '+4915112345670', cv, JOB, 'general']);
});
