import type { PinnedField } from '../../../shared/assessment.ts';
import { isList, isObject, isPrimitive, keysOf, valueAt } from '../../../shared/assessment-paths.ts';
import { innerFields, pinOf } from '../../../shared/assessment-pins.ts';
import {
  type AssessmentField,
  assessmentOf,
  isEmptyAssessment,
  partOf,
} from '../../../shared/assessment-shape.ts';
import { type Example, type FieldExamples, MAX_EXAMPLES } from '../../../shared/field-examples.ts';
import type { Json } from '../../../shared/request.ts';

/** A result may have a million fields, of which nobody would read more. */
const MAX_FIELDS = 200;
/** Fields, lists and groups that are visited in one answer. */
const MAX_VISITS = 2000;

interface Collected {
  readonly path: string;
  pin: FieldExamples['pin'];
  answers: number;
  readonly examples: Example[];
  /** The examples as JSON, to tell whether another one is new. */
  readonly known: Set<string>;
}

interface Seen {
  readonly pin: PinnedField;
  readonly value: Json;
}

/** Collects what answers have in their fields, from the newest answer to the oldest. */
export class FieldExampleCollector {
  private readonly described: readonly string[];
  private readonly byPath = new Map<string, Collected>();
  private others = 0;
  hasMore = false;

  constructor(described: readonly string[]) {
    this.described = described;
    for (const path of described) this.begin(path);
  }

  add(results: Json): void {
    const seen = this.readFields(results);
    for (const path of this.described) {
      const example = exampleOf(valueAt(results, path));
      const collected = example && this.collectedAt(path);
      if (collected) keep(collected, example, seen.get(path)?.pin ?? null);
    }
    for (const [path, { pin, value }] of seen) {
      if (this.described.includes(path)) continue;
      const example = exampleOf(value);
      const collected = example && this.collectedAt(path);
      if (collected) keep(collected, example, pin);
    }
  }

  /** The fields that any answer has. */
  fields(): readonly FieldExamples[] {
    return [...this.byPath.values()]
      .filter(({ answers }) => answers > 0)
      .map(({ path, pin, answers, examples }) => ({ path, pin, answers, examples }));
  }

  private begin(path: string): Collected {
    const collected = { path, pin: null, answers: 0, examples: [], known: new Set<string>() };
    this.byPath.set(path, collected);
    return collected;
  }

  private collectedAt(path: string): Collected | undefined {
    const known = this.byPath.get(path);
    if (known) return known;
    if (this.others === MAX_FIELDS) {
      this.hasMore = true;
      return undefined;
    }
    this.others += 1;
    return this.begin(path);
  }

  /** The fields of a result that can be columns, by path, level by level. */
  private readFields(results: Json): ReadonlyMap<string, Seen> {
    const seen = new Map<string, Seen>();
    const waiting: AssessmentField[] = [assessmentOf(results)];
    for (const [at, field] of waiting.entries()) {
      if (at === MAX_VISITS) {
        this.hasMore = true;
        break;
      }
      const pin = pinOf(field);
      if (pin) seen.set(pin.path, { pin, value: field.value });
      else if (!isTranscript(field)) waiting.push(...innerFields(field).slice(0, MAX_VISITS));
    }
    return seen;
  }
}

/** The turns of a conversation are no fields that anybody would describe. */
function isTranscript(field: AssessmentField): boolean {
  return isList(field.value) && partOf(field, 1).kind === 'transcript';
}

/** Undefined for nothing: no value, a blank text, an empty list or group. */
function exampleOf(value: Json | undefined): Example | undefined {
  if (value === undefined || value === null || isEmptyAssessment(value)) return undefined;
  if (isPrimitive(value)) return { kind: 'value', value };
  return isList(value)
    ? { kind: 'list', size: value.length }
    : { kind: 'group', size: isObject(value) ? keysOf(value).length : 0 };
}

function keep(collected: Collected, example: Example, pin: FieldExamples['pin']): void {
  collected.answers += 1;
  collected.pin ??= pin;
  if (collected.examples.length === MAX_EXAMPLES) return;
  const key = JSON.stringify(example);
  if (collected.known.has(key)) return;
  collected.known.add(key);
  collected.examples.push(example);
}
