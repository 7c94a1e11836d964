import type { SeededRandom } from './seeded-random.ts';

const COMMON =
  'the and to of a in is with candidate that for was on very work team experience has about can clear would role they questions project answered well new years time good used customer from often but more strong when some asked their also how explained example after prefers could english remote salary first manager'.split(
    ' ',
  );
const STEMS =
  'develop present negotiat support lead plan organi communicat document design test deploy monitor train mentor review analy estimat deliver coordinat translat recruit market account audit budget forecast schedul maintain repair install inspect measur calibrat assembl program automat integrat migrat secur encrypt optimi research publish teach coach listen motivat challeng resolv escalat prioriti delegat'.split(
    ' ',
  );
const ENDINGS = ['ed', 'ing', 'ment', 'ation', 'er', 'ers', 'able', 'ive', 'ively', 's'];
const WORDS = [...COMMON, ...STEMS.flatMap((stem) => ENDINGS.map((ending) => stem + ending))];

const QUESTIONS = [
  'Why do you want to work with us?',
  'Tell us about a difficult customer.',
  'How soon could you start?',
  'Which tools do you use every day?',
  'What would your last team say about you?',
  'Do you have a driving licence?',
  'Are you willing to work on weekends?',
  'What salary do you expect?',
];
const SKILLS = [
  'english',
  'communication',
  'problem_solving',
  'leadership',
  'excel',
  'sales',
  'welding',
  'python',
];

/** Statuses of requests, with their share of all. */
const STATUSES = [
  ['COMPLETED', 70],
  ['PENDING', 8],
  ['IN_PROGRESS', 8],
  ['SCHEDULED', 5],
  ['NO_ANSWER', 5],
  ['FAILED', 3],
  ['CANCELLED', 1],
] as const;
const CALL_STATUSES = ['NO_ANSWER', 'BUSY', 'VOICEMAIL', 'FAILED', 'DECLINED'];

/** An answer of the service about a request (docs/service.md, Read a request); its results are about 1 kB, where it has some. */
export function madeUpAnswer(random: SeededRandom, requestId: string, acceptedAt: number): object {
  const [status] = random.weighted(STATUSES, ([, share]) => share);
  const finished = status === 'COMPLETED';
  const missed = random.weighted([0, 1, 2, 3], (count) => 8 >> count);
  const calls = Array.from({ length: status === 'PENDING' ? 0 : missed + Number(finished) }, (_, place) => ({
    id: random.uuid(),
    timestamp: new Date(acceptedAt + (place + 1) * random.whole(20, 400) * 60_000).toISOString(),
    duration_minutes: finished && place === missed ? random.whole(4, 35) : 0,
    status: finished && place === missed ? 'COMPLETED' : random.frequent(CALL_STATUSES),
  }));
  return {
    request_id: requestId,
    status,
    screening_calls: calls,
    assessment_results: finished ? random.one(SHAPES)(random) : {},
  };
}

/** Results as different services might write them. */
const SHAPES: readonly ((random: SeededRandom) => object)[] = [
  (random) => ({
    overall_score: random.whole(10, 50) / 10,
    recommendation: random.one(['Hire', 'Strong hire', 'No hire', 'Second interview']),
    summary: sentences(random, 75),
    skills: Object.fromEntries(SKILLS.slice(0, 5).map((skill) => [skill, random.whole(1, 5)])),
    strengths: [sentences(random, 9), sentences(random, 8)],
    concerns: [sentences(random, 12)],
    available_from: new Date(Date.UTC(2026, random.whole(0, 11), random.whole(1, 28)))
      .toISOString()
      .slice(0, 10),
    willing_to_relocate: random.chance(0.4),
  }),
  (random) => ({
    score: random.whole(5, 100),
    passed: random.chance(0.6),
    answers: QUESTIONS.slice(0, 5).map((question) => ({
      question,
      answer: sentences(random, random.whole(12, 24)),
      score: random.whole(0, 10),
    })),
  }),
  (random) => ({
    evaluation: {
      rating: `${random.whole(1, 5)}/5`,
      language: { english: random.one(['A2', 'B1', 'B2', 'C1', 'C2']), fluent: random.chance(0.5) },
      notes: sentences(random, 110),
    },
    red_flags: random.chance(0.2) ? [sentences(random, 7)] : [],
    transcript_url: `https://files.example.com/transcripts/${random.hex(24)}.txt`,
  }),
];

function sentences(random: SeededRandom, words: number): string {
  const text = Array.from({ length: words }, () => random.frequent(WORDS)).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
