import type { DatabaseSync } from 'node:sqlite';
import type { PinnedField } from '../../../shared/assessment.ts';
import { isList, isObject, isPrimitive, keysOf, valueAt } from '../../../shared/assessment-paths.ts';
import { innerFields, pinOf } from '../../../shared/assessment-pins.ts';
import {
  type AssessmentField,
  assessmentOf,
  isEmptyAssessment,
  partOf,
} from '../../../shared/assessment-shape.ts';
import {
  type AnswerExamples,
  type Example,
  type FieldExamples,
  MAX_EXAMPLES,
  type ScoreOffer,
} from '../../../shared/field-examples.ts';
import type { Json } from '../../../shared/request.ts';
import { numberAt, type SentNumber } from '../../../shared/sent-number.ts';
import { all, integer, one, type Row, text } from '../operation.ts';
import { coveringOf, IS_REVEALED } from './covering.ts';
import { describedOf, isMeaningLocked } from './described-fields.ts';
import { storedResults } from './results-backfill.ts';

/** Limits for one call, so that it blocks for some 50 ms at most. A larger answer is read if it is the newest. */
const MAX_ANSWERS = 50;
const MAX_BYTES = 256 * 1024;
const MAX_REQUESTS = 20_000;

/** The newest requests of a questionnaire. */
const NEWEST = `(SELECT row, has_results FROM requests INDEXED BY requests_by_questionnaire
  WHERE questionnaire_template_id = ? AND workspace_id = ? ORDER BY row DESC LIMIT ${MAX_REQUESTS}) AS requests`;

/**
 * What the newest answers to a questionnaire had in its result fields. While verdicts come first, a request without one
 * adds nothing, not even a field that may be seen before.
 */
export function answerExamples(
  db: DatabaseSync,
  workspaceId: string,
  questionnaireId: string,
): AnswerExamples {
  const isCovering = coveringOf(db, workspaceId) !== undefined;
  const described = describedOf(db, { workspaceId, id: questionnaireId });
  const collector = new FieldExampleCollector(described.map(({ path }) => path));
  const answers = newestAnswers(db, workspaceId, questionnaireId, isCovering);
  for (const results of answers) collector.add(results);
  const leftOutCovered = isCovering && hasCovered(db, workspaceId, questionnaireId);
  return {
    answers: answers.length,
    leftOutCovered,
    fields: collector.fields(),
    hasMore: collector.hasMore,
  };
}

/** The results of the newest answers, without empty ones; while covering, only of requests with a verdict. */
function newestAnswers(
  db: DatabaseSync,
  workspaceId: string,
  questionnaireId: string,
  isCovering: boolean,
): readonly Json[] {
  const sql = `SELECT requests.row, answers.size FROM ${NEWEST} JOIN answers ON answers.row = requests.row
    WHERE has_results = 1 ${isCovering ? `AND ${IS_REVEALED}` : ''} ORDER BY requests.row DESC LIMIT ${MAX_ANSWERS}`;
  const found = all(db, sql, questionnaireId, workspaceId);
  return withinBytes(found).flatMap((row) => {
    const results = storedResults(db, row);
    return results === undefined || isEmptyAssessment(results) ? [] : [results];
  });
}

/** Questionnaires whose answers one call reads. */
const MAX_OFFERED = 3;
const MIN_ANSWERS = 5;
/** The share of the answers that have a number in the field. */
const MOST_ANSWERS = 0.8;

/** The field to offer as the score of a questionnaire or, with null, of the one that most results are of. */
export function scoreOffer(
  db: DatabaseSync,
  workspaceId: string,
  questionnaireId: string | null,
): ScoreOffer | null {
  if (coveringOf(db, workspaceId)) return null;
  const sql = `SELECT questionnaire_template_id AS id FROM request_counts
    LEFT JOIN library ON library.workspace_id = ?1 AND kind = 'questionnaire'
      AND service_id = questionnaire_template_id
    WHERE request_counts.workspace_id = ?1 AND has_results = 1 AND coalesce(score_declined, 0) = 0
      AND (?2 IS NULL OR questionnaire_template_id = ?2)
    GROUP BY 1 HAVING sum(n) >= ${MIN_ANSWERS} ORDER BY sum(n) DESC`;
  const ids = all(db, sql, workspaceId, questionnaireId).map((row) => text(row, 'id'));
  const open = ids.filter(
    (id) => !isMeaningLocked(db, id) && describedOf(db, { workspaceId, id }).length === 0,
  );
  for (const id of open.slice(0, MAX_OFFERED)) {
    const offer = scoreOf(db, workspaceId, id);
    if (offer) return offer;
  }
  return null;
}

function scoreOf(db: DatabaseSync, workspaceId: string, questionnaireId: string): ScoreOffer | undefined {
  const collector = new FieldExampleCollector([]);
  const answers = newestAnswers(db, workspaceId, questionnaireId, false);
  for (const results of answers) collector.add(results);
  if (answers.length < MIN_ANSWERS) return undefined;
  const offers = collector.fields().flatMap(({ path, pin }) => {
    const numbers = answers.flatMap((results) => numberAt(results, path) ?? []);
    const scale = scaleOf(numbers);
    if (pin === null || scale === undefined || numbers.length < MOST_ANSWERS * answers.length) return [];
    return [{ questionnaireId, path, label: pin.label, ...scale }];
  });
  const ranked = offers.toSorted((one, other) => likenessOf(one.label) - likenessOf(other.label));
  return ranked.find(({ label }) => likenessOf(label) < NO_SCORE);
}

const SCALES = [1, 5, 10, 100, 1000];

/** Undefined for numbers that can't be scores: below 0, above 1,000, all the same, or only 0 and 1. */
function scaleOf(numbers: readonly SentNumber[]): Pick<ScoreOffer, 'least' | 'most' | 'of'> | undefined {
  const values = numbers.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const of = numbers[0]?.of ?? SCALES.find((end) => most <= end);
  const isFlag = values.every((value) => value === 0 || value === 1);
  if (of === undefined || least < 0 || most > of || least === most || isFlag) return undefined;
  return numbers.every((number) => number.of === null || number.of === of) ? { least, most, of } : undefined;
}

/** What is named like this is something else. */
const NO_SCORE = 3;

/** How much like a score a field is named: 0 most of all. It is only asked about. */
function likenessOf(label: string): number {
  if (/\b(?:overall|total|final)\b/i.test(label)) return 0;
  if (/\b(?:scores?|ratings?|grade|points|marks?)\b/i.test(label)) return 1;
  return /\b(?:seconds?|minutes?|hours?|days?|duration|years?|age|count|salary|pay|answered|questions)\b/i.test(
    label,
  )
    ? NO_SCORE
    : 2;
}

/** The first rows with at most so many bytes together, and at least one. */
function withinBytes(found: readonly Row[]): readonly number[] {
  let bytes = 0;
  const end = found.findIndex((row) => {
    bytes += integer(row, 'size');
    return bytes > MAX_BYTES;
  });
  return found.slice(0, end < 0 ? undefined : Math.max(end, 1)).map((row) => integer(row, 'row'));
}

function hasCovered(db: DatabaseSync, workspaceId: string, questionnaireId: string): boolean {
  const sql = `SELECT 1 FROM ${NEWEST} WHERE has_results = 1 AND NOT ${IS_REVEALED} LIMIT 1`;
  return one(db, sql, questionnaireId, workspaceId) !== undefined;
}

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
