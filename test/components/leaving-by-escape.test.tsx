import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { FoundSubmissionsPage } from '../../renderer/features/outbox/found-submissions-page.tsx';
import { SubmissionPage } from '../../renderer/features/outbox/submission-page.tsx';
import { useEscape } from '../../renderer/parts/page.tsx';
import { goTo, hashHref, useHashLocation, useHashSearch } from '../../renderer/routes/hash-location.ts';
import { outboxPlace, rememberOutboxPlace } from '../../renderer/routes/unsaved-work.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

afterEach(() => goTo('/'));

function showSubmission(before: React.ReactNode = null) {
  stubBridge({
    'submissions.search': () => ({ rows: [], total: 0 }),
    'submissions.detail': () => new Promise(() => undefined),
  });
  return renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <Router hook={useHashLocation} searchHook={useHashSearch} hrefs={hashHref}>
        {before ?? <SubmissionPage submissionId="s_1" />}
      </Router>
    </QueryClientProvider>,
  );
}

test('Escape leads from a submission back to the search in the Outbox that it was opened from', async () => {
  const found = await showSubmission(<FoundSubmissionsPage search="ada" />);
  await found.unmount();
  const screen = await showSubmission();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => location.hash).toBe('#/submissions?search=ada');
  await screen.unmount();
});

test('a workspace does not lead to the place in the Outbox of another', () => {
  rememberOutboxPlace('workspace-8', '/outbox/discarded');
  expect(outboxPlace('workspace-8')).toBe('/outbox/discarded');
  expect(outboxPlace('workspace-9')).toBe('/outbox');
});

test('Escape that closes a list does not leave its field, the next one does', async () => {
  const screen = await renderInTheme(<FieldWithList />);
  const field = page.getByRole('combobox');
  await field.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  expect(document.activeElement).toBe(field.element());
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(document.body);
  await screen.unmount();
});

function FieldWithList() {
  const [isOpen, setOpen] = useState(true);
  useEscape(() => expect.unreachable());
  return (
    <input
      role="combobox"
      aria-label="Job description"
      aria-controls="none"
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    />
  );
}
