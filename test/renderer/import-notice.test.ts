import { describe, expect, test } from 'vitest';
import { checkRows, createFieldChecker, libraryNames } from '../../renderer/features/import/check-rows.ts';
import type { ReviewRow } from '../../renderer/features/import/classify-rows.ts';
import { columnsToRemember, lacksSource } from '../../renderer/features/import/file-mapping.ts';
import { cellsByNumber } from '../../renderer/features/import/import-session.ts';
import {
  type OpenImport,
  withChecked,
  withChosen,
  withCorrection,
  withUndo,
} from '../../renderer/features/import/import-state.ts';
import { mappingAsked, matchHeaders } from '../../renderer/features/import/match-headers.ts';
import { textRow, workbookOf } from './import-workbook.ts';
import { classified, JOB, notesOf, openedFile } from './reviewed-file.ts';

const HEADERS = ['Name', 'Phone', 'CV', 'Job', 'Questionnaire', 'Notice given on'];

const person = (at: number) => [`Ada ${at}`, `+4915112345${600 + at}`, 'https://cv.example/1', JOB, 'q'];

function csvOf(days: readonly string[]): Uint8Array {
  const rows = days.map((day, at) => [...person(at), `"${day}"`]);
  return new TextEncoder().encode([HEADERS, ...rows].map((cells) => cells.join(';')).join('\n'));
}

function checkedRows(open: OpenImport, noticeAsked = true) {
  const { corrections, chosen } = open.edits;
  const mapping = mappingAsked(open.mapping, noticeAsked);
  const check = createFieldChecker();
  return [...checkRows(open.source, { mapping, corrections, chosen, check, lookUp: libraryNames([]) })];
}

const reviewed = (open: OpenImport, noticeAsked = true) =>
  classified(checkedRows(open, noticeAsked), open.edits);

/** The day of a row that may be queued; otherwise its state and notes. */
const outcome = (row: ReviewRow | undefined) =>
  row?.state === 'ready' ? row.fields?.noticeOn : `${row?.state}: ${notesOf(row).join(' ')}`;

const outcomes = async (days: readonly string[], noticeAsked = true) =>
  reviewed(await openedFile(csvOf(days)), noticeAsked).map(outcome);

describe('the day of notice in a column', () => {
  test.each([
    ['ISO 8601', '2026-11-03'],
    ['the year first', '2026/11/3'],
    ['a time of day', '2026-11-03T10:15:00'],
    ['a time of day as Excel saves it', '13/11/2026 00:00', '2026-11-13'],
    ['a day no month could be', '13.11.2026', '2026-11-13'],
    ['a month before such a day', '11/13/2026', '2026-11-13'],
    ['the same day and month', '11/11/2026', '2026-11-11'],
    ['an English month', '3 Nov 2026'],
    ['an American date in words', 'November 3rd, 2026'],
    ['a German month', '3. November 2026'],
    ['a Spanish month', '3 de noviembre de 2026'],
    ['an inflected month', '3 listopada 2026'],
    ['an abbreviated French month', '3 févr. 2026', '2026-02-03'],
  ])('is read with %s', async (_how, text, day = '2026-11-03') => {
    expect(await outcomes([text])).toEqual([day]);
  });

  test.each([
    ['a year of two digits', '13.11.26'],
    ['a day that the calendar has not', '31/02/2026'],
    ['the 29th of February in a common year', '2026-02-29'],
    ['the number behind a date', '46350'],
    ['a moment with a time zone, where the day may be another', '2026-11-03T23:30:00Z'],
    ['a placeholder', 'n/a'],
    ['other words', 'yes, by mail'],
    ['two days', '3 Nov 2026 4 Nov 2026'],
  ])('is refused with %s, saying what to write', async (_how, text) => {
    expect(await outcomes([text])).toEqual([
      `invalid: Notice given on: "${text}" can’t be read as a day. Write it as 2026-11-24.`,
    ]);
  });

  test('is never guessed where day and month could be meant either way: the user chooses, once for all', async () => {
    const open = await openedFile(csvOf(['03/04/2026', '5.6.2026', '2026-11-03']));
    const [first, second, clear] = reviewed(open);
    expect([first?.state, second?.state, clear?.state]).toEqual(['choose', 'choose', 'ready']);
    expect(notesOf(first)).toEqual(['Notice given on: Day or month first? Choose one.']);
    const choices = first?.problems[0]?.choices;
    expect(choices?.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'day_first 2026-04-03',
      'month_first 2026-03-04',
    ]);
    const days = new Map([
      [2, '2026-04-03'],
      [3, '2026-06-05'],
    ]);
    const chosen = withChosen(open, 'noticeOn', days, 'Choice of 2 days of notice');
    expect(reviewed(chosen).map(outcome)).toEqual(['2026-04-03', '2026-06-05', '2026-11-03']);
    expect(reviewed(withUndo(chosen)).map(({ state }) => state)).toEqual(['choose', 'choose', 'ready']);
    // A file saved for correction has the day as chosen, so that nobody is asked again.
    const checked = withChecked(chosen, checkedRows(chosen), true);
    expect(cellsByNumber(checked)(2).at(-1)).toBe('2026-04-03');
  });

  test('comes from dates of a workbook as stored, however the sheet shows them', async () => {
    const row = (at: number, day: string) =>
      textRow(at, ...person(at)).replace('</row>', `${day.replace('@', `F${at}`)}</row>`);
    // 46329 is 3 November 2026; style 2 shows the month first.
    const rows =
      textRow(1, ...HEADERS) +
      row(2, '<c r="@" s="1"><v>46329</v></c>') +
      row(3, '<c r="@" s="2"><v>46329.4271</v></c>') +
      row(4, '<c r="@"><v>46329</v></c>') +
      row(5, '<c r="@" t="inlineStr"><is><t>03/04/2026</t></is></c>');
    const open = await openedFile(workbookOf([{ name: 'List', rows }], [], ['mm/dd/yyyy hh:mm']));
    expect(reviewed(open).map(outcome)).toEqual([
      '2026-11-03',
      '2026-11-03',
      'invalid: Notice given on: "46329" can’t be read as a day. Write it as 2026-11-24.',
      'choose: Notice given on: Day or month first? Choose one.',
    ]);
  });

  test('can be corrected in its row', async () => {
    const open = await openedFile(csvOf(['soon']));
    const corrected = withCorrection(open, 2, 'noticeOn', '2026-11-03');
    expect(reviewed(corrected).map(outcome)).toEqual(['2026-11-03']);
    expect(cellsByNumber(withChecked(corrected, checkedRows(corrected), true))(2).at(-1)).toBe('2026-11-03');
  });

  test('does not matter where the workspace asks for none', async () => {
    expect(await outcomes(['soon', '2030-01-01', ''], false)).toEqual([null, null, null]);
  });
});

describe('the column', () => {
  test.each([
    'Notice given on',
    'notice_given_on',
    'Date of notice',
    'Informiert am',
    'Informé le',
    'noticeGivenOn',
  ])('is found as %s', (header) => {
    expect(matchHeaders(['Name', 'Phone', header]).noticeOn).toEqual({ from: 'columns', columns: [2] });
  });

  test.each(['Notice period', 'Notice', 'Date of birth', 'Kündigungsfrist', 'Date', 'Available from'])(
    'is not taken for %s',
    (header) => {
      expect(matchHeaders(['Name', 'Phone', header]).noticeOn).toEqual({ from: 'nowhere' });
    },
  );

  test('is not needed, and is remembered and kept through a reload with its choices', async () => {
    const open = await openedFile(csvOf(['03/04/2026']));
    expect(lacksSource(mappingAsked(open.mapping, false))).toBe(false);
    const columns = columnsToRemember(open);
    expect(columns.fields['noticeOn']).toEqual({ from: 'columns', headers: ['Notice given on'] });
    const again = await openedFile(csvOf(['03/04/2026']), { columns });
    expect(again.mapping.noticeOn).toEqual({ from: 'columns', columns: [5] });
  });
});
