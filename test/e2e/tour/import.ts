import { expect, type Page } from '@playwright/test';
import { JOB_DESCRIPTION_ID } from '../steps.ts';
import { goTo, type Visit } from './visit.ts';

const SPREADSHEET = [
  'Name;Phone;CV;Job description;Questionnaire',
  `Ingrid Åberg;+46 8 123 456 78;https://cv.example.com/1.pdf;${JOB_DESCRIPTION_ID};general-screening`,
  `Kwame Mensah;+233 30 212 3456;https://cv.example.com/2.pdf;${JOB_DESCRIPTION_ID};general-screening`,
  `Ingrid Åberg;+46 8 123 456 78;https://cv.example.com/1.pdf;${JOB_DESCRIPTION_ID};general-screening`,
  `Łucja Wiśniewska;22 123 45 67;https://cv.example.com/3.pdf;${JOB_DESCRIPTION_ID};general-screening`,
  `Sinéad O’Connor;+353 1 234 5678;resume follows;${JOB_DESCRIPTION_ID};general-screening`,
  ';12;nothing;;',
].join('\n');

/** The import of a spreadsheet, from the choice of a file to the queue. */
export async function tourImport(page: Page, visit: Visit): Promise<void> {
  await goTo(page, 'Import');
  await chooseFile(page, 'Summer party.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  await expect(page.getByRole('alert').first()).toBeVisible();
  await visit(page, 'import-wrong-file');
  await chooseFile(page, 'Candidates of November.csv', Buffer.from(SPREADSHEET));
  await expect(page.getByRole('row').filter({ hasText: 'Kwame Mensah' })).toBeVisible();
  await visit(page, 'import-review');
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}
