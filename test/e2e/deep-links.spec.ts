import { expect, test } from './fixtures.ts';
import { openPractice } from './practice-sign-in.ts';
import { JOB_DESCRIPTION_ID, openRequest, openRequests, submitCandidate } from './steps.ts';

const GRACE =
  'app.callboard:/new?name=Grace+Hopper&phone=+1%20202%20555%200143&resume=https%3A%2F%2Fexample.com%2Fgrace.pdf' +
  `&job=${JOB_DESCRIPTION_ID}&questionnaire=general-screening&submit=yes`;
const ADA = `app.callboard://new?name=${encodeURIComponent('Ada Lovelace')}`;

test('a link prefills New request, and asks before replacing typed text; one to a request opens it or says why not', async ({
  launchPractice,
}) => {
  const app = await launchPractice({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const { page } = app;

  await test.step('a link prefills New request without submitting, and asks before replacing typed text', async () => {
    await app.openDeepLink(GRACE);
    await expect(page.getByRole('heading', { level: 1, name: 'New request' })).toBeVisible();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Grace Hopper');
    await expect(page.getByLabel('Phone number')).toHaveValue('+1 202 555 0143');
    await expect(page.getByLabel('Resume link')).toHaveValue('https://example.com/grace.pdf');
    await expect(page.getByLabel('Job description')).toHaveValue(JOB_DESCRIPTION_ID);
    await expect(page.getByLabel('Questionnaire')).toHaveValue('general-screening');
    await expect(page.getByText('Filled in from a link')).toBeVisible();

    await page.getByLabel('Phone number').fill('+1 202 555 0199');
    await app.openDeepLink(ADA);
    await expect(page.getByText('A link has the details of Ada Lovelace')).toBeVisible();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Grace Hopper');
    await page.getByRole('button', { name: 'Use the link' }).click();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Ada Lovelace');
    await expect(page.getByLabel('Phone number')).toHaveValue('');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Grace Hopper');
    await expect(page.getByLabel('Phone number')).toHaveValue('+1 202 555 0199');

    await app.openDeepLink(ADA);
    await page.getByRole('button', { name: 'Keep my input' }).click();
    await expect(page.getByText('A link has the details of Ada Lovelace')).toBeHidden();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Grace Hopper');
    await page.getByRole('link', { name: 'Outbox', exact: true }).click();
    await expect(page.getByText('Nothing is waiting', { exact: true })).toBeVisible();
    await openRequests(page);
    await expect(page.getByText('No requests yet')).toBeVisible();
  });

  await test.step('a link to a request opens it; links to unknown requests and invalid links show why', async () => {
    await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
    await openRequests(page);
    await openRequest(page, 'Grace Hopper');
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
    const id = decodeURIComponent(new URL(page.url()).hash.split('/').at(-1) ?? '');
    await page.getByRole('link', { name: 'Outbox', exact: true }).click();

    await app.openDeepLink(`app.callboard:/request/${encodeURIComponent(id)}`);
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();

    await app.openDeepLink('app.callboard:/request/none-of-ours');
    await expect(page.getByText("This workspace doesn't track a request with this ID.")).toBeVisible();

    await app.openDeepLink('app.callboard://example.com/new?name=x');
    await expect(page.getByText("Couldn't open a link.")).toBeVisible();
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(page.getByText("Couldn't open a link.")).toBeHidden();
  });
});

test('a link that arrives before there is a workspace waits until one is open', async ({
  launch,
  signInPage,
}) => {
  const app = await launch();
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Welcome to Callboard' })).toBeVisible();
  await app.openDeepLink(GRACE);
  await expect(page.getByText('A link is waiting to be opened')).toBeVisible();
  await page.getByRole('button', { name: 'Connect to your service' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await openPractice(app, signInPage);
  await expect(page.getByRole('heading', { level: 1, name: 'New request' })).toBeVisible();
  await expect(page.getByLabel('Candidate name')).toHaveValue('Grace Hopper');
});
