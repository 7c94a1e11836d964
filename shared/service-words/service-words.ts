import { parseJson } from '../parse-json.ts';
import { formFields, isUnreadable, wordsInBrokenJson } from './broken-bodies.ts';
import { boundedText, cleanText, isMarkup } from './clean-text.ts';
import { readErrors, type Said } from './error-reader.ts';
import { wordsOfMarkup } from './markup-words.ts';
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
 * The words of an error answer. The interface defines no error body (service-interface.md §7), so it is read in the shapes
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

const STATUS_NAMES = new Set(
  [
    ...['Bad Request', 'Unauthorized', 'Forbidden', 'Not Found', 'Method Not Allowed', 'Conflict', 'Gone'],
    ...['Payload Too Large', 'Content Too Large', 'Unsupported Media Type', 'Unprocessable Entity'],
    ...['Unprocessable Content', 'Too Many Requests', 'Internal Server Error', 'Not Implemented'],
    ...['Bad Gateway', 'Service Unavailable', 'Gateway Timeout', 'Error', 'Fail', 'Failed'],
  ].map(plainName),
);

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
