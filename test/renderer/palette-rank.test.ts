import { describe, expect, test } from 'vitest';
import { fitOf, ranked } from '../../renderer/features/palette/use-palette-items.ts';
import { SETTINGS_SECTIONS } from '../../renderer/routes/settings-parts.ts';

const go = { name: 'Go to Requests', group: 'Go to' };
const fresh = { name: 'New request', group: 'Do', keywords: 'submit candidate' };
const pause = { name: 'Pause sending', group: 'Do', keywords: 'queue outbox' };
const view = { name: 'Réponses à lire', group: 'Saved views' };

describe('a search matches', () => {
  test('words in any order, each at the start of a word', () => {
    expect(fitOf(go, 'req go')).toBeGreaterThan(0);
    expect(fitOf(go, 'req outbox')).toBe(0);
  });

  test('letters at the starts of words, in order', () => {
    expect(fitOf(fresh, 'nr')).toBeGreaterThan(0);
    expect(fitOf(fresh, 'rn')).toBe(0);
    expect(fitOf(go, 'nr')).toBe(0);
  });

  test('names better than keywords, and starts of words better than their inside', () => {
    expect(fitOf(pause, 'pause')).toBeGreaterThan(fitOf(pause, 'queue'));
    expect(fitOf(fresh, 'req')).toBeGreaterThan(fitOf(fresh, 'quest'));
  });

  test('regardless of case and accents', () => {
    expect(fitOf(view, 'REPONSES A')).toBeGreaterThan(0);
  });

  test('nothing if it is empty', () => {
    expect(fitOf(go, '  ')).toBe(0);
  });
});

test('a group keeps its items together, at the position of its best item', () => {
  const fits = new Map<object, number>([
    [go, 1],
    [fresh, 2],
    [pause, 3],
    [view, 0],
  ]);
  expect(ranked([go, fresh, pause, view], (item) => fits.get(item) ?? 0)).toEqual([pause, fresh, go]);
});

test.each([
  [
    'Calling hours',
    ['opening hours', 'office hours', 'quiet hours', 'holidays', 'bank holiday', 'weekend', 'night'],
  ],
  ['Consent', ['agreement', 'permission', 'opt in']],
  ['Notice', ['notice', 'inform', 'days before call']],
  ['Countries', ['country', 'countries', 'abroad', 'foreign numbers']],
  ['Tries', ['retries', 'retry', 'attempts', 'how often', 'call limit']],
  ['Verdict before score', ['blind review', 'bias', 'hide score', 'hide results', 'covered', 'fairness']],
])('the palette leads to %s by %s', (heading, searches) => {
  const items = SETTINGS_SECTIONS.map((section) => ({
    ...section,
    name: section.heading,
    group: 'Settings',
  }));
  for (const typed of searches) {
    const found = ranked(items, (item) => fitOf(item, typed)).map(({ name }) => name);
    expect(found.slice(0, 2), typed).toContain(heading);
  }
});
