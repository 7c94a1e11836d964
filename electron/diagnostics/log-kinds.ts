/**
 * The kinds of values that a log record may carry. Each has a check that says what may pass; anything else is written
 * as `other`. There is no kind for free text: what is not a number within bounds, a yes or no, a version, a salted
 * hash or a word of a closed list cannot be written at all.
 */
export type Kind =
  /** A whole number of things. */
  | 'count'
  /** A duration, whole ms. */
  | 'ms'
  /** A size, bytes. */
  | 'bytes'
  /** An HTTP status, 100 to 599. */
  | 'http'
  | 'flag'
  /** Numbers with points, such as `45.4.1` or `1.2.0-beta.1`. */
  | 'version'
  /** An id, written as its salted hash alone. */
  | 'id'
  /** One of these words. */
  | readonly string[];

/** What is given for a kind. */
export type Given<K extends Kind> = K extends readonly (infer Word)[]
  ? Word
  : K extends 'flag'
    ? boolean
    : K extends 'version' | 'id'
      ? string
      : number;

/** Stands for everything that is not on a list. */
export const OTHER = 'other';

const VERSION = /^\d{1,3}(?:\.\d{1,5}){0,3}(?:-[a-z]{1,8}(?:\.\d{1,3})?)?$/;

/** The text that is written for a value; `hash` makes the word for an id. */
export function textOf(kind: Kind, value: unknown, hash: (id: string) => string): string {
  switch (kind) {
    case 'count':
    case 'ms':
    case 'bytes':
      return wholeNumber(value, 0, Number.MAX_SAFE_INTEGER);
    case 'http':
      return wholeNumber(value, 100, 599);
    case 'flag':
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : OTHER;
    case 'version':
      return typeof value === 'string' && VERSION.test(value) ? value : OTHER;
    case 'id':
      return typeof value === 'string' ? hash(value) : OTHER;
    default:
      return typeof value === 'string' && kind.includes(value) ? value : OTHER;
  }
}

function wholeNumber(value: unknown, least: number, most: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return OTHER;
  const whole = Math.round(value);
  return whole >= least && whole <= most ? String(whole) : OTHER;
}
