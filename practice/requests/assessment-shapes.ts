import type { SeededRandom } from './seeded-random.ts';

/**
 * The shapes of assessment results.
 *
 * The interface documents no fields (docs/service.md, Fields), so a client must handle any shape; the practice service
 * uses several so that nobody relies on one.
 */
export const ASSESSMENT_SHAPES = ['flat', 'nested', 'questions', 'text', 'empty'] as const;
export type AssessmentShape = (typeof ASSESSMENT_SHAPES)[number];

/** Creates assessment results of the given shape. */
export function assessmentResults(shape: AssessmentShape, random: SeededRandom): Record<string, unknown> {
  switch (shape) {
    case 'flat':
      return flatScores(random);
    case 'nested':
      return nestedSkills(random);
    case 'questions':
      return questionsAndAnswers(random);
    case 'text':
      return { summary: paragraph(random), next_step: random.pick(NEXT_STEPS) };
    case 'empty':
      return {};
  }
}

function flatScores(random: SeededRandom): Record<string, unknown> {
  return {
    overall_score: random.between(38, 97),
    communication: random.between(1, 5),
    motivation: random.between(1, 5),
    role_fit: random.between(10, 50) / 10,
    salary_in_range: random.fraction() < 0.7,
    recommendation: random.pick(RECOMMENDATIONS),
  };
}

function nestedSkills(random: SeededRandom): Record<string, unknown> {
  return {
    summary: random.pick(SENTENCES),
    skills: {
      technical: { score: random.between(1, 5), evidence: [random.pick(EVIDENCE), random.pick(EVIDENCE)] },
      communication: { score: random.between(1, 5), evidence: [random.pick(EVIDENCE)] },
      leadership: { score: null, evidence: [] },
    },
    languages: [
      { name: 'English', level: random.pick(['B2', 'C1', 'C2']) },
      {
        name: random.pick(['Deutsch', 'Español', '日本語', 'Português']),
        level: random.pick(['A2', 'B1', 'C1']),
      },
    ],
    recommendation: { decision: random.pick(RECOMMENDATIONS), confidence: random.between(50, 99) / 100 },
  };
}

function questionsAndAnswers(random: SeededRandom): Record<string, unknown> {
  const first = random.between(0, QUESTIONS.length - 1);
  const questions = Array.from({ length: random.between(2, 4) }, (_, index) => ({
    question: QUESTIONS[(first + index) % QUESTIONS.length],
    answer: random.pick(ANSWERS),
    score: random.between(0, 10),
  }));
  return { questions, answered: questions.length, duration_seconds: random.between(180, 1500) };
}

function paragraph(random: SeededRandom): string {
  const first = random.between(0, SENTENCES.length - 1);
  return [0, 1, 2].map((step) => SENTENCES[(first + step) % SENTENCES.length]).join(' ');
}

const RECOMMENDATIONS = ['ADVANCE', 'HOLD', 'DECLINE'] as const;
const NEXT_STEPS = ['Invite to an interview', 'Ask for references', 'Keep for a later opening'] as const;
const SENTENCES = [
  'The candidate described recent work clearly and stayed with the question.',
  'Answers about planning were short, and examples came only when asked for.',
  'Notice period is four weeks; a start in the coming quarter is possible.',
  'The candidate asked about the team, the tools and how success is measured.',
] as const;
const EVIDENCE = [
  'Led the move of a billing system without an outage',
  'Explained a trade-off to a non-technical listener',
  'Could not recall how the tests were run',
  'Named two decisions and what came of them',
] as const;
const QUESTIONS = [
  'What drew you to this role?',
  'Tell me about a project that did not go to plan.',
  'When could you start?',
  'How do you like to work with others?',
  'Which tools do you use every day?',
] as const;
const ANSWERS = [
  'I want to work nearer to the people who use what I build.',
  'We found the fault late, so we changed how we review, and it has not come back.',
  'In about a month – earlier if it helps.',
  'I would rather talk early than write a long document late.',
  '',
] as const;
