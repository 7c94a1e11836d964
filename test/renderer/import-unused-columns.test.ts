import { expect, test } from 'vitest';
import { columnsToRemember, keptOf, unusedColumns } from '../../renderer/features/import/file-mapping.ts';
import { withHeaders, withKept, withMapping } from '../../renderer/features/import/import-state.ts';
import { NO_KEPT_COLUMNS } from '../../shared/imports.ts';
import { JOB, openedFile } from './reviewed-file.ts';

const LIST = [
  'Name;Phone;Comment;CV;Job;Questionnaire;E-mail;Empty;Problem;Source',
  `Ada;+4915112345678;Speaks Danish;https://cv.example/1;${JOB};general;;;Old problem;Fair`,
  `Bob;+4915112345679;;https://cv.example/2;${JOB};general;bob@example.com;;;`,
].join('\n');

const opened = (list = LIST, memory: Parameters<typeof openedFile>[1] = {}) =>
  openedFile(new TextEncoder().encode(list), memory);

test('the columns that no field uses are those with a text, without our own of problems', async () => {
  const open = await opened();
  expect(unusedColumns(open)).toEqual([2, 6, 9]);
  expect(open.kept).toEqual(NO_KEPT_COLUMNS);
});

test('a column can be kept as notes or as a tag, until a field uses it', async () => {
  const tagged = withKept(await opened(), 9, 'tags');
  const both = withKept(withKept(tagged, 6, 'notes'), 2, 'notes');
  expect(keptOf(both)).toEqual({ notes: [2, 6], tags: [9] });
  expect(keptOf(withKept(both, 9, 'notes'))).toEqual({ notes: [2, 6, 9], tags: [] });
  expect(keptOf(withKept(both, 2, null))).toEqual({ notes: [6], tags: [9] });
  const used = withMapping(both, { ...both.mapping, candidateName: { from: 'columns', columns: [0, 6] } });
  expect(keptOf(used)).toEqual({ notes: [2], tags: [9] });
  expect(withHeaders(both, false).kept).toEqual(NO_KEPT_COLUMNS);
});

test('the day of notice can be kept where nobody asks for it', async () => {
  const open = await opened(LIST.replace('Comment', 'Notice given on'));
  expect(open.mapping.noticeOn).toEqual({ from: 'columns', columns: [2] });
  expect(keptOf(withKept(open, 2, 'notes')).notes).toEqual([2]);
});

test('kept columns are remembered for files with the same columns, in any order', async () => {
  const kept = withKept(withKept(await opened(), 2, 'notes'), 9, 'tags');
  const columns = columnsToRemember(kept);
  expect((await opened(LIST, { columns })).kept).toEqual({ notes: [2], tags: [9] });
  const moved = LIST.split('\n')
    .map((line) => line.split(';').toReversed().join(';'))
    .join('\n');
  expect((await opened(moved, { columns })).kept).toEqual({ notes: [7], tags: [0] });
});
