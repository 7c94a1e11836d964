import { ERROR_CODES, ERROR_NAMES, KNOWN_MESSAGES } from './known-errors.ts';
import { OTHER } from './log-kinds.ts';
import type { CodePlace, StackFilter } from './stack-filter.ts';

/** What may be known of something that was thrown. */
export interface ErrorFacts {
  /** A name of {@link ERROR_NAMES}, `other`, or for what is no object its type, such as `thrown_string`. */
  readonly name: string;
  /** Codes of {@link ERROR_CODES}; `other` for one that is on no list. */
  readonly code?: string;
  /** SQLite's number of what went wrong (sqlite.org/rescode.html). */
  readonly sqlite?: number;
  readonly http?: number;
  /** What its message says, as far as it is known. */
  readonly said?: string;
  readonly places: readonly CodePlace[];
  /** What it was caused by, or made of. */
  readonly causes: readonly ErrorFacts[];
}

/** How deep causes are followed, and how many on each level. */
const DEEPEST = 4;
const WIDEST = 3;

const codes = new Set(ERROR_CODES);

/**
 * Reduces whatever was thrown to what may be written: names and codes of closed lists, numbers within bounds and
 * places of our own code. Nothing is taken over as text, and nothing it does (getters that throw, cycles, proxies that
 * refuse) can make this throw.
 */
export function reduceError(thrown: unknown, ownCode: StackFilter): ErrorFacts {
  return reduce(thrown, ownCode, new Set(), 1);
}

function reduce(thrown: unknown, ownCode: StackFilter, seen: Set<unknown>, depth: number): ErrorFacts {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    return { name: `thrown_${thrown === null ? 'null' : typeof thrown}`, places: [], causes: [] };
  }
  seen.add(thrown);
  const inner = depth >= DEEPEST ? [] : causesOf(thrown).filter((cause) => !seen.has(cause));
  const stack = read(thrown, 'stack');
  return {
    name: nameOf(thrown),
    ...optional('code', codeOf(thrown) ?? codeSaid(read(thrown, 'message'))),
    ...optional('sqlite', sqliteCode(read(thrown, 'errcode'))),
    ...optional('http', httpStatus(read(thrown, 'statusCode') ?? read(thrown, 'httpStatus'))),
    ...optional('said', meaningOf(read(thrown, 'message'))),
    places: typeof stack === 'string' ? ownCode.placesIn(stack) : [],
    causes: inner.slice(0, WIDEST).map((cause) => reduce(cause, ownCode, seen, depth + 1)),
  };
}

/** A property of something that may refuse to be looked at. */
function read(from: object, key: string): unknown {
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}

function nameOf(thrown: object): string {
  const name = read(thrown, 'name');
  return typeof name === 'string' && ERROR_NAMES.has(name) ? name : OTHER;
}

/** Its own code, or that of the failure it carries. */
function codeOf(thrown: object): string | undefined {
  const own = read(thrown, 'code');
  if (own !== undefined && own !== null) return typeof own === 'string' && codes.has(own) ? own : OTHER;
  const failure = read(thrown, 'failure');
  const error = typeof failure === 'object' && failure !== null ? read(failure, 'error') : undefined;
  return typeof error === 'object' && error !== null ? codeOf(error) : undefined;
}

/** The system's code that begins a message: of errors from other threads no other sign of it is left. */
function codeSaid(message: unknown): string | undefined {
  const code = typeof message === 'string' ? /^([A-Z0-9_]{3,40}): /.exec(message)?.[1] : undefined;
  return code !== undefined && codes.has(code) ? code : undefined;
}

/** SQLite's largest: a primary code in the lowest byte, above it one of some 50 kinds of it. */
const LARGEST_SQLITE_CODE = 50 * 256 + 101;

function sqliteCode(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= LARGEST_SQLITE_CODE
    ? value
    : undefined;
}

function httpStatus(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599
    ? value
    : undefined;
}

function meaningOf(message: unknown): string | undefined {
  if (typeof message !== 'string' || message === '') return undefined;
  const start = message.slice(0, 500);
  return KNOWN_MESSAGES.find(([pattern]) => pattern.test(start))?.[1];
}

function causesOf(thrown: object): unknown[] {
  const cause = read(thrown, 'cause');
  const errors = read(thrown, 'errors');
  return [...(cause === undefined ? [] : [cause]), ...listed(errors)];
}

function listed(errors: unknown): unknown[] {
  try {
    return Array.isArray(errors) ? errors.slice(0, WIDEST) : [];
  } catch {
    return [];
  }
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } | Record<never, never> {
  return value === undefined ? {} : { [key]: value };
}
