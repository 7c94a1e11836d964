import { expect, test } from 'vitest';
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
    message: 'A job description ID looks like 123e4567-e89b-12d3-a456-426614174000.',
  });
  expect(libraryEntryInput.safeParse({ kind: 'questionnaire', serviceId: 'job-17' }).success).toBe(true);
});
