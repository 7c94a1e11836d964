import { z } from 'zod';
import { decodeProblem, problem } from '../../shared/input-problems.ts';
import { type JsonMistake, type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { readSafely } from '../../shared/read-safely.ts';

/** A policy that exists but can't be read. */
type Unreadable = { readonly kind: 'unreadable'; readonly problem: PolicyProblem };

/** The content of a policy source. */
export type FoundPolicy =
  | { readonly kind: 'absent' }
  /** A document that is not validated yet, and problems found while reading it. */
  | { readonly kind: 'document'; readonly document: unknown; readonly problems?: readonly PolicyProblem[] }
  /** Something that can't be read or trusted. */
  | Unreadable;

/** Bytes. */
export const MAX_POLICY_SIZE = 1024 * 1024;

/** Parses a policy file: JSON in UTF-8 or, with a byte order mark, UTF-16. White space alone means no policy. */
export function readPolicyText(bytes: Uint8Array): FoundPolicy {
  if (bytes.length > MAX_POLICY_SIZE) {
    return unreadable(policyProblem('', 'too_large', { mostBytes: MAX_POLICY_SIZE }));
  }
  const text = decodePolicyText(bytes);
  if (text === undefined) return unreadable(policyProblem('', 'not_text'));
  if (text.trim() === '') return { kind: 'absent' };
  try {
    return { kind: 'document', document: parseStrictJson(text) };
  } catch (error) {
    if (error instanceof JsonProblem) return unreadable(error.problem);
    throw error;
  }
}

export function unreadable(problem: PolicyProblem): Unreadable {
  return { kind: 'unreadable', problem };
}

/** Windows editors write UTF-16, and add byte order marks to both encodings. */
export function decodePolicyText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  try {
    if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true }).decode(bytes);
    if (first === 0xfe && second === 0xff && bytes.length % 2 === 0) {
      return new TextDecoder('utf-16le', { fatal: true }).decode(Buffer.from(bytes).swap16());
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A syntax error with its location, but without the text there, which may be a secret. */
export class JsonProblem extends Error {
  override readonly name = 'JsonProblem';
  readonly problem: PolicyProblem;

  constructor(problem: PolicyProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Limit on nesting; a policy needs three levels. */
const MAX_DEPTH = 16;

/**
 * Parses JSON (RFC 8259) more strictly than `JSON.parse`: a duplicate name in an object is an error, because parsers
 * differ in which one they use. Objects have no prototype, so `__proto__` is an ordinary name.
 * Throws a {@link JsonProblem}.
 */
export function parseStrictJson(text: string): unknown {
  const parser = new Parser(text);
  const value = parser.value('', 0);
  parser.end();
  return value;
}

const MAX_NAME_LENGTH = 60;

/** A member's path for display. Names from the file are shortened and stripped of line breaks. */
export function memberPath(where: string, name: string): string {
  const shown = name.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '\uFFFD');
  const clipped = shown.length > MAX_NAME_LENGTH ? `${shown.slice(0, MAX_NAME_LENGTH)}…` : shown;
  return where === '' ? clipped : `${where}.${clipped}`;
}

const WHITE_SPACE = /[ \t\n\r]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

class Parser {
  private readonly text: string;
  private position = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(where: string, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new JsonProblem(policyProblem(where, 'too_deep', { most: MAX_DEPTH }));
    this.match(WHITE_SPACE);
    switch (this.text[this.position]) {
      case '{':
        return this.object(where, depth);
      case '[':
        return this.list(where, depth);
      case '"':
        return this.string(where);
      default:
        return this.plain(where);
    }
  }

  end(): void {
    this.match(WHITE_SPACE);
    if (this.position < this.text.length) throw this.unexpected('', 'end');
  }

  private object(where: string, depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = Object.create(null);
    this.position += 1;
    if (this.accept('}')) return members;
    do {
      this.match(WHITE_SPACE);
      const name = this.string(where);
      const place = memberPath(where, name);
      if (name in members) throw new JsonProblem(policyProblem(place, 'name_twice'));
      if (!this.accept(':')) throw this.unexpected(where, 'colon');
      members[name] = this.value(place, depth + 1);
    } while (this.accept(','));
    if (!this.accept('}')) throw this.unexpected(where, 'comma_or_brace');
    return members;
  }

  private list(where: string, depth: number): unknown[] {
    const values: unknown[] = [];
    this.position += 1;
    if (this.accept(']')) return values;
    do values.push(this.value(`${where}[${values.length}]`, depth + 1));
    while (this.accept(','));
    if (!this.accept(']')) throw this.unexpected(where, 'comma_or_bracket');
    return values;
  }

  private string(where: string): string {
    const begin = this.position;
    const written = this.match(STRING);
    if (written === undefined) throw this.unexpected(where, 'text');
    try {
      return String(JSON.parse(written));
    } catch {
      this.position = begin;
      throw this.unexpected(where, 'escape');
    }
  }

  private plain(where: string): unknown {
    const written = this.match(WORD) ?? this.match(NUMBER);
    if (written === undefined) throw this.unexpected(where, 'value');
    return JSON.parse(written);
  }

  private accept(character: string): boolean {
    this.match(WHITE_SPACE);
    if (this.text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  private unexpected(where: string, expected: JsonMistake): JsonProblem {
    const before = this.text.slice(0, this.position).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return new JsonProblem(policyProblem(where, 'not_json', { line: before.length, column, expected }));
  }
}

/**
 * Converts zod issues of `schema` to problems, without the invalid values: they may be secrets. `where`: the path of the
 * parsed value.
 */
export function problemsOf(error: z.ZodError, where: string, schema: z.ZodType): PolicyProblem[] {
  const range = rangeOf(schema);
  // Whatever is wrong with a number, its range says it all, once.
  if (range) return [policyProblem(where, 'out_of_range', range)];
  return error.issues.flatMap((issue) => {
    const place = issue.path.reduce<string>(
      (before, step) => (typeof step === 'number' ? `${before}[${step}]` : memberPath(before, String(step))),
      where,
    );
    if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownKey(place, name));
    return [problemOfIssue(issue, place)];
  });
}

/** The bounds of a schema for whole numbers, which a policy has nowhere but as the value of a setting. */
function rangeOf(schema: z.ZodType): { readonly least: number; readonly most: number } | undefined {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodNumber) || inner.minValue === null || inner.maxValue === null) return undefined;
  return { least: inner.minValue, most: inner.maxValue };
}

function problemOfIssue(issue: z.core.$ZodIssue, where: string): PolicyProblem {
  const own = decodeProblem(issue);
  if (own.code !== 'does_not_fit') return { where, ...own };
  switch (issue.code) {
    case 'invalid_value':
      return policyProblem(where, 'none_of', { values: issue.values.map(String) });
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? policyProblem(where, 'value_missing')
        : policyProblem(where, 'of_another_kind', { kind: issue.expected });
    case 'too_big':
      return { where, ...problem('too_long', { most: Number(issue.maximum) }) };
    case 'too_small':
      return policyProblem(where, 'value_empty');
    default:
      return { where, ...own };
  }
}

/** Reports unknown names in an object: they may be misspelt. */
export function unknownKeys(
  holder: Record<string, unknown>,
  where: string,
  known: readonly string[],
): PolicyProblem[] {
  return Object.keys(holder)
    .filter((name) => !known.includes(name))
    .map((name) => unknownKey(where, name));
}

function unknownKey(where: string, name: string): PolicyProblem {
  return policyProblem(memberPath(where, name), 'unknown_name');
}

/** Stands for a value that a policy names but that isn't valid. */
export const INVALID = Symbol('invalid');

/** A member's value; undefined if missing, INVALID (with a problem added) if invalid. */
export function readMember<T>(
  holder: Record<string, unknown>,
  name: string,
  schema: z.ZodType<T>,
  problems: PolicyProblem[],
  within = '',
): T | typeof INVALID | undefined {
  if (!Object.hasOwn(holder, name)) return undefined;
  const where = memberPath(within, name);
  if (holder[name] === undefined || holder[name] === null) {
    problems.push(policyProblem(where, 'value_empty'));
    return INVALID;
  }
  const parsed = readSafely(schema, holder[name]);
  if (parsed.success) return parsed.data;
  problems.push(...problemsOf(parsed.error, where, schema));
  return INVALID;
}
