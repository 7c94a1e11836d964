import { describe, expect, it } from 'vitest';
import { assessmentHeadline } from '../../shared/assessment-headline.ts';
import type { Json } from '../../shared/request.ts';

describe('the headline of an assessment', () => {
  it.each<[Json, string, number | null]>([
    [{ overall_score: 82, communication: 4 }, '82 of 100', 0.82],
    [{ communication: 4, overallScore: 4.2 }, '4.2 of 5', 0.84],
    [{ score: 7, max_score: 20 }, '7 of 20', 0.35],
    [{ overall_score: 45, recommendation: 'DECLINE' }, '45 of 100 · Decline', 0.45],
    [{ recommendation: { decision: 'STRONG_HIRE', confidence: 0.9 } }, 'Strong hire', null],
    [{ passed: true }, 'Passed', null],
    [{ recommended: false, summary: 'Not now' }, 'Recommended: no', null],
    [{ 'Overall Rating': '4.5 out of 5', 'Hire?': 'Yes' }, '4.5 of 5 · Hire', 0.9],
    [{ result: '85%' }, '85 of 100', 0.85],
    [{ grade: 'A+' }, 'Grade A+', 1],
    [{ evaluation: { overall: { score: 91 } } }, '91 of 100', 0.91],
    [{ scores: { english: 4, sql: 3 }, scale: 5 }, '3.5 of 5 on average', 0.7],
    [
      [
        { question: 'Why?', score: 4 },
        { question: 'How?', score: 8 },
      ],
      '6 of 10 on average',
      0.6,
    ],
    [
      {
        skills: [
          { skill: 'English', rating: '4/5' },
          { skill: 'SQL', rating: '80%' },
        ],
      },
      '80 of 100 on average',
      0.8,
    ],
    [{ summary: 'Speaks clearly', english: 'B2' }, 'Speaks clearly', null],
    [{ english: 'B2' }, 'English: B2', null],
    [{ a: null, b: {} }, '2 fields', null],
    [{ transcript: [{ role: 'agent', message: 'Hello' }], red_flags: [] }, 'Transcript', null],
    [{ conversation: [{ speaker: 'AI', text: 'Hi', start: 0.1, confidence: 0.99 }] }, 'Conversation', null],
    [{ Gesamtbewertung: 4.2, Empfehlung: 'Einladen' }, '4.2 of 5 · Einladen', 0.84],
    [{ puntuación: 85, apto: 'sí' }, '85 of 100 · Apto', 0.85],
    [{ 総合評価: 85, 推薦: 'はい' }, '85 of 100 · 推薦', 0.85],
    [{ competencies: [{ name: 'Drive', score: { value: 3, max: 5 }, evidence: ['a'] }] }, '3 of 5', 0.6],
    [{ scores: { communication: 4, technical: 85 } }, '82.5 of 100 on average', 0.825],
    [{ evaluation: { age: 41, salary_expectation: 65, children: 2 } }, 'Age: 41', null],
    ['Great candidate', 'Great candidate', null],
    [4.2, '4.2', null],
    ['4/5', '4 of 5', 0.8],
    [['calm', 'clear'], 'calm, clear', null],
  ])('of %j is %s', (results, text, rank) => {
    const headline = assessmentHeadline(results);
    expect(headline?.text).toBe(text);
    if (rank === null) expect(headline?.rank).toBeNull();
    else expect(headline?.rank).toBeCloseTo(rank, 6);
  });

  it.each([[undefined], [null], [{}], [[]], ['  ']])('is none for %j', (results) => {
    expect(assessmentHeadline(results)).toBeNull();
  });

  it('is one line of at most 60 characters, whatever the service wrote', () => {
    const nasty = [
      'word '.repeat(1000),
      '👩‍🚀'.repeat(100),
      'a\nb\tc'.repeat(50),
      '<b>'.repeat(40),
      'x'.repeat(1_000_000),
    ];
    for (const text of nasty) {
      const headline = assessmentHeadline({ summary: text })?.text ?? '';
      expect(headline.length).toBeLessThanOrEqual(60);
      expect(headline).not.toMatch(/[\n\t]/);
      expect(headline.isWellFormed()).toBe(true);
    }
  });

  it('comes quickly also of results that nobody should send', () => {
    let deep: Json = 1;
    for (let level = 0; level < 10_000; level += 1) deep = { inside: [deep] };
    expect(assessmentHeadline(deep)).toEqual({ text: 'Inside', rank: null });
    const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key_${index}`, [index]]));
    expect(assessmentHeadline(wide)?.rank).toBeNull();
  });
});
