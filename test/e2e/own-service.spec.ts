import { needsKeyStore } from './driver/key-store.ts';
import { expect, test } from './fixtures.ts';
import {
  connectTo,
  expectCompleted,
  expectStatus,
  inGrid,
  JOB_DESCRIPTION_ID,
  openOutbox,
  openRequest,
  openRequests,
  openWorkspaceSettings,
  requestRow,
  saveConnection,
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

test('submissions made while the service is down, killed or signed out are sent once, when they can be', async ({
  launch,
  launchSignedIn,
  signInPage,
  service,
}, info) => {
  // Nobody signs in again after a kill.
  needsKeyStore(info, 'present');
  const { page, kill } = await launchSignedIn();
  await service.stop();
  await submitCandidate(page, 'Katherine Johnson', '+1 202 555 0171');
  await expectStatus(page, 'Offline');
  await openOutbox(page);
  await expect(inGrid(page, 'Waiting', 'Katherine Johnson')).toBeVisible();
  await service.start();
  await expect(inGrid(page, 'Waiting', 'Katherine Johnson')).toBeHidden({ timeout: 40_000 });
  await openRequests(page);
  await expect(requestRow(page, 'Katherine Johnson')).toBeVisible();
  expect(service.created).toHaveLength(1);

  await service.stop();
  await submitCandidate(page, 'Mary Jackson', '+1 202 555 0182');
  await kill();
  await service.start();
  const again = await launch();
  await openRequests(again.page);
  await expect(requestRow(again.page, 'Mary Jackson')).toBeVisible({ timeout: 40_000 });
  await again.kill();

  const third = await launch();
  await openRequests(third.page);
  await expect(requestRow(third.page, 'Mary Jackson')).toBeVisible();
  expect(service.created).toHaveLength(2);

  service.endSessions();
  await submitCandidate(third.page, 'Dorothy Vaughan', '+1 202 555 0193');
  await expectStatus(third.page, 'Signed out');
  expect(service.created).toHaveLength(2);
  await third.page
    .getByRole('button', { name: /^Sign in/ })
    .first()
    .click();
  await signInPage.goto(await third.nextOpenedAddress());
  await openRequests(third.page);
  await expect(requestRow(third.page, 'Dorothy Vaughan')).toBeVisible();
  expect(service.created).toHaveLength(3);
});

test('an invalid form, a wrong secret and an unknown issuer are told at their fields, and nothing is typed again', async ({
  launch,
  signInPage,
  startService,
}) => {
  const service = await startService();
  service.issuer = 'https://id.example.com/realms/Hiring';
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

  await saveConnection(page, Object.assign(Object.create(service), { clientSecret: 'wrong' }));
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
  // The browser may prefetch the answer, or return twice.
  await signInPage.reload();
  await expect(signInPage.getByText('You can go back to Callboard')).toBeVisible();

  await openWorkspaceSettings(page);
  await page.getByRole('button', { name: /^Edit / }).click();
  await expect(issuer).toHaveValue(service.issuer);
});
