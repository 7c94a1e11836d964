import { readFileSync } from 'node:fs';
import { textRow, workbookOf } from '../renderer/import-workbook.ts';
import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  chooseInRow,
  expectStatus,
  fillCandidate,
  inGrid,
  openOutbox,
  openRequest,
  openRequests,
  openSettings,
  requestRow,
  submitCandidate,
} from './steps.ts';

test('a number that is put on the do-not-call list from a request is withdrawn and refused, until it is lifted', async ({
  launchSignedIn,
  service,
}) => {
  const app = await launchSignedIn();
  const { page } = app;
  await submitCandidate(page, 'Grace Hopper', '+1 202-555-0143');
  await openRequests(page);
  await expect(requestRow(page, 'Grace Hopper')).toBeVisible();
  await openOutbox(page);
  await page.getByRole('button', { name: 'Pause sending' }).click();
  await expectStatus(page, 'Paused');
  await submitCandidate(page, 'Ada Lovelace', '+49 30 901820');
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(page, 'G. Hopper', '001 (202) 555 0143');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await page.getByRole('button', { name: 'Submit anyway' }).click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('');

  await openRequests(page);
  await openRequest(page, 'Grace Hopper');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Do not call this number…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Do not call this number?' });
  await dialog.getByLabel('Reason').fill('Asked by e-mail');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Do not call' }).click();
  await expect(dialog).toContainText('1 waiting submission was withdrawn.');
  await expect(dialog).toContainText('Callboard can’t tell the service to stop');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Grace Hopper' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^On the do-not-call list since .*“Asked by e-mail”$/)).toBeVisible();

  await openOutbox(page);
  await expect(inGrid(page, 'Waiting', 'Ada Lovelace')).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  const withdrawn = page
    .getByRole('grid', { name: 'Discarded' })
    .getByRole('row')
    .filter({ hasText: 'G. Hopper' });
  await expect(withdrawn).toContainText('Its number is on the do-not-call list');
  await withdrawn.getByText('G. Hopper').click();
  await expect(page.getByRole('region', { name: 'State' })).toContainText('Withdrawn: the number is on');
  await expect(page.getByRole('button', { name: 'Submit anew' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Who listed it' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 entry matches' })).toBeVisible();
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(page, 'G. Hopper', '+1 202 555 0143');
  await expect(page.getByText(/^Can’t be submitted: on the do-not-call list since/)).toBeVisible();
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText(/G\. Hopper must not be called/).first()).toBeVisible();
  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true');

  await openSettings(page, 'Do not call');
  const list = page.getByRole('list', { name: 'Do-not-call list' });
  await expect(list.getByRole('listitem')).toHaveText(/\+1 202 555 0143.*Asked by e-mail.*added by/);
  await list.getByRole('button', { name: 'Lift +1 202 555 0143' }).click();
  await page.getByLabel('Why may it be called again?').fill('A mistake');
  await page.getByRole('button', { name: 'Lift the entry' }).click();
  await expect(list.getByRole('listitem')).toHaveText(/Lifted on .*: A mistake/);
  await expect(page.getByText('0 in force')).toBeVisible();
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await fillCandidate(page, 'Lifted Lina', '+1 202-555-0143');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await page.getByRole('button', { name: 'Submit anyway' }).click();
  await expect(page.getByLabel('Candidate name')).toHaveValue('');
  expect(service.created).toHaveLength(1);
});

test('numbers are added from selected requests and Outbox rows, a workbook, a pasted list and a file, and the list is saved', async ({
  launchSignedIn,
  service,
}) => {
  const app = await launchSignedIn();
  const { page } = app;

  await test.step('selected requests and Outbox rows are put on the list together', async () => {
    await submitCandidate(page, 'Grace Hopper', '+44 20 7946 0958');
    await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0959');
    await openRequests(page);
    // A list under the mouse takes in nothing new.
    for (const name of ['Grace Hopper', 'Ada Lovelace']) await expect(requestRow(page, name)).toBeVisible();
    for (const name of ['Grace Hopper', 'Ada Lovelace'])
      await requestRow(page, name).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'More for the selection' }).click();
    await page.getByRole('menuitem', { name: 'Do not call…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Do not call these numbers?' });
    await expect(dialog).toContainText('2 of them are not on the list yet.');
    await dialog.getByRole('button', { name: 'Do not call 2' }).click();
    const sent = dialog.getByRole('list', { name: 'Sent to the service before' });
    await expect(sent.getByRole('listitem')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Done' }).click();

    service.createFault = 'cut_after_taking';
    await submitCandidate(page, 'Mary Jackson', '+1 202-555-0194');
    await openOutbox(page);
    const row = inGrid(page, 'Needs your decision', 'Mary Jackson');
    await chooseInRow(row, 'Discard');
    await page.getByRole('button', { name: 'Do not call this number…' }).click();
    const one = page.getByRole('dialog', { name: 'Do not call this number?' });
    await one.getByRole('button', { name: 'Do not call' }).click();
    await expect(one).toContainText('may have reached the service');
    await one.getByRole('button', { name: 'Done' }).click();
    await expect(one).toHaveCount(0);
  });

  await test.step('the numbers of a workbook are added sheet by sheet, without the + that the spreadsheet took', async () => {
    await openSettings(page, 'Do not call');
    await page.getByRole('button', { name: 'Add numbers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add numbers to the do-not-call list' });
    const sheet = (name: string, number: number) => ({
      name,
      rows: `${textRow(1, 'Phone', 'Reason')}<row r="2"><c r="A2"><v>${number}</v></c></row>`,
    });
    const choose = async () =>
      dialog.getByLabel('List from a file').setInputFiles({
        name: 'list.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: Buffer.from(workbookOf([sheet('2025', 4930901830), sheet('2026', 12025550143)])),
      });
    await choose();
    await expect(dialog).toContainText('This workbook has 2 sheets.');
    await expect(dialog).toContainText('No number could be read.');
    await dialog.getByLabel('Numbers without a country code').selectOption('+');
    await expect(dialog).toContainText('1 number, not on the list yet.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add the number' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Add numbers' }).click();
    await choose();
    await dialog.getByRole('combobox', { name: 'Sheet' }).click();
    await page.getByRole('option', { name: '2026' }).click();
    await dialog.getByLabel('Numbers without a country code').selectOption('+');
    await dialog.getByRole('button', { name: 'Add the number' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('list', { name: 'Do-not-call list' }).getByRole('listitem')).toContainText([
      '+1 202 555 0143',
      '+49 30 901830',
    ]);
  });

  await test.step('numbers of a pasted list and of a file are added from the palette, and the list is saved', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByLabel('Action or candidate').fill('Add numbers to the do-not');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add numbers to the do-not-call list' });
    await dialog.getByLabel('Phone numbers').fill('+49 30 901820, asked by e-mail\n030 901821');
    await expect(dialog).toContainText('1 number, not on the list yet.');
    await expect(dialog).toContainText('Line 2: “030 901821”');
    await dialog.getByRole('button', { name: 'Add the number' }).click();
    await expect(dialog).toContainText('1 number is now on the do-not-call list.');
    await dialog.getByRole('button', { name: 'Correct 1 line that couldn’t be read' }).click();
    await expect(dialog.getByLabel('Phone numbers')).toHaveValue('030 901821');
    const csv = 'Name;Telefon;Grund\nAda;+49 30 901820;x\nBo;+49 30 901822;"am Stand; 3. Mai"\n';
    await dialog
      .getByLabel('List from a file')
      .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(dialog).toContainText('2 numbers, 1 not on the list yet.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add 2 numbers' }).click();
    await expect(dialog).toContainText('1 number is now on the do-not-call list.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('7 in force')).toBeVisible();
    await page.getByLabel('Search the do-not-call list').fill('901822');
    const found = page.getByRole('list', { name: 'Do-not-call list' }).getByRole('listitem');
    await expect(found).toHaveCount(1);
    await expect(found).toHaveText(/am Stand; 3\. Mai/);
    await page.getByRole('button', { name: 'Save the list' }).click();
    const path = await app.nextSavePath();
    await expect(page.getByText('Do-not-call list saved')).toBeVisible();
    const saved = readFileSync(path, 'utf8');
    expect(saved).toContain('asked by e-mail');
    expect(saved.trim().split('\r\n')).toHaveLength(8);
  });
});
