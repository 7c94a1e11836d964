import { expect, test } from 'vitest';
import { submitAgainWords } from '../../renderer/features/requests/list-state.ts';

test('one candidate is confirmed in the singular', () => {
  expect(submitAgainWords(1)).toEqual({
    title: 'Submit 1 candidate again?',
    body: 'The service will call this person again, whatever the outcome of the first call. The new submission is linked to the earlier one.',
    confirm: 'Submit 1 candidate again',
  });
});

test('many candidates are counted', () => {
  expect(submitAgainWords(1200)).toMatchObject({
    title: 'Submit 1,200 candidates again?',
    body: expect.stringContaining('will call each of these 1,200 people again'),
  });
});
