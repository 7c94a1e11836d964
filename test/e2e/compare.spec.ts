import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { axeViolationsInLightAndDark } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openRequest, openRequests, refreshUntilCompleted, requestRow, submitCandidate } from './steps.ts';

const CANDIDATES = [
  ['Grace Hopper', '+1 202 555 0143'],
  ['فاطمة الزهراء', '+971 50 123 4567'],
  ['Ada Lovelace', '+44 20 7946 0958'],
] as const;

/** Submits the candidates and waits for their results; gives the requests' ids in the order of the candidates. */
async function withCompleted(page: Page): Promise<string[]> {
  for (const [name, phone] of CANDIDATES) await submitCandidate(page, name, phone);
  const ids: string[] = [];
  await openRequests(page);
  for (const [name] of CANDIDATES) await refreshUntilCompleted(page, name);
  for (const [name] of CANDIDATES) {
    await openRequests(page);
    await openRequest(page, name);
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    ids.push(decodeURIComponent(new URL(page.url()).hash.split('/').at(-1) ?? ''));
  }
  return ids;
}

async function openComparison(page: Page, ids: readonly string[]): Promise<void> {
  const hash = `#/compare?ids=${ids.map(encodeURIComponent).join(',')}`;
  await page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);
}

test('candidates are compared, exported and told apart; what cannot be compared says why', async ({
  launchPractice,
}) => {
  test.slow();
  const app = await launchPractice({ CALLBOARD_PRACTICE_TIME_SCALE: '60' });
  const { page } = app;
  const ids = await withCompleted(page);

  await test.step('a comparison is exported as PDF and CSV, and the list as CSV and JSON', async () => {
    await openComparison(page, ids);

    const save = async (item: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const path = app.nextSavePath();
      await page.getByRole('menuitem', { name: item }).click();
      await expect(page.getByText(await path)).toBeVisible({ timeout: 60_000 });
      return path;
    };
    const pdf = await save('PDF, to read and print');
    expect(basename(pdf)).toMatch(/^Grace Hopper and 2 more comparison \d{4}-\d\d-\d\d\.pdf$/);
    const bytes = readFileSync(pdf);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1').match(/\/Type ?\/Page\b/g)?.length).toBeGreaterThan(0);

    const csv = readFileSync(await save('CSV, for spreadsheets'), 'utf8').split('\r\n');
    expect(csv.slice(0, 4)).toEqual([
      '\uFEFFGroup,Field,Grace Hopper,فاطمة الزهراء,Ada Lovelace,Differs,Best',
      ',Phone,+12025550143,+971501234567,+442079460958,,',
      `,Request ID,${ids.join(',')},,`,
      ',Status,COMPLETED,COMPLETED,COMPLETED,no,',
    ]);
    // Only Ada's results have this field.
    expect(csv.join('\n')).toMatch(/,overall.score,,,82,/i);

    await openRequests(page);
    const list = readFileSync(await save('All requests: CSV, for spreadsheets'), 'utf8').split('\r\n');
    for (const [name, phone] of CANDIDATES) {
      expect(list.filter((line) => line.startsWith(`${name},${phone.replaceAll(' ', '')},`))).toHaveLength(1);
    }
    const json: unknown[] = JSON.parse(
      readFileSync(await save('All requests: JSON, with the whole results'), 'utf8'),
    );
    expect(json).toHaveLength(3);
    expect(json).toEqual(
      expect.arrayContaining(
        CANDIDATES.map(([name]) =>
          expect.objectContaining({
            status: 'COMPLETED',
            candidate: expect.objectContaining({ name }),
            ...(name === 'Ada Lovelace' && {
              assessment_results: expect.objectContaining({ overall_score: 82, communication: 5 }),
            }),
          }),
        ),
      ),
    );
  });

  await test.step('a verdict is set and undone, only differences are shown, one candidate is removed and comes back', async () => {
    await openComparison(page, ids);
    await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
    for (const [name] of CANDIDATES) {
      await expect(page.getByRole('columnheader', { name })).toBeVisible();
    }

    const maybe = page.getByRole('group', { name: 'Verdict on Ada Lovelace' }).getByLabel('Maybe');
    await maybe.click();
    await expect(maybe).toBeChecked();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(maybe).not.toBeChecked();
    await maybe.click();
    await expect(page.getByRole('rowheader', { name: 'Verdict (differs)' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'Outcome (differs)' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'Questionnaire', exact: true })).toBeVisible();
    await page.getByLabel('Only differences').check();
    await expect(page.getByRole('rowheader', { name: 'Questionnaire', exact: true })).toBeHidden();
    await expect(page.getByRole('rowheader', { name: 'Verdict (differs)' })).toBeVisible();

    expect(await axeViolationsInLightAndDark(page)).toEqual([]);

    await page.getByRole('button', { name: 'Remove Ada Lovelace from the comparison' }).click();
    await expect(page.getByRole('columnheader', { name: 'Ada Lovelace' })).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('columnheader', { name: 'Ada Lovelace' })).toBeVisible();
    await expect(
      page.getByRole('group', { name: 'Verdict on Ada Lovelace' }).getByLabel('Maybe'),
    ).toBeChecked();

    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await expect(page.getByRole('heading', { name: 'Grace Hopper', exact: true })).toBeVisible();

    await openRequests(page);
    for (const name of ['Ada Lovelace', 'Grace Hopper']) {
      await requestRow(page, name).getByRole('checkbox').click();
    }
    const bar = page.getByRole('region', { name: 'Selected requests' });
    await bar.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('columnheader', { name: 'Ada Lovelace' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(bar.getByText('2 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('columnheader', { name: 'Ada Lovelace' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar.getByText('2 selected')).toBeVisible();

    await bar.getByRole('button', { name: 'More for the selection' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(requestRow(page, 'Ada Lovelace')).toBeHidden();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByText('Undid: 2 requests archived')).toBeVisible();
    await expect(requestRow(page, 'Ada Lovelace')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByText('Undid: Verdict of Ada Lovelace')).toBeVisible();
  });

  await test.step('an empty comparison explains how to choose, unknown requests show errors, and at most six are opened', async () => {
    await openComparison(page, []);
    await expect(page.getByText('Choose two to six requests to compare')).toBeVisible();
    await openComparison(page, ['no-such-request', 'neither,this']);
    await expect(page.getByText("Couldn't open 2 requests")).toBeVisible();
    await expect(page.getByText('Choose two to six requests to compare')).toBeVisible();
    await openComparison(page, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    await expect(page.getByText('Only six requests fit side by side')).toBeVisible();
    await expect(page.getByText("2 more requests you chose can't be shown.")).toBeVisible();
    await expect(page.getByText("Couldn't open 6 requests")).toBeVisible();
    await page.getByRole('button', { name: 'Go to requests' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible();
  });
});
