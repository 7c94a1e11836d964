import { type JsonMistake, type PolicyProblem, policyProblem } from '../../shared/policy.ts';

/** A text that is not the JSON a policy may be: what is wrong and where, never what stands there (it may be a secret). */
export class JsonProblem extends Error {
  override readonly name = 'JsonProblem';
  readonly problem: PolicyProblem;

  constructor(problem: PolicyProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Objects and lists inside each other; a policy needs three levels. */
const DEEPEST = 16;

/**
 * Reads JSON (RFC 8259) more strictly than `JSON.parse`: a name that occurs twice in an object is an error, because
 * readers differ in which of the two counts. Objects have no prototype, so `__proto__` is a name like any other.
 * Throws a {@link JsonProblem}.
 */
export function parseStrictJson(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.value('', 0);
  reader.end();
  return value;
}

/** Names longer than this are cut where they are shown. */
const LONGEST_NAME_SHOWN = 60;

/** The path of a member. What a file calls it is shown in one line, and not without end. */
export function placeOf(where: string, name: string): string {
  const shown = name.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '\uFFFD');
  const clipped = shown.length > LONGEST_NAME_SHOWN ? `${shown.slice(0, LONGEST_NAME_SHOWN)}…` : shown;
  return where === '' ? clipped : `${where}.${clipped}`;
}

const WHITE = /[ \t\n\r]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

class Reader {
  private readonly text: string;
  private position = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(where: string, depth: number): unknown {
    if (depth > DEEPEST) throw new JsonProblem(policyProblem(where, 'too_deep', { most: DEEPEST }));
    this.take(WHITE);
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
    this.take(WHITE);
    if (this.position < this.text.length) throw this.unexpected('', 'end');
  }

  private object(where: string, depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = Object.create(null);
    this.position += 1;
    if (this.takes('}')) return members;
    do {
      this.take(WHITE);
      const name = this.string(where);
      const place = placeOf(where, name);
      if (name in members) throw new JsonProblem(policyProblem(place, 'name_twice'));
      if (!this.takes(':')) throw this.unexpected(where, 'colon');
      members[name] = this.value(place, depth + 1);
    } while (this.takes(','));
    if (!this.takes('}')) throw this.unexpected(where, 'comma_or_brace');
    return members;
  }

  private list(where: string, depth: number): unknown[] {
    const values: unknown[] = [];
    this.position += 1;
    if (this.takes(']')) return values;
    do values.push(this.value(`${where}[${values.length}]`, depth + 1));
    while (this.takes(','));
    if (!this.takes(']')) throw this.unexpected(where, 'comma_or_bracket');
    return values;
  }

  private string(where: string): string {
    const begin = this.position;
    const written = this.take(STRING);
    if (written === undefined) throw this.unexpected(where, 'text');
    try {
      return String(JSON.parse(written));
    } catch {
      this.position = begin;
      throw this.unexpected(where, 'escape');
    }
  }

  private plain(where: string): unknown {
    const written = this.take(WORD) ?? this.take(NUMBER);
    if (written === undefined) throw this.unexpected(where, 'value');
    return JSON.parse(written);
  }

  private takes(sign: string): boolean {
    this.take(WHITE);
    if (this.text[this.position] !== sign) return false;
    this.position += 1;
    return true;
  }

  private take(pattern: RegExp): string | undefined {
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
