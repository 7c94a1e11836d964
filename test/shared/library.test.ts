import { expect, test } from 'vitest';
import { issueMessage } from '../../shared/input-problems.ts';
import { libraryEntryInput } from '../../shared/library.ts';

test('a Library entry is trimmed, and its name and note may be left out', () => {
  expect(libraryEntryInput.parse({ kind: 'questionnaire', serviceId: ' general-v1 ' })).toEqual({
    kind: 'questionnaire',
    serviceId: 'general-v1',
    name: '',
    note: '',
  });
});

test('a job description in the Library is UUID-shaped, a questionnaire need not be', () => {
  const refused = libraryEntryInput.safeParse({ kind: 'job_description', serviceId: 'job-17' });
  expect(refused.error?.issues[0]).toMatchObject({
    path: ['serviceId'],
    message: issueMessage('job_description_misshapen'),
  });
  expect(libraryEntryInput.safeParse({ kind: 'questionnaire', serviceId: 'job-17' }).success).toBe(true);
});
