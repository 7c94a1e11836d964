import { expect, test } from 'vitest';
import { isFoundByAllWords, RESULT, searchDocument } from '../../../electron/storage/requests/search.ts';

const request = {
  candidateName: 'Ada Lovelace',
  phoneNumber: '+12025550143',
  notes: '',
  facets: [1, 2],
};

test('a transcript is indexed with all its words, and an extremely long text with 100,000 of them', () => {
  const transcript = Array.from({ length: 15_000 }, (_, place) => `word${place}`).join(' ');
  const spoken = searchDocument({ ...request, results: { transcript } }).split(' ');
  expect(spoken).toContain(`${RESULT}word0`);
  expect(spoken).toContain(`${RESULT}word14999`);
  const endless = Array.from({ length: 300_000 }, (_, place) => `word${place}`).join(' ');
  const words = searchDocument({ ...request, results: { endless } }).split(' ');
  expect(words).toContain(`${RESULT}word0`);
  expect(words.length).toBeLessThan(101_000);
  const known = (text: string): boolean => isFoundByAllWords(JSON.stringify({ text }), { text });
  expect([known(transcript), known(transcript.repeat(20)), known(endless)]).toEqual([true, true, false]);
});
