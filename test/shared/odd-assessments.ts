import type { Json } from '../../shared/request.ts';

/**
 * Assessments for which guessing by name, size or language would be wrong or unfair: two candidates each, of the same
 * questionnaire. None of them contains a judgement.
 */
export const ODD_ASSESSMENTS: readonly (readonly [what: string, one: Json, other: Json])[] = [
  ['a risk that is high', { risk_score: 95 }, { risk_score: 12 }],
  ['stress as merit', { stress: 88, overall: 40 }, { stress: 12, overall: 41 }],
  ['toxicity as merit', { toxicity_score: 0.97 }, { toxicity_score: 0.02 }],
  ['a likelihood of fraud', { fraud_probability: 0.91 }, { fraud_probability: 0.03 }],
  ['a likelihood of leaving', { attrition_likelihood: 80 }, { attrition_likelihood: 20 }],
  ['a share of errors', { error_rating: 9 }, { error_rating: 1 }],
  ['anxiety by a clinical scale', { anxiety_score: 21 }, { anxiety_score: 2 }],
  ['a rank of which one is best', { rank: 1, of: 40 }, { rank: 39, of: 40 }],
  ['a rank called a score', { rank_score: 1 }, { rank_score: 12 }],
  ['school marks of which one is best', { Note: 1.0 }, { Note: 5.0 }],
  ['marks by a name with an accent', { 'Bewertung (Schulnote)': 1 }, { 'Bewertung (Schulnote)': 6 }],
  [
    'the average of the team',
    { team_average_score: 4.8, score: 2.1 },
    { team_average_score: 4.8, score: 4.9 },
  ],
  [
    'the average of all candidates',
    { benchmark: { average: 91 }, overall: 12 },
    { benchmark: { average: 91 } },
  ],
  ['the mean of the others', { cohort: { mean_score: 77, percentile: 3 } }, { cohort: { mean_score: 77 } }],
  ['an earlier decision', { previous_decision: 'HIRE', notes: 'x' }, { previous_decision: 'NO HIRE' }],
  [
    'the decision about a referrer',
    { referrer: { decision: 'HIRED' } },
    { referrer: { decision: 'REJECTED' } },
  ],
  ['a decision in a list', { hire: ['no'] }, { hire: ['yes'] }],
  ['a decision with two minds', { hire: ['no', 'yes'] }, { hire: [] }],
  ['a yes that means no', { not_recommended: true }, { not_recommended: false }],
  ['a no that means yes', { red_flags: false }, { red_flags: true }],
  [
    'a decision of the candidate',
    { recommendation: { of_us_to_friends: 'DECLINE' } },
    { recommendation: null },
  ],
  ['a decision with its opposite in the name', { do_not_hire: 'yes' }, { do_not_hire: 'no' }],
  ['a pass of a background check', { passed: 'pending' }, { passed: 'unknown' }],
  ['an English grade', { english: 'B2', grade: 'A' }, { english: 'C1', grade: 'F' }],
  ['grades with signs', { grade: 'A+' }, { grade: 'D-' }],
  ['grades of a clinic', { grade: 'IV' }, { grade: 'I' }],
  ['a percentage as text', { match: '80 %' }, { match: '15 %' }],
  ['a percentage of absence', { absent: '80%' }, { absent: '2%' }],
  ['a score as text', { score: '4/5' }, { score: '1/5' }],
  ['scores of different scales', { score: 5, max: 5 }, { score: 91, max: 100 }],
  ['scores of different scales as text', { overall: '5 of 5' }, { overall: '91 of 100' }],
  ['a date that looks like a score', { interview: '3/4' }, { interview: '4/4' }],
  ['hours that look like a score', { support: '24/7' }, { support: '8/5' }],
  ['a score below zero', { sentiment_score: -0.8 }, { sentiment_score: 0.6 }],
  ['a score from minus to plus', { score: -50, min: -100, max: 100 }, { score: 50, min: -100, max: 100 }],
  ['a zero', { overall_score: 0 }, { overall_score: 1 }],
  ['a score beyond its scale', { score: 120, max: 100 }, { score: 60, max: 100 }],
  ['a scale upside down', { score: 1, best: 1, worst: 6 }, { score: 6, best: 1, worst: 6 }],
  ['a score without a scale', { overall_score: 4 }, { overall_score: 40 }],
  ['a huge number', { overall_score: 4321 }, { overall_score: 12 }],
  ['a number beyond 2^53 as text', { score: '12345678901234567890' }, { score: '12345678901234567891' }],
  ['a number with many digits', { score: '4.20000000000000000001' }, { score: '4.2' }],
  ['a power of ten', { score: 1e21 }, { score: 1e-7 }],
  ['a decimal comma', { Punktzahl: '4,5' }, { Punktzahl: '3,2' }],
  ['a name in German', { Gesamtbewertung: 4.2, Belastung: 9 }, { Gesamtbewertung: 2.2, Belastung: 1 }],
  ['a name in Spanish', { puntuación_de_riesgo: 85, apto: 'no' }, { puntuación_de_riesgo: 5, apto: 'sí' }],
  ['a name in French', { note_globale: 18, recommandé: 'non' }, { note_globale: 4, recommandé: 'oui' }],
  ['a name in Japanese', { 総合評価: 85, 推薦: 'いいえ' }, { 総合評価: 15, 推薦: 'はい' }],
  ['a name in Chinese', { 总分: 88, 风险: 90 }, { 总分: 70, 风险: 10 }],
  ['a name in Russian', { оценка_риска: 9 }, { оценка_риска: 1 }],
  ['a name in Arabic', { درجة: 8, التوصية: 'لا' }, { درجة: 2, التوصية: 'نعم' }],
  ['a name in Hebrew', { ציון: 8 }, { ציון: 3 }],
  [
    'speakers of a call',
    {
      speakers: [
        { name: 'AI', score: 99 },
        { name: 'Candidate', score: 3 },
      ],
    },
    {
      speakers: [
        { name: 'AI', score: 98 },
        { name: 'Candidate', score: 97 },
      ],
    },
  ],
  [
    'interviewers who are rated',
    {
      interviewers: [
        { interviewer: 'Ada', rating: 5 },
        { interviewer: 'Bob', rating: 2 },
      ],
    },
    {
      interviewers: [
        { interviewer: 'Ada', rating: 1 },
        { interviewer: 'Bob', rating: 1 },
      ],
    },
  ],
  [
    'questions and how hard they are',
    { questions: [{ question: 'Why?', difficulty: 5, score: 1 }] },
    { questions: [{ question: 'Why?', difficulty: 1, score: 5 }] },
  ],
  [
    'questions of different weight',
    {
      questions: [
        { question: 'Why?', score: 8, weight: 0.1 },
        { question: 'How?', score: 1, weight: 0.9 },
      ],
    },
    {
      questions: [
        { question: 'Why?', score: 2, weight: 0.1 },
        { question: 'How?', score: 9, weight: 0.9 },
      ],
    },
  ],
  [
    'a table with a scale per row',
    {
      skills: [
        { skill: 'SQL', score: 3, max: 5 },
        { skill: 'Go', score: 60, max: 100 },
      ],
    },
    {
      skills: [
        { skill: 'SQL', score: 4, max: 5 },
        { skill: 'Go', score: 10, max: 100 },
      ],
    },
  ],
  [
    'personality, which is no merit',
    { big_five: { neuroticism: 90, openness: 10, extraversion: 50 } },
    { big_five: { neuroticism: 10, openness: 95, extraversion: 20 } },
  ],
  ['emotions', { emotions: { anger: 0.9, joy: 0.05 } }, { emotions: { anger: 0.01, joy: 0.9 } }],
  ['years and ages', { years_experience: 3, age: 58 }, { years_experience: 20, age: 24 }],
  ['a salary', { expected_salary: 90_000 }, { expected_salary: 45_000 }],
  ['a notice period', { notice_weeks: 12 }, { notice_weeks: 0 }],
  ['talk time', { talk_ratio: 0.92, silence_seconds: 4 }, { talk_ratio: 0.4, silence_seconds: 60 }],
  ['sick days', { sick_days_level: 30 }, { sick_days_level: 0 }],
  ['a criminal record', { criminal_record_match: 1 }, { criminal_record_match: 0 }],
  [
    'a confidence that something is bad',
    { cheating: { detected: true, confidence: 0.99 } },
    { cheating: { detected: false, confidence: 0.5 } },
  ],
  ['how sure the service is', { confidence: 0.31, transcript_confidence: 0.99 }, { confidence: 0.88 }],
  ['the score that was needed', { passing_score: 60, score: 59 }, { passing_score: 60, score: 61 }],
  ['the best possible score', { best_possible: 100, lowest: 3 }, { best_possible: 100, lowest: 20 }],
  ['the sum of other people', { panel_total: 270, panel_size: 3 }, { panel_total: 90, panel_size: 1 }],
  ['stars as text', { rating: '★☆☆☆☆' }, { rating: '★★★★★' }],
  ['a star count of a product', { favourite_app: { stars: 5 } }, { favourite_app: { stars: 1 } }],
  ['right and wrong', { answers: [1, 0, 0] }, { answers: [1, 1, 1] }],
  ['a text alone', 'Strong no hire', 'Strong hire'],
  ['a number alone', 95, 3],
  ['a yes alone', true, false],
  ['a list of numbers', [9, 9, 1], [1, 1, 9]],
  [
    'a list of lists',
    [
      ['English', 4],
      ['German', 1],
    ],
    [
      ['English', 1],
      ['German', 4],
    ],
  ],
  ['a moment as a number', { completed_at: 1_772_443_800 }, { completed_at: 1_772_443_900 }],
  ['a duration as a number', { score_seconds: 300 }, { score_seconds: 10 }],
  ['a name with a space', { 'Overall Score ': 90 }, { 'Overall Score ': 10 }],
  ['a name in capitals', { OVERALL_SCORE: 90 }, { OVERALL_SCORE: 10 }],
  ['a nameless field', { '': 90 }, { '': 10 }],
  [
    'fields of the language',
    JSON.parse('{"__proto__":{"score":95}}'),
    JSON.parse('{"__proto__":{"score":5}}'),
  ],
];

/** The numbers in a text, as written. */
export function numbersIn(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)*(?:e[+-]?\d+)?/gi) ?? [];
}

/** All values and names of the results as one text. */
export function sentText(results: Json): string {
  if (typeof results !== 'object' || results === null) return String(results);
  return Object.entries(results)
    .map(([name, value]) => `${name} ${sentText(value)}`)
    .join(' ');
}
