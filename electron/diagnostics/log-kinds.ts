/**
 * The kinds of values a log record may hold. A value that fails its kind's check is logged as `other`. There is no kind
 * for free text: only bounded numbers, booleans, versions, salted hashes and words from closed lists can be logged.
 */
export type Kind =
  /** A non-negative integer. */
  | 'count'
  /** A duration, whole ms. */
  | 'ms'
  /** A size, bytes. */
  | 'bytes'
  /** An HTTP status, 100 to 599. */
  | 'http'
  | 'flag'
  /** Such as `45.4.1` or `1.2.0-beta.1`. */
  | 'version'
  /** An id, logged as its salted hash. */
  | 'id'
  /** One of these words. */
  | readonly string[];

/** The type of a kind's values. */
export type ValueOf<K extends Kind> = K extends readonly (infer Word)[]
  ? Word
  : K extends 'flag'
    ? boolean
    : K extends 'version' | 'id'
      ? string
      : number;

/** Replaces every value that isn't allowed. */
export const OTHER = 'other';

const VERSION = /^\d{1,3}(?:\.\d{1,5}){0,3}(?:-[a-z]{1,8}(?:\.\d{1,3})?)?$/;

/** The text logged for a value. */
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

function wholeNumber(value: unknown, min: number, max: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return OTHER;
  const whole = Math.round(value);
  return whole >= min && whole <= max ? String(whole) : OTHER;
}
