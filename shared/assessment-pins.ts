import type { PinnedField, PinnedKind, PinnedValue, ScoreScale } from './assessment.ts';
import { type LeafPart, readLeaf } from './assessment-leaf.ts';
import { namesOverall, namesScore, readableName } from './assessment-names.ts';
import { isList, isObject, isPlain, type JsonObject, keysOf, stepsOf, valueAt } from './assessment-paths.ts';
import { plainNumber, type Score, scoreInText, statedScaleOf } from './assessment-scale.ts';
import { type AssessmentField, assessmentOf, fieldsOf, itemsOf, partOf } from './assessment-shape.ts';
import type { Json } from './request.ts';

/** A text value is stored up to this length: it is for a column, a filter and an order. */
const LONGEST_TEXT = 500;
const LONGEST_PATH = 400;
const LONGEST_LABEL = 100;

const SCALES: readonly ScoreScale[] = [1, 5, 10, 100];

/** A field as it would be pinned; undefined for what no column can show (a group, nothing, encoded data). */
export function pinOf(field: AssessmentField): PinnedField | undefined {
  if (!isPlain(field.value)) return undefined;
  return pinOfPart(field, readLeaf(field.name, field.value ?? null, field.scale));
}

function pinOfPart(field: AssessmentField, part: LeafPart): PinnedField | undefined {
  const kind = kindOf(part);
  if (kind === undefined || field.path === '' || field.path.length > LONGEST_PATH) return undefined;
  const scale = part.kind === 'score' ? (SCALES.find((known) => known === part.scale.max) ?? null) : null;
  // A score of no usual scale is a number: there is nothing to draw its bar against.
  return {
    path: field.path,
    label: labelOf(field),
    kind: kind === 'score' && scale === null ? 'number' : kind,
    scale,
  };
}

function kindOf(part: LeafPart): PinnedKind | undefined {
  switch (part.kind) {
    case 'score':
      return 'score';
    case 'number':
    case 'duration':
      return 'number';
    case 'yes_no':
      return 'boolean';
    case 'date':
      return 'date';
    case 'text':
    case 'grade':
    case 'link':
      return 'text';
    case 'nothing':
    case 'data':
      return undefined;
  }
}

/** What the column is called: the field's name, with what it belongs to where that alone says little. */
function labelOf(field: AssessmentField): string {
  const steps = stepsOf(field.path) ?? [];
  const parent = steps.at(-2);
  const entry = parent === undefined ? undefined : /^[^=]+=(.+)$/s.exec(parent)?.[1];
  const named = entry ?? (parent === undefined || /^\d+$/.test(parent) ? undefined : readableName(parent));
  const label = field.label === '' ? (steps.at(-1) ?? '') : field.label;
  const whole = named === undefined ? label : withOwner(field.name, label, named);
  return clipped(whole.trim() === '' ? field.path : whole, LONGEST_LABEL);
}

function withOwner(name: string, label: string, owner: string): string {
  if (/^(?:score|rating|value|level|points|stars|grade|mark)$/i.test(name)) return owner;
  return /^(?:result|answer|a|response|comment|feedback|notes?|reason|evidence|max|weight)$/i.test(name)
    ? `${owner}: ${label.toLowerCase()}`
    : label;
}

function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${[...text.slice(0, most - 1)].slice(0, -1).join('')}…`;
}

/** A field that can be pinned, with the value it has in these results. */
export interface PinnableField extends PinnedField {
  readonly value: PinnedValue;
}

const MOST_FIELDS = 2000;
const MOST_VISITED = 20_000;
const DEEPEST = 12;

/** The fields of a result that can be columns, in its order: not those deeper than a person would look. */
export function pinnableFields(results: Json | undefined): readonly PinnableField[] {
  const found: PinnableField[] = [];
  if (results === undefined) return found;
  let visited = 0;
  const visit = (field: AssessmentField, depth: number): void => {
    visited += 1;
    if (found.length >= MOST_FIELDS || visited > MOST_VISITED || depth > DEEPEST) return;
    const pin = pinOf(field);
    const value = pin && toPinnedValue(field.value, pin);
    if (pin && value !== undefined) found.push({ ...pin, value });
    else for (const inner of innerFields(field)) visit(inner, depth + 1);
  };
  visit(assessmentOf(results), 0);
  return found;
}

/** What a field holds, each with the scale that is shown on the page. */
export function innerFields(field: AssessmentField): readonly AssessmentField[] {
  const { value } = field;
  if (isPlain(value)) return [];
  const part = partOf(field, MOST_FIELDS);
  if (part.kind === 'table') return part.rows.flatMap(({ cells }) => cells);
  return isList(value ?? null)
    ? itemsOf(field, listOf(value), MOST_FIELDS)
    : fieldsOf(field, groupOf(value), MOST_FIELDS);
}

function listOf(value: Json): readonly Json[] {
  return isList(value) ? value : [];
}

function groupOf(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

/**
 * The value of a pinned field in these results; undefined where the field is missing or holds nothing of the kind.
 * A score is on the pin's scale however it is written (`4`, `"4/5"`, `"85%"`, `{score: 4, max: 5}`); a date is ms
 * since 1970 UTC; a text is cut at 500 characters.
 */
export function pinnedValueOf(results: Json | undefined, field: PinnedField): PinnedValue | undefined {
  return toPinnedValue(valueAt(results, field.path), field);
}

function toPinnedValue(value: Json | undefined, field: PinnedField): PinnedValue | undefined {
  if (value === undefined || value === null) return undefined;
  switch (field.kind) {
    case 'score':
      return scoreValue(value, field.scale);
    case 'number':
      return numberValue(value);
    case 'boolean':
      return booleanValue(value);
    case 'date':
      return dateValue(lastStep(field.path), value);
    case 'text':
      return textValue(value);
  }
}

function lastStep(path: string): string {
  return stepsOf(path)?.at(-1) ?? '';
}

function scoreValue(value: Json, scale: ScoreScale | null): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') {
    const score = scoreInText(value);
    return score ? onScale(score, scale) : plainNumber(value);
  }
  if (!isObject(value)) return undefined;
  const points = mainNumber(value);
  const stated = statedScaleOf(value);
  if (typeof points !== 'number') return points === undefined ? undefined : scoreValue(points, scale);
  return stated ? onScale({ value: points, scale: stated }, scale) : points;
}

/** The number or text that an object such as `{score: 4, comment: "…"}` is about. */
function mainNumber(group: JsonObject): number | string | undefined {
  for (const name of keysOf(group).slice(0, 50)) {
    const value = group[name];
    if (!namesScore(name) && !namesOverall(name) && name.toLowerCase() !== 'value') continue;
    if (typeof value === 'number' || typeof value === 'string') return value;
  }
  return undefined;
}

/** The same score on another scale: four of five is eight of ten. */
function onScale({ value, scale }: Score, wanted: ScoreScale | null): number {
  if (wanted === null || wanted === scale.max) return value;
  // Without the digits that only come from reckoning: 85 of 100 is 0.85 of 1.
  return Number(((value / scale.max) * wanted).toPrecision(12));
}

function numberValue(value: Json): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'boolean') return undefined;
  if (typeof value !== 'string') return isObject(value) ? numberOrNone(mainNumber(value)) : undefined;
  const part = readLeaf('', value, undefined);
  if (part.kind === 'duration') return part.ms / 1000;
  return scoreInText(value)?.value ?? plainNumber(value);
}

function numberOrNone(value: number | string | undefined): number | undefined {
  return typeof value === 'string' ? plainNumber(value) : value;
}

function booleanValue(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return undefined;
  if (/^\s*(?:yes|y|true|1)\s*$/i.test(value)) return true;
  return /^\s*(?:no|n|false|0)\s*$/i.test(value) ? false : undefined;
}

function dateValue(name: string, value: Json): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // Pinned as a date, so a number of that size is one, whatever the field is called.
  const part = [name, 'date']
    .map((each) => readLeaf(each, value, undefined))
    .find(({ kind }) => kind === 'date');
  return part?.kind === 'date' ? part.at : undefined;
}

function textValue(value: Json): string | undefined {
  const text = isPlain(value)
    ? String(value)
    : isList(value) && value.length <= 50 && value.every(isPlain)
      ? value.map((each) => String(each ?? '')).join(', ')
      : '';
  const trimmed = text.slice(0, 2 * LONGEST_TEXT).trim();
  return trimmed === '' ? undefined : clipped(trimmed, LONGEST_TEXT);
}
