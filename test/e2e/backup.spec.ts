import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import {
  connectAndSignIn,
  expectStatus,
  inGrid,
  openOutbox,
  openRequests,
  openSettings,
  refreshUntilCompleted,
  requestRow,
  submitCandidate,
} from './steps.ts';

const PASSPHRASE = 'seven green umbrellas walk';

/** Deriving a key from a passphrase is slow on purpose: seconds, and many of them on a busy computer. */
const KEY_DERIVATION = { timeout: 60_000 };

test('a backup restores requests on a new computer, where a waiting submission is not sent automatically', async ({
  launch,
  signInPage,
  service,
  userData,
}, info) => {
  test.slow();
  const old = await launch();
  const page = await connectAndSignIn(old, service, signInPage);
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await openRequests(page);
  await refreshUntilCompleted(page, 'Ada Lovelace');
  await service.stop();
  await submitCandidate(page, 'Katherine Johnson', '+1 202 555 0171');
  await expectStatus(page, 'Offline');

  await openSettings(page, 'Backup');
  await page.getByRole('button', { name: 'Make a backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a backup' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill('umbrella');
  await dialog.getByRole('button', { name: 'Choose a place and save' }).click();
  await expect(dialog.getByText('Use at least 12 characters.', { exact: true })).toBeVisible();
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Passphrase again').fill(PASSPHRASE);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Choose a place and save' }).click();
  await expect(page.getByText('Backup saved')).toBeVisible(KEY_DERIVATION);
  const saved = await old.nextSavePath();
  await expect(page.getByText(saved).first()).toBeVisible();
  const file = info.outputPath('old computer.callboard-backup');
  copyFileSync(saved, file);
  await old.quit();

  for (const name of readdirSync(userData)) rmSync(join(userData, name), { recursive: true });
  const fresh = await launch({ CALLBOARD_PREVIEW_OPEN_FILE: file });
  const welcome = fresh.page;
  await welcome.getByRole('button', { name: 'Restore a backup' }).click();
  const restore = welcome.getByRole('dialog', { name: 'Restore a backup' });
  await restore.getByLabel('Passphrase of this backup').fill('seven green umbrellas ran');
  await restore.getByRole('button', { name: 'Open', exact: true }).click();
  const refusal = restore.getByText('The passphrase does not open this backup.').first();
  await expect(refusal).toBeVisible(KEY_DERIVATION);
  await expect(restore.getByLabel('Passphrase of this backup')).toHaveValue('seven green umbrellas ran');
  await restore.getByLabel('Passphrase of this backup').fill(PASSPHRASE);
  await restore.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(restore.getByText('This backup is complete.')).toBeVisible(KEY_DERIVATION);
  await expect(restore.getByText('1 submission was waiting to be sent.')).toBeVisible();
  await restore.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(restore.getByText('Backup restored.')).toBeVisible();
  await restore.getByRole('button', { name: 'Done' }).click();

  await openRequests(welcome);
  await expect(requestRow(welcome, 'Ada Lovelace')).toBeVisible();
  await openOutbox(welcome);
  await expect(inGrid(welcome, 'Needs your decision', 'Katherine Johnson')).toBeVisible();

  await service.start();
  await openSettings(welcome, 'Calling rules');
  await welcome.getByRole('button', { name: /^Edit / }).click();
  await welcome.getByLabel('Client secret').fill(service.clientSecret);
  await welcome.getByRole('button', { name: 'Save and sign in' }).click();
  await signInPage.goto(await fresh.nextOpenedAddress());
  await expectStatus(welcome, 'Online');
  await submitCandidate(welcome, 'Grace Hopper', '+1 202 555 0143');
  await openRequests(welcome);
  await refreshUntilCompleted(welcome, 'Grace Hopper');
  const called = service.created.map(({ body }) => JSON.stringify(body));
  expect(called.filter((body) => body.includes('Katherine Johnson'))).toEqual([]);
  expect(called).toHaveLength(2);

  // Here is something now, so the same backup is only restored after starting over.
  await openSettings(welcome, 'Backup');
  await welcome.getByRole('button', { name: 'Restore a backup' }).click();
  const refused = welcome.getByRole('dialog', { name: 'Restore a backup' });
  await expect(refused.getByText('A backup can only be restored into an empty Callboard.')).toBeVisible();
  await expect(refused.getByText('2 requests and 1 unfinished submission').first()).toBeVisible();
  await refused.getByRole('button', { name: 'Start over' }).click();
  await expect(welcome.getByText('Callboard is empty now')).toBeVisible();
  await expect(welcome.getByText(/in the file callboard\.db\.started-over-/)).toBeVisible();
  await expect(welcome.getByRole('button', { name: 'Start over…' })).toHaveCount(0);
  expect(readdirSync(userData).filter((name) => name.includes('started-over'))).toHaveLength(1);
  await welcome.getByRole('button', { name: 'Restore a backup' }).click();
  await restore.getByLabel('Passphrase of this backup').fill(PASSPHRASE);
  await restore.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(restore.getByText('This backup is complete.')).toBeVisible(KEY_DERIVATION);
  await restore.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(restore.getByText('1 request and 1 workspace came from the backup.')).toBeVisible();
  await restore.getByRole('button', { name: 'Done' }).click();
  await openRequests(welcome);
  await expect(requestRow(welcome, 'Ada Lovelace')).toBeVisible();
  await expect(requestRow(welcome, 'Grace Hopper')).toHaveCount(0);
  expect(service.created).toHaveLength(2);
});
