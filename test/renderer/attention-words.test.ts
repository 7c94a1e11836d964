import { expect, test } from 'vitest';
import { attentionWords } from '../../renderer/parts/words.ts';
import { NO_OUTBOX_COUNTS } from '../../shared/outbox.ts';

test('decisions, refused and held submissions are told apart, and nothing is said of none', () => {
  const counts = {
    ...NO_OUTBOX_COUNTS,
    needsDecision: 2,
    refused: 1,
    heldForPerson: 3,
    waiting: 9,
    drafts: 4,
  };
  expect(attentionWords(counts)).toBe('2 to decide, 1 refused, 3 on hold');
  expect(attentionWords({ ...counts, needsDecision: 0, heldForPerson: 0 })).toBe('1 refused');
  expect(attentionWords(NO_OUTBOX_COUNTS)).toBe('');
});
