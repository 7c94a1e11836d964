import { expect, test } from 'vitest';
import { KeptReviews } from '../../../electron/imports/kept-reviews.ts';

/** Keeps a review of two parts in a workspace. */
function withOne(workspaceId = 'a'): KeptReviews {
  const kept = new KeptReviews();
  kept.begin(workspaceId, 'review', 'list.csv');
  kept.addPart(workspaceId, 'review', Uint8Array.of(1, 2));
  kept.addPart(workspaceId, 'review', Uint8Array.of(3));
  kept.setChoices(workspaceId, 'review', '{}');
  return kept;
}

test('a review is found again with its file and choices', () => {
  const kept = withOne();
  expect(kept.get('a')).toEqual({ id: 'review', name: 'list.csv', parts: 2, choices: '{}' });
  expect(kept.part('a', 'review', 1)).toEqual({ ok: true, value: Uint8Array.of(3) });
});

test('a review is never that of another workspace', () => {
  const kept = withOne('a');
  expect(kept.get('b')).toBeNull();
  expect(kept.part('b', 'review', 0)).toMatchObject({ ok: false });
  expect(kept.setChoices('b', 'review', '{}')).toMatchObject({ error: { code: 'review_not_kept' } });
});

test('a file of which parts are missing is not kept yet', () => {
  const kept = new KeptReviews();
  kept.begin('a', 'review', 'list.csv');
  kept.addPart('a', 'review', Uint8Array.of(1));
  expect(kept.get('a')).toBeNull();
});

test.each([
  ['discarding it', (kept: KeptReviews) => kept.drop('a')],
  ['erasing anybody', (kept: KeptReviews) => kept.dropAll()],
  ['opening another file', (kept: KeptReviews) => kept.begin('a', 'other', 'other.csv')],
])('%s forgets a review, and nothing is added to it later', (_what, forget) => {
  const kept = withOne();
  forget(kept);
  expect(kept.get('a')).toBeNull();
  expect(kept.addPart('a', 'review', Uint8Array.of(4))).toMatchObject({ ok: false });
  expect(kept.setChoices('a', 'review', '{}')).toMatchObject({ ok: false });
});
