import { describe, expect, it } from 'vitest';
import {
  type AssessmentPart,
  assessmentPart,
  isEmptyAssessment,
  readableName,
} from '../../renderer/features/request/assessment-shape.ts';

function field(part: AssessmentPart, name: string): AssessmentPart | undefined {
  return part.kind === 'group' ? part.fields.find((known) => known.name === name)?.part : undefined;
}

describe('the shape of an assessment', () => {
  it.each([[undefined], [null], [{}], [[]], ['']])('is empty for %j', (value) => {
    expect(isEmptyAssessment(value)).toBe(true);
  });

  it.each([[0], [false], ['no'], [{ a: null }], [[0]]])('is not empty for %j', (value) => {
    expect(isEmptyAssessment(value)).toBe(false);
  });

  it('shows plain values as what they are', () => {
    expect(assessmentPart('Good')).toEqual({ kind: 'text', text: 'Good' });
    expect(assessmentPart(true)).toEqual({ kind: 'yes_no', yes: true });
    expect(assessmentPart(30)).toEqual({ kind: 'number', value: 30 });
    expect(assessmentPart(null)).toEqual({ kind: 'nothing' });
    expect(assessmentPart('  ')).toEqual({ kind: 'nothing' });
  });

  it('keeps the fields in the order of the service', () => {
    const part = assessmentPart({ b: 1, a: 'x', c: { d: true } });
    expect(part).toMatchObject({ fields: [{ name: 'b' }, { name: 'a' }, { name: 'c' }] });
  });
});

describe('the scale of a score', () => {
  it.each([
    [0.82, 1],
    [4.2, 5],
    [8, 10],
    [73, 100],
  ])('of %d is guessed as %d', (value, max) => {
    expect(field(assessmentPart({ overall_score: value }), 'overall_score')).toEqual({
      kind: 'score',
      value,
      scale: { max, guessed: true },
    });
  });

  it('is one for all scores of a group', () => {
    const part = assessmentPart({ communication_score: 4, technical_score: 8 });
    expect(field(part, 'communication_score')).toMatchObject({ scale: { max: 10 } });
  });

  it('is the one the service states', () => {
    const part = assessmentPart({ score: 7, max_score: 20 });
    expect(field(part, 'score')).toMatchObject({ scale: { max: 20, guessed: false } });
    expect(field(part, 'max_score')).toEqual({ kind: 'number', value: 20 });
  });

  it('is a hundred for a percentage above one', () => {
    expect(field(assessmentPart({ match_percent: 7 }), 'match_percent')).toMatchObject({
      scale: { max: 100 },
    });
  });

  it.each([
    ['a number that is not named like a score', { notice_period_days: 30 }],
    ['a score above every usual scale', { score: 4321 }],
    ['a score below zero', { score: -2 }],
  ])('is not guessed for %s', (_, value) => {
    expect(assessmentPart(value)).toMatchObject({ fields: [{ part: { kind: 'number' } }] });
  });
});

describe('a list of an assessment', () => {
  it('of objects with the same few plain keys is a table with one scale', () => {
    const part = assessmentPart([
      { question: 'Why?', score: 3 },
      { score: 8, question: 'How?' },
    ]);
    expect(part).toEqual({
      kind: 'table',
      columns: ['question', 'score'],
      rows: [
        [
          { kind: 'text', text: 'Why?' },
          { kind: 'score', value: 3, scale: { max: 10, guessed: true } },
        ],
        [
          { kind: 'text', text: 'How?' },
          { kind: 'score', value: 8, scale: { max: 10, guessed: true } },
        ],
      ],
    });
  });

  it.each([
    ['plain values', ['English', 'Deutsch']],
    ['objects with different keys', [{ a: 1 }, { b: 2 }]],
    ['objects that hold more objects', [{ a: { b: 1 } }, { a: { b: 2 } }]],
    ['a single object', [{ a: 1 }]],
    ['values of every kind', [1, { a: 1 }, [2], null]],
  ])('of %s is a list', (_, value) => {
    expect(assessmentPart(value)).toMatchObject({ kind: 'list', items: { length: value.length } });
  });

  it('that is empty is nothing', () => {
    expect(assessmentPart([])).toEqual({ kind: 'nothing' });
  });
});

describe('the name of a field', () => {
  it.each([
    ['overall_score', 'Overall score'],
    ['overallScore', 'Overall score'],
    ['would-hire', 'Would hire'],
    ['CEFR', 'CEFR'],
    ['Notes', 'Notes'],
    ['größe_cm', 'Größe cm'],
    ['مهارات', 'مهارات'],
    ['__', '__'],
  ])('%s reads %s', (name, readable) => {
    expect(readableName(name)).toBe(readable);
  });
});
