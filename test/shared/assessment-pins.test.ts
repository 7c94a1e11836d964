import { describe, expect, it } from 'vitest';
import type { PinnedField, PinnedKind, ScoreScale } from '../../shared/assessment.ts';
import { pinnableFields, pinnedValueOf } from '../../shared/assessment-pins.ts';
import type { Json } from '../../shared/request.ts';

function pin(path: string, kind: PinnedKind, scale: ScoreScale | null = null): PinnedField {
  return { path, label: 'Field', kind, scale };
}

describe('the value of a pinned field', () => {
  it.each<[Json, ScoreScale | null, number | undefined]>([
    [4, 5, 4],
    ['4', 5, 4],
    ['4/5', 5, 4],
    ['4/5', 10, 8],
    ['4 out of 5', 100, 80],
    ['85%', 100, 85],
    ['85 %', 1, 0.85],
    ['4,5/5', 5, 4.5],
    [{ score: 4, max: 5, comment: 'ok' }, 10, 8],
    [{ value: '4/5' }, 5, 4],
    ['4/5', null, 4],
    ['NaN', 5, undefined],
    ['high', 5, undefined],
    [null, 5, undefined],
    [[], 5, undefined],
    [true, 5, undefined],
  ])('as a score of %j on a scale of %j is %j', (value, scale, expected) => {
    expect(pinnedValueOf({ field: value }, pin('/field', 'score', scale))).toBe(expected);
  });

  it.each<[PinnedKind, Json, unknown]>([
    ['number', 12.5, 12.5],
    ['number', '1,5', 1.5],
    ['number', 'PT2M', 120],
    ['number', 'many', undefined],
    ['boolean', true, true],
    ['boolean', 'No', false],
    ['boolean', 1, true],
    ['boolean', 'maybe', undefined],
    ['date', '2026-03-02T09:30:00Z', Date.UTC(2026, 2, 2, 9, 30)],
    ['date', 1_772_443_800, 1_772_443_800_000],
    ['date', 'soon', undefined],
    ['text', '  Clear  ', 'Clear'],
    ['text', 7, '7'],
    ['text', ['a', 'b'], 'a, b'],
    ['text', {}, undefined],
  ])('as a %s of %j is %j', (kind, value, expected) => {
    expect(pinnedValueOf({ field: value }, pin('/field', kind))).toBe(expected);
  });

  it('is found by its pointer, in lists by place or by name', () => {
    const results = {
      'a/b': { '~': 1 },
      list: [
        { skill: 'English', rating: 4 },
        { skill: 'a=b/c', rating: 3 },
      ],
    };
    expect(pinnedValueOf(results, pin('/a~1b/~0', 'number'))).toBe(1);
    expect(pinnedValueOf(results, pin('/list/0/rating', 'number'))).toBe(4);
    expect(pinnedValueOf(results, pin('/list/skill=English/rating', 'number'))).toBe(4);
    expect(pinnedValueOf(results, pin('/list/skill=a=b~1c/rating', 'number'))).toBe(3);
  });

  it.each([
    '/none',
    '/list/9/rating',
    '/list/skill=Go/rating',
    '/list/-1',
    'list',
    '/toString',
    '/__proto__',
    '/list/length',
    '/a/b/c/d',
  ])('is missing at %s', (path) => {
    expect(
      pinnedValueOf({ list: [{ skill: 'English', rating: 4 }], a: 1 }, pin(path, 'text')),
    ).toBeUndefined();
  });

  it('of a huge text is its beginning', () => {
    const value = pinnedValueOf({ field: '🙂'.repeat(1_000_000) }, pin('/field', 'text'));
    expect(typeof value === 'string' && value.length <= 500 && value.isWellFormed()).toBe(true);
  });
});

describe('the fields that can be pinned', () => {
  it('are the values of any shape, with label, kind and scale', () => {
    const fields = pinnableFields({
      overall_score: 82,
      passed: true,
      done_at: '2026-03-02T09:30:00Z',
      skills: { technical: { score: 4, comment: 'Good' }, communication: { score: 3, comment: 'Fair' } },
      ratings: [
        { skill: 'English', rating: 4 },
        { skill: 'SQL', rating: 3 },
      ],
      nothing: null,
      years: 7,
    });
    expect(fields).toMatchObject([
      { path: '/overall_score', label: 'Overall score', kind: 'score', scale: 100, value: 82 },
      { path: '/passed', label: 'Passed', kind: 'boolean', value: true },
      { path: '/done_at', kind: 'date' },
      { path: '/skills/technical/score', label: 'Technical', kind: 'score', scale: 5 },
      { path: '/skills/technical/comment', label: 'Technical: comment', kind: 'text' },
      { label: 'Communication' },
      { label: 'Communication: comment' },
      { path: '/ratings/skill=English/skill' },
      { path: '/ratings/skill=English/rating', label: 'English', kind: 'score', scale: 5, value: 4 },
      { path: '/ratings/skill=SQL/skill' },
      { path: '/ratings/skill=SQL/rating', label: 'SQL' },
      { path: '/years', kind: 'number', value: 7 },
    ]);
  });

  it('each read back by their own pointer', () => {
    const results: Json = JSON.parse(
      '{"__proto__":{"score":4},"a/b~c":[[1,2],["x","y"]],"l":[{"question":"Why = how?","score":"3/5"}],"d":{"e":{"f":[true,{"g":"h"}]}}}',
    );
    const fields = pinnableFields(results);
    expect(fields.length).toBeGreaterThan(6);
    for (const field of fields) expect(pinnedValueOf(results, field)).toEqual(field.value);
  });

  it('fit what the contract takes, and are never more than a person could look through', () => {
    const long = 'n'.repeat(500);
    const fields = pinnableFields({
      [long]: 1,
      group: { [long.slice(0, 300)]: 1 },
      ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i])),
    });
    expect(fields.length).toBeLessThanOrEqual(2000);
    expect(
      fields.every(({ path, label }) => path.length <= 400 && label.length >= 1 && label.length <= 100),
    ).toBe(true);
    let deep: Json = 1;
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    expect(pinnableFields(deep)).toEqual([]);
  });
});
