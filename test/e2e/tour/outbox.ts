import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../driver/app-driver.ts';
import { chooseInRow, connectAndSignIn, inGrid, openOutbox, submitCandidate } from '../steps.ts';
import type { StrictService } from '../strict-service.ts';
import { tourLostKey } from './lost-key.ts';
import { type Visit, visitDialog } from './visit.ts';

const HOHENLOHE = 'Maximiliane-Theodora von Hohenlohe-Schillingsfürst zu Neuenstein';
const LONG = `The resume could not be fetched: ${'the server at files.example.com closed the connection; '.repeat(40)}`;

/** The Outbox with submissions in every state but sending, their dialogs and the edit page. Needs `prepareListedNumbers`. */
export async function tourOutbox(
  app: RunningApp,
  service: StrictService,
  signInPage: Page,
  visit: Visit,
): Promise<void> {
  const page = await connectAndSignIn(app, service, signInPage);
  await tourLostKey(page, visit);
  await submitThemAll(page, service);
  await openOutbox(page);
  const unclear = inGrid(page, 'Needs your decision', 'Unclear Uma');
  await expect(unclear).toBeVisible();
  await visit(page, 'outbox');
  await visitDialog(
    visit,
    'outbox-enter-request-id',
    unclear.getByRole('button', { name: 'Enter request ID' }),
  );
  for (const action of ['Send again', 'Discard']) {
    await unclear.getByRole('button', { name: 'More for Unclear Uma' }).click();
    await visitDialog(
      visit,
      `outbox-${action.toLowerCase().replaceAll(' ', '-')}`,
      page.getByRole('menuitem', { name: action }),
    );
  }
  await tourTabs(page, visit);
  await tourSubmissions(page, visit);
}

async function tourTabs(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('tab', { name: 'Needs you' }).click();
  const pair = page.getByRole('region', { name: /is not a number we can call/ });
  await expect(pair).toContainText('Field Fatima');
  await pair.getByRole('button', { name: 'More for these 2' }).click();
  await visitDialog(visit, 'outbox-discard-group', page.getByRole('menuitem', { name: 'Discard these 2' }));
  await chooseInRow(inGrid(page, 'Refused', 'Page Petra'), 'Discard');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByText('Page Petra discarded')).toBeVisible();
  for (const tab of ['Needs you', 'Waiting', 'History']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: tab })).not.toBeEmpty();
    await visit(page, `outbox-${tab.toLowerCase().replace(' ', '-')}`);
  }
}

async function tourSubmissions(page: Page, visit: Visit): Promise<void> {
  await page.getByRole('grid', { name: 'Refused' }).getByText('Page Petra').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Page Petra' })).toBeVisible();
  await visit(page, 'submission-discarded');
  await openOutbox(page);
  await inGrid(page, 'Waiting', 'Forbidden Fiona').getByText('Forbidden Fiona').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forbidden Fiona' })).toBeVisible();
  await visit(page, 'submission-held');
  await openOutbox(page);
  await inGrid(page, 'Refused', 'Field Fatima')
    .getByRole('button', { name: 'Edit and submit again' })
    .click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('Field Fatima');
  await visit(page, 'edit-refused');
}

async function submitThemAll(page: Page, service: StrictService): Promise<void> {
  const { answers } = service;
  const errors = [{ field: 'candidate.phone_number', message: 'is not a number we can call' }];
  answers.set('Field Fatima', { status: 422, body: { title: 'Unprocessable', errors } });
  answers.set('Field Felix', { status: 422, body: { title: 'Unprocessable', errors } });
  answers.set(HOHENLOHE, { status: 400, body: { detail: LONG } });
  answers.set('نص عربي', { status: 422, body: { detail: 'رقم الهاتف غير صالح للاتصال به' } });
  answers.set('Page Petra', {
    status: 413,
    body: '<html><title>413 Request Entity Too Large</title></html>',
  });
  answers.set('Forbidden Fiona', {
    status: 403,
    body: { message: 'Your team may not use this questionnaire.' },
  });
  answers.set('Unclear Uma', { status: 409, body: { error: 'duplicate', request_id: 'req-0815' } });
  let number = 100;
  for (const name of [...answers.keys(), 'Waiting Wanda', 'Waiting Walter']) {
    number += 1;
    if (name === 'Waiting Wanda') {
      // After an unclear outcome the queue waits; the paused ones come on top.
      await openOutbox(page);
      await expect(inGrid(page, 'Needs your decision', 'Unclear Uma')).toBeVisible();
      await page.getByRole('button', { name: 'Pause sending' }).click();
    }
    await submitCandidate(page, name, `+1 202 555 0${number}`);
  }
}
