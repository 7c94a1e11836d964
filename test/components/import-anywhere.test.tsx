import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goTo } from '../../renderer/routes/hash-location.ts';
import type { LibraryEntry } from '../../shared/library.ts';
import { drag, drop, grid, JOB, openImport } from './import-page.tsx';

const CSV = 'Name,Phone,CV\nAda,+44 20 7946 0958,https://cv.example/1.pdf';
const OTHER_JOB = '123e4567-e89b-12d3-a456-426614174001';

beforeEach(async () => {
  await page.viewport(900, 700);
  await openImport({ library: [job(JOB, 'Backend engineer'), job(OTHER_JOB, 'Data analyst')] }, '/library');
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
