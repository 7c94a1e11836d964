import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DAY_MS } from '../../shared/durations.ts';
import { type ImportProblem, importProblem, ofRow } from '../../shared/import-problems.ts';
import type { JudgedRow, RowsAsked } from '../../shared/imports.ts';
import { dayAt } from '../../shared/notice.ts';
import { button, COLUMNS, JOB, openImport, pasteRows, row } from './import-page.tsx';

const LONG_AGO = dayAt(Date.now() - 60 * DAY_MS);
const YESTERDAY = dayAt(Date.now() - DAY_MS);
const NEXT_MONTH = dayAt(Date.now() + 30 * DAY_MS);

/** What main says about these days, if its rules ask for them. */
function judged(
  { rows, noticeOn: forAll, hasNoticeColumn }: RowsAsked,
  asked: boolean,
): readonly (JudgedRow | null)[] {
  if (!asked) return rows.map(() => null);
  const at = Date.now() + 6 * DAY_MS;
  const wait = { until: at, timeZone: null, notice: true };
  const wrong = (problem: ImportProblem): JudgedRow => ({
    state: 'invalid',
    notes: [{ field: 'noticeOn', ...problem }],
  });
  return rows.map(({ noticeOn = forAll }) => {
    if (noticeOn === null) return hasNoticeColumn ? wrong(importProblem('day_missing')) : null;
    if (noticeOn === NEXT_MONTH) return wrong(importProblem('day_to_come'));
    if (noticeOn !== YESTERDAY) return null;
    return { state: 'held', notes: [ofRow(importProblem('waits_for_notice', { at }))], wait };
  });
}

beforeEach(() => page.viewport(900, 700));

/** Opens the page in a workspace whose rules ask for a notice of 7 days, and pastes these people with their days. */
async function review(asked: boolean, days: readonly string[]) {
  const { queued } = await openImport({
    rules: { notice: { asked, required: true, days: 7 } },
    judge: (rows) => judged(rows, asked),
  });
  const people = days.map((day, at) => [
    `Ada ${at}`,
    `+4915112345${600 + at}`,
    'https://cv.example/1',
    JOB,
    'general',
    day,
  ]);
  await pasteRows([...COLUMNS, 'Notice given on'], ...people);
  return queued;
}

const says = (name: string, words: string | RegExp) =>
  expect.element(row(name).getByText(words, { exact: typeof words === 'string' })).toBeVisible();
const forOthers = page.getByLabelText('Notice given to those without a day on');

test('each row shows its day of notice, and is marked, held, asked about or queued by it', async () => {
  const queued = await review(true, [LONG_AGO, YESTERDAY, NEXT_MONTH, '03/04/2026', '', 'soon']);
  await says('Ada 0', 'Ready');
  await says('Ada 1', 'Held');
  await says('Ada 1', /Notice too recent\. Goes out/);
  await says('Ada 2', 'Invalid');
  await says('Ada 2', /This day is still to come\./);
  await says('Ada 4', 'Invalid');
  await says('Ada 4', /Enter the day on which the candidate was told/);
  await says('Ada 5', 'Invalid');
  await says('Ada 5', /can’t be read as a day\. Write it as 2026-11-24\./);
  await expect.element(button('Queue 2 submissions')).toBeVisible();

  // Asked, never guessed: the day first, or the month.
  const choice = page.getByRole('group', { name: 'Day of notice of row 5' });
  await choice.getByRole('button', { name: /month first/ }).click();
  await says('Ada 3', 'Ready');

  // A day for those without one; the others keep theirs.
  await userEvent.fill(forOthers, LONG_AGO);
  await says('Ada 4', 'Ready');
  await button('Queue 4 submissions').click();
  await expect.element(page.getByText('4 submissions are in the queue.')).toBeVisible();
  const days = queued.map(({ candidateName, noticeOn }) => `${candidateName} ${noticeOn}`);
  expect(days.toSorted()).toEqual([
    `Ada 0 ${LONG_AGO}`,
    `Ada 1 ${YESTERDAY}`,
    'Ada 3 2026-03-04',
    `Ada 4 ${LONG_AGO}`,
  ]);
});

test('the day is offered as a column only where the workspace asks for it, and needs none', async () => {
  await review(true, [LONG_AGO]);
  await says('Ada 0', 'Ready');
  await expect.element(forOthers).not.toBeInTheDocument();
  await button('Columns').click();
  const column = page.getByRole('combobox', { name: 'Notice given on' });
  await expect.element(column).toHaveDisplayValue('Notice given on');
  await userEvent.selectOptions(column, 'No column: one day for all rows');
  await expect
    .element(page.getByLabelText('Notice given to all of these on', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText('Choose a column or a value.')).not.toBeInTheDocument();
});

test('without that rule the column is one that no field uses', async () => {
  await review(false, ['soon']);
  await says('Ada 0', 'Ready');
  await button('Columns').click();
  await expect.element(page.getByRole('combobox', { name: 'Phone number' })).toBeVisible();
  await expect
    .element(page.getByRole('combobox', { name: 'Notice given on' }))
    .toHaveDisplayValue('Not used');
});
