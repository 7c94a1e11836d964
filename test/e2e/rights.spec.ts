import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { signInAtPractice } from './practice-sign-in.ts';
import { expectStatus, openRequest, openRequests, refreshUntilCompleted, submitCandidate } from './steps.ts';

const NAME = 'Grace Hopper';

test('a candidate’s request is noted, answered and closed, and its decision is explained', async ({
  launch,
  signInPage,
}) => {
  const app = await launch({ CALLBOARD_PRACTICE_TIME_SCALE: '120' });
  const { page } = app;
  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(page, 'Online');
  await submitCandidate(page, NAME, '+1 202-555-0143');
  await openRequests(page);
  await refreshUntilCompleted(page, NAME);

  await openRequest(page, NAME);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Explain this decision…' }).click();
  const explanation = page.getByRole('dialog', { name: 'Why was this decided?' });
  const text = explanation.getByRole('textbox', { name: 'Text' });
  await expect(text).toHaveValue(/Candidate: Grace Hopper[\s\S]*No verdict was recorded\./);
  await text.press('ControlOrMeta+a');
  await text.pressSequentially('Edited');
  await page.keyboard.press('Escape');
  await expect(explanation).toContainText('Close without your changes?');
  await explanation.getByRole('button', { name: 'Keep editing' }).click();
  await expect(text).toHaveValue('Edited');
  await explanation.getByRole('button', { name: 'Save as text…' }).click();
  await expect(page.getByText('The explanation was saved')).toBeVisible();
  expect(readFileSync(await app.nextSavePath(), 'utf8')).toBe('Edited');
  await page.keyboard.press('Escape');
  await expect(explanation).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Candidates’ requests', exact: true }).click();
  await expect(page.getByText('No request was noted')).toBeVisible();
  await page.getByRole('button', { name: 'Add a request' }).click();
  const form = page.getByRole('dialog', { name: 'Add a request from a candidate' });
  await expect(form.getByLabel('Asked for')).toBeFocused();
  await form.getByLabel('Received on').fill('2026-01-31');
  await expect(form.getByLabel('Due on')).toHaveValue('2026-02-28');
  await form.getByLabel('Candidate’s name').fill(NAME);
  await form.getByLabel('Candidate’s number').fill('001 202 555 0143');
  await form.getByLabel('Note').fill('By e-mail to the office');
  await form.getByRole('button', { name: 'Add the request' }).click();
  await expect(form).toHaveCount(0);
  const list = page.getByRole('list', { name: 'Requests from candidates' });
  await expect(list.getByRole('listitem')).toHaveText(/What is held.*Overdue by.*Grace Hopper/);
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveAccessibleDescription(
    '1 candidate’s request due',
  );

  await list.getByRole('button', { name: `Save what is held for ${NAME}` }).click();
  await expect(page.getByRole('list', { name: 'What was found' }).getByRole('checkbox')).toHaveCount(2);
  await page.getByRole('button', { name: 'Save what is held', exact: true }).click();
  await expect(page.getByText('What is held was saved')).toBeVisible();
  expect(readFileSync(await app.nextSavePath(), 'utf8')).toContain('By e-mail to the office');
  // It would lie above the list for a quarter of a minute.
  const saved = page.getByRole('alert').filter({ hasText: 'What is held was saved' });
  await saved.getByRole('button', { name: 'Dismiss' }).click();
  await expect(saved).toHaveCount(0);
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('The request is marked as done')).toBeVisible();
  await page.getByRole('link', { name: 'Candidates’ requests', exact: true }).click();
  await expect(page.getByText('Nothing is open')).toBeVisible();
  await page.getByRole('button', { name: 'All 1' }).click();
  await expect(list.getByRole('listitem')).toContainText('Done on');

  const more = list.getByRole('button', { name: `More actions for ${NAME}` });
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No request was noted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Save the register' }).click();
  await expect(page.getByText('Requests from candidates saved')).toBeVisible();
  expect(readFileSync(await app.nextSavePath(), 'utf8')).toMatch(
    /2026-01-31.*Grace Hopper.*2026-02-28.*Done/,
  );
});

test('an erasure that was not asked for in the register can be noted there, without the person', async ({
  launch,
  signInPage,
}) => {
  const app = await launch({ CALLBOARD_PRACTICE_TIME_SCALE: '120' });
  const { page } = app;
  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(page, 'Online');
  await submitCandidate(page, NAME, '+1 202-555-0143');
  await openRequests(page);
  await refreshUntilCompleted(page, NAME);
  await openRequest(page, NAME);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase this person…' }).click();
  await page.getByRole('button', { name: 'Erase selected…' }).click();
  await page.getByLabel('Type “erase” to continue').fill('erase');
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByRole('button', { name: 'Note the request' }).click();
  const form = page.getByRole('dialog', { name: 'Add a request from a candidate' });
  await expect(form.getByLabel('Candidate’s name')).toHaveValue('');
  await form.getByRole('button', { name: 'Add the request' }).click();
  await page.getByRole('button', { name: 'All 1' }).click();
  await expect(page.getByRole('list', { name: 'Requests from candidates' })).toContainText(
    /Erasure.*Done on/,
  );
});

test('what a candidate asks for is noted from their request, and its decision is explained from the register', async ({
  launch,
  signInPage,
}) => {
  const app = await launch({ CALLBOARD_PRACTICE_TIME_SCALE: '120' });
  const { page } = app;
  await page.getByRole('button', { name: 'Try the practice workspace' }).click();
  await app.openDeepLink(await signInAtPractice(signInPage, await app.nextOpenedAddress()));
  await expectStatus(page, 'Online');
  await submitCandidate(page, NAME, '+1 202-555-0143');
  await openRequests(page);
  await refreshUntilCompleted(page, NAME);
  await openRequest(page, NAME);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Note a request about their data…' }).click();
  const form = page.getByRole('dialog', { name: 'Add a request from a candidate' });
  await expect(form.getByLabel('Candidate’s name')).toHaveValue(NAME);
  await form.getByLabel('Asked for').click();
  await page.getByRole('option', { name: 'Why it was decided' }).click();
  await form.getByRole('button', { name: 'Add the request' }).click();
  await page.getByRole('button', { name: `Explain a decision for ${NAME}` }).click();
  const explanation = page.getByRole('dialog', { name: 'Why was this decided?' });
  await expect(explanation.getByRole('textbox', { name: 'Text' })).toHaveValue(/Candidate: Grace Hopper/);
  await explanation.getByRole('button', { name: 'Save as HTML…' }).click();
  await expect(page.getByText('Is this request done?')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Mark as done', exact: true }).click();
  await expect(page.getByText('Nothing is open')).toBeVisible();
  await page.getByRole('button', { name: 'All 1' }).click();
  await page.getByRole('button', { name: `More actions for ${NAME}` }).click();
  await page.getByRole('menuitem', { name: 'Reopen' }).click();
  await page.getByRole('button', { name: `More actions for ${NAME}` }).click();
  await page.getByRole('menuitem', { name: 'Add to do-not-call list…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Do not call', exact: true }).click();
  await expect(page.getByText('Is this request done?')).toBeVisible();
});
