import { describe, expect, it } from 'vitest';
import {
  changeWords,
  countChosen,
  isChosen,
  NONE_CHOSEN,
  toSelection,
  withChosen,
} from '../../renderer/features/requests/list-state.ts';
import { agesOf } from '../../renderer/features/requests/use-rows-on-screen.ts';
import { type AnnotationChange, NO_FILTER, requestSelection } from '../../shared/request-filter.ts';

describe('selecting requests', () => {
  it('adds and removes single requests by id', () => {
    const some = withChosen(withChosen(NONE_CHOSEN, ['a', 'b', 'c'], true), ['b'], false);
    expect([isChosen(some, 'a'), isChosen(some, 'b')]).toEqual([true, false]);
    expect(countChosen(some, 100)).toBe(2);
    expect(toSelection(some)).toEqual({ requestIds: ['a', 'c'] });
    expect(toSelection(NONE_CHOSEN)).toBeNull();
  });

  it('selects all that match except a few', () => {
    const all = { kind: 'all', filter: NO_FILTER, except: new Set<string>() } as const;
    const most = withChosen(all, ['b'], false);
    expect([isChosen(most, 'a'), isChosen(most, 'b')]).toEqual([true, false]);
    expect(countChosen(most, 100_000)).toBe(99_999);
    const selection = toSelection(most);
    expect(requestSelection.parse(selection)).toEqual({ filter: NO_FILTER, except: ['b'] });
    expect(countChosen(withChosen(most, ['b'], true), 100)).toBe(100);
  });
});

describe('the toast after a bulk change', () => {
  it.each<[AnnotationChange, string]>([
    [{ archived: true }, '3 requests archived'],
    [{ archived: false }, '3 requests unarchived'],
    [{ verdict: 'maybe' }, '3 requests marked Maybe'],
    [{ verdict: 'none' }, 'Verdict removed from 3 requests'],
    [{ addTags: ['shortlist'] }, '3 requests tagged shortlist'],
    [{ removeTags: ['shortlist'] }, 'Tag shortlist removed from 3 requests'],
  ])('says for %o: %s', (change, words) => {
    expect(changeWords(3, change)).toBe(words);
  });
});

describe('the age of the rows on screen', () => {
  it('is that of the oldest and the latest check', () => {
    expect(agesOf([{ refreshedAt: 30 }, { refreshedAt: 10 }])).toEqual({ oldest: 10, latest: 30 });
  });

  it('has no oldest check if a row was never checked, and is null if none was', () => {
    expect(agesOf([{ refreshedAt: 30 }, { refreshedAt: null }])).toEqual({ oldest: null, latest: 30 });
    expect(agesOf([{ refreshedAt: null }])).toBeNull();
  });
});
