import { isObject, parseJson } from '../parse-json.ts';
import { boundedText, cleanText } from './clean-text.ts';
import { CONTAINERS, DESCRIBING, ENVELOPES, isWordsKey, OWN_FIELD, RULES, WORDS } from './error-keys.ts';
import { pathParts, plainName, submissionFieldOf } from './submission-field-of.ts';

/** Something a service said, and the field it said it about, as the service names it; [] for none. */
export interface Said {
  readonly path: readonly string[];
  readonly text: string;
}

const MOST_SAID = 40;
const MOST_VISITED = 5000;
const DEEPEST = 12;
const MOST_CHARACTERS = 600;

/** `loose`: the body, and whatever surrounds its errors; `map`: an object whose keys may be fields. */
type Place = 'loose' | 'map';

/** What a JSON error answer says, in its order, but titles first. Bounded, whatever the answer is. */
export function readErrors(body: unknown): readonly Said[] {
  const reader = new ErrorReader();
  reader.read(body, [], 'loose');
  if (reader.said.length === 0 && isObject(body)) reader.readLast(body);
  if (reader.said.length === 0) reader.readSentences(body, []);
  return reader.said;
}

class ErrorReader {
  readonly said: Said[] = [];
  private visited = 0;

  read(value: unknown, path: readonly string[], place: Place, depth = 0): void {
    this.visited += 1;
    if (depth > DEEPEST || this.visited > MOST_VISITED || this.said.length >= MOST_SAID) return;
    if (typeof value === 'string') this.readText(value, path, depth);
    else if (Array.isArray(value)) {
      // The elements of a list of errors name their own fields.
      for (const each of value.slice(0, MOST_VISITED)) this.read(each, path, 'map', depth + 1);
    } else if (isObject(value)) this.readObject(value, path, place, depth);
  }

  /** Bodies that say nothing else: a field's error as a plain string, or JSend's `data`. */
  readLast(body: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of entriesOf(body)) {
      if (plainName(key) === 'data') this.read(value, [], 'map');
      else if (typeof value === 'string' && submissionFieldOf([key])) this.say([key], value);
    }
  }

  /** Whatever an unknown shape has of sentences, with the names of their keys. */
  readSentences(value: unknown, path: readonly string[], depth = 0): void {
    this.visited += 1;
    if (depth > DEEPEST || this.visited > MOST_VISITED || this.said.length >= MOST_SAID) return;
    if (typeof value === 'string') {
      if (isSentence(value)) this.readText(value, path, depth);
    } else if (Array.isArray(value)) {
      for (const each of value.slice(0, MOST_VISITED)) this.readSentences(each, path, depth + 1);
    } else if (isObject(value)) {
      for (const [key, inner] of entriesOf(value)) {
        // Of an unknown shape, nobody knows whether it is about the submission or repeats it.
        if (submissionFieldOf([...path, key])) continue;
        if (isWordsKey(key)) this.read(inner, path, 'map', depth + 1);
        else this.readSentences(inner, ENVELOPES.has(plainName(key)) ? path : [key], depth + 1);
      }
    }
  }

  /** A text, or the errors in one that is JSON itself. */
  private readText(text: string, path: readonly string[], depth: number): void {
    const inner = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
    const before = this.said.length;
    if (isObject(inner) || Array.isArray(inner)) this.read(inner, path, 'loose', depth + 1);
    if (this.said.length === before) this.say(path, text);
  }

  private readObject(
    object: Readonly<Record<string, unknown>>,
    path: readonly string[],
    place: Place,
    depth: number,
  ): void {
    const entries = entriesOf(object);
    const hasWords = entries.some(([key, value]) => isOfErrors(plainName(key)) && holdsText(value));
    const field = ownField(entries, place);
    const here = hasWords ? [...path, ...field] : path;
    const rule = entries.find(([key, value]) => RULES.has(plainName(key)) && typeof value === 'string');
    if (!hasWords && place === 'map' && field.length > 0 && rule) {
      this.read(rule[1], [...path, ...field], 'map', depth + 1);
      return;
    }
    for (const [key, value] of entries) {
      const name = plainName(key);
      // The names of broken rules (class-validator) are not fields.
      if (name === 'constraints' && isObject(value)) this.read(Object.values(value), here, 'map', depth + 1);
      else if (name === 'fields' && Array.isArray(value)) continue;
      else if (WORDS.has(name) && isObject(value) && typeof value['value'] === 'string') {
        // OData's words have a language.
        this.read(value['value'], here, 'map', depth + 1);
      } else if (isOfErrors(name)) this.read(value, here, 'map', depth + 1);
      else if (ENVELOPES.has(name) && typeof value === 'object') this.read(value, here, 'loose', depth + 1);
      // Beside the words of an error it is about that error (JSON-RPC); beside those of the whole body it may be anything.
      else if (name === 'data' && hasWords && depth > 0) this.read(value, here, 'map', depth + 1);
      else if (submissionFieldOf([...path, key]) || name === 'candidate') {
        // A plain string beside an error may be the submission repeated; a list of them never is.
        if (typeof value !== 'string' || (place === 'map' && !hasWords)) {
          this.read(value, [...path, key], hasWords || place === 'loose' ? 'loose' : 'map', depth + 1);
        }
      } else if (place === 'map' && !hasWords && !DESCRIBING.has(name)) {
        this.read(value, [...path, ...pathParts(key)], 'map', depth + 1);
      }
    }
  }

  private say(path: readonly string[], words: string): void {
    const text = boundedText(cleanText(words.slice(0, 4 * MOST_CHARACTERS)), MOST_CHARACTERS);
    if (text !== '') this.said.push({ path, text });
  }
}

/** The first entries of an object, with titles before all others. */
function entriesOf(object: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  const entries: (readonly [string, unknown])[] = [];
  for (const key of Object.keys(object).slice(0, MOST_VISITED)) entries.push([key, object[key]]);
  const isTitle = ([key]: readonly [string, unknown]) => plainName(key) === 'title';
  return [...entries.filter(isTitle), ...entries.filter((entry) => !isTitle(entry))];
}

function isOfErrors(name: string): boolean {
  return WORDS.has(name) || CONTAINERS.has(name);
}

/** Two words, or one of a script without gaps between words. */
function isSentence(text: string): boolean {
  return /\p{L}\s+\p{L}/u.test(text) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]{3}/u.test(text);
}

function holdsText(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) || isObject(value);
}

/** The field that an error names itself. Of the whole body only a field of a submission: `path` may be the address. */
function ownField(entries: readonly (readonly [string, unknown])[], place: Place): readonly string[] {
  for (const [key, value] of entries) {
    const name = plainName(key);
    if (!OWN_FIELD.has(name) && name !== 'name') continue;
    const parts = fieldParts(value);
    const isKnown = submissionFieldOf(parts) !== null;
    if (parts.length > 0 && (isKnown || (place === 'map' && name !== 'name'))) return parts;
  }
  return [];
}

/** The path in a value: `a.b`, `['a', 'b']` or `{pointer: '/a/b'}`. */
function fieldParts(value: unknown): readonly string[] {
  if (typeof value === 'string') return pathParts(value);
  if (Array.isArray(value)) {
    const parts = value.slice(0, DEEPEST).filter((part) => typeof part === 'string');
    return pathParts(parts.join('.'));
  }
  if (!isObject(value)) return [];
  const { pointer, parameter } = value;
  return typeof pointer === 'string' || typeof parameter === 'string' ? fieldParts(pointer ?? parameter) : [];
}
