import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { shownColumns } from '../../renderer/features/requests/arrange-columns.ts';
import { listMemory } from '../../renderer/features/requests/list-state.ts';
import { requestColumns } from '../../renderer/features/requests/request-columns.tsx';
import { goTo } from '../../renderer/routes/hash-location.ts';
import { NO_LAYOUT } from '../../shared/grid-layout.ts';
import { ACME } from './app-state.ts';
import { openFirst } from './request-window.tsx';

function titles(width: number, isShared: boolean): readonly string[] {
  const context = { pins: [], unread: [], now: 0, formatPhone: String, problems: false, isShared };
  return shownColumns(requestColumns(context), NO_LAYOUT, width).map(({ title }) => title);
}

test('only a list with colleagues says by whom each request is, from windows of 900 px on', () => {
  for (const width of [636, 1016]) {
    expect(titles(width, true)).toContain('By');
    expect(titles(width, false)).not.toContain('By');
  }
});

test("the page of a colleague's request names them, one's own doesn't", async () => {
  await openFirst({ known: { by: 'Mary Ng' } });
  await expect.poll(() => document.body.innerText).toContain('Submitted by Mary Ng');
});

test('the page of a person who may be called twice says so at its top, with what to do', async () => {
  await openFirst({ known: { by: 'Mary Ng', calledTwice: true } });
  const notice = page.getByText('This person may be called twice');
  await expect.element(notice).toBeInTheDocument();
  await expect.element(page.getByText(/ask the service to cancel it/)).toBeInTheDocument();
});

test('without colleagues, neither the page nor the list speaks of whose requests they are', async () => {
  await openFirst();
  expect(document.body.innerText).not.toContain('Submitted by');
  goTo('/requests');
  await expect.element(page.getByRole('grid', { name: 'Tracked requests' })).toBeVisible();
  expect(page.getByText('You', { exact: true }).elements()).toEqual([]);
  expect(page.getByRole('radio', { name: 'Mine' }).elements()).toEqual([]);
});

test('Mine and Everyone are a click apart', async () => {
  await openFirst({ known: { by: 'Mary Ng' } });
  goTo('/requests');
  await expect.element(page.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  await expect.element(page.getByText('You', { exact: true }).first()).toBeVisible();
  await page.getByText('Mine', { exact: true }).click();
  await expect.element(page.getByRole('radio', { name: 'Mine' })).toBeChecked();
  await expect.poll(() => listMemory(ACME.id).state.query.filter.by).toEqual(['']);
  await page.getByText('Everyone', { exact: true }).click();
  await expect.poll(() => listMemory(ACME.id).state.query.filter.by).toEqual([]);
});

test("colleagues' verdicts and notes stand under their names beside one's own review", async () => {
  await openFirst({
    known: {
      by: 'Mary Ng',
      isShared: true,
      colleagueVerdicts: [{ person: 'Mary Ng', verdict: 'no', at: 5, reason: 'Too junior.' }],
      colleagueNotes: [{ person: 'Tom Okafor', text: 'Speaks Esperanto.', at: 6 }],
    },
  });
  const [mary, tom] = page.getByRole('list', { name: 'Colleagues' }).getByRole('listitem').elements();
  expect(mary?.textContent).toMatch(/^Mary NgNo.*Too junior\.$/);
  expect(tom?.textContent).toMatch(/^Tom Okafornoted .*Speaks Esperanto\.$/);
  await expect.element(page.getByPlaceholder('Your team can read them')).toBeVisible();
});
