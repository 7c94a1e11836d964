import { describe, expect, test } from 'vitest';
import { fitOf, ranked } from '../../renderer/features/palette/rank.ts';

const go = { name: 'Go to Requests', group: 'Go to' };
const fresh = { name: 'New request', group: 'Do', keywords: 'submit candidate' };
const pause = { name: 'Pause sending', group: 'Do', keywords: 'queue outbox' };
const view = { name: 'Réponses à lire', group: 'Saved views' };

describe('what fits the words typed', () => {
  test('words in any order, each by the beginning of a word', () => {
    expect(fitOf(go, 'req go')).toBeGreaterThan(0);
    expect(fitOf(go, 'req outbox')).toBe(0);
  });

  test('letters at the beginnings of words, in their order', () => {
    expect(fitOf(fresh, 'nr')).toBeGreaterThan(0);
    expect(fitOf(fresh, 'rn')).toBe(0);
    expect(fitOf(go, 'nr')).toBe(0);
  });

  test('a name counts more than a keyword, a beginning more than the inside of a word', () => {
    expect(fitOf(pause, 'pause')).toBeGreaterThan(fitOf(pause, 'queue'));
    expect(fitOf(fresh, 'req')).toBeGreaterThan(fitOf(fresh, 'quest'));
  });

  test('case and accents do not matter', () => {
    expect(fitOf(view, 'REPONSES A')).toBeGreaterThan(0);
  });

  test('nothing typed fits nothing', () => {
    expect(fitOf(go, '  ')).toBe(0);
  });
});

test('a group keeps its items together and stands where its best item would', () => {
  const fits = new Map<object, number>([
    [go, 1],
    [fresh, 2],
    [pause, 3],
    [view, 0],
  ]);
  expect(ranked([go, fresh, pause, view], (item) => fits.get(item) ?? 0)).toEqual([pause, fresh, go]);
});
