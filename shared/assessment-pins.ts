import type { PinnedField, PinnedKind, PinnedValue } from './assessment.ts';
import { type LeafPart, readLeaf } from './assessment-leaf.ts';
import { isList, isObject, isPlain, type JsonObject, stepsOf, valueAt } from './assessment-paths.ts';
import { type AssessmentField, assessmentOf, fieldsOf, itemsOf, partOf } from './assessment-shape.ts';
import { readableName } from './field-names.ts';
import type { Json } from './request.ts';
import { numberInText } from './sent-number.ts';

/** A text value is stored up to this length: it is for a column, a filter and an order. */
const LONGEST_TEXT = 500;
const LONGEST_PATH = 400;
const LONGEST_LABEL = 100;

/** A field as it would be pinned; undefined for what no column can show (a group, nothing, encoded data). */
export function pinOf(field: AssessmentField): PinnedField | undefined {
  if (!isPlain(field.value)) return undefined;
  const kind = kindOf(readLeaf(field.value ?? null));
  if (kind === undefined || field.path === '' || field.path.length > LONGEST_PATH) return undefined;
  return { path: field.path, label: labelOf(field), kind };
}

function kindOf(part: LeafPart): PinnedKind | undefined {
  switch (part.kind) {
    case 'number':
      return 'number';
    case 'yes_no':
      return 'boolean';
    case 'date':
      return 'date';
    case 'text':
      return numberInText(part.text) ? 'number' : 'text';
    case 'duration':
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

/** What a field holds, in the order of the page. */
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
 * The value of a pinned field in these results, as it was sent; undefined where the field is missing or holds what no
 * column can show. A date is ms since 1970 UTC; a text is cut at 500 characters.
 */
export function pinnedValueOf(results: Json | undefined, field: PinnedField): PinnedValue | undefined {
  return toPinnedValue(valueAt(results, field.path), field);
}

function toPinnedValue(value: Json | undefined, { kind }: PinnedField): PinnedValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const part = kind === 'date' && typeof value === 'string' ? readLeaf(value) : undefined;
  return part?.kind === 'date' ? part.at : textValue(value);
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
