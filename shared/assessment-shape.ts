import { type LeafPart, readLeaf } from './assessment-leaf.ts';
import { isList, isObject, isPrimitive, type JsonObject, keysOf, stepInto } from './assessment-paths.ts';
import {
  type AssessmentTable,
  entryPaths,
  type Transcript,
  tableOf,
  transcriptOf,
} from './assessment-tables.ts';
import { readableName } from './field-names.ts';
import type { Json } from './request.ts';

/**
 * Reads assessment results of any shape, one level at a time and only when a person opens it, so that a result a
 * million fields wide or ten thousand levels deep costs no more than the part on screen.
 */

/** A value with its name and position. */
export interface AssessmentField {
  /** As the service named it; empty for the root and for list entries. */
  readonly name: string;
  /** Readable name, for display. */
  readonly label: string;
  readonly path: string;
  readonly value: Json;
}

/** How to show one value. Entries are read up to a limit; `total` counts all of them. */
export type AssessmentPart =
  | LeafPart
  | { readonly kind: 'group'; readonly fields: readonly AssessmentField[]; readonly total: number }
  | { readonly kind: 'list'; readonly items: readonly AssessmentField[]; readonly total: number }
  | ({ readonly kind: 'table' } & AssessmentTable)
  | ({ readonly kind: 'transcript' } & Transcript);

export function assessmentOf(results: Json): AssessmentField {
  return { name: '', label: '', path: '', value: results };
}

/** True for missing or empty results: undefined, null, `{}`, `[]` or a blank text. */
export function isEmptyAssessment(results: Json | undefined): boolean {
  if (results === undefined || results === null) return true;
  if (typeof results === 'string') return results.trim() === '';
  if (typeof results !== 'object') return false;
  return isList(results) ? results.length === 0 : isWithoutKeys(results);
}

function isWithoutKeys(group: JsonObject): boolean {
  return keysOf(group).length === 0;
}

/** Entries of a group or list that are shown before a person asks for more. */
export const FIRST_ENTRIES = 60;

/** Reads one level of a field; at most `most` entries of a group, list or table. */
export function partOf(field: AssessmentField, most = FIRST_ENTRIES): AssessmentPart {
  const { value } = field;
  if (isPrimitive(value)) return readLeaf(value ?? null);
  if (isList(value)) return listPart(field, value, most);
  if (isWithoutKeys(value)) return { kind: 'nothing' };
  const table = tableOf(field, value, most);
  return table ? { kind: 'table', ...table } : groupPart(field, value, most);
}

/** The first `most` fields of a group. */
export function fieldsOf(
  field: AssessmentField,
  group: JsonObject,
  most: number,
): readonly AssessmentField[] {
  const names = keysOf(group).slice(0, most);
  const ambiguous = ambiguousLabels(names);
  return names.map((name) => ({
    name,
    label: ambiguous.has(readableName(name)) ? name : readableName(name).trim() || NAMELESS,
    path: stepInto(field.path, name),
    value: group[name] ?? null,
  }));
}

/** Label of a field whose name is blank. */
const NAMELESS = '(no name)';

/** Labels shared by several names, such as `Score` and `score`: those fields keep their original names. */
function ambiguousLabels(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const ambiguous = new Set<string>();
  for (const label of names.map(readableName)) (seen.has(label) ? ambiguous : seen).add(label);
  return ambiguous;
}

function groupPart(field: AssessmentField, group: JsonObject, most: number): AssessmentPart {
  return { kind: 'group', fields: fieldsOf(field, group, most), total: keysOf(group).length };
}

function listPart(field: AssessmentField, list: readonly Json[], most: number): AssessmentPart {
  if (list.length === 0) return { kind: 'nothing' };
  const transcript = transcriptOf(list, most);
  if (transcript) return { kind: 'transcript', ...transcript };
  const table = tableOf(field, list, most);
  if (table) return { kind: 'table', ...table };
  return { kind: 'list', items: itemsOf(field, list, most), total: list.length };
}

/** The first `most` entries of a list; objects are labelled by their question, skill or name. */
export function itemsOf(
  field: AssessmentField,
  list: readonly Json[],
  most: number,
): readonly AssessmentField[] {
  const items = list.slice(0, most);
  const entries = entryPaths(field.path, list, most);
  return items.map((value, place) => ({
    name: '',
    label: entries[place]?.title ?? (field.label === '' ? `${place + 1}` : `${field.label} ${place + 1}`),
    path: entries[place]?.path ?? stepInto(field.path, String(place)),
    value,
  }));
}

const MAX_BRIEF_FIELDS = 8;

/** True for a group of a few primitive fields, which is shown open. */
export function isBrief({ value }: AssessmentField): boolean {
  if (isPrimitive(value) || isList(value)) return false;
  const names = keysOf(value);
  return names.length <= MAX_BRIEF_FIELDS && names.every((name) => isPrimitive(value[name]));
}

/** True for a value that fits on one line with its name. */
export function isSmall({ value }: AssessmentField): boolean {
  if (isPrimitive(value)) return true;
  if (isList(value))
    return value.length <= 12 && value.every((item) => isPrimitive(item) && String(item).length <= 40);
  return isObject(value) && isWithoutKeys(value);
}
