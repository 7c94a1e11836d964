import { describe, expect, test } from 'vitest';
import { checkRows, createFieldChecker, libraryNames } from '../../renderer/features/import/check-rows.ts';
import { countStates, summaryOf } from '../../renderer/features/import/classify-rows.ts';
import { headersToKeep } from '../../renderer/features/import/import-session.ts';
import {
  hasEdits,
  type OpenImport,
  openImport,
  withChecked,
  withExcluded,
  withHeaders,
  withHidden,
  withUndo,
} from '../../renderer/features/import/import-state.ts';
import { openPieces, openSheet } from '../../renderer/features/import/open-source.ts';
import { hiddenNumbers } from '../../renderer/features/import/source-rows.ts';
import { type SheetXml, textRow, workbookOf } from './import-workbook.ts';
import { classified, notesOf } from './reviewed-file.ts';

const HEADERS = textRow(1, 'Name', 'Phone', 'CV', 'Job', 'Questionnaire');
const JOB = '123e4567-e89b-12d3-a456-426614174000';

/** A candidate's row; `attributes` go into the `row` element. */
const person = (number: number, attributes = '') =>
  textRow(
    number,
    `Person ${number}`,
    `+49 1511 23456${70 + number}`,
    'https://cv.example/1',
    JOB,
    'q',
  ).replace('<row', `<row ${attributes}`);

async function openedWith(...sheets: SheetXml[]): Promise<OpenImport> {
  const file = await openPieces('list.xlsx', [workbookOf(sheets)]);
  if (!file.ok) throw new Error(file.error.code);
  return openImport(
    { ...file.value.source, digest: '' },
    { columns: null, country: null, before: null },
    'a',
  );
}

const reviewed = (open: OpenImport) => {
  const checked = [
    ...checkRows(open.source, {
      mapping: open.mapping,
      corrections: open.edits.corrections,
      chosen: open.edits.chosen,
      check: createFieldChecker(),
      lookUp: libraryNames([]),
    }),
  ];
  return classified(checked, withChecked(open, checked, true).edits);
};
const summary = (open: OpenImport) => summaryOf(countStates(reviewed(open)));

describe('rows hidden in the workbook are left out', () => {
  test.each([
    ['hidden by the user', 'hidden="1"'],
    ['hidden with the value "true"', 'hidden="true"'],
    ['in a collapsed group', 'hidden="1" outlineLevel="1"'],
    ['of height 0', 'ht="0" customHeight="1"'],
  ])('when %s', async (_how, attributes) => {
    const open = await openedWith({
      name: 'A',
      rows: HEADERS + person(2) + person(3, attributes) + person(4),
    });
    expect(hiddenNumbers(open.source)).toEqual([3]);
    expect(summary(open)).toBe('2 calls, 1 left out');
    expect(reviewed(open)[1]?.state).toBe('excluded');
    expect(notesOf(reviewed(open)[1])).toEqual(['Hidden in the workbook.']);
  });

  test('when filtered out', async () => {
    const open = await openedWith({
      name: 'A',
      rows: HEADERS + person(2) + person(3, 'hidden="1"') + person(4, 'hidden="1"') + person(5),
      after:
        '<autoFilter ref="A1:E5"><filterColumn colId="0"><filters><filter val="Person 2"/><filter val="Person 5"/></filters></filterColumn></autoFilter>',
    });
    expect(summary(open)).toBe('2 calls, 2 left out');
  });

  test('when their sheet is hidden, whether it is the only one or chosen by the user', async () => {
    const old = { name: 'Old', hidden: true, rows: HEADERS + person(2) + person(3) };
    expect(summary(await openedWith(old))).toBe('2 left out');
    const cover = { name: 'Cover', rows: textRow(1, 'Call them all') };
    // A visible sheet comes first, whatever its contents.
    expect((await openedWith(old, cover)).source.sheet).toBe(1);
    const file = await openPieces('list.xlsx', [workbookOf([old, cover])]);
    const chosen = file.ok ? openSheet('list.xlsx', file.value.sheets, 0) : file;
    expect(chosen.ok && hiddenNumbers(chosen.value.source)).toEqual([2, 3]);
  });

  test('but not if they are only grouped, or under a filter without criteria', async () => {
    const open = await openedWith({
      name: 'A',
      rows: HEADERS + person(2, 'outlineLevel="1"') + person(3, 'hidden="0"') + person(4, 'ht="15"'),
      after: '<autoFilter ref="A1:E4"/>',
    });
    expect(summary(open)).toBe('3 calls');
  });
});

describe('hidden rows', () => {
  const HALF_HIDDEN = HEADERS + person(2) + person(3, 'hidden="1"') + person(4, 'hidden="1"');

  test('are included and left out together, with Undo, or one by one', async () => {
    const open = await openedWith({ name: 'A', rows: HALF_HIDDEN });
    const taken = withHidden(open, true);
    expect(summary(taken)).toBe('3 calls');
    expect(notesOf(reviewed(taken)[1])).toEqual(['This row is hidden in the workbook.']);
    expect(summary(withHidden(taken, false))).toBe('1 call, 2 left out');
    expect(summary(withUndo(taken))).toBe('1 call, 2 left out');
    expect(summary(withExcluded(open, [3], false))).toBe('2 calls, 1 left out');
  });

  test('stay left out when the user says that no row has column names', async () => {
    const open = await openedWith({ name: 'A', rows: HALF_HIDDEN });
    expect([...withHeaders(open, false).edits.excluded]).toEqual([3, 4]);
  });

  test('left out from the start are not an edit, unlike rows left out by the user', async () => {
    const open = await openedWith({ name: 'A', rows: HALF_HIDDEN });
    expect(hasEdits(open)).toBe(false);
    expect(hasEdits(withExcluded(open, [2], true))).toBe(true);
  });

  test('do not make a visible row a duplicate', async () => {
    const twin = person(3).replaceAll(/r="([A-E]?)3"/g, 'r="$15"');
    const open = await openedWith({ name: 'A', rows: HEADERS + person(3, 'hidden="1"') + twin });
    expect(summary(open)).toBe('1 call, 1 left out');
  });

  test('differ from hidden columns, which are listed but imported', async () => {
    const open = await openedWith({
      name: 'A',
      before: '<cols><col min="2" max="2" hidden="1"/><col min="4" max="5" hidden="1"/></cols>',
      rows: HEADERS + person(2),
    });
    expect(open.source.hiddenColumns).toEqual([1, 3, 4]);
    expect(summary(open)).toBe('1 call');
    expect(headersToKeep(open)).toContain('Phone');
  });
});
