import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needsKeyStore } from './driver/key-store.ts';
import { expect, test } from './fixtures.ts';
import { connectAndSignIn, expectStatus, openRequests, requestRow, submitCandidate } from './steps.ts';

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

test('the sign-in survives a restart without being readable in a file; with a locked keyring, submissions wait for it', async ({
  launch,
  signInPage,
  userData,
  service,
}, info) => {
  needsKeyStore(info, 'present');
  const app = await launch();
  await connectAndSignIn(app, service, signInPage);
  // Closed first: on Windows, Chromium lets nobody read its open files.
  await app.quit();
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
  if (info.project.metadata['driver'] === 'electron') {
    // Only the preview has a keyring that a test can lock.
    await expectStatus((await launch()).page, 'Online');
    return;
  }

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

test('without a key store, a restart forgets the sign-in and the client secret, unless weaker protection is chosen', async ({
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
  const { page } = again;
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The client secret of this workspace is not stored')).toBeVisible();
  await page.getByRole('button', { name: 'Edit connection' }).click();
  await page.getByLabel('Client secret').fill(service.clientSecret);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await signInPage.goto(await again.nextOpenedAddress());
  await expectStatus(page, 'Online');
  await page.getByRole('button', { name: 'Store with weaker protection' }).click();
  await expect(page.getByRole('button', { name: 'Store with weaker protection' })).toBeHidden();
  await again.quit();

  await expectStatus((await launch(env)).page, 'Online');
});
