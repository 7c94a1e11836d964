import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { signInAtPractice } from './practice-sign-in.ts';
import {
  connectAndSignIn,
  expectCompleted,
  expectStatus,
  openRequests,
  requestRow,
  submitCandidate,
} from './steps.ts';

test('signing out keeps the history and the queue; what was queued goes out after signing in again', async ({
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

test('the sign-in survives a restart, and neither token nor client secret is in any file in clear', async ({
  launch,
  signInPage,
  userData,
  service,
}) => {
  const app = await launch();
  await connectAndSignIn(app, service, signInPage);
  await app.quit();

  const again = await launch();
  await expectStatus(again.page, 'Online');
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

test('the practice workspace is as it was after a restart: same address, signed in, its requests there', async ({
  launch,
  signInPage,
}) => {
  const env = { CALLBOARD_PRACTICE_TIME_SCALE: '60' };
  const app = await launch(env);
  await app.page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(app.page, 'Online');
  await submitCandidate(app.page, 'Katherine Johnson', '+1 202 555 0171');
  await openRequests(app.page);
  await expect(requestRow(app.page, 'Katherine Johnson')).toBeVisible();
  await app.quit();

  const again = await launch(env);
  await expectStatus(again.page, 'Online');
  await expectCompleted(again.page, 'Katherine Johnson');
});

test('without a key store the sign-in is kept in memory and asked for again after a restart', async ({
  launch,
  signInPage,
  service,
}) => {
  const env = { CALLBOARD_PREVIEW_KEYRING: 'none' };
  const app = await launch(env);
  await connectAndSignIn(app, service, signInPage);
  await expect(app.page.getByRole('button', { name: 'Keep sign-in until I quit' })).toBeVisible();
  await app.quit();

  const again = await launch(env);
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again.page.getByText('The client secret of this workspace is not stored')).toBeVisible();
});

test('without a key store but with weaker storage allowed, the sign-in survives a restart', async ({
  launch,
  signInPage,
  service,
}) => {
  const env = { CALLBOARD_PREVIEW_KEYRING: 'none' };
  const app = await launch(env);
  await connectAndSignIn(app, service, signInPage);
  await app.page.getByRole('button', { name: 'Store with weaker protection' }).click();
  await expect(app.page.getByRole('button', { name: 'Store with weaker protection' })).toBeHidden();
  await app.quit();

  const again = await launch(env);
  await expectStatus(again.page, 'Online');
});
