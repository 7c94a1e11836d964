import { expect, test } from 'vitest';
import { submitAgainWords } from '../../renderer/features/requests/submit-again-words.ts';

test('one candidate is asked about as one person', () => {
  expect(submitAgainWords(1)).toEqual({
    title: 'Submit 1 candidate again?',
    body: 'The service will call this person once more, whatever came of the first call. The new submission is linked to the earlier one.',
    confirm: 'Submit 1 candidate again',
  });
});

test('many are counted', () => {
  expect(submitAgainWords(1200)).toMatchObject({
    title: 'Submit 1,200 candidates again?',
    body: expect.stringContaining('will call each of these 1,200 people once more'),
  });
});
