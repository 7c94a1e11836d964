import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { workspaceAccess } from '../../renderer/api/api.ts';
import { latestChange } from '../../renderer/parts/undo-stack.ts';
import { goTo } from '../../renderer/routes/hash-location.ts';
import type { RequestDetail } from '../../shared/request.ts';
import { ACME } from './app-state.ts';
import { detail, idOf, nameOf, openFirst, press, verdictOn } from './request-window.tsx';

const keyOf = (at: number) => workspaceAccess(ACME.id).queries.requests.get({ requestId: idOf(at) }).queryKey;
const reasonFor = (verdict: string) => page.getByRole('dialog', { name: `Verdict: ${verdict}` });

test('a verdict is given even if it looks given already, because what is on screen may be old', async () => {
  const { client, stored, given, hold } = await openFirst();
  client.setQueryData(keyOf(1), detail(1, 'no'));
  stored[1] = 'yes';
  const release = hold('get');
  press('j');
  press('2');
  await expect.element(verdictOn(1)).toBeVisible();
  release();
  await expect.poll(() => given).toEqual([[1, 'no']]);
});

test('a verdict that was given already is not offered to be undone', async () => {
  const { given } = await openFirst();
  press('4');
  await expect.element(page.getByText('Person 0: Yes')).toBeVisible();
  press('2');
  await expect.element(page.getByText('Person 0: No')).toBeVisible();
  const before = latestChange(ACME.id);
  press('2');
  press('j');
  press('3');
  await expect.element(page.getByText('Person 1: Maybe')).toBeVisible();
  expect(given).toHaveLength(4);
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => latestChange(ACME.id)).toBe(before);
});

test('an answer that was read before a verdict does not replace it on screen', async () => {
  const { client, given, hold } = await openFirst();
  const answer = hold('get');
  void client.invalidateQueries({ queryKey: keyOf(0) });
  await expect.poll(() => client.isFetching({ queryKey: keyOf(0) })).toBe(1);
  const stored = hold('annotate');
  press('4');
  await expect.poll(() => given).toEqual([[0, 'yes']]);
  answer();
  await expect.poll(() => client.isFetching({ queryKey: keyOf(0) })).toBe(0);
  expect(client.getQueryData<RequestDetail>(keyOf(0))?.verdict).toBe('yes');
  stored();
});

test('a verdict can be undone although the next request was opened before it was stored', async () => {
  const { hold } = await openFirst();
  const stored = hold('annotate');
  press('4');
  press('j');
  await expect.element(verdictOn(1)).toBeVisible();
  stored();
  await expect.poll(() => latestChange(ACME.id)?.what).toBe('Verdict of Person 0');
});

test('keys pressed while a request loads all take effect, however many', async () => {
  const { given, hold } = await openFirst();
  const release = hold('get');
  press('j');
  const digits = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? '4' : '2'));
  for (const digit of digits) press(digit);
  release();
  await expect.poll(() => given).toEqual(digits.map((digit) => [1, digit === '4' ? 'yes' : 'no']));
});

test('a key that is held steps once, or gives one verdict', async () => {
  const { given } = await openFirst();
  for (const key of ['j', '4']) {
    press(key);
    for (let repeat = 0; repeat < 50; repeat++) press(key, true);
  }
  press('j');
  press('2');
  await expect.element(verdictOn(2)).toBeVisible();
  await expect
    .poll(() => given)
    .toEqual([
      [1, 'yes'],
      [2, 'no'],
    ]);
});

test('J goes on from a request that could not be read', async () => {
  const { given } = await openFirst({ unreadable: [0, 2] });
  press('j');
  await expect.element(verdictOn(1)).toBeVisible();
  press('j');
  await expect.poll(() => document.title).toBe('Request – Callboard');
  press('4');
  press('j');
  press('2');
  await expect.poll(() => given).toEqual([[3, 'no']]);
});

test('keys pressed while a dialog that asks for the reason opens are not for another request', async () => {
  const { given } = await openFirst({ reasons: true });
  for (const key of ['4', 'j', '2', 'k', '1']) press(key);
  await expect.element(reasonFor('Yes')).toBeVisible();
  await expect.element(page.getByLabelText('Why this verdict?')).toHaveFocus();
  await userEvent.keyboard('jk14 I know her');
  await expect.element(page.getByLabelText('Why this verdict?')).toHaveValue('jk14 I know her');
  expect(given).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Give verdict' }));
  await expect.element(reasonFor('Yes')).not.toBeInTheDocument();
  expect(given).toEqual([[0, 'yes']]);
  await expect.element(verdictOn(0)).toBeVisible();
});

test('what was pressed behind a verdict that needs a reason is not for another request', async () => {
  const { given, hold } = await openFirst({ reasons: true });
  const release = hold('get');
  for (const key of ['j', '4', 'k', '1']) press(key);
  release();
  await expect.element(reasonFor('Yes')).toBeVisible();
  await expect.element(reasonFor('Yes').getByText('Person 1')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.element(reasonFor('Yes')).not.toBeInTheDocument();
  await expect.element(verdictOn(1)).toBeVisible();
  expect(given).toEqual([]);
});

test('a reason is asked for by what main has stored, not by what was on screen before', async () => {
  const { client, stored, hold } = await openFirst({ reasons: true });
  client.setQueryData(keyOf(1), detail(1, 'yes'));
  stored[1] = 'no';
  const release = hold('get');
  press('j');
  press('4');
  await expect.element(verdictOn(1)).toBeVisible();
  release();
  await expect.element(reasonFor('Yes')).toBeVisible();
});

test('a link to what is to be reviewed, as on Today, opens the first of them in a review', async () => {
  await openFirst();
  goTo('/requests?show=to-review');
  await expect.element(page.getByText('1 of 24')).toBeVisible();
  await expect.element(verdictOn(0)).toBeVisible();
});

test('in a review, a verdict by mouse goes on too, and a double click gives one', async () => {
  const { given } = await openFirst({ review: true });
  const yes = (at: number) =>
    page.getByRole('group', { name: `Verdict on ${nameOf(at)}` }).getByRole('radio', { name: 'Yes' });
  await userEvent.dblClick(yes(0));
  await expect.element(verdictOn(1)).toBeVisible();
  await expect.poll(() => given).toEqual([[0, 'yes']]);
  press('u');
  await expect.element(verdictOn(0)).toBeVisible();
  await expect.element(yes(0)).not.toBeChecked();
  expect(given).toEqual([[0, 'yes']]);
});

test('in a review, a verdict goes on to the next one; U undoes the last and goes back, also before it is stored', async () => {
  const { given, stored, hold } = await openFirst({ review: true });
  await expect.element(page.getByText('1 of 24')).toBeVisible();
  const answer = hold('annotate');
  for (const key of ['4', '2', 'u']) press(key);
  answer();
  await expect.element(verdictOn(1)).toBeVisible();
  await expect.poll(() => stored.slice(0, 3)).toEqual(['yes', 'none', 'none']);
  press('3');
  await expect.element(page.getByText('3 of 24')).toBeVisible();
  expect(given).toEqual([
    [0, 'yes'],
    [1, 'no'],
    [1, 'maybe'],
  ]);
});

test('Escape ends a review, and no request is open any more', async () => {
  const { given } = await openFirst({ review: true });
  await expect.element(page.getByText('1 of 24')).toBeVisible();
  press('Escape');
  await expect.poll(() => location.hash).toBe('#/requests');
  await expect.element(page.getByText('1 of 24')).not.toBeInTheDocument();
  expect(given).toEqual([]);
});

test('in a review, a verdict that needs a reason goes on once it is given, and not if it is left', async () => {
  const { given } = await openFirst({ review: true, reasons: true });
  press('4');
  await expect.element(reasonFor('Yes')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.element(reasonFor('Yes')).not.toBeInTheDocument();
  await expect.element(verdictOn(0)).toBeVisible();
  press('2');
  await page.getByLabelText('Why this verdict?').fill('Too far away');
  await userEvent.click(page.getByRole('button', { name: 'Give verdict' }));
  await expect.element(verdictOn(1)).toBeVisible();
  expect(given).toEqual([[0, 'no']]);
});
