import { describe, expect, it } from 'vitest';
import {
  type AssessmentField,
  type AssessmentPart,
  assessmentOf,
  isBrief,
  isEmptyAssessment,
  partOf,
} from '../../shared/assessment-shape.ts';
import { readableName } from '../../shared/field-names.ts';
import type { Json } from '../../shared/request.ts';

function part(results: Json): AssessmentPart {
  return partOf(assessmentOf(results));
}

function fieldAt(results: Json, ...names: readonly string[]): AssessmentField {
  let field = assessmentOf(results);
  for (const name of names) {
    const inside = partOf(field, 5000);
    const fields =
      inside.kind === 'group'
        ? inside.fields
        : inside.kind === 'list'
          ? inside.items
          : inside.kind === 'table'
            ? inside.rows.flatMap(({ cells }) => cells)
            : [];
    const found = fields.find((each) => each.name === name || each.path.endsWith(`/${name}`));
    if (!found) throw new Error(`No ${name} in ${inside.kind}`);
    field = found;
  }
  return field;
}

function valueAt(results: Json, ...names: readonly string[]): AssessmentPart {
  return partOf(fieldAt(results, ...names));
}

describe('the shape of an assessment', () => {
  it.each([[undefined], [null], [{}], [[]], [''], ['  ']])('is empty for %j', (value) => {
    expect(isEmptyAssessment(value)).toBe(true);
  });

  it.each([[0], [false], ['no'], [{ a: null }], [[0]]])('is not empty for %j', (value) => {
    expect(isEmptyAssessment(value)).toBe(false);
  });

  it('classifies primitive values', () => {
    expect(part('Good')).toEqual({ kind: 'text', text: 'Good' });
    expect(part(true)).toEqual({ kind: 'yes_no', yes: true });
    expect(part(30)).toEqual({ kind: 'number', value: 30 });
    expect(part(null)).toEqual({ kind: 'nothing' });
    expect(part('  ')).toEqual({ kind: 'nothing' });
    expect(part({ a: {} })).toMatchObject({ fields: [{ name: 'a' }] });
    expect(valueAt({ a: {} }, 'a')).toEqual({ kind: 'nothing' });
    expect(part([])).toEqual({ kind: 'nothing' });
  });

  it("keeps the service's order of fields, with their paths", () => {
    expect(part({ b: 1, 'a/x': 'x', 'c~': { d: true } })).toMatchObject({
      fields: [
        { name: 'b', path: '/b' },
        { name: 'a/x', path: '/a~1x' },
        { name: 'c~', path: '/c~0' },
      ],
    });
  });

  it('labels a field without a name', () => {
    expect(part({ '': 1, x: 2 })).toMatchObject({ fields: [{ label: '(no name)' }, { label: 'X' }] });
  });

  it.each<[Json, boolean]>([
    [{ value: 3, max: 5 }, true],
    [{ score: 3, inside: {} }, false],
    [Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, at])), false],
    [[1, 2], false],
    ['x', false],
  ])('is brief or not: %j', (value, brief) => {
    expect(isBrief(assessmentOf(value))).toBe(brief);
  });

  it('distinguishes fields whose labels would be equal', () => {
    expect(part({ Score: 4, score: 3, other_field: 1 })).toMatchObject({
      fields: [{ label: 'Score' }, { label: 'score' }, { label: 'Other field' }],
    });
  });

  it.each<[string, Json, object]>([
    ['completed', '2026-03-02T09:30:00Z', { kind: 'date', at: Date.UTC(2026, 2, 2, 9, 30) }],
    [
      'completed',
      '2026-03-02 09:30:00.123456+02:00',
      { kind: 'date', at: Date.UTC(2026, 2, 2, 7, 30, 0, 123) },
    ],
    ['started', '2026-03-02', { kind: 'date', dayOnly: true, at: Date.UTC(2026, 2, 2, 12) }],
    ['completed_at', 1_772_443_800, { kind: 'number', value: 1_772_443_800 }],
    ['started', '2026-02-31', { kind: 'text' }],
    ['salary', 1_772_443_800, { kind: 'number' }],
    ['call_duration_seconds', 245, { kind: 'number', value: 245 }],
    ['length', 'PT4M30S', { kind: 'duration', ms: 270_000 }],
    ['recording', 'https://example.com/a.mp3', { kind: 'link', secure: true }],
    ['recording', 'http://example.com/a.mp3', { kind: 'link', secure: false }],
    ['recording', 'javascript:alert(1)', { kind: 'text' }],
    ['recording', 'https://example.com@evil.example/', { kind: 'text' }],
    ['recording', 'data:text/html,<script>alert(1)</script>', { kind: 'text' }],
    ['overall_score', 4.2, { kind: 'number', value: 4.2 }],
    ['overall_score', '4/5', { kind: 'text', text: '4/5' }],
    ['email', 'ada@example.com', { kind: 'text', text: 'ada@example.com' }],
    ['grade', 'B+', { kind: 'text', text: 'B+' }],
    ['comment', 'A', { kind: 'text' }],
    ['photo', `data:image/png;base64,${'iVBORw0KGgo'.repeat(40)}`, { kind: 'data', mediaType: 'image/png' }],
    ['photo', 'aB3dEf9h'.repeat(100), { kind: 'data', bytes: 600 }],
    ['laugh', 'ha'.repeat(400), { kind: 'text' }],
    ['score', 'NaN', { kind: 'text', text: 'NaN' }],
    ['score', 'Infinity', { kind: 'text' }],
    ['markup', '<img src=x onerror=alert(1)>', { kind: 'text', text: '<img src=x onerror=alert(1)>' }],
  ])('reads %s: %j', (name, value, expected) => {
    expect(valueAt({ [name]: value }, name)).toMatchObject(expected);
  });
});

describe('a list of an assessment', () => {
  it('of questions and answers is a table whose paths name the question', () => {
    const table = part([
      { question: 'Why?', score: 3 },
      { score: 8, question: 'How?' },
    ]);
    expect(table).toMatchObject({
      kind: 'table',
      titled: false,
      total: 2,
      columns: [{ label: 'Question' }, { label: 'Score' }],
      rows: [
        { cells: [{ value: 'Why?' }, { value: 3, path: '/question=Why?/score' }] },
        { cells: [{ value: 'How?' }, { value: 8 }] },
      ],
    });
  });

  it.each<[string, Json, number]>([
    [
      'skills with ratings',
      [
        { skill: 'English', rating: 4 },
        { skill: 'SQL', rating: 3, note: 'ok' },
      ],
      3,
    ],
    ['short questions', [{ q: 'Why?', a: 'Because' }], 2],
    ['objects by name', { english: { score: 4, comment: '' }, sql: { score: 2, comment: 'weak' } }, 2],
    [
      'rows with a heading',
      [
        ['Skill', 'Score'],
        ['English', 4],
        ['SQL', 2],
      ],
      2,
    ],
    [
      'rows without one',
      [
        ['English', 4],
        ['SQL', 2],
      ],
      2,
    ],
    [
      'entries with small lists',
      [
        { name: 'a', evidence: ['x', 'y'] },
        { name: 'b', evidence: [] },
      ],
      2,
    ],
  ])('of %s is a table', (_, results, columns) => {
    const table = part(results);
    expect(table).toMatchObject({ kind: 'table' });
    expect(table.kind === 'table' && table.columns.length).toBe(columns);
  });

  it.each<[Json]>([
    [[{ speaker: 'AI', text: 'Hello' }]],
    [[{ role: 'assistant', content: 'Hello', timestamp: 3 }]],
    [[{ id: 'm1', speaker: 'AI', text: 'Hello', start: 0.1, end: 2, confidence: 0.9 }]],
  ])('of speakers and texts is a conversation: %j', (results) => {
    expect(part(results)).toMatchObject({ kind: 'transcript', turns: [{ text: 'Hello' }] });
  });

  it('of turns keyed by speaker is a conversation', () => {
    expect(part([{ agent: 'Hello' }, { candidate: 'Hi' }])).toEqual({
      kind: 'transcript',
      total: 2,
      turns: [
        { speaker: 'agent', text: 'Hello', at: null },
        { speaker: 'candidate', text: 'Hi', at: null },
      ],
    });
  });

  it.each<[string, readonly Json[]]>([
    ['plain values', ['English', 'Deutsch']],
    ['objects with different keys', [{ a: 1 }, { b: 2 }]],
    ['objects that hold more objects', [{ a: { b: 1 } }, { a: { b: 2 } }]],
    ['values of every kind', [1, { a: 1 }, [2], null]],
    [
      'lists of lists of lists',
      [
        [[1], [2]],
        [[3], [4]],
      ],
    ],
  ])('of %s is a list', (_, value) => {
    expect(part(value)).toMatchObject({ kind: 'list', total: value.length });
  });

  it('labels its entries by question or name', () => {
    const list = part([
      { name: 'First', parts: { a: { b: 1 } } },
      { name: 'Second', parts: { a: { b: 2 } } },
    ]);
    expect(list).toMatchObject({
      kind: 'list',
      items: [{ label: 'First', path: '/name=First' }, { label: 'Second' }],
    });
  });
});

describe('extreme results', () => {
  it('cost no more than the part on screen, hundreds of thousands of fields wide', () => {
    const wide = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`key_${index}`, index]));
    const inside = partOf(assessmentOf(wide), 60);
    expect(inside).toMatchObject({ kind: 'group', total: 300_000 });
    expect(inside.kind === 'group' && inside.fields.length).toBe(60);
  });

  it('are read level by level, ten thousand deep', () => {
    let deep: Json = 'bottom';
    for (let level = 0; level < 10_000; level += 1) deep = level % 2 === 0 ? [deep] : { inside: deep };
    let field = assessmentOf(deep);
    for (let level = 0; level < 10_000; level += 1) {
      const inside = partOf(field);
      const next =
        inside.kind === 'group' ? inside.fields[0] : inside.kind === 'list' ? inside.items[0] : undefined;
      if (!next) throw new Error(`Nothing at level ${level}`);
      field = { ...next, path: '' };
    }
    expect(partOf(field)).toEqual({ kind: 'text', text: 'bottom' });
  });

  it('may have fields named like JavaScript properties', () => {
    const results: Json = JSON.parse('{"__proto__":{"score":4},"constructor":5,"toString":"x","":1}');
    expect(part(results)).toMatchObject({
      fields: [{ name: '__proto__' }, { name: 'constructor' }, { name: 'toString' }, { name: '' }],
    });
    expect(valueAt(results, '__proto__', 'score')).toMatchObject({ kind: 'number', value: 4 });
  });
});

describe('the name of a field', () => {
  it.each([
    ['overall_score', 'Overall score'],
    ['overallScore', 'Overall score'],
    ['would-hire', 'Would hire'],
    ['NPSScore', 'NPS score'],
    ['CEFR', 'CEFR'],
    ['Notes', 'Notes'],
    ['Überblick der Antworten', 'Überblick der Antworten'],
    ['größe_cm', 'Größe cm'],
    ['مهارات', 'مهارات'],
    ['__', '__'],
  ])('%s reads %s', (name, readable) => {
    expect(readableName(name)).toBe(readable);
  });
});

it('cuts an overlong name', () => {
  expect(readableName('overall_score')).toBe('Overall score');
  expect(readableName('k'.repeat(1_000_000))).toBe(`K${'k'.repeat(399)}…`);
});
