import type { Page } from '@playwright/test';
import { needsKeyStore } from './driver/key-store.ts';
import { expect, test } from './fixtures.ts';
import {
  chooseInRow,
  expectStatus,
  fillCandidate,
  inGrid,
  openOutbox,
  openRequests,
  requestRow,
  submitCandidate,
} from './steps.ts';

/** The toast of the submission that can be taken back. */
function toastOf(page: Page) {
  return page.locator('.mantine-Notification-root').filter({ hasText: 'Undo' });
}

test.describe('while a submission can be taken back', () => {
  test.use({ undoSeconds: 5 });

  test('Undo right after Submit restores what was typed, and its toast covers no question about the next', async ({
    launchSignedIn,
    service,
  }) => {
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

    await page.setViewportSize({ width: 900, height: 600 });
    await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
    await fillCandidate(page, 'Ada King', '+44 20 7946 0958');
    await page.getByRole('button', { name: 'Submit request' }).click();
    const question = page.getByRole('alert').filter({ hasText: 'was submitted before' });
    await expect(question).toBeVisible();
    const [asked, toast] = [await question.boundingBox(), await toastOf(page).boundingBox()];
    if (!asked || !toast) throw new Error('The question and the toast are both on screen.');
    expect(toast.y + toast.height).toBeLessThanOrEqual(asked.y);
  });
});

test('an unclear submission asks: enter its ID, send it again or discard it, alone or with others', async ({
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

  await test.step('one accepted without an ID offers no Send again, alone or with others', async () => {
    service.createFault = 'internal_error';
    await submitCandidate(page, 'Mary Jackson', '+1 202 555 0182');
    await openOutbox(page);
    await expect(inGrid(page, 'Needs your decision', 'Mary Jackson')).toBeVisible();
    service.createFault = 'answer_without_id';
    await submitCandidate(page, 'Hedy Lamarr', '+44 20 7946 0959');
    await openOutbox(page);
    const row = inGrid(page, 'Needs your decision', 'Hedy Lamarr');
    await expect(row).toContainText("The service accepted the request but didn't return its ID");
    await expect(row.getByRole('button', { name: 'Enter request ID' })).toBeVisible();
    await row.getByRole('button', { name: 'More for Hedy Lamarr' }).click();
    await expect(page.getByRole('menuitem', { name: 'Discard' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Send again' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.getByRole('checkbox', { name: 'Select all submissions' }).check();
    await expect(page.getByText("1 won't be sent again: the service has already accepted it.")).toBeVisible();
    service.createFault = undefined;
    await page.getByRole('button', { name: 'Send 1 again', exact: true }).click();
    await page.getByRole('button', { name: 'Send again anyway' }).click();
    await expect(inGrid(page, 'Needs your decision', 'Mary Jackson')).toHaveCount(0);
    await expect(row).toBeVisible();
    await expect.poll(() => service.created.length).toBe(4);
  });
});

test('Try now during Retry-After sends one submission after confirmation; if it is accepted, the others follow', async ({
  launchSignedIn,
  service,
}) => {
  const { page } = await launchSignedIn();
  service.createFault = 'wait_a_day';
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await openOutbox(page);
  const ada = inGrid(page, 'Waiting', 'Ada Lovelace');
  await expect(ada).toContainText('come back tomorrow');
  await expect(ada).toContainText(/The service asked to wait\. Goes out .+/);
  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await openOutbox(page);
  const grace = inGrid(page, 'Waiting', 'Grace Hopper');
  await expect(grace).toContainText('The service asked to wait. Goes out');
  await grace.getByRole('button', { name: 'Try now' }).click();
  const question = page.getByRole('dialog', { name: 'Send one now anyway?' });
  await expect(question).toContainText(
    /^.*The service asked to wait until .*Grace Hopper will be sent on its own\./,
  );
  await question.getByRole('button', { name: 'Send one now' }).click();
  // Both wait for the same now, which is said once.
  await expect(ada).not.toContainText('come back tomorrow');
  await expect(page.getByRole('region', { name: /^Waiting/ })).toContainText('come back tomorrow');
  await expect(grace).toBeVisible();
  expect(service.created).toEqual([]);

  service.createFault = undefined;
  await page.getByRole('button', { name: 'Try all now' }).click();
  await expect(question).toContainText('The next waiting submission will be sent on its own.');
  await question.getByRole('button', { name: 'Send one now' }).click();
  await expect(grace).toHaveCount(0);
  await expect(ada).toHaveCount(0);
  expect(service.created).toHaveLength(2);
});

test('a person decides: a chosen time, a known number, several at once, a changed questionnaire', async ({
  launchSignedIn,
  service,
}) => {
  const { page } = await launchSignedIn();

  await test.step('a phone number that was submitted before is submitted again only after Submit anyway', async () => {
    await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
    await openRequests(page);
    await expect(requestRow(page, 'Ada Lovelace')).toBeVisible();

    await page.getByRole('link', { name: 'New request', exact: true }).click();
    await fillCandidate(page, 'Ada King', '+44 (20) 7946-0958');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect(page.getByRole('button', { name: 'Submit anyway' })).toBeVisible();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Ada King');
    await page.getByRole('button', { name: 'Submit anyway' }).click();
    await openRequests(page);
    await expect(requestRow(page, 'Ada King')).toBeVisible();
    expect(service.created).toHaveLength(2);
  });

  await test.step('a chosen time survives Pause and Edit, and only a confirmed Try now overrides it', async () => {
    await page.getByRole('link', { name: 'New request', exact: true }).click();
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByLabel('Not before').fill('2099-05-04T09:30');
    await submitCandidate(page, 'Dorothy Vaughan', '+1 202 555 0193');
    await openOutbox(page);
    const row = inGrid(page, 'Waiting', 'Dorothy Vaughan');
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
    await expect(page.getByRole('dialog')).toContainText('You chose not to submit Dorothy Vaughan before');
    expect(service.created).toHaveLength(2);
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(() => service.created.length).toBe(3);
  });

  await test.step('one decision discards several submissions, and a paused one is sent only after Resume', async () => {
    service.createFault = 'internal_error';
    await submitCandidate(page, 'Hedy Lamarr', '+44 20 7946 0959');
    await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
    await openOutbox(page);
    await expect(inGrid(page, 'Needs your decision', 'Hedy Lamarr')).toBeVisible();
    await expect(inGrid(page, 'Needs your decision', 'Grace Hopper')).toBeVisible();
    service.createFault = undefined;
    await page.getByRole('checkbox', { name: 'Select all submissions' }).check();
    await page.getByRole('button', { name: 'Discard 2', exact: true }).click();
    await page.getByRole('button', { name: 'Discard all 2' }).click();
    await expect(page.getByText('Nothing is waiting', { exact: true })).toBeVisible();
    expect(service.created).toHaveLength(3);

    // Otherwise it may be sent before it can be paused.
    await page.getByRole('button', { name: 'Pause sending' }).click();
    await submitCandidate(page, 'Mary Jackson', '+1 202 555 0182');
    await openOutbox(page);
    const row = inGrid(page, 'Waiting', 'Mary Jackson');
    await chooseInRow(row, 'Pause');
    await expect(row).toContainText('Paused by you');
    await page.getByRole('button', { name: 'Resume sending' }).click();
    await expect(row).toContainText('Paused by you');
    await chooseInRow(row, 'Resume');
    await openRequests(page);
    await expect(requestRow(page, 'Mary Jackson')).toBeVisible();
    expect(service.created).toHaveLength(4);
  });

  await test.step('those refused for the same cause are sent again at once with another questionnaire', async () => {
    service.createFault = 'unknown_questionnaire';
    await submitCandidate(page, 'Annie Easley', '+44 20 7946 0961');
    await submitCandidate(page, 'Joan Clarke', '+44 20 7946 0962');
    await page.getByRole('link', { name: '2 need you' }).click();
    const group = page.getByRole('grid', {
      name: 'Refused: “Questionnaire: unknown questionnaire',
    });
    await expect(group.getByRole('row')).toHaveCount(3);
    await page.getByRole('button', { name: 'Change questionnaire for these 2 and send again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the questionnaire of 2 submissions' });
    await dialog.getByLabel('Questionnaire').fill('screening-2');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Change and send 2 again' }).click();
    await expect(group).toHaveCount(0);
    await expect(page.getByRole('link', { name: '2 need you' })).toHaveCount(0);

    await page.getByRole('tab', { name: 'History' }).click();
    const again = (grid: string) =>
      page.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: 'Submitted again' });
    await expect(again('Refused')).toHaveCount(2);
    // The one whose time was chosen, edited.
    await expect(again('Discarded')).toHaveCount(1);
    await openRequests(page);
    await expect(requestRow(page, 'Annie Easley')).toBeVisible();
    await expect(requestRow(page, 'Joan Clarke')).toBeVisible();
    expect(service.created.slice(4).map(({ body }) => body['questionnaire_template_id'])).toEqual([
      'screening-2',
      'screening-2',
    ]);
  });
});

test('a waiting submission that was being edited when Callboard was killed needs its person until they open it', async ({
  launch,
  launchSignedIn,
  service,
}, info) => {
  needsKeyStore(info, 'present');
  const app = await launchSignedIn();
  const { page } = app;
  await service.stop();
  await submitCandidate(page, 'Mary Jackson', '+1 202 555 0182');
  await expectStatus(page, 'Offline');
  await openOutbox(page);
  await chooseInRow(inGrid(page, 'Waiting', 'Mary Jackson'), 'Edit');
  await page.getByLabel('Phone number').fill('+1 202 555 0183');
  await app.kill();

  await service.start();
  const { page: after } = await launch();
  const needsOne = after.getByRole('banner').getByText('1 needs you');
  await expect(needsOne).toBeVisible();
  await openOutbox(after);
  await after.getByRole('tab', { name: /^Needs you/ }).click();
  const row = after.getByRole('row').filter({ hasText: 'Mary Jackson' });
  await expect(row).toContainText('You were editing this submission when Callboard or its window closed');
  await chooseInRow(row, 'Edit');
  await after.getByRole('button', { name: 'Cancel' }).click();
  await after.getByRole('tab', { name: /^Drafts/ }).click();
  await expect(after.getByRole('grid', { name: 'Drafts' }).getByText('Mary Jackson')).toBeVisible();
  await expect(needsOne).toBeHidden();
  expect(service.created).toEqual([]);
});
