import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staleAfter } from '../../renderer/api/stale.ts';
import { goTo } from '../../renderer/routes/hash-location.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { type ImportProblem, importProblem, ofRow } from '../../shared/import-problems.ts';
import type { JudgedRow, RowsAsked } from '../../shared/imports.ts';
import type { LibraryEntry } from '../../shared/library.ts';
import { dayAt } from '../../shared/notice.ts';
import {
  button,
  COLUMNS,
  drag,
  drop,
  expectSummary,
  grid,
  JOB,
  openImport,
  pasteRows,
  row,
} from './import-page.tsx';

const CSV = 'Name,Phone,CV\nAda,+44 20 7946 0958,https://cv.example/1.pdf';
const OTHER_JOB = '123e4567-e89b-12d3-a456-426614174001';
const LONG_AGO = dayAt(Date.now() - 60 * DAY_MS);
const YESTERDAY = dayAt(Date.now() - DAY_MS);
const NEXT_MONTH = dayAt(Date.now() + 30 * DAY_MS);

/** Numbers of the rows that main was asked about, by call. */
let asked: (readonly number[])[] = [];
/** Ends the check for duplicates that is under way. */
let endCheck: (judged: readonly (JudgedRow | null)[]) => void;

beforeEach(async () => {
  asked = [];
  await page.viewport(900, 700);
});

function job(serviceId: string, name: string): LibraryEntry {
  return {
    kind: 'job_description',
    serviceId,
    name,
    note: '',
    defaultQuestionnaireId: 'general',
    archived: false,
    lastUsedAt: 0,
    fields: [],
  };
}

function paste(text: string, into: Element = document.body): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  into.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** Pastes these people, two at first; the check for duplicates stays under way. */
async function review(phones = PHONES) {
  const { client, queued } = await openImport({
    judge: ({ rows }) => {
      asked.push(rows.map(({ number }) => number));
      return new Promise((resolve) => (endCheck = resolve));
    },
  });
  const people = phones.map((phone, at) => [`Ada ${at}`, phone, 'https://cv.example/1', JOB, 'general']);
  await pasteRows([...COLUMNS], ...people);
  return { client, names: () => queued.map(({ candidateName }) => candidateName) };
}

const PHONES = ['+4915112345600', '+4915112345601'];
const DUPLICATE: JudgedRow = {
  state: 'duplicate',
  notes: [ofRow(importProblem('phone_twice', { first: 2, queued: false }))],
};

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

/** Opens the page in a workspace whose rules ask for a notice of 7 days, and pastes these people with their days. */
async function reviewDays(asked: boolean, days: readonly string[]) {
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

describe('on any page', () => {
  beforeEach(async () => {
    await openImport({ library: [job(JOB, 'Backend engineer'), job(OTHER_JOB, 'Data analyst')] }, '/library');
  });

  test('a file dropped on any page is opened for review', async () => {
    const file = new File([CSV], 'candidates.csv');
    drag('dragover', file);
    await expect.element(page.getByText('Drop the file to import it')).toBeVisible();
    drag('drop', file);
    await expect.element(page.getByText('candidates.csv')).toBeVisible();
    await expect.element(grid.getByText('Ada')).toBeVisible();
    expect(location.hash).toBe('#/import');
    await expect.element(page.getByText('Drop the file to import it')).not.toBeInTheDocument();
  });

  test('of several files dropped on another page none is opened, and Import says why', async () => {
    drag('drop', new File([CSV], 'a.csv'), new File([CSV], 'b.csv'));
    await expect.element(page.getByRole('alert').getByText('Choose one file at a time.')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('several files dropped during a review are refused, and the review stays', async () => {
    drop('candidates.csv', CSV);
    await expect.element(grid.getByText('Ada')).toBeVisible();
    drag('drop', new File([CSV], 'a.csv'), new File([CSV], 'b.csv'));
    await expect.element(page.getByRole('alert').getByText('Choose one file at a time.')).toBeVisible();
    await expect.element(grid.getByText('Ada')).toBeVisible();
  });

  test.each([
    ['cv.pdf', ['%PDF-1.7 ...'], 'This is a PDF, not a list.', /Save your list as CSV/],
    [
      'old.xls',
      [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0)],
      'This is an old-format workbook (.xls).',
      /Open it in your spreadsheet program/,
    ],
    [
      'large.csv',
      [new Uint8Array(50 * 1024 * 1024 + 1)],
      'This file is larger than 50 MB.',
      /Split it into several files/,
    ],
  ])('%s is refused with what it is and what to do', async (name, content, words, advice) => {
    drag('drop', new File(content, name));
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    await expect.element(page.getByRole('alert').getByText(advice)).toBeVisible();
  });

  test('while a dialog is open, nothing dropped is imported', async () => {
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.textContent = 'Erase a person';
    document.body.append(dialog);
    const file = new File([CSV], 'candidates.csv');
    drag('dragover', file);
    await expect.element(page.getByText('Close the dialog, then drop the file')).toBeVisible();
    drag('drop', file);
    await expect.element(page.getByText('Close the dialog, then drop the file')).not.toBeInTheDocument();
    dialog.remove();
    expect(location.hash).toBe('#/library');
  });

  test('cells pasted outside of fields are opened for review, other text is not', async () => {
    const search = page.getByLabelText('Search').element();
    paste(CSV.replaceAll(',', '\t'), search);
    paste('A note\nof two lines');
    expect(location.hash).toBe('#/library');
    paste(CSV.replaceAll(',', '\t'));
    await expect.element(grid.getByText('Ada')).toBeVisible();
    expect(location.hash).toBe('#/import');
  });

  test('a file dropped at the page of a job, and cells pasted there, are for that job, until another is chosen', async () => {
    goTo(`/jobs/${JOB}`);
    await expect.element(page.getByRole('heading', { name: 'A job' })).toBeVisible();
    drop('candidates.csv', CSV);
    await expect.element(grid.getByText('Ada')).toBeVisible();
    await expect.element(page.getByText('1 call for Backend engineer.')).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).click();
    const shared = page.getByLabelText('Job description for all rows');
    await expect.element(shared).toHaveValue('Backend engineer');
    await expect.element(page.getByLabelText('Questionnaire for all rows')).toHaveValue('general');
    await shared.fill(OTHER_JOB);
    await expect.element(page.getByText('1 call for Data analyst.')).toBeVisible();
    goTo(`/jobs/${JOB}`);
    await expect.element(page.getByRole('heading', { name: 'A job' })).toBeVisible();
    paste(CSV.replaceAll(',', '\t'));
    await expect.element(page.getByText('Pasted rows')).toBeVisible();
    await expect.element(page.getByText('1 call for Backend engineer.')).toBeVisible();
  });
});

test('a click while rows are still checked is not lost: it queues them once they are', async () => {
  const { names } = await review();
  await expect.element(button('Queue 2 submissions')).toHaveAttribute('aria-busy', 'true');
  await button('Queue 2 submissions').click();
  await expect.element(page.getByText('Queues them once they are checked.')).toBeVisible();
  expect(names()).toEqual([]);
  endCheck([null, null]);
  await expect.element(page.getByText('2 submissions are in the queue.')).toBeVisible();
  expect(names()).toEqual(['Ada 0', 'Ada 1']);
});

test('a click is not carried out if the check changes how many it would queue', async () => {
  const { names } = await review();
  await button('Queue 2 submissions').click();
  await expect.element(page.getByText('Queues them once they are checked.')).toBeVisible();
  endCheck([null, DUPLICATE]);
  await expect.element(page.getByText(/The number has changed/)).toBeVisible();
  expect(names()).toEqual([]);
  await button('Queue 1 submission').click();
  await expect.element(page.getByText('1 submission is in the queue.')).toBeVisible();
  expect(names()).toEqual(['Ada 0']);
});

test('leaving the page before the check has ended says that nothing was queued', async () => {
  const { names } = await review();
  await button('Queue 2 submissions').click();
  await expect.element(page.getByText('Queues them once they are checked.')).toBeVisible();
  goTo('/library');
  await expect.element(page.getByText('Nothing was queued')).toBeVisible();
  endCheck([null, null]);
  expect(names()).toEqual([]);
});

test('only rows with the telephone of a changed row are asked about again, all of them once main knows more', async () => {
  const [ada = '', bob = ''] = PHONES;
  const { client } = await review([ada, bob, ada]);
  // A telephone's rows are asked about together.
  await expect.poll(() => asked).toEqual([[2, 4, 3]]);
  endCheck([null, DUPLICATE, null]);
  const last = page.getByRole('row').filter({ hasText: 'Ada 2' });
  await expect.element(last.getByText('Duplicate', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Leave out row 2' }).click();
  await expect.poll(() => asked.slice(1)).toEqual([[4]]);
  endCheck([null]);
  await expect.element(last.getByText('Ready', { exact: true })).toBeVisible();

  void client.invalidateQueries(staleAfter({ topic: 'do_not_call' }));
  await expect.poll(() => asked.slice(2)).toEqual([[3, 4]]);
});

test('rows go on being queued after the page was left, and are no duplicates of themselves when it is back', async () => {
  const stored = Promise.withResolvers<void>();
  const chunks: number[] = [];
  const { queued } = await openImport({
    // What main knows of rows that are in the queue.
    judge: ({ rows }) => {
      asked.push(rows.map(({ number }) => number));
      return rows.map(() => (chunks.length === 0 ? null : DUPLICATE));
    },
    beforeQueueing: () => (chunks.push(1) > 1 ? stored.promise : Promise.resolve()),
  });
  const line = (at: number) => `Ada ${at},+49151${10_000_000 + at},https://cv.example/1,${JOB},general`;
  drop('many.csv', [COLUMNS.join(','), ...Array.from({ length: 100 }, (_, at) => line(at))].join('\n'));
  await expectSummary('100 calls');
  await button('Queue 100 submissions').click();
  await expect.element(page.getByRole('progressbar', { name: 'Queueing' })).toBeVisible();
  await expect.poll(() => queued.length).toBeGreaterThan(0);
  goTo('/library');
  await expect.element(page.getByRole('heading', { name: 'Library' })).toBeVisible();
  goTo('/import');
  await expect.element(grid.getByText('Ada 0', { exact: true })).toBeVisible();
  await expectSummary('100 calls');
  stored.resolve();
  await expect.element(page.getByText('100 submissions are in the queue.')).toBeVisible();
  expect(queued).toHaveLength(100);
  // Asked about again while it is queued, each would be a duplicate of itself.
  expect(asked).toHaveLength(1);
  // Nothing is left to review: the next file can be chosen.
  await expect.element(button('Choose a file')).toBeVisible();
});

test('each row shows its day of notice, and is marked, held, asked about or queued by it', async () => {
  const queued = await reviewDays(true, [LONG_AGO, YESTERDAY, NEXT_MONTH, '03/04/2026', '', 'soon']);
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
  await reviewDays(true, [LONG_AGO]);
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
  await reviewDays(false, ['soon']);
  await says('Ada 0', 'Ready');
  await button('Columns').click();
  await expect.element(page.getByRole('combobox', { name: 'Phone number' })).toBeVisible();
  await expect
    .element(page.getByRole('combobox', { name: 'Notice given on' }))
    .toHaveDisplayValue('Not used');
});
