import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { staleAfter } from '../../renderer/api/stale.ts';
import { goTo } from '../../renderer/routes/hash-location.ts';
import { importProblem, ofRow } from '../../shared/import-problems.ts';
import type { JudgedRow } from '../../shared/imports.ts';
import { button, COLUMNS, drop, expectSummary, grid, JOB, openImport, pasteRows } from './import-page.tsx';

/** Numbers of the rows that main was asked about, by call. */
let asked: (readonly number[])[] = [];
/** Ends the check for duplicates that is under way. */
let endCheck: (judged: readonly (JudgedRow | null)[]) => void;

beforeEach(async () => {
  asked = [];
  await page.viewport(900, 700);
});

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
