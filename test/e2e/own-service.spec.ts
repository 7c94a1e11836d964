import { needsKeyStore } from './driver/key-store.ts';
import { expect, test } from './fixtures.ts';
import {
  connectAndSignIn,
  connectTo,
  expectCompleted,
  expectStatus,
  JOB_DESCRIPTION_ID,
  openRequest,
  openRequests,
  requestRow,
  submitCandidate,
} from './steps.ts';

test('a strict service with a loopback redirect is connected, and a request is tracked to its results', async ({
  launch,
  signInPage,
  startService,
}) => {
  const service = await startService();
  const app = await launch();
  const { page } = app;
  await connectTo(page, service);
  await signInPage.goto(await app.nextOpenedAddress());
  await expect(signInPage.getByText('You can go back to Callboard')).toBeVisible();
  await expectStatus(page, 'Online');
  await submitCandidate(page, 'Ada Lovelace', '+44 20 7946 0958');
  await openRequests(page);
  await expectCompleted(page, 'Ada Lovelace');
  await openRequest(page, 'Ada Lovelace');
  await expect(page.getByRole('region', { name: 'Screening calls' })).toContainText('Answered by someone');
  await expect(page.getByRole('region', { name: 'Assessment results' })).toContainText('Speaks clearly');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Dialling');
  expect(service.refused).toEqual([]);
  expect(service.created.map(({ body }) => body)).toEqual([
    {
      resume_url: 'https://example.com/resumes/1.pdf',
      job_description_id: JOB_DESCRIPTION_ID,
      candidate: { name: 'Ada Lovelace', phone_number: '+442079460958' },
      questionnaire_template_id: 'general-screening',
    },
  ]);
});

test('a submission made while the service is down waits, and is sent automatically when it is up', async ({
  launch,
  signInPage,
  startService,
}) => {
  const service = await startService();
  const app = await launch();
  const page = await connectAndSignIn(app, service, signInPage);
  await service.stop();
  await submitCandidate(page, 'Katherine Johnson', '+1 202 555 0171');
  await expectStatus(page, 'Offline');
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
  await expect(
    page.getByRole('grid', { name: 'Waiting' }).getByRole('row').filter({ hasText: 'Katherine Johnson' }),
  ).toBeVisible();
  await service.start();
  await expect(page.getByRole('grid', { name: 'Waiting' }).getByText('Katherine Johnson')).toBeHidden({
    timeout: 40_000,
  });
  await openRequests(page);
  await expect(requestRow(page, 'Katherine Johnson')).toBeVisible();
  expect(service.created).toHaveLength(1);
});

test('a submission survives a kill right after Submit and is sent exactly once', async ({
  launch,
  signInPage,
  startService,
}, info) => {
  // Nobody signs in again before it is sent.
  needsKeyStore(info, 'present');
  const service = await startService();
  const app = await launch();
  await connectAndSignIn(app, service, signInPage);
  await service.stop();
  await submitCandidate(app.page, 'Mary Jackson', '+1 202 555 0182');
  await app.kill();

  await service.start();
  const again = await launch();
  await openRequests(again.page);
  await expect(requestRow(again.page, 'Mary Jackson')).toBeVisible({ timeout: 40_000 });
  await again.kill();

  const third = await launch();
  await openRequests(third.page);
  await expect(requestRow(third.page, 'Mary Jackson')).toBeVisible();
  expect(service.created).toHaveLength(1);
});

test('a session ended by the service holds the queue, and signing in again sends it', async ({
  launch,
  signInPage,
  startService,
}) => {
  const service = await startService();
  const app = await launch();
  const page = await connectAndSignIn(app, service, signInPage);
  service.endSessions();
  await submitCandidate(page, 'Dorothy Vaughan', '+1 202 555 0193');
  await expectStatus(page, 'Signed out');
  expect(service.created).toEqual([]);
  await page
    .getByRole('button', { name: /^Sign in/ })
    .first()
    .click();
  await signInPage.goto(await app.nextOpenedAddress());
  await openRequests(page);
  await expect(requestRow(page, 'Dorothy Vaughan')).toBeVisible();
  expect(service.created).toHaveLength(1);
});

test('a wrong client secret shows an error, and can be corrected without retyping the other fields', async ({
  launch,
  signInPage,
  startService,
}) => {
  const service = await startService();
  const app = await launch();
  const { page } = app;
  await connectTo(page, Object.assign(Object.create(service), { clientSecret: 'wrong' }));
  await signInPage.goto(await app.nextOpenedAddress());
  await expect(page.getByText('The service does not accept the client ID and client secret.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit connection' }).click();
  await expect(page.getByLabel('Service address')).toHaveValue(`${service.address}/api`);
  await expect(page.getByLabel('Sign-in address')).toHaveValue(`${service.address}/auth`);
  await expect(page.getByLabel('Client ID')).toHaveValue(service.clientId);
  await expect(page.getByLabel('Redirect address')).toHaveValue(service.redirectUri);
  await page.getByLabel('Client secret').fill(service.clientSecret);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await signInPage.goto(await app.nextOpenedAddress());
  await expectStatus(page, 'Online');
});

test('an issuer that differs from the sign-in address is named, entered under Further settings, and kept', async ({
  launch,
  signInPage,
  startService,
}) => {
  const service = await startService();
  service.issuer = 'https://id.example.com/realms/Hiring';
  const app = await launch();
  const { page } = app;
  await connectTo(page, service);
  await signInPage.goto(await app.nextOpenedAddress());
  await expect(page.getByText(`The answer names the issuer “${service.issuer}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Edit connection' }).click();
  const issuer = page.getByRole('textbox', { name: 'Issuer' });
  await expect(issuer).toBeFocused();
  await issuer.fill('realms/Hiring');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(issuer).toBeFocused();
  await issuer.fill(service.issuer);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await signInPage.goto(await app.nextOpenedAddress());
  await expectStatus(page, 'Online');
  // The browser may prefetch the answer, or return twice.
  await signInPage.reload();
  await expect(signInPage.getByText('You can go back to Callboard')).toBeVisible();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
  await page.getByRole('button', { name: /^Edit / }).click();
  await expect(issuer).toHaveValue(service.issuer);
});

test('an invalid connection form shows an error at each field and keeps the input', async ({ launch }) => {
  const app = await launch();
  const { page } = app;
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await page.getByLabel('Service address').fill('http://service.example.com');
  await page.getByLabel('Sign-in address').fill('not an address');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(
    page.getByText('Use https:// – plain http is only safe on this computer itself.'),
  ).toBeVisible();
  await expect(page.getByText('Enter a full address that starts with https://')).toBeVisible();
  await expect(page.getByText('Enter the client ID.')).toBeVisible();
  await expect(page.getByLabel('Service address')).toHaveValue('http://service.example.com');
});
