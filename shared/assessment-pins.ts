import type { PinnedField, PinnedKind, PinnedValue } from './assessment.ts';
import { type LeafPart, readLeaf } from './assessment-leaf.ts';
import { isList, isPrimitive, stepsOf, valueAt } from './assessment-paths.ts';
import { type AssessmentField, fieldsOf, itemsOf, partOf } from './assessment-shape.ts';
import { readableName } from './field-names.ts';
import type { Json } from './request.ts';
import { numberInText } from './sent-number.ts';

/** Stored texts are cut to this length: they serve only as column, filter and sort values. */
const MAX_TEXT_LENGTH = 500;
const MAX_PATH_LENGTH = 400;
const MAX_LABEL_LENGTH = 100;

/** The field as a pin; undefined for values that a column can't show (an object, nothing, encoded data). */
export function pinOf(field: AssessmentField): PinnedField | undefined {
  if (!isPrimitive(field.value)) return undefined;
  const kind = kindOf(readLeaf(field.value ?? null));
  if (kind === undefined || field.path === '' || field.path.length > MAX_PATH_LENGTH) return undefined;
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

/** The column heading: the field's name, with its parent's where the name alone is too generic (`score`). */
function labelOf(field: AssessmentField): string {
  const steps = stepsOf(field.path) ?? [];
  const parent = steps.at(-2);
  const entry = parent === undefined ? undefined : /^[^=]+=(.+)$/s.exec(parent)?.[1];
  const named = entry ?? (parent === undefined || /^\d+$/.test(parent) ? undefined : readableName(parent));
  const label = field.label === '' ? (steps.at(-1) ?? '') : field.label;
  const whole = named === undefined ? label : withOwner(field.name, label, named);
  return clipped(whole.trim() === '' ? field.path : whole, MAX_LABEL_LENGTH);
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

const MAX_FIELDS = 2000;

/** The child fields of a field, in the order the page shows them. */
export function innerFields(field: AssessmentField): readonly AssessmentField[] {
  const { value } = field;
  if (isPrimitive(value)) return [];
  const part = partOf(field, MAX_FIELDS);
  if (part.kind === 'table') return part.rows.flatMap(({ cells }) => cells);
  return isList(value) ? itemsOf(field, value, MAX_FIELDS) : fieldsOf(field, value, MAX_FIELDS);
}

/**
 * The value of a pinned field in these results, as sent; undefined if the field is missing or a column can't show it.
 * A date is ms since 1970 UTC; a text is cut at 500 characters.
 */
export function pinnedValueOf(results: Json | undefined, field: PinnedField): PinnedValue | undefined {
  const value = valueAt(results, field.path);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const part = field.kind === 'date' && typeof value === 'string' ? readLeaf(value) : undefined;
  return part?.kind === 'date' ? part.at : textValue(value);
}

function textValue(value: Json): string | undefined {
  const text = isPrimitive(value)
    ? String(value)
    : isList(value) && value.length <= 50 && value.every(isPrimitive)
      ? value.map((each) => String(each ?? '')).join(', ')
      : '';
  const trimmed = text.slice(0, 2 * MAX_TEXT_LENGTH).trim();
  return trimmed === '' ? undefined : clipped(trimmed, MAX_TEXT_LENGTH);
}
