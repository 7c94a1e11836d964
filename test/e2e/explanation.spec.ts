import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { openRequest, openRequests, refreshUntilCompleted, submitCandidate } from './steps.ts';

const NAME = 'Grace Hopper';

test('from a request, its decision is explained and what is held about the candidate is saved', async ({
  launchPractice,
}) => {
  const app = await launchPractice({ CALLBOARD_PRACTICE_TIME_SCALE: '120' });
  const { page } = app;
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

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Save what is held…' }).click();
  await expect(page.getByRole('list', { name: 'What was found' }).getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('button', { name: 'Save what is held', exact: true }).click();
  await expect(page.getByText('What is held was saved')).toBeVisible();
  expect(readFileSync(await app.nextSavePath(), 'utf8')).toContain(NAME);
});
