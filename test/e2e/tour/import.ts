import { expect, type Page } from '@playwright/test';
import { JOB_DESCRIPTION_ID } from '../steps.ts';
import { LISTED_NUMBER } from './lost-key.ts';
import { dismissToasts, goTo, type Visit, visitMenu } from './visit.ts';

const SPREADSHEET = [
  'Name;Phone;CV;Job description;Questionnaire',
  `Ingrid Åberg;+46 8 123 456 78;https://cv.example.com/1.pdf;${JOB_DESCRIPTION_ID};general-screening`,
  `Kwame Mensah;${LISTED_NUMBER};https://cv.example.com/2.pdf;${JOB_DESCRIPTION_ID};general-screening`,
  `Ingrid Åberg;+46 8 123 456 78;https://cv.example.com/1.pdf;${JOB_DESCRIPTION_ID};general-screening`,
  `Łucja Wiśniewska;22 123 45 67;https://cv.example.com/3.pdf;${JOB_DESCRIPTION_ID};general-screening`,
  `Sinéad O’Connor;+353 1 234 5678;resume follows;${JOB_DESCRIPTION_ID};general-screening`,
  ';12;nothing;;',
].join('\n');

/** Twelve candidates, more than ten, so that queueing them can be undone; their jobs are by name, which the Library lacks. */
const NAMED_JOBS = [
  'Name;Phone;CV;Job description;Questionnaire',
  ...Array.from({ length: 12 }, (_, at) => {
    const job = at < 4 ? 'Sr. Engneer' : at < 8 ? 'Night nurse' : JOB_DESCRIPTION_ID;
    return `Candidate ${at};+49 1511 00000${at + 10};https://cv.example.com/${at}.pdf;${job};general-screening`;
  }),
].join('\n');

/** The import of a spreadsheet, from the choice of a file to the queue. Needs `prepareListedNumbers`. */
export async function tourImport(page: Page, visit: Visit): Promise<void> {
  await dismissToasts(page);
  await goTo(page, 'Import');
  await chooseFile(page, 'Summer party.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  await expect(page.getByRole('alert').first()).toBeVisible();
  await visit(page, 'import-wrong-file');
  await chooseFile(page, 'Candidates of November.csv', Buffer.from(SPREADSHEET));
  await expect(page.getByRole('row').filter({ hasText: 'Kwame Mensah' })).toContainText('do-not-call list');
  await visit(page, 'import-review');
  await startOver(page);
  await turnUndoOn(page);
  await goTo(page, 'Import');
  await chooseFile(page, 'Twelve by job name.csv', Buffer.from(NAMED_JOBS));
  await tourCorrections(page, visit);
  await tourQueue(page, visit);
}

/** A correction that is offered to alike rows, and names that the Library doesn't know. */
async function tourCorrections(page: Page, visit: Visit): Promise<void> {
  const unknown = page.getByRole('region', { name: 'Unknown names' });
  await expect(unknown).toBeVisible();
  await page.getByRole('button', { name: /^Edit job description of row 2:/ }).click();
  await page.getByRole('combobox', { name: 'Job description of row 2' }).fill(JOB_DESCRIPTION_ID);
  await page.keyboard.press('Enter');
  const alike = page.getByRole('button', { name: /^Change all 3 rows to/ });
  await expect(alike).toBeVisible();
  await visit(page, 'import-corrections');
  await alike.click();
  const field = unknown.getByRole('combobox', { name: 'Job description for “Night nurse”' });
  await field.fill(JOB_DESCRIPTION_ID);
  await field.press('Enter');
  await expect(unknown).toBeHidden();
}

/** The summary with the choice of Send later, and the queued rows with Undo. */
async function tourQueue(page: Page, visit: Visit): Promise<void> {
  await expect(page.getByRole('region', { name: 'Before calls start' })).toBeVisible();
  await visitMenu(visit, 'import-send-later', page.getByRole('button', { name: 'Send later' }));
  await page.getByRole('button', { name: 'Queue 12 submissions' }).click();
  const undo = page.getByRole('button', { name: /^Undo all 12/ });
  await expect(undo).toBeVisible();
  await visit(page, 'import-queued');
}

/** The tours start without an undo window, which would delay each submission. */
async function turnUndoOn(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByLabel('Undo window').selectOption('5');
  await expect(page.getByLabel('Undo window')).toHaveValue('5');
}

async function startOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start over' }).click();
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}
