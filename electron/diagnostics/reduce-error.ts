import { ERROR_CODES, ERROR_NAMES, KNOWN_MESSAGES } from './known-errors.ts';
import { OTHER } from './log-events.ts';
import type { CodeLocation, StackFilter } from './stack-filter.ts';

/** The loggable facts about a thrown value. */
export interface ErrorFacts {
  /** A name from {@link ERROR_NAMES}, `other`, or the type of a non-object, such as `thrown_string`. */
  readonly name: string;
  /** A code from {@link ERROR_CODES}, or `other`. */
  readonly code?: string;
  /** SQLite's result code (sqlite.org/rescode.html). */
  readonly sqlite?: number;
  readonly http?: number;
  /** The code of a well-known message. */
  readonly meaning?: string;
  readonly places: readonly CodeLocation[];
  /** Causes and aggregated errors. */
  readonly causes: readonly ErrorFacts[];
}

/** Limits on the depth of causes, and on their number per level. */
const MAX_DEPTH = 4;
const MAX_CAUSES = 3;

const codes = new Set(ERROR_CODES);

/**
 * Reduces a thrown value to what may be logged: names and codes from closed lists, bounded numbers and locations in our
 * own code. Copies no text, and never throws, whatever the value does (throwing getters, cycles, hostile proxies).
 */
export function reduceError(thrown: unknown, ownCode: StackFilter): ErrorFacts {
  return reduce(thrown, ownCode, new Set(), 1);
}

function reduce(thrown: unknown, ownCode: StackFilter, seen: Set<unknown>, depth: number): ErrorFacts {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
    return { name: `thrown_${thrown === null ? 'null' : typeof thrown}`, places: [], causes: [] };
  }
  seen.add(thrown);
  const inner = depth >= MAX_DEPTH ? [] : causesOf(thrown).filter((cause) => !seen.has(cause));
  const stack = read(thrown, 'stack');
  return {
    name: nameOf(thrown),
    ...optional('code', codeOf(thrown) ?? leadingCode(read(thrown, 'message'))),
    ...optional('sqlite', sqliteCode(read(thrown, 'errcode'))),
    ...optional('http', httpStatus(read(thrown, 'statusCode') ?? read(thrown, 'httpStatus'))),
    ...optional('meaning', meaningOf(read(thrown, 'message'))),
    places: typeof stack === 'string' ? ownCode.placesIn(stack) : [],
    causes: inner.slice(0, MAX_CAUSES).map((cause) => reduce(cause, ownCode, seen, depth + 1)),
  };
}

/** Reads a property that may throw. */
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

/** The error's own code, or that of its `failure`. */
function codeOf(thrown: object): string | undefined {
  const own = read(thrown, 'code');
  if (own !== undefined && own !== null) return typeof own === 'string' && codes.has(own) ? own : OTHER;
  const failure = read(thrown, 'failure');
  const error = typeof failure === 'object' && failure !== null ? read(failure, 'error') : undefined;
  return typeof error === 'object' && error !== null ? codeOf(error) : undefined;
}

/** The system code at the start of a message. Errors from other threads have lost their `code`. */
function leadingCode(message: unknown): string | undefined {
  const code = typeof message === 'string' ? /^([A-Z0-9_]{3,40}): /.exec(message)?.[1] : undefined;
  return code !== undefined && codes.has(code) ? code : undefined;
}

/** SQLite's largest extended result code: the primary code is the lowest byte, above it about 50 subcodes. */
const MAX_SQLITE_CODE = 50 * 256 + 101;

function sqliteCode(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_SQLITE_CODE
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
    return Array.isArray(errors) ? errors.slice(0, MAX_CAUSES) : [];
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
