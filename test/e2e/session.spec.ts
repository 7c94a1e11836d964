import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needsKeyStore } from './driver/key-store.ts';
import { expect, test } from './fixtures.ts';
import { openPractice } from './practice-sign-in.ts';
import {
  connectAndSignIn,
  expectCompleted,
  expectStatus,
  openRequests,
  requestRow,
  submitCandidate,
} from './steps.ts';

test('signing out keeps requests and queue, and signing in again sends what was queued', async ({
  launch,
  signInPage,
  service,
}) => {
  const app = await launch();
  const page = await connectAndSignIn(app, service, signInPage);
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await openRequests(page);
  await expect(requestRow(page, 'Ada Lovelace')).toBeVisible();

  await page.getByRole('button', { name: '127.0.0.1' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectStatus(page, 'Signed out');
  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await expect(page.getByRole('banner').getByText('1 waiting')).toBeVisible();
  await openRequests(page);
  await expect(requestRow(page, 'Ada Lovelace')).toBeVisible();
  expect(service.created).toHaveLength(1);

  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signInPage.goto(await app.nextOpenedAddress());
  await expect(requestRow(page, 'Grace Hopper')).toBeVisible();
  expect(service.created).toHaveLength(2);
});

test('the sign-in survives a restart, and no file contains the token or client secret in plain text', async ({
  launch,
  signInPage,
  userData,
  service,
}, info) => {
  needsKeyStore(info, 'present');
  const app = await launch();
  await connectAndSignIn(app, service, signInPage);
  await app.quit();

  const again = await launch();
  await expectStatus(again.page, 'Online');
  // Closed again: on Windows, Chromium lets nobody read its open files.
  await again.quit();
  const [token = ''] = service.accessTokens;
  expect(token).not.toBe('');
  const files = readdirSync(userData, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const contents = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));
  expect(contents.length).toBeGreaterThan(0);
  for (const secret of [token, service.clientSecret]) {
    expect(contents.filter((content) => content.includes(secret))).toEqual([]);
  }
});

test('with a locked keyring, the window opens, submissions wait, even over a restart, and all continues once it is unlocked', async ({
  launch,
  signInPage,
  service,
}, info) => {
  test.skip(
    info.project.metadata['driver'] === 'electron',
    'Only the preview has a keyring that a test can lock.',
  );
  const app = await launch();
  await connectAndSignIn(app, service, signInPage);
  await app.quit();

  const locked = { CALLBOARD_PREVIEW_MODES: 'key-store-silent' };
  const meanwhile = await launch(locked);
  await expectStatus(meanwhile.page, 'Waiting for key store');
  await submitCandidate(meanwhile.page, 'Ada Lovelace', '+44 20 7946 0958');
  await expect(meanwhile.page.getByRole('banner').getByText('1 waiting')).toBeVisible();
  await meanwhile.quit();

  const again = await launch(locked);
  const { page } = again;
  await expect(page.getByText('Waiting for the key store of this computer')).toBeVisible();
  await expect(page.getByRole('banner').getByText('1 waiting')).toBeVisible();
  expect(service.created).toEqual([]);
  await again.unlockKeyStore();
  await expectStatus(page, 'Online');
  await openRequests(page);
  await expect(requestRow(page, 'Ada Lovelace')).toBeVisible();
  expect(service.created).toHaveLength(1);
});

test('the practice workspace is signed in and keeps tracking its requests after a restart', async ({
  launch,
  signInPage,
}, info) => {
  needsKeyStore(info, 'present');
  const env = { CALLBOARD_PRACTICE_TIME_SCALE: '60' };
  const app = await launch(env);
  await openPractice(app, signInPage);
  await submitCandidate(app.page, 'Katherine Johnson', '+1 202 555 0171');
  await openRequests(app.page);
  await expect(requestRow(app.page, 'Katherine Johnson')).toBeVisible();
  await app.quit();

  const again = await launch(env);
  await expectStatus(again.page, 'Online');
  await openRequests(again.page);
  await expectCompleted(again.page, 'Katherine Johnson');
});

test('without a key store, a restart forgets the sign-in and the client secret', async ({
  launch,
  signInPage,
  service,
}, info) => {
  needsKeyStore(info, 'absent');
  const env = { CALLBOARD_PREVIEW_KEYRING: 'none' };
  const app = await launch(env);
  await connectAndSignIn(app, service, signInPage);
  await expect(app.page.getByRole('button', { name: 'Keep sign-in until I quit' })).toBeVisible();
  await app.quit();

  const again = await launch(env);
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again.page.getByText('The client secret of this workspace is not stored')).toBeVisible();
});

test('without a key store, the sign-in survives a restart if weaker protection is chosen', async ({
  launch,
  signInPage,
  service,
}, info) => {
  needsKeyStore(info, 'absent');
  const env = { CALLBOARD_PREVIEW_KEYRING: 'none' };
  const app = await launch(env);
  await connectAndSignIn(app, service, signInPage);
  await app.page.getByRole('button', { name: 'Store with weaker protection' }).click();
  await expect(app.page.getByRole('button', { name: 'Store with weaker protection' })).toBeHidden();
  await app.quit();

  const again = await launch(env);
  await expectStatus(again.page, 'Online');
});
