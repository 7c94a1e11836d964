import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { NewRequestForm } from '../../renderer/features/new-request/new-request-form.tsx';
import { EMPTY_DRAFT } from '../../renderer/features/new-request/request-draft.ts';
import { settings } from '../../shared/settings.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

/** A Wednesday, 13:00 in Berlin and 04:00 in Los Angeles. */
const NOW = Date.parse('2026-11-25T12:00:00Z');

const ADA = {
  ...EMPTY_DRAFT,
  candidateName: 'Ada Lovelace',
  resumeUrl: 'https://example.com/resumes/1.pdf',
  jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
  questionnaireTemplateId: 'general-screening',
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  return () => vi.useRealTimers();
});

/** Renders the form in a workspace with this default country; returns what is submitted. */
async function form(defaultCountry: string | null) {
  const submitted: unknown[] = [];
  stubBridge({
    'settings.get': () => settings.parse({}),
    'rules.get': () => ({ ...defaultRules('Europe/Berlin'), defaultCountry }),
    'rules.callingTime': (input) => {
      const zone = String(Reflect.get(Object(input), 'phoneNumber')).startsWith('+49')
        ? 'Europe/Berlin'
        : 'America/Los_Angeles';
      return { at: NOW, timeZones: [zone], candidateTimeZones: [zone], held: false };
    },
    'library.list': () => [],
    'submissions.duplicates': () => [],
    'submissions.submit': (input) => {
      submitted.push(input);
      return { ...ADA, id: 's_1', state: 'queued', sendAfter: 0 };
    },
  });
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <NewRequestForm initial={ADA} replaces={null} />
    </QueryClientProvider>,
  );
  return submitted;
}

const phone = page.getByLabelText('Phone number');
const submit = () => page.getByRole('button', { name: 'Submit request' }).click();

test("a number without a country code is one of the workspace's default country, and says so", async () => {
  const submitted = await form('DE');
  await userEvent.fill(phone, '0151 12345678');
  await expect
    .element(page.getByText(/Will be dialled as .*, Germany \(the default country\)/))
    .toBeVisible();
  await submit();
  await expect.poll(() => submitted).toMatchObject([{ phoneNumber: '+4915112345678' }]);
});

test('a number that could be of another country needs its country code', async () => {
  const submitted = await form('DE');
  await userEvent.fill(phone, '447946012345');
  await submit();
  await expect.element(page.getByText('Which country is it in?')).toBeVisible();
  expect(submitted).toEqual([]);
});

test('without a default country, every number needs its country code', async () => {
  const submitted = await form(null);
  await userEvent.fill(phone, '0151 12345678');
  await submit();
  await expect.element(page.getByText('Which country is it in?')).toBeVisible();
  expect(submitted).toEqual([]);
});

test("a time on the candidate's clock keeps its time of day when the number changes", async () => {
  const submitted = await form(null);
  await userEvent.fill(phone, '+49 151 12345678');
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('button', { name: /^Tomorrow 9:00/ }).click();
  await userEvent.fill(phone, '+1 415 555 0123');
  await expect.element(page.getByText(/^Tomorrow 9:00.* in Los Angeles/)).toBeVisible();
  await submit();
  await expect
    .poll(() => submitted)
    .toMatchObject([
      { notBefore: Date.parse('2026-11-26T17:00:00Z'), notBeforeTimeZone: 'America/Los_Angeles' },
    ]);
});

test('a submission is sent as soon as possible again after Send later is given up', async () => {
  const submitted = await form(null);
  await userEvent.fill(phone, '+49 151 12345678');
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('button', { name: /^Tomorrow 9:00/ }).click();
  await page.getByRole('button', { name: 'Send as soon as possible' }).click();
  await expect.element(page.getByRole('button', { name: 'Send later' })).toHaveFocus();
  await submit();
  await expect.poll(() => submitted).toMatchObject([{ notBefore: null, notBeforeTimeZone: null }]);
});
