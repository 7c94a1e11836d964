import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../../renderer/api/query-client.ts';
import { NewRequestForm } from '../../renderer/features/new-request/new-request-form.tsx';
import { EMPTY_DRAFT } from '../../renderer/features/new-request/request-draft.ts';
import { settings } from '../../shared/settings.ts';
import type { SubmissionInput } from '../../shared/submission.ts';
import { defaultRules } from '../../shared/workspace-rules.ts';
import { renderInTheme } from './render-in-theme.tsx';
import { stubBridge } from './stub-bridge.ts';

const ADA: SubmissionInput = {
  ...EMPTY_DRAFT,
  candidateName: 'Ada Lovelace',
  phoneNumber: '+44 20 7946 0958',
  resumeUrl: 'https://example.com/resumes/1.pdf',
  jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
  questionnaireTemplateId: 'general-screening',
};

test('leaving New request during the submission still clears the candidate from the draft', async () => {
  const answered = Promise.withResolvers<void>();
  const answers: Record<string, () => unknown> = {
    'settings.get': () => settings.parse({}),
    'rules.get': () => defaultRules('Europe/Berlin'),
    'library.list': () => [],
    'submissions.duplicates': () => [],
    'submissions.submit': () =>
      answered.promise.then(() => ({ ...ADA, id: 's_1', state: 'queued', sendAfter: 0 })),
  };
  stubBridge(answers);
  const kept: SubmissionInput[] = [];
  const screen = await renderInTheme(
    <QueryClientProvider client={createQueryClient()}>
      <NewRequestForm initial={ADA} replaces={null} onType={(draft) => kept.push(draft)} />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Submit request' }).click();
  await screen.unmount();
  answered.resolve();
  await expect.poll(() => kept.at(-1)?.candidateName).toBe('');
  expect(kept.at(-1)?.jobDescriptionId).toBe(ADA.jobDescriptionId);
});
