/** Turns names of result fields into readable labels, and finds the field that names the entries of a list. */

/** In characters; only the beginning of a longer name is read and shown. */
const MAX_NAME_LENGTH = 400;

/**
 * A name as lower-case words without accents: `overallScore`, `overall_score` and `OVERALL-SCORE` all become
 * `overall score`, `Puntuación` becomes `puntuacion`.
 */
export function normalizedName(name: string): string {
  return cached(normalizedNames, name, (short) => withoutAccents(splitWords(short).toLowerCase()));
}

/** Results repeat the same field names, so the last ones are cached. */
const MAX_CACHED = 1000;
const normalizedNames = new Map<string, string>();
const readableNames = new Map<string, string>();

function cached(known: Map<string, string>, name: string, make: (short: string) => string): string {
  const short = name.slice(0, MAX_NAME_LENGTH);
  const before = known.get(short);
  if (before !== undefined) return before;
  const made = make(short);
  if (known.size >= MAX_CACHED) known.clear();
  known.set(short, made);
  return made;
}

/** Strips Latin accents only: in other scripts a mark makes a different letter. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/** A readable name: `overall_score` and `overallScore` become `Overall score`. */
export function readableName(name: string): string {
  const readableShort = cached(readableNames, name, readable);
  return name.length > MAX_NAME_LENGTH ? `${readableShort}…` : readableShort;
}

function readable(name: string): string {
  const words = splitWords(name);
  if (words === '') return name;
  // A name with spaces was written for people, so keep its capitals.
  const written = words === words.toUpperCase() || /\s/.test(name.trim());
  const lower = written
    ? words
    : words.replace(/(?<!\p{Lu})\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

function splitWords(name: string): string {
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

/** The key that names the entries of a list, by priority: `question` before `name` before `id`. */
export function titleKey(keys: readonly string[]): string | undefined {
  const words = new Map(keys.map((key) => [normalizedName(key), key]));
  for (const title of TITLES) {
    const found = words.get(title) ?? words.get(`${title} text`) ?? words.get(`${title} name`);
    if (found !== undefined) return found;
  }
  return undefined;
}
