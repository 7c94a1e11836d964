import type { Page } from '@playwright/test';
import { needsKeyStore } from './driver/key-store.ts';
import { expect, test } from './fixtures.ts';
import {
  chooseInRow,
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

const RESULTS = {
  overall_score: 82,
  communication: 4,
  recommendation: 'ADVANCE',
  in_range: true,
  available_from: '2027-01-15',
  recording: 'https://recordings.example.com/1.mp3',
  summary: '<b onclick="alert(1)">Spoke clearly.</b> '.repeat(30),
  questions: [
    { question: 'Why this role?', answer: 'The people', score: 8 },
    { question: 'When could you start?', answer: 'In a month', score: 10 },
  ],
  nested: { deeper: { glance: { seen: 'at once' }, deepest: { treasure: 'found', map: { north: true } } } },
  wide: Object.fromEntries(Array.from({ length: 260 }, (_, index) => [`feature_${index}`, index])),
};

test('an invalid form, a wrong secret and an unknown issuer are told at their fields; then a request is tracked, judged and submitted again', async ({
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
  await page.goBack();

  service.results = RESULTS;
  service.furtherCalls = [
    { id: 'second', timestamp: '2026-03-02T08:00:00Z', duration_minutes: 0, status: 'NO_ANSWER' },
    { id: 'third' },
  ];
  await submitCandidate(page, 'Grace Hopper', '+1 202 555 0143');
  await openRequests(page);
  await expectCompleted(page, 'Grace Hopper');
  // The wrong secret.
  expect(service.refused).toEqual(['wrong client']);
  expect(service.created.map(({ body }) => body)).toEqual([
    {
      resume_url: 'https://example.com/resumes/1.pdf',
      job_description_id: JOB_DESCRIPTION_ID,
      candidate: { name: 'Grace Hopper', phone_number: '+12025550143' },
      questionnaire_template_id: 'general-screening',
    },
  ]);

  await openRequest(page, 'Grace Hopper');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Dialling');
  await test.step('its page has a timeline of calls and results of any shape, opens a link in the browser, and pins a field', async () => {
    const calls = page.getByRole('region', { name: 'Screening calls' }).getByRole('listitem');
    await expect(calls.nth(0)).toContainText('No answer');
    await expect(calls.nth(0)).toContainText('1 h 30 min later');
    await expect(calls.nth(1)).toContainText('Answered by someone');
    await expect(calls.nth(2)).toContainText('Time not given');
    await expect(calls.nth(2)).toContainText('Status not given');

    const results = page.getByRole('region', { name: 'Assessment results' });
    await expect(results).not.toContainText(/guessed|of 100|of 10\b/);
    await expect(results.getByRole('row', { name: /When could you start/ })).toContainText('10');
    await expect(results.getByText('<b onclick="alert(1)">').first()).toBeVisible();
    await expect(results.locator('b')).toHaveCount(0);
    await expect(results.getByText('at once')).toBeVisible();
    await expect(results.getByText('found')).toBeHidden();
    await results.getByText('Deepest').click();
    await expect(results.getByText('found')).toBeVisible();
    await results.getByRole('button', { name: 'Show 240 more' }).click();
    await expect(results.getByText('Feature 259')).toBeVisible();
    await results.getByRole('button', { name: /recordings\.example\.com/ }).click();
    expect(await app.nextOpenedAddress()).toBe('https://recordings.example.com/1.mp3');

    await results.getByText('Raw answer').click();
    await expect(page.getByRole('region', { name: 'Answer of the service' })).toContainText(
      '"treasure": "found"',
    );

    const pin = results.getByRole('button', { name: 'Pin Overall score as column' });
    await expect(pin).toHaveAttribute('aria-pressed', 'false');
    await pin.focus();
    await page.keyboard.press('Enter');
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await closeRequest(page);
    await expect(page.getByRole('columnheader', { name: 'Overall score' })).toBeVisible();
    await expect(requestRow(page, 'Grace Hopper')).toContainText('82');
  });

  await test.step('it keeps verdict, tags and notes, and undoes a verdict', async () => {
    await openRequest(page, 'Grace Hopper');
    const verdict = page.getByRole('group', { name: /^Verdict on/ });

    await page.keyboard.press('4');
    await expect(verdict.getByRole('radio', { name: 'Yes' })).toBeChecked();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(verdict.getByRole('radio', { name: 'No verdict' })).toBeChecked();
    await verdict.getByRole('radio', { name: 'Maybe' }).click();
    await expect(verdict.getByRole('radio', { name: 'Maybe' })).toBeChecked();

    await page.getByRole('combobox', { name: 'Tags' }).fill('second round');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Notes' }).fill('Typed just before leaving');
    // The first Escape leaves the field, the second the page, before the typed notes are saved.
    await page.keyboard.press('Escape');
    await closeRequest(page);
    await openRequest(page, 'Grace Hopper');
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Typed just before leaving');
    await expect(page.getByText('second round')).not.toHaveCount(0);
    await expect(verdict.getByRole('radio', { name: 'Maybe' })).toBeChecked();
  });

  await test.step('it serves as a template, and is submitted again only from the form, linked both ways', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Use as template' }).click();
    await expect(page.getByLabel('Candidate name')).toHaveValue('');
    await expect(page.getByLabel('Resume link')).toHaveValue('');
    await expect(page.getByLabel('Questionnaire')).toHaveValue('general-screening');

    await openRequests(page);
    await openRequest(page, 'Grace Hopper');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Submit again…' }).click();
    await expect(page.getByRole('dialog')).toContainText('The service will call');
    await page.getByRole('button', { name: 'Fill in New request' }).click();
    await expect(page.getByLabel('Candidate name')).toHaveValue('Grace Hopper');
    expect(service.created).toHaveLength(1);
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect.poll(() => service.created.length, { timeout: 30_000 }).toBe(2);
    await expect(page.getByText('Also submitted')).toBeVisible();
    const following = page.getByRole('link', { name: /^Again on/ });
    await expect(following).toHaveAttribute('href', /requests/, { timeout: 30_000 });
    await following.click();
    await expect(page.getByRole('link', { name: /^Before on/ })).toBeVisible({ timeout: 30_000 });
  });
});

test('submissions made while the service is down, killed or signed out are sent once; one that was being edited waits for its person', async ({
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
  await submitCandidate(page, 'Annie Easley', '+44 20 7946 0961');
  await openOutbox(page);
  await chooseInRow(inGrid(page, 'Waiting', 'Annie Easley'), 'Edit');
  await page.getByLabel('Phone number').fill('+44 20 7946 0962');
  await kill();
  await service.start();
  const again = await launch();
  const needsOne = again.page.getByRole('banner').getByText('1 needs you');
  await expect(needsOne).toBeVisible();
  await openOutbox(again.page);
  await again.page.getByRole('tab', { name: /^Needs you/ }).click();
  const row = again.page.getByRole('row').filter({ hasText: 'Annie Easley' });
  await expect(row).toContainText('You were editing this submission when Callboard or its window closed');
  await chooseInRow(row, 'Edit');
  await again.page.getByRole('button', { name: 'Cancel' }).click();
  await again.page.getByRole('tab', { name: /^Drafts/ }).click();
  await expect(again.page.getByRole('grid', { name: 'Drafts' }).getByText('Annie Easley')).toBeVisible();
  await expect(needsOne).toBeHidden();
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

/** Returns to the list, whether the request is a page or open beside it. */
async function closeRequest(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'History' })).toBeHidden();
}
