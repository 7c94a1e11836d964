import { type JsonMistake, type PolicyProblem, policyProblem } from '../../shared/policy.ts';

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
