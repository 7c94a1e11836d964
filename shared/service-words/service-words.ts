import { decodeHTML } from 'entities';
import { parseJson } from '../parse-json.ts';
import { boundedText, cleanText, isMarkup } from './clean-text.ts';
import { isWordsKey } from './error-keys.ts';
import { readErrors, type Said } from './error-reader.ts';
import { fieldNamedIn, plainName, type SubmissionField, submissionFieldOf } from './submission-field-of.ts';

/** What a service said, in its own words: plain text on one line. */
export interface ServiceWords {
  /** All of it; '' if it said nothing. */
  readonly text: string;
  /** What it said about single fields, each field once. */
  readonly fields: readonly FieldWords[];
  /** What it said about no single field; '' if nothing. */
  readonly other: string;
}

export interface FieldWords {
  readonly field: SubmissionField;
  readonly text: string;
}

/** How many characters of an answer are searched for words: even in megabytes, they come first. */
const SEARCHED_LENGTH = 256 * 1024;
const MOST_CHARACTERS = 2000;
const MOST_OF_A_FIELD = 500;

/**
 * The words of an error answer. The interface defines no error body (docs/service.md, Errors), so it is read in the shapes
 * that frameworks use: RFC 9457 problem details, lists of errors, objects of fields, OAuth errors, HTML, plain text. An
 * unknown shape is given as it came. Never markup, never throws.
 */
export function serviceWords(body: string): ServiceWords {
  const beginning = body.slice(0, SEARCHED_LENGTH);
  const said = distinct(readErrors(readableBody(body)));
  if (said.length === 0) {
    const text = boundedText(isUnreadable(beginning) ? '' : plainWords(beginning), MOST_CHARACTERS);
    return { text, fields: [], other: text };
  }
  const about = said.map((each) => ({
    ...each,
    field: submissionFieldOf(each.path) ?? (each.path.length === 0 ? fieldNamedIn(each.text) : null),
  }));
  const general = about.filter(({ field }) => field === null);
  const fields = Map.groupBy(
    about.filter(({ field }) => field !== null),
    ({ field }) => field,
  );
  return {
    text: boundedText(joined(inOrder(about).map(labelled)), MOST_CHARACTERS),
    fields: [...fields].flatMap(([field, words]) =>
      field ? [{ field, text: boundedText(joined(words.map(({ text }) => text)), MOST_OF_A_FIELD) }] : [],
    ),
    other: boundedText(joined(inOrder(general).map(labelled)), MOST_CHARACTERS),
  };
}

/** The JSON of an answer, or what can be read of JSON that is broken, among other text, or a form instead. */
function readableBody(body: string): unknown {
  const text = body.replace(/^\ufeff+/, '');
  return parseJson(text) ?? formFields(text) ?? wordsInBrokenJson(text.slice(0, SEARCHED_LENGTH));
}

function plainWords(text: string): string {
  return isMarkup(text) ? joined(wordsOfMarkup(text)) : cleanText(text);
}

/** Each sentence once, with its field if it was said about one. */
function distinct(said: readonly Said[]): readonly Said[] {
  const byText = new Map<string, Said>();
  for (const each of said) {
    const key = each.text.toLowerCase();
    const known = byText.get(key);
    if (!known || known.path.length === 0) byText.set(key, each);
  }
  return [...byText.values()];
}

/** Words before codes and the names of HTTP statuses, which say less than anything beside them. */
function inOrder<Each extends Said>(said: readonly Each[]): readonly Each[] {
  const isQuiet = ({ path, text }: Each) => path.length === 0 && saysLittle(text);
  return [...said.filter((each) => !isQuiet(each)), ...said.filter(isQuiet)];
}

const NAMES_OF_STATUS = [
  ...['Bad Request', 'Unauthorized', 'Forbidden', 'Not Found', 'Method Not Allowed', 'Conflict', 'Gone'],
  ...['Payload Too Large', 'Content Too Large', 'Unsupported Media Type', 'Unprocessable Entity'],
  ...['Unprocessable Content', 'Too Many Requests', 'Internal Server Error', 'Not Implemented'],
  ...['Bad Gateway', 'Service Unavailable', 'Gateway Timeout', 'Error', 'Fail', 'Failed'],
];

const STATUS_NAMES = new Set(NAMES_OF_STATUS.map(plainName));

/** After other words, or alone; alone also as an error page has it: `413 Request Entity Too Large nginx`. */
const STATUS_AT_END = new RegExp(
  `(?:^| – |(?<=[.!?…]) )(?:${NAMES_OF_STATUS.join('|')})[.!]?$|^\\d{3} [\\w .-]+$`,
  'i',
);

/** A text of {@link serviceWords} without the name of an HTTP status at its end; '' if it was nothing else. */
export function withoutStatusName(text: string): string {
  return text.replace(STATUS_AT_END, '');
}

function saysLittle(text: string): boolean {
  const isCode = !/\s/.test(text) && (/[_:]|\p{Ll}\p{Lu}/u.test(text) || text === text.toUpperCase());
  return isCode || STATUS_NAMES.has(plainName(text));
}

/** The words with the service's name of their field, unless they say it themselves. */
function labelled({ path, text }: Said): string {
  const name = path.join('.');
  const last = path.findLast((part) => !/^\d+$/.test(part));
  if (last === undefined || spoken(text).includes(spoken(last))) return text;
  return `${boundedText(cleanText(name), 100)}: ${text}`;
}

/** `phone_number` and `PhoneNumber` as `phone number`. */
function spoken(text: string): string {
  return text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();
}

/** Sentences one after the other, with a dash after those that have no full stop. */
function joined(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .map((text, index) => (index === texts.length - 1 || /[.!?…]$/.test(text) ? text : `${text} –`))
    .join(' ');
}

/** The words of HTML or XML: its title, then the rest of its text. */
function wordsOfMarkup(whole: string): readonly string[] {
  const markup = whole.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ');
  const [titled = '', title = ''] = /<title\b[^<>]*>([^<]*)/i.exec(markup) ?? [];
  const heading = cleanText(decodeHTML(title));
  const rest = cleanText(decodeHTML(withoutTags(titled === '' ? markup : markup.replace(titled, ' '))));
  // Most error pages begin with their title once more.
  const isRepeated = rest.toLowerCase().startsWith(heading.toLowerCase());
  const said = isRepeated ? [rest] : [heading, rest];
  return said.filter((text) => text !== '');
}

/** Each pattern passes over the text once: one that restarted at every `<` would block the whole app for minutes. */
function withoutTags(markup: string): string {
  return markup
    .replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ')
    .replace(/<!\[CDATA\[|\]\]>/g, ' ')
    .replace(/(?<!<)<+[^<>]*>/g, ' ');
}

/** Whether a text says nothing to a person: an empty JSON value, or what is no text at all. */
function isUnreadable(text: string): boolean {
  if (/^[\ufeff\s]*(?:null|true|false|""|\{\s*\}|\[\s*\])\s*$/.test(text)) return true;
  const beginning = text.slice(0, 2000);
  const strange = beginning.match(/[\ufffd\p{Cn}\p{Co}]|(?![\t\n\f\r])\p{Cc}/gu)?.length ?? 0;
  return strange > 3 && strange > beginning.length / 20;
}

/** The fields of `application/x-www-form-urlencoded`; undefined for any other text. */
function formFields(text: string): unknown {
  if (!/^\s*[\w.[\]-]+=[^\s<>{}"]*\s*$/.test(text)) return undefined;
  const pairs = text
    .trim()
    .split('&')
    .map((pair) => pair.split('=', 2).map(formText));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

function formText(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return encoded;
  }
}

/** JSON, perhaps after a guard against scripts, in a call (JSONP), or in events (text/event-stream). */
const NEARLY_JSON = /^\s*(?:\)\]\}'?,?\s*|[\w.$]+\(\s*|(?:event|id|data):[^\n{[]*(?:\n[^\n{[]*)?)?[{[]/;

/** `"name": "text"`. Bounded, so that it doesn't search on from each quotation mark. */
const PAIR = /"((?:[^"\\\n]|\\.){1,60})"\s{0,20}:\s{0,20}"((?:[^"\\]|\\.){1,2000})/g;

const MOST_PAIRS = 40;

/** The words in JSON that can't be parsed as a whole: cut off, wrong, or several values. Undefined if there are none. */
function wordsInBrokenJson(text: string): unknown {
  if (!NEARLY_JSON.test(text)) return undefined;
  const words: unknown[] = [];
  for (const [, name = '', value = ''] of text.matchAll(PAIR)) {
    if (isWordsKey(name)) words.push(parseJson(`"${value}"`) ?? value);
    if (words.length === MOST_PAIRS) break;
  }
  return words.length > 0 ? words : undefined;
}
