import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openRequest, openRequests, refreshUntilCompleted, requestRow, submitCandidate } from './steps.ts';

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

test('the page of a request shows it, keeps what a person says of it, and leads to the next submission', async ({
  launchSignedIn,
  service,
}) => {
  service.results = RESULTS;
  service.furtherCalls = [
    { id: 'second', timestamp: '2026-03-02T08:00:00Z', duration_minutes: 0, status: 'NO_ANSWER' },
    { id: 'third' },
  ];
  const app = await launchSignedIn();
  const { page } = app;
  await openCompleted(page, ['Grace Hopper', 'Ada Lovelace']);

  await test.step('shows a timeline of calls and results of any shape, opens a link in the browser, and pins a field', async () => {
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

  await test.step('keeps verdict, tags and notes, undoes a verdict, and steps through the list by keyboard', async () => {
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

    const toOther = page.getByRole('button', { name: 'Next', exact: true });
    const key = (await toOther.isEnabled()) ? 'j' : 'k';
    await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
    await page.keyboard.press(key === 'j' ? 'k' : 'j');
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  });

  await test.step('serves as a template, and is submitted again only from the form, linked both ways', async () => {
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
    expect(service.created).toHaveLength(2);
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect.poll(() => service.created.length, { timeout: 30_000 }).toBe(3);
    await expect(page.getByText('Also submitted')).toBeVisible();
    const following = page.getByRole('link', { name: /^Again on/ });
    await expect(following).toHaveAttribute('href', /requests/, { timeout: 30_000 });
    await following.click();
    await expect(page.getByRole('link', { name: /^Before on/ })).toBeVisible({ timeout: 30_000 });
  });
});

/** Submits candidates, waits for their results and opens the first. */
async function openCompleted(page: Page, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries())
    await submitCandidate(page, name, `+1 202 555 014${index + 3}`);
  await openRequests(page);
  for (const name of names) {
    await refreshUntilCompleted(page, name);
  }
  await openRequest(page, names[0] ?? '');
  await expect(page.getByRole('heading', { name: names[0] ?? '' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
}

/** Returns to the list, whether the request is a page or open beside it. */
async function closeRequest(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'History' })).toBeHidden();
}
