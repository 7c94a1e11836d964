import type { SeededRandom } from '../../../bench/seeded-random.ts';

const FIRST_NAMES = [
  'Ada',
  'ada',
  'Åsa',
  'Jürgen',
  'JÜRGEN',
  'Łukasz',
  'Øystein',
  'Işık',
  'İpek',
  'Γιώργος',
  'Иван',
  '高橋',
  '𠮷田',
  'محمد',
  'עמית',
  'Anna-Lena',
  'J.',
  'ﬁona',
  'Seán',
  'Ng',
  '😀 Zoë',
];
const LAST_NAMES = [
  'Lovelace',
  'Müller',
  'Mueller',
  'MULLER',
  'O’Brien',
  "O'Brien",
  "D'Angelo",
  'van der Berg',
  'Nuñez',
  'Şahin',
  'ΜΟΥΣΤΑΚΑΣ',
  'Παπαδόπουλος',
  'Горбачёв',
  '次郎',
  'الخوارزمي',
  'כהן',
  'Straße',
  'Smith-Jones',
  'Li',
  'X Æ',
];
const NOTE_WORDS = [
  'prefers',
  'mornings',
  'references',
  'checked',
  'Führerschein',
  'fehlt',
  'naïve',
  'ελληνικά',
  'asked',
  'about',
  'pay',
  'B2',
  '2024',
  'call-back',
  'ﬁne',
  'a',
  'été',
];
const COMMENTS = [
  'Knows compilers well',
  'Speaks ελληνικά',
  'No driving licence',
  'Erfahrung als Köchin',
  'Certificate of welding',
  'asked about pay',
  'Très à l’aise',
  'ok',
  '長い経験',
];
export const TAGS = [
  'round 1',
  'Round 2',
  'anna-team',
  'Ärzte',
  'arzte',
  'Berlin',
  'berlin',
  'urgent',
  'ΘΕΣΗ',
  'zeta',
  '高',
];
/** In the order of their values, in which each workspace gets them. */
export const STATUSES = [
  'CANCELLED',
  'COMPLETED',
  'IN_PROGRESS',
  'NO_ANSWER',
  'PENDING',
  'RINGING',
  'Ringing',
];
export const CALL_STATUSES = ['COMPLETED', 'NO_ANSWER', 'BUSY', 'busy'];
export const QUESTIONNAIRES = ['General-V1', 'general-v1', 'night shift', 'ärzte'];
export const LIBRARY_NAMES = [
  'Nurse',
  'nurse',
  'Night nurse',
  'Äpfel picker',
  'Welder',
  '',
  'Κηπουρός',
  'apfel',
];

/** A name of words that occur nowhere else, so that a person can be erased from other texts. */
export function rareName(random: SeededRandom): string {
  const syllables = ['zu', 'qua', 'xi', 'vro', 'kly', 'wej', 'pho', 'dzi'];
  const word = (): string => {
    const letters = Array.from({ length: 4 }, () => random.one(syllables)).join('');
    return letters.slice(0, 1).toUpperCase() + letters.slice(1);
  };
  return `${word()} ${word()}`;
}

export function commonName(random: SeededRandom): string {
  return `${random.one(FIRST_NAMES)} ${random.one(LAST_NAMES)}`;
}

export function phoneNumber(random: SeededRandom): string {
  const country = random.one(['+49151', '+1202555', '+30210', '+4420']);
  return country + random.digits(random.whole(6, 8));
}

export function requestId(random: SeededRandom): string {
  return random.weighted(
    [random.uuid(), `ir_${random.hex(8)}`, `IR-${random.hex(6).toUpperCase()}`, random.digits(9)],
    (id) => (id.startsWith('IR') ? 0.1 : 0.3),
  );
}

export function note(random: SeededRandom): string {
  return Array.from({ length: random.whole(1, 8) }, () => random.one(NOTE_WORDS)).join(
    random.one([' ', ', ', '\n']),
  );
}

/** Fields that people pin, with values of every kind. */
export const FIELDS = [
  { path: '/overall', label: 'Overall', kind: 'number' },
  { path: '/skills/typing', label: 'Typing', kind: 'number' },
  { path: '/english', label: 'English', kind: 'text' },
  { path: '/passed', label: 'Passed', kind: 'boolean' },
  { path: '/from', label: 'From', kind: 'date' },
  { path: '/answers/question=Why us?/score', label: 'Why us?', kind: 'number' },
  { path: '/comment', label: 'Comment', kind: 'text' },
] as const;

/** Assessment results of any shape, including empty ones. */
export function results(random: SeededRandom): unknown {
  if (random.chance(0.1)) return random.one([{}, [], '', null]);
  const score = (): unknown =>
    random.weighted(
      [
        random.whole(0, 5),
        random.whole(0, 50) / 10,
        `${random.whole(0, 5)}/5`,
        `${random.whole(0, 100)} %`,
        '4,5',
        'good',
        null,
        91,
      ],
      (value) => (typeof value === 'number' ? 0.3 : 0.1),
    );
  const maybe = (name: string, value: unknown): object => (random.chance(0.75) ? { [name]: value } : {});
  return {
    ...maybe('overall', score()),
    ...maybe('skills', { typing: score(), score: random.whole(0, 5), max: 5 }),
    ...maybe('english', random.one(['A1', 'b2', 'B2', ' C1 ', 'Äußerst gut', 'ausserst gut'])),
    ...maybe('passed', random.chance(0.5)),
    ...maybe('from', random.one(['2026-05-01', '2026-04-30T10:00:00Z', 'soon'])),
    ...maybe('answers', [
      { question: 'Why us?', score: score(), answer: random.one(COMMENTS) },
      { question: 'When?', answer: random.one(COMMENTS) },
    ]),
    ...maybe('comment', random.one(COMMENTS)),
  };
}
