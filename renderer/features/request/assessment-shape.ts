import type { Json } from '../../../shared/request.ts';

/** How one value of an assessment is shown. The service says nothing about the shape, so it is read off the value. */
export type AssessmentPart =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'score'; readonly value: number; readonly scale: ScoreScale }
  | { readonly kind: 'yes_no'; readonly yes: boolean }
  | { readonly kind: 'group'; readonly fields: readonly AssessmentField[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly AssessmentPart[][];
    }
  | { readonly kind: 'list'; readonly items: readonly AssessmentPart[] };

export interface AssessmentField {
  /** As the service named it. */
  readonly name: string;
  readonly part: AssessmentPart;
}

/** What a score is measured against; `guessed` unless the service says so itself. */
export interface ScoreScale {
  readonly max: number;
  readonly guessed: boolean;
}

const SCORE_WORD =
  /score|rating|grade|points|confidence|probability|likelihood|percent|pct|fit$|match$|rank(?:ing)?$|level$/i;
const MAX_WORD = /^(?:max|maximum|out_?of|scale|(?:max|maximum)[_-]?(?:score|points|rating|grade))$/i;
const USUAL_SCALES = [1, 5, 10, 100];

/** Reads how to show a value of any shape. */
export function assessmentPart(value: Json): AssessmentPart {
  if (value === null) return { kind: 'nothing' };
  switch (typeof value) {
    case 'boolean':
      return { kind: 'yes_no', yes: value };
    case 'number':
      return { kind: 'number', value };
    case 'string':
      return value.trim() === '' ? { kind: 'nothing' } : { kind: 'text', text: value };
    default:
      return isList(value) ? listPart(value) : groupPart(value);
  }
}

/** True for an assessment that says nothing: none, null, `{}` or `[]`. */
export function isEmptyAssessment(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

type JsonObject = { readonly [key: string]: Json };

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

function groupPart(group: JsonObject): AssessmentPart {
  const scale = scaleOf(group);
  const fields = Object.entries(group).map(([name, value]) => ({
    name,
    part: isScore(name, value) && scale ? ({ kind: 'score', value, scale } as const) : assessmentPart(value),
  }));
  return { kind: 'group', fields };
}

function isScore(name: string, value: Json): value is number {
  return typeof value === 'number' && value >= 0 && SCORE_WORD.test(name) && !MAX_WORD.test(name);
}

/** The scale all scores of a group share: a stated maximum, else the smallest usual one that holds them all. */
function scaleOf(group: JsonObject): ScoreScale | undefined {
  const entries = Object.entries(group);
  const scores = entries.filter(([name, value]) => isScore(name, value)).map(([, value]) => Number(value));
  if (scores.length === 0) return undefined;
  const highest = Math.max(...scores);
  const stated = entries.find(([name, value]) => MAX_WORD.test(name) && typeof value === 'number')?.[1];
  if (typeof stated === 'number' && stated >= highest && stated > 0) return { max: stated, guessed: false };
  const percent = entries.some(([name, value]) => isScore(name, value) && /percent|pct/i.test(name));
  const max = USUAL_SCALES.find((usual) => highest <= usual && (!percent || usual === 1 || usual === 100));
  return max === undefined ? undefined : { max, guessed: true };
}

function listPart(list: readonly Json[]): AssessmentPart {
  if (list.length === 0) return { kind: 'nothing' };
  return tablePart(list) ?? { kind: 'list', items: list.map(assessmentPart) };
}

const MOST_COLUMNS = 6;

/** Two and more objects with the same few keys, all of them plain values, read best as a table. */
function tablePart(list: readonly Json[]): AssessmentPart | undefined {
  const rows = list.filter(isObject);
  const columns = Object.keys(rows[0] ?? {});
  if (
    rows.length !== list.length ||
    rows.length < 2 ||
    columns.length === 0 ||
    columns.length > MOST_COLUMNS
  ) {
    return undefined;
  }
  const alike = rows.every((row) => {
    const keys = Object.keys(row);
    return keys.length === columns.length && keys.every((key) => columns.includes(key) && isPlain(row[key]));
  });
  if (!alike) return undefined;
  const highest = Object.fromEntries(columns.map((column) => [column, columnMax(rows, column)]));
  const scale = scaleOf(highest);
  return {
    kind: 'table',
    columns,
    rows: rows.map((row) => columns.map((column) => cellPart(column, row[column] ?? null, scale))),
  };
}

function cellPart(column: string, value: Json, scale: ScoreScale | undefined): AssessmentPart {
  return scale && isScore(column, value) ? { kind: 'score', value, scale } : assessmentPart(value);
}

/** The highest number of a column; null when it holds anything else. */
function columnMax(rows: readonly JsonObject[], column: string): number | null {
  const values = rows.map((row) => row[column]).filter((value) => typeof value === 'number');
  return values.length === 0 ? null : Math.max(...values);
}

function isPlain(value: Json | undefined): boolean {
  return value === undefined || value === null || typeof value !== 'object';
}

/** A field's name as a person would write it: `overall_score` and `overallScore` become `Overall score`. */
export function readableName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim();
  if (words === '') return name;
  const lower =
    words === words.toUpperCase()
      ? words
      : words.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
