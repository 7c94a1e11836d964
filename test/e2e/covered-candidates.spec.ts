import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  connectAndSignIn,
  openRequest,
  openRequests,
  refreshUntilCompleted,
  submitCandidate,
} from './steps.ts';

const GRACE = { name: 'Grace Hopper', phone: '+1 202 555 0143', digits: '2025550143' };
const ADA = { name: 'Ada Lovelace', phone: '+44 20 7946 0958', digits: '2079460958' };

/** All that a page shows, says in attributes or holds in fields, with numbers written without gaps. */
async function all(page: Page): Promise<string> {
  const html = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')].map((each) =>
      Reflect.get(each, 'value'),
    );
    return `${document.title}\n${document.body.outerHTML}\n${fields.join('\n')}`;
  });
  return html.replaceAll(/(?<=\d)[\s()./-]+(?=\d)/g, '');
}

/** Where the page says who somebody is, or what the service found: nowhere, for somebody who is covered. */
async function told(page: Page, { name, digits }: typeof GRACE): Promise<string[]> {
  const shown = await all(page);
  return [name, digits].flatMap((mark) => {
    const at = shown.indexOf(mark);
    return at < 0 ? [] : [shown.slice(Math.max(0, at - 200), at + 60)];
  });
}

async function expectCovered(page: Page, person: typeof GRACE): Promise<void> {
  expect(await told(page, person)).toEqual([]);
}

test('a policy covers results that were seen already; candidates who are covered can be compared, judged and kept from calls', async ({
  launch,
  signInPage,
  service,
  userData,
}) => {
  test.slow();
  service.results = { overall: 4.37, remark: 'harbourmaster' };
  const path = join(userData, 'policy.json');
  writeFileSync(path, '{}');
  const app = await launch({ CALLBOARD_POLICY_FILE: path });
  const page = await connectAndSignIn(app, service, signInPage);
  for (const { name, phone } of [GRACE, ADA]) await submitCandidate(page, name, phone);
  await openRequests(page);
  for (const { name } of [GRACE, ADA]) {
    await refreshUntilCompleted(page, name);
  }
  // The toast of what was typed a moment ago names who was typed.
  const accepted = page.getByRole('alert').filter({ hasText: /accepted/ });
  await accepted.getByRole('button', { name: 'Dismiss' }).click();
  await expect(accepted).toHaveCount(0);
  for (const { name } of [GRACE, ADA]) {
    await openRequests(page);
    await openRequest(page, name);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Assessment results' })).toContainText('harbourmaster');
  }

  writeFileSync(path, JSON.stringify({ rules: { verdict_first: { on: true, cover_identity: true } } }));
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Health and updates', exact: true }).click();
  await page.getByRole('button', { name: 'Read the policy again' }).click();
  await openRequests(page);
  const rows = page.getByRole('grid', { name: 'Tracked requests' }).locator('[data-index]');
  await expect(rows.getByText(/^Candidate \w{6}$/)).toHaveCount(2);
  for (const person of [GRACE, ADA]) await expectCovered(page, person);

  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('rowheader', { name: 'Verdict' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Candidate \w{6}/ })).toHaveCount(2);
  for (const person of [GRACE, ADA]) await expectCovered(page, person);

  // A verdict in the comparison shows one candidate, and leaves the other covered.
  await page
    .getByRole('group', { name: /^Verdict on Candidate/ })
    .first()
    .getByRole('radio', { name: 'Yes' })
    .click();
  const reason = page.getByRole('dialog', { name: 'Verdict: Yes' });
  await reason.getByLabel('Why this verdict?').fill('She knows the trade.');
  for (const person of [GRACE, ADA]) await expectCovered(page, person);
  await reason.getByRole('button', { name: 'Give verdict' }).click();
  await expect(reason).toBeHidden();
  await expect(page.getByRole('columnheader', { name: /Candidate \w{6}/ })).toHaveCount(1);
  const [judged, covered] = (await page.getByRole('columnheader', { name: GRACE.name }).count())
    ? [GRACE, ADA]
    : [ADA, GRACE];
  await expect(page.getByRole('columnheader', { name: judged.name })).toBeVisible();
  await expect(page.getByRole('table').first()).toContainText('harbourmaster');
  await expectCovered(page, covered);

  // The toast names who is shown now, and so does undoing the verdict, which covers nobody again.
  const toast = page.getByRole('alert').filter({ hasText: `${judged.name}: Yes` });
  await expect(toast).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /Candidate \w{6}/ })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByText(`Undid: Verdict of ${judged.name}`)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: judged.name })).toBeVisible();
  await expect(page.getByRole('table').first()).toContainText('harbourmaster');
  await expectCovered(page, covered);

  // Somebody whose name and number are covered is put on the do-not-call list all the same.
  await openRequests(page);
  const row = rows.filter({ hasText: /Candidate \w{6}/ });
  await expect(row).toHaveCount(1);
  await row.hover();
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: /Candidate \w{6}/ })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Do not call this number…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Do not call this number?' });
  await expect(dialog).toContainText(/Candidate \w{6}/);
  await dialog.getByLabel('Reason').fill('Asked on the phone');
  await expectCovered(page, covered);
  expect(await axeViolations(page)).toEqual([]);
  await expect(dialog).toContainText('Callboard can’t tell the service to stop');
  await dialog.getByRole('button', { name: 'Do not call' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/1 number is now on the do-not-call list\./)).toBeVisible();
  await expect(page.getByText(/^On the do-not-call list since .*\d{4}$/)).toBeVisible();
  await expectCovered(page, covered);
  await page.getByRole('link', { name: 'New request', exact: true }).first().click();
  await page.getByLabel('Candidate name').fill('Somebody Else');
  await page.getByLabel('Phone number').fill(covered.phone);
  await expect(page.getByText(/^Can’t be submitted: on the do-not-call list since/)).toBeVisible();

  // They were read before they were covered, so the draft must not say that nobody had seen them.
  await openRequests(page);
  await openRequest(page, judged.name);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Explain this decision…' }).click();
  const draft = page.getByRole('dialog').getByRole('textbox').last();
  await expect(draft).toHaveValue(/The results were covered then, but could be seen before that\./);
});
