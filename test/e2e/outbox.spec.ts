import { expect, test } from './fixtures.ts';
import {
  chooseInRow,
  fillCandidate,
  inGrid,
  openOutbox,
  openRequests,
  requestRow,
  submitCandidate,
} from './steps.ts';

test.describe('while a submission can be taken back', () => {
  test.use({ undoSeconds: 5 });

  test('Undo right after Submit restores what was typed', async ({ launchSignedIn, service }) => {
    const { page } = await launchSignedIn();
    await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Ada Lovelace');
    await expect(page.getByLabel('Phone number')).toHaveValue('+44 20 7946 0958');
    await openOutbox(page);
    await expect(inGrid(page, 'Waiting', 'Ada Lovelace')).toHaveCount(0);
    await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
    await openRequests(page);
    await expect(requestRow(page, 'Grace Hopper')).toBeVisible();
    expect(service.created.map(({ body }) => body['candidate'])).toEqual([
      { name: 'Grace Hopper', phone_number: '+12025550143' },
    ]);
  });
});

test('a person decides: an unclear submission, a known number, a chosen time, a service that asked to wait', async ({
  launchSignedIn,
  service,
}) => {
  const { page } = await launchSignedIn();

  await test.step('a broken connection needs a decision, and entering the request ID tracks it', async () => {
    service.createFault = 'cut_after_taking';
    await submitCandidate(page, 'Dorothy Vaughan', '+1 202 555 0193');
    await openOutbox(page);
    const row = inGrid(page, 'Needs your decision', 'Dorothy Vaughan');
    await expect(row).toContainText('The connection broke while sending');
    service.createFault = undefined;

    await row.getByRole('button', { name: 'Enter request ID' }).click();
    await page.getByLabel('Request ID').fill('no-such-request');
    await page.getByRole('button', { name: 'Track this request' }).click();
    await expect(page.getByText('The service knows no request with this ID.')).toBeVisible();
    await page.getByLabel('Request ID').fill('req-1');
    await page.getByRole('button', { name: 'Track this request' }).click();
    await expect(row).toHaveCount(0);
    await openRequests(page);
    await expect(requestRow(page, 'Dorothy Vaughan')).toBeVisible();
    expect(service.created).toHaveLength(1);
  });

  await test.step('Send again warns that the person may be called twice; a discarded submission still counts as a duplicate', async () => {
    service.createFault = 'internal_error';
    await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
    await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
    await openOutbox(page);
    const ada = inGrid(page, 'Needs your decision', 'Ada Lovelace');
    const grace = inGrid(page, 'Needs your decision', 'Grace Hopper');
    await expect(ada).toBeVisible();
    await expect(grace).toBeVisible();
    service.createFault = undefined;
    await chooseInRow(ada, 'Send again');
    await expect(page.getByRole('dialog')).toContainText('may be called twice');
    expect(service.created).toHaveLength(1);
    await page.getByRole('button', { name: 'Send again anyway' }).click();
    await expect(ada).toHaveCount(0);
    await chooseInRow(grace, 'Discard');
    await expect(page.getByRole('dialog')).toContainText('may still be called');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect(grace).toHaveCount(0);
    await openRequests(page);
    await expect(requestRow(page, 'Ada Lovelace')).toBeVisible();

    await page.getByRole('link', { name: 'New request', exact: true }).click();
    await fillCandidate(page, 'Grace Hopper', '+1 202 555 0143');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByText(/^May have been called on .*; you discarded it/)).toBeVisible();
    expect(service.created).toHaveLength(2);
  });

  await test.step('a phone number that was submitted before is submitted again only after Submit anyway', async () => {
    await page.getByRole('link', { name: 'New request', exact: true }).click();
    await fillCandidate(page, 'Ada King', '+44 (20) 7946-0958');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByRole('button', { name: 'Submit anyway' })).toBeVisible();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Ada King');
    await page.getByRole('button', { name: 'Submit anyway' }).click();
    await openRequests(page);
    await expect(requestRow(page, 'Ada King')).toBeVisible();
    expect(service.created).toHaveLength(3);
  });

  await test.step('a chosen time survives Pause and Edit, and only a confirmed Try now overrides it', async () => {
    await page.getByRole('link', { name: 'New request', exact: true }).click();
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByLabel('Not before').fill('2099-05-04T09:30');
    await submitCandidate(page, 'Hedy Lamarr', '+44 20 7946 0959');
    await openOutbox(page);
    const row = inGrid(page, 'Waiting', 'Hedy Lamarr');
    await expect(row).toContainText('4 May 2099, 09:30');
    await chooseInRow(row, 'Pause');
    await expect(row).toContainText('Paused by you');
    await chooseInRow(row, 'Resume');
    await expect(row).toContainText('4 May 2099, 09:30');
    await chooseInRow(row, 'Edit');
    await expect(page.getByLabel('Not before')).toHaveValue('2099-05-04T09:30');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await openOutbox(page);
    await row.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByRole('dialog')).toContainText('You chose not to submit Hedy Lamarr before');
    expect(service.created).toHaveLength(3);
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(() => service.created.length).toBe(4);
  });

  await test.step('Try now during Retry-After sends one submission after confirmation; if it is accepted, the others follow', async () => {
    service.createFault = 'wait_a_day';
    await submitCandidate(page, 'Mary Jackson', '+1 202 555 0182');
    await openOutbox(page);
    const mary = inGrid(page, 'Waiting', 'Mary Jackson');
    await expect(mary).toContainText('come back tomorrow');
    await expect(mary).toContainText(/The service asked to wait\. Goes out .+/);
    await submitCandidate(page, 'Katherine Johnson', '+1 202 555 0171');
    await openOutbox(page);
    const katherine = inGrid(page, 'Waiting', 'Katherine Johnson');
    await expect(katherine).toContainText('The service asked to wait. Goes out');
    await katherine.getByRole('button', { name: 'Try now' }).click();
    const question = page.getByRole('dialog', { name: 'Send one now anyway?' });
    await expect(question).toContainText(
      /^.*The service asked to wait until .*Katherine Johnson will be sent on its own\./,
    );
    await question.getByRole('button', { name: 'Send one now' }).click();
    // Both wait for the same now, which is said once.
    await expect(mary).not.toContainText('come back tomorrow');
    await expect(page.getByRole('region', { name: /^Waiting/ })).toContainText('come back tomorrow');
    await expect(katherine).toBeVisible();
    expect(service.created).toHaveLength(4);

    service.createFault = undefined;
    await page.getByRole('button', { name: 'Try all now' }).click();
    await expect(question).toContainText('The next waiting submission will be sent on its own.');
    await question.getByRole('button', { name: 'Send one now' }).click();
    await expect(katherine).toHaveCount(0);
    await expect(mary).toHaveCount(0);
    expect(service.created).toHaveLength(6);
  });
});
