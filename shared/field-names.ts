/** The names of result fields as words: how they read, and which of them tells the entries of a list apart. */

/** Names are words, not texts: of what is longer the beginning is read and shown, characters. */
const LONGEST_NAME = 400;

/**
 * A name as separate words in lower case without accents: `overallScore`, `overall_score` and `OVERALL-SCORE` are
 * `overall score`, `Puntuación` is `puntuacion`.
 */
export function wordsOf(name: string): string {
  return remembered(wordsByName, name, (short) => withoutAccents(apart(short).toLowerCase()));
}

/** The results of a service have the same names again and again: what was made of the last ones is kept. */
const MOST_REMEMBERED = 1000;
const wordsByName = new Map<string, string>();
const readableByName = new Map<string, string>();

function remembered(known: Map<string, string>, name: string, make: (short: string) => string): string {
  const short = name.slice(0, LONGEST_NAME);
  const before = known.get(short);
  if (before !== undefined) return before;
  const made = make(short);
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(short, made);
  return made;
}

/** Of Latin letters alone: in other scripts a mark makes another letter. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/** A name as a person would write it: `overall_score` and `overallScore` become `Overall score`. */
export function readableName(name: string): string {
  const readableShort = remembered(readableByName, name, readable);
  return name.length > LONGEST_NAME ? `${readableShort}…` : readableShort;
}

function readable(name: string): string {
  const words = apart(name);
  if (words === '') return name;
  // A name with blanks was written for people.
  const written = words === words.toUpperCase() || /\s/.test(name.trim());
  const lower = written
    ? words
    : words.replace(/(?<!\p{Lu})\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

function apart(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const TITLES = [
  'question',
  'q',
  'prompt',
  'frage',
  'pregunta',
  'domanda',
  'pergunta',
  'skill',
  'competency',
  'criterion',
  'criteria',
  'dimension',
  'category',
  'trait',
  'metric',
  'topic',
  'name',
  'title',
  'label',
  'field',
  'key',
  'id',
];

/** The key by which the entries of a list are told apart, the likeliest first: `question` before `name` before `id`. */
export function titleKey(keys: readonly string[]): string | undefined {
  const words = new Map(keys.map((key) => [wordsOf(key), key]));
  for (const title of TITLES) {
    const found = words.get(title) ?? words.get(`${title} text`) ?? words.get(`${title} name`);
    if (found !== undefined) return found;
  }
  return undefined;
}
