import { describe, expect, it } from 'vitest';
import type { PinnedField, PinnedKind } from '../../shared/assessment.ts';
import { innerFields, pinnedValueOf } from '../../shared/assessment-pins.ts';
import { assessmentOf } from '../../shared/assessment-shape.ts';
import type { Json } from '../../shared/request.ts';
import { pinnableFields } from './pinnable-fields.ts';

function pin(path: string, kind: PinnedKind): PinnedField {
  return { path, label: 'Field', kind };
}

describe('the value of a pinned field', () => {
  it.each<[PinnedKind, Json, unknown]>([
    ['number', 4, 4],
    ['number', '4', '4'],
    ['number', '4/5', '4/5'],
    ['number', '85 %', '85 %'],
    ['number', { score: 4, max: 5 }, undefined],
    ['number', 'NaN', 'NaN'],
    ['number', true, true],
    ['number', '12345678901234567890', '12345678901234567890'],
    ['number', 12.5, 12.5],
    ['number', '1,5', '1,5'],
    ['number', 'PT2M', 'PT2M'],
    ['number', null, undefined],
    ['number', [], undefined],
    ['boolean', true, true],
    ['boolean', 'No', 'No'],
    ['boolean', 1, 1],
    ['date', '2026-03-02T09:30:00Z', Date.UTC(2026, 2, 2, 9, 30)],
    ['date', 1_772_443_800, 1_772_443_800],
    ['date', 'soon', 'soon'],
    ['text', '  Clear  ', 'Clear'],
    ['text', 7, 7],
    ['text', ['a', 'b'], 'a, b'],
    ['text', {}, undefined],
  ])('in a column of kind %s, of %j is %j', (kind, value, expected) => {
    expect(pinnedValueOf({ field: value }, pin('/field', kind))).toBe(expected);
  });

  it('is found by its path, in lists by index or by name', () => {
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

  it('is cut at 500 characters for a huge text', () => {
    const value = pinnedValueOf({ field: '🙂'.repeat(1_000_000) }, pin('/field', 'text'));
    expect(typeof value === 'string' && value.length <= 500 && value.isWellFormed()).toBe(true);
  });
});

describe('the fields that can be pinned', () => {
  it('are the primitive fields of any shape, with label and kind', () => {
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
      { path: '/overall_score', label: 'Overall score', kind: 'number', value: 82 },
      { path: '/passed', label: 'Passed', kind: 'boolean', value: true },
      { path: '/done_at', kind: 'date' },
      { path: '/skills/technical/score', label: 'Technical', kind: 'number' },
      { path: '/skills/technical/comment', label: 'Technical: comment', kind: 'text' },
      { label: 'Communication' },
      { label: 'Communication: comment' },
      { path: '/ratings/skill=English/skill' },
      { path: '/ratings/skill=English/rating', label: 'English', kind: 'number', value: 4 },
      { path: '/ratings/skill=SQL/skill' },
      { path: '/ratings/skill=SQL/rating', label: 'SQL' },
      { path: '/years', kind: 'number', value: 7 },
    ]);
  });

  it('can each be read by their path', () => {
    const results: Json = JSON.parse(
      '{"__proto__":{"score":4},"a/b~c":[[1,2],["x","y"]],"l":[{"question":"Why = how?","score":"3/5"}],"d":{"e":{"f":[true,{"g":"h"}]}}}',
    );
    const fields = pinnableFields(results);
    expect(fields.length).toBeGreaterThan(6);
    for (const field of fields) expect(pinnedValueOf(results, field)).toEqual(field.value);
  });

  it('keep within the limits of the contract', () => {
    const long = 'n'.repeat(500);
    const fields = pinnableFields({ [long]: 1, group: { [long.slice(0, 300)]: 1 } });
    expect(fields).toHaveLength(1);
    const [field] = fields;
    expect(field?.path.length).toBeLessThanOrEqual(400);
    expect(field?.label.length).toBeLessThanOrEqual(100);
  });

  it('are at most 2,000 per group', () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i]));
    expect(innerFields(assessmentOf(wide))).toHaveLength(2000);
  });
});
