import { describe, expect, it } from 'vitest';
import { readableName } from '../../shared/assessment-names.ts';
import {
  type AssessmentField,
  type AssessmentPart,
  assessmentOf,
  isBrief,
  isEmptyAssessment,
  partOf,
} from '../../shared/assessment-shape.ts';
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

  it('shows plain values as what they are', () => {
    expect(part('Good')).toEqual({ kind: 'text', text: 'Good' });
    expect(part(true)).toEqual({ kind: 'yes_no', yes: true });
    expect(part(30)).toEqual({ kind: 'number', value: 30 });
    expect(part(null)).toEqual({ kind: 'nothing' });
    expect(part('  ')).toEqual({ kind: 'nothing' });
    expect(part({ a: {} })).toMatchObject({ fields: [{ name: 'a' }] });
    expect(valueAt({ a: {} }, 'a')).toEqual({ kind: 'nothing' });
    expect(part([])).toEqual({ kind: 'nothing' });
  });

  it('keeps the fields in the order of the service, with their pointers', () => {
    expect(part({ b: 1, 'a/x': 'x', 'c~': { d: true } })).toMatchObject({
      fields: [
        { name: 'b', path: '/b' },
        { name: 'a/x', path: '/a~1x' },
        { name: 'c~', path: '/c~0' },
      ],
    });
  });

  it('has a name for a field without one', () => {
    expect(part({ '': 1, x: 2 })).toMatchObject({ fields: [{ label: '(no name)' }, { label: 'X' }] });
  });

  it.each<[Json, boolean]>([
    [{ value: 3, max: 5 }, true],
    [{ score: 3, inside: {} }, false],
    [Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, at])), false],
    [[1, 2], false],
    ['x', false],
  ])('is read at a glance or not: %j', (value, brief) => {
    expect(isBrief(assessmentOf(value))).toBe(brief);
  });

  it('tells fields apart that read alike', () => {
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
    ['completed_at', 1_772_443_800, { kind: 'date', at: 1_772_443_800_000 }],
    ['completedAt', 1_772_443_800_000, { kind: 'date', at: 1_772_443_800_000 }],
    ['started', '2026-02-31', { kind: 'text' }],
    ['salary', 1_772_443_800, { kind: 'number' }],
    ['call_duration_seconds', 245, { kind: 'duration', ms: 245_000 }],
    ['length', 'PT4M30S', { kind: 'duration', ms: 270_000 }],
    ['recording', 'https://example.com/a.mp3', { kind: 'link', secure: true }],
    ['recording', 'http://example.com/a.mp3', { kind: 'link', secure: false }],
    ['recording', 'javascript:alert(1)', { kind: 'text' }],
    ['recording', 'https://example.com@evil.example/', { kind: 'text' }],
    ['recording', 'data:text/html,<script>alert(1)</script>', { kind: 'text' }],
    ['graduation_year', 2019, { kind: 'number', written: '2019' }],
    ['tel', 15123456, { kind: 'number', written: '15123456' }],
    ['email', 'ada@example.com', { kind: 'text', text: 'ada@example.com' }],
    ['grade', 'B+', { kind: 'grade', text: 'B+' }],
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

describe('the scale of a score', () => {
  it.each([
    [0.82, 1],
    [4.2, 5],
    [1, 5],
    [0, 5],
    [8, 10],
    [73, 100],
  ])('of %d is guessed as %d', (value, max) => {
    expect(valueAt({ overall_score: value }, 'overall_score')).toEqual({
      kind: 'score',
      value,
      scale: { max, guessed: true },
    });
  });

  it('is one for the scores of a group that are alike, and another for what sums them up', () => {
    const results = { communication_score: 4, technical_score: 8, overall_score: 62, confidence: 0.9 };
    expect(valueAt(results, 'communication_score')).toMatchObject({ scale: { max: 10 } });
    expect(valueAt(results, 'overall_score')).toMatchObject({ scale: { max: 100 } });
    expect(valueAt(results, 'confidence')).toMatchObject({ scale: { max: 1 } });
  });

  it.each<[Json]>([
    [{ score: 7, max_score: 20 }],
    [{ score: 7, out_of: '20' }],
    [{ rating: 7, scale: '1-20' }],
    [{ value: 7, max: 20 }],
    [{ 'technical-score': 7, 'technical-max': 20 }],
    [{ score: '7/20' }],
    [{ score: '7 out of 20' }],
  ])('is the one that %j states', (results) => {
    const inside = part(results);
    const fields = inside.kind === 'group' ? inside.fields : [];
    const [first] = fields;
    expect(first && partOf(first)).toEqual({ kind: 'score', value: 7, scale: { max: 20, guessed: false } });
  });

  it('holds for the groups inside the one that states it', () => {
    const results = { scale: 10, scores: { english: 3, 'problem-solving': 4 } };
    expect(valueAt(results, 'scores', 'english')).toMatchObject({ scale: { max: 10, guessed: false } });
  });

  it('is a hundred for a percentage', () => {
    expect(valueAt({ match_percent: 7 }, 'match_percent')).toMatchObject({ scale: { max: 100 } });
    expect(valueAt({ anything: '85 %' }, 'anything')).toMatchObject({
      value: 85,
      scale: { max: 100, guessed: false },
    });
  });

  it.each<[string, Json]>([
    ['a number that is not named like a score', { notice_period_days: 30 }],
    ['years', { years_of_experience: 7 }],
    ['a rank', { rank: 3 }],
    ['a weight', { score_weight: 3 }],
    ['the score that is needed', { passing_score: 60 }],
    ['the id of a score', { score_id: 7 }],
    ['a sum that is no score', { total_calls: 3 }],
    ['a score above every usual scale', { score: 4321 }],
    ['a score below zero', { score: -2 }],
  ])('is not guessed for %s', (_, results) => {
    const inside = part(results);
    const fields = inside.kind === 'group' ? inside.fields : [];
    expect(fields.map((field) => partOf(field))).toMatchObject([{ kind: 'number' }]);
  });

  it.each([
    'age',
    'salary',
    'expected_salary',
    'attempts',
    'questions',
    'questions_answered',
    'call_duration',
    'response_time',
    'notice_period',
    'distance_km',
    'gpa',
    'children',
    'phone',
    'word_count',
    'wpm',
    'hourly_rate',
    'total_experience',
    'Berufserfahrung',
    'Gehaltswunsch',
    'años_de_experiencia',
    'edad',
  ])('is not guessed for %s, even among scores', (name) => {
    expect(valueAt({ evaluation: { english: 4, [name]: 4 } }, 'evaluation', name)).toMatchObject({
      kind: 'number',
    });
  });

  it.each(['salary_fit', 'response_time_score', 'communication_skills', 'overall impression', 'Punktzahl'])(
    'is guessed for %s',
    (name) => {
      expect(valueAt({ [name]: 4 }, name)).toMatchObject({ kind: 'score', scale: { max: 5, guessed: true } });
    },
  );

  it.each(['gesamtbewertung', 'puntuación', 'nota', '総合評価', 'التقييم', 'ציון', 'оценка', 'Punteggio'])(
    'is guessed in other languages: %s',
    (name) => {
      expect(valueAt({ [name]: 8 }, name)).toMatchObject({ kind: 'score', scale: { max: 10 } });
    },
  );

  it('is stated by each row of a table for itself', () => {
    const rows = (results: Json) => {
      const table = part(results);
      return table.kind === 'table' ? table.rows.map(({ cells }) => cells.map(({ scale }) => scale)) : [];
    };
    const of = (max: number) => ({ max, guessed: false });
    expect(
      rows([
        { name: 'Drive', score: 4, max: 5 },
        { name: 'Logic', score: 9, max: 10 },
      ]),
    ).toEqual([
      [undefined, of(5), undefined],
      [undefined, of(10), undefined],
    ]);
    expect(
      rows([
        { name: 'Drive', points: 4, total: 5 },
        { name: 'Logic', points: 15, total: 20 },
      ]),
    ).toEqual([
      [undefined, of(5), undefined],
      [undefined, of(20), undefined],
    ]);
  });

  it('is stated by rows of what was reached, however few points there are', () => {
    const results = {
      competencies: [
        { name: 'Drive', achieved: 4, total: 5 },
        { name: 'Logic', achieved: 15, total: 20 },
      ],
    };
    const inside = valueAt(results, 'competencies');
    expect(
      inside.kind === 'table' && inside.rows.map(({ cells }) => cells.map(({ scale }) => scale?.max)),
    ).toEqual([
      [undefined, 5, undefined],
      [undefined, 20, undefined],
    ]);
  });

  it('is read from an object that states it', () => {
    const results = { english: { score: 3, scale: { min: 0, max: 10 } } };
    expect(valueAt(results, 'english', 'score')).toMatchObject({ scale: { max: 10, guessed: false } });
    expect(valueAt(results, 'english', 'scale', 'min')).toMatchObject({ kind: 'number' });
  });

  it('is guessed apart for what lies far below the others of its group', () => {
    const results = { scores: { communication: 4, technical: 85, sql: 0 } };
    expect(valueAt(results, 'scores', 'communication')).toMatchObject({ scale: { max: 5 } });
    expect(valueAt(results, 'scores', 'technical')).toMatchObject({ scale: { max: 100 } });
  });

  it('is not guessed for a dozen of something among scores', () => {
    const results = { skills: { sql: 5, java: 12 } };
    expect(valueAt(results, 'skills', 'sql')).toMatchObject({ kind: 'number' });
    expect(valueAt(results, 'skills', 'java')).toMatchObject({ kind: 'number' });
  });

  it.each<[string, number, number, boolean]>([
    ['★★★★☆', 4, 5, false],
    ['4.5★', 4.5, 5, true],
    ['3 stars', 3, 5, true],
  ])('is five for stars: %s', (text, value, max, guessed) => {
    expect(part(text)).toEqual({ kind: 'score', value, scale: { max, guessed } });
  });

  it.each(['rank', 'page', 'date', 'attempt', 'shift', 'ratio', 'questions_answered'])(
    'is none for a %s written with a slash',
    (name) => {
      expect(valueAt({ [name]: '3/4' }, name)).toEqual({ kind: 'text', text: '3/4' });
    },
  );

  it('makes every number a score in a group of scores', () => {
    const results = { skills: { english: 4, sql: 3, yearsUsed: 9 } };
    expect(valueAt(results, 'skills', 'sql')).toMatchObject({ kind: 'score', scale: { max: 5 } });
    expect(valueAt(results, 'skills', 'yearsUsed')).toMatchObject({ kind: 'number' });
  });
});

describe('a list of an assessment', () => {
  it('of questions and answers is a table with one scale, its cells named by the question', () => {
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
        { cells: [{ value: 'Why?' }, { value: 3, path: '/question=Why?/score', scale: { max: 10 } }] },
        { cells: [{ value: 'How?' }, { value: 8, scale: { max: 10 } }] },
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

  it('of right and wrong answers is measured against one', () => {
    const table = part([1, 0, 1].map((score, index) => ({ question: `${index}`, score })));
    expect(table.kind === 'table' && table.rows[0]?.cells[1]?.scale).toEqual({ max: 1, guessed: true });
  });

  it.each<[Json]>([
    [[{ speaker: 'AI', text: 'Hello' }]],
    [[{ role: 'assistant', content: 'Hello', timestamp: 3 }]],
    [[{ id: 'm1', speaker: 'AI', text: 'Hello', start: 0.1, end: 2, confidence: 0.9 }]],
  ])('of who said what is a conversation: %j', (results) => {
    expect(part(results)).toMatchObject({ kind: 'transcript', turns: [{ text: 'Hello' }] });
  });

  it('of turns that are called by who speaks is a conversation', () => {
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

  it('heads its entries by their question or name', () => {
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

describe('results that nobody should send', () => {
  it('cost no more than what is shown, hundreds of thousands of fields wide', () => {
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

  it('may have fields named like parts of the language', () => {
    const results: Json = JSON.parse('{"__proto__":{"score":4},"constructor":5,"toString":"x","":1}');
    expect(part(results)).toMatchObject({
      fields: [{ name: '__proto__' }, { name: 'constructor' }, { name: 'toString' }, { name: '' }],
    });
    expect(valueAt(results, '__proto__', 'score')).toMatchObject({ kind: 'score', value: 4 });
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

it('shows a name without end by its beginning', () => {
  expect(readableName('overall_score')).toBe('Overall score');
  expect(readableName('k'.repeat(1_000_000))).toBe(`K${'k'.repeat(399)}…`);
});
