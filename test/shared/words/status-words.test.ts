import { expect, test } from 'vitest';
import { statusKey } from '../../../shared/status-name.ts';
import { statusTitle, statusWords } from '../../../shared/words/status-words.ts';

test.each([
  ['COMPLETED', 'Completed'],
  ['IN_PROGRESS', 'In progress'],
  ['INPROGRESS', 'In progress'],
  ['inProgress', 'In progress'],
  ['NO_ANSWER', 'No answer'],
  ['no-answer', 'No answer'],
  ['NoAnswer', 'No answer'],
  ['No Answer', 'No answer'],
  ['VOICEMAIL', 'Voicemail'],
  ['VOICE_MAIL', 'Voicemail'],
  ['BUSY', 'Busy'],
  ['SCHEDULED', 'Scheduled'],
  ['FAILED', 'Failed'],
  ['PENDING', 'Pending'],
  ['CANCELED', 'Cancelled'],
  ['CANCELLED', 'Cancelled'],
])('the status %s is shown as %s', (code, words) => {
  expect(statusWords(code)).toBe(words);
});

test.each([
  ['FOO_BAR', 'Foo bar'],
  ['foo_bar', 'Foo bar'],
  ['awaitingReview', 'Awaiting review'],
  ['STEP_2_OF_3', 'Step 2 of 3'],
  ['ÜBER_PRÜFT', 'Über prüft'],
  ['Follow-up by HR', 'Follow-up by HR'],
  ['follow-up by HR', 'Follow-up by HR'],
  ['HR-call', 'HR call'],
  ['constructor', 'Constructor'],
  ['保留', '保留'],
  ['_', '_'],
  ['?!', '?!'],
  ['', '(empty)'],
  ['  ', '(empty)'],
])('an unknown status %j is shown as %j', (code, words) => {
  expect(statusWords(code)).toBe(words);
});

test('the tooltip has the code of the service where the words are spelled differently', () => {
  expect(statusTitle('NO_ANSWER')).toBe("No answer (the service's status: NO_ANSWER)");
  expect(statusTitle('Waiting for HR')).toBe('Waiting for HR');
});

test('statuses are equal whatever their case and separators', () => {
  expect(new Set(['NO_ANSWER', 'no-answer', 'No answer', 'noAnswer'].map(statusKey)).size).toBe(1);
});
