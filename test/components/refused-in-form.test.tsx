import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { NewRequestPage } from '../../renderer/features/new-request/new-request-page.tsx';
import { serviceWords } from '../../shared/service-words/service-words.ts';
import { settings } from '../../shared/settings.ts';
import type { Submission } from '../../shared/submission.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { outboxRow } from './outbox-row.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const ANSWER = JSON.stringify({
  message: 'We are closed today.',
  errors: { phone_number: ['is not allowed'], 'candidate.name': ['is too short'] },
});
const REFUSED = outboxRow({
  state: 'rejected',
  attempts: 1,
  problem: { code: 'refused_as_it_is', httpStatus: 422, answer: ANSWER, said: serviceWords(ANSWER) },
});

/** Opens the form for a submission; gives the calls that were made. */
async function openForm(submission: Submission) {
  const calls: string[] = [];
  const answer = (channel: string, value: unknown) => () => {
    calls.push(channel);
    return value;
  };
  stubBridge({
    'settings.get': () => settings.parse({}),
    'rules.get': () => defaultRules('Europe/Berlin'),
    'library.list': () => [],
    'submissions.duplicates': () => [],
    'submissions.get': () => submission,
    'submissions.submit': answer('submit', { ...submission, id: 's_2', state: 'queued', problem: null }),
    'submissions.beginEdit': answer('beginEdit', submission),
    'submissions.endEdit': answer('endEdit', null),
  });
  const screen = await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <NewRequestPage replaces={submission.id} returnTo="/outbox" />
    </QueryClientProvider>,
  );
  await expect.element(page.getByLabelText('Phone number')).toBeVisible();
  return { screen, calls };
}

test("the service's words are beside their field until it is edited, the others above", async () => {
  await openForm(REFUSED);
  const phone = page.getByText('The service says: “is not allowed”');
  await expect.element(phone).toBeVisible();
  await expect.element(page.getByText('“We are closed today.”')).toBeVisible();
  await expect.element(page.getByText('HTTP 422')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Whole answer' })).toBeVisible();
  const field = page.getByLabelText('Phone number');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  // Leaving a field is not editing it.
  await userEvent.click(field);
  await userEvent.click(page.getByLabelText('Resume link'));
  await expect.element(phone).toBeVisible();
  await userEvent.fill(field, '+44 20 7946 0959');
  await expect.element(phone).not.toBeInTheDocument();
  await expect.element(page.getByText('The service says: “is too short”')).toBeVisible();
});

test('a submission refused by field can be submitted again as it is', async () => {
  const { calls } = await openForm(REFUSED);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect.poll(() => calls).toContain('submit');
});

test('a submission on hold says what was tried, and stays on hold until the form is left', async () => {
  const problem = { code: 'not_permitted', httpStatus: 403, said: serviceWords('No seat left') } as const;
  const { screen, calls } = await openForm(outboxRow({ state: 'held', attempts: 1, problem }));
  await expect
    .element(page.getByText("On hold after 1 attempt: it isn't sent while you edit it"))
    .toBeVisible();
  await expect.element(page.getByText('“No seat left”')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Leave unchanged' })).toBeVisible();
  expect(calls).toEqual(['beginEdit']);
  await screen.unmount();
  await expect.poll(() => calls).toEqual(['beginEdit', 'endEdit']);
});

test('a draft that was tried before says so', async () => {
  const problem = { code: 'not_reachable' } as const;
  await openForm(outboxRow({ state: 'draft', attempts: 2, problem }));
  await expect.element(page.getByText('Taken back after 2 attempts')).toBeVisible();
  await expect.element(page.getByText("Couldn't reach the service.")).toBeVisible();
});
