import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { NewRequestForm } from '../../renderer/features/new-request/new-request-form.tsx';
import { EMPTY_DRAFT } from '../../renderer/features/new-request/request-draft.ts';
import type { Duplicate } from '../../shared/outbox.ts';
import { fail } from '../../shared/result.ts';
import { settings } from '../../shared/settings.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const NUMBER = '+442079460958';
const MARYS: Duplicate = {
  ...{ phoneNumber: NUMBER, submissionId: 's_1', candidateName: 'Ada Lovelace', state: 'sending' },
  ...{ status: 'sending', requestId: null, submittedAt: Date.UTC(2026, 4, 3, 12), reachedAt: null },
  ...{ taken: false, workspace: null, jobName: null, jobDescriptionId: '123e4567', by: 'Mary Ng' },
};

async function form(earlier = MARYS) {
  stubBridge({
    'settings.get': () => settings.parse({}),
    'rules.get': () => defaultRules('Europe/Berlin'),
    'library.list': () => [],
    'submissions.duplicates': () => [earlier],
  });
  const { call } = window.callboard;
  const refused = fail('duplicate', { first: earlier });
  Reflect.set(window.callboard, 'call', async (channel: string, input: unknown) =>
    channel === 'submissions.submit' ? refused : call(channel, input),
  );
  const initial = {
    ...{ ...EMPTY_DRAFT, candidateName: 'Ada', resumeUrl: 'https://example.com/1.pdf' },
    ...{ jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000', questionnaireTemplateId: 'general' },
  };
  await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <NewRequestForm initial={initial} replaces={null} />
    </QueryClientProvider>,
  );
  await page.getByLabelText('Phone number').fill('+44 20 7946 0958');
}

test('who submitted a number stands beneath it while one still types, with the day first', async () => {
  await form();
  const note = page.getByText('Submitted on May 3, 2026 by Mary Ng');
  await expect.element(note).toBeVisible();
  await expect.element(page.getByLabelText('Phone number')).toHaveFocus();
  await expect.element(note).toHaveAttribute('title', expect.stringContaining('it is being sent'));
});

test('what a colleague has yet to send has no page here to open', async () => {
  await form();
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect.element(page.getByRole('button', { name: 'Submit anyway' })).toBeVisible();
  expect(page.getByText('Open submission').elements()).toEqual([]);
});

test("a colleague's unclear submission is not called one's own to decide", async () => {
  await form({ ...MARYS, state: 'unconfirmed', status: 'unconfirmed' });
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect.element(page.getByText(/it isn’t known whether the service accepted it/)).toBeVisible();
  expect(page.getByText('Needs your decision').elements()).toEqual([]);
});
