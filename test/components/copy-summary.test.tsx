import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { goTo } from '../../renderer/routes/hash-location.ts';
import type { RequestDetail } from '../../shared/request.ts';
import { ACME } from './app-state.ts';
import { idOf, nameOf, openFirst, press, verdictOn } from './request-window.tsx';

const KNOWN: Partial<RequestDetail> = {
  jobName: 'Backend engineer',
  headline: 'Overall score: 85 out of 100',
  verdict: 'yes',
  screeningCalls: [{ status: 'COMPLETED' } as RequestDetail['screeningCalls'][number]],
};

const linkTo = (at: number) => `app.callboard:/request/${idOf(at)}?workspace=${ACME.id}`;
const summaryOf = (at: number, { score = true } = {}) =>
  [
    nameOf(at),
    'Job: Backend engineer',
    ...(score ? ['Overall score: 85 out of 100'] : []),
    'Verdict: Yes',
    'Calls: Completed',
    linkTo(at),
  ].join('\n');

let copied: string[] = [];

beforeEach(() => {
  copied = [];
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
  onTestFinished(() => written.mockRestore());
});

test('C on a request copies its summary: name, job, score, verdict, calls and link', async () => {
  await openFirst({ known: KNOWN });
  await expect.element(verdictOn(0)).toBeVisible();
  press('c');
  await expect.poll(() => copied).toEqual([summaryOf(0)]);
  await expect.element(page.getByText('Summary copied')).toBeVisible();
});

test('the menu of a request copies the same', async () => {
  await openFirst({ known: KNOWN });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy summary' }).click();
  await expect.poll(() => copied).toEqual([summaryOf(0)]);
});

test('while the score is covered, no summary has it', async () => {
  await openFirst({ known: { ...KNOWN, covered: true } });
  await expect.element(verdictOn(0)).toBeVisible();
  press('c');
  await expect.poll(() => copied).toEqual([summaryOf(0, { score: false })]);
});

test('the bar of the selection, and C, copy a summary of each of those selected', async () => {
  await openFirst({ known: KNOWN });
  goTo('/requests');
  for (const at of [0, 2])
    await page.getByRole('checkbox', { name: `Select ${nameOf(at)}`, exact: true }).click();
  await page.getByRole('button', { name: 'Copy summary' }).click();
  const both = `${summaryOf(0)}\n\n${summaryOf(2)}`;
  await expect.poll(() => copied).toEqual([both]);
  press('c');
  await expect.poll(() => copied).toEqual([both, both]);
});
