import { type LeafPart, readLeaf } from './assessment-leaf.ts';
import { isList, isObject, isPlain, type JsonObject, keysOf, stepInto } from './assessment-paths.ts';
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
 * Assessment results of any shape, read one level at a time: what nobody opens is never read, so a result a million
 * fields wide or ten thousand levels deep costs no more than what is on screen.
 */

/** A value with what is known about it from its place. */
export interface AssessmentField {
  /** As the service named it; empty for the results as a whole and for what is listed. */
  readonly name: string;
  /** For a person. */
  readonly label: string;
  /** See assessment-paths.ts. */
  readonly path: string;
  readonly value: Json;
}

/** How one value is shown. Of what has many entries at most as many as asked for are read; `total` counts all. */
export type AssessmentPart =
  | LeafPart
  | { readonly kind: 'group'; readonly fields: readonly AssessmentField[]; readonly total: number }
  | { readonly kind: 'list'; readonly items: readonly AssessmentField[]; readonly total: number }
  | ({ readonly kind: 'table' } & AssessmentTable)
  | ({ readonly kind: 'transcript' } & Transcript);

/** The results as a whole. */
export function assessmentOf(results: Json): AssessmentField {
  return { name: '', label: '', path: '', value: results };
}

/** True for an assessment that says nothing: none, null, `{}`, `[]` or blank. */
export function isEmptyAssessment(results: Json | undefined): boolean {
  if (results === undefined || results === null) return true;
  if (typeof results === 'string') return results.trim() === '';
  if (typeof results !== 'object') return false;
  return isList(results) ? results.length === 0 : isWithoutKeys(results);
}

function isWithoutKeys(group: JsonObject): boolean {
  return keysOf(group).length === 0;
}

/** Entries of a group or list that are read at first. */
export const FIRST_ENTRIES = 60;

/** Reads one level of a field; `most` entries of a group, list or table. */
export function partOf(field: AssessmentField, most = FIRST_ENTRIES): AssessmentPart {
  const { value } = field;
  if (isPlain(value)) return readLeaf(value ?? null);
  if (isList(value)) return listPart(field, value, most);
  if (isWithoutKeys(value)) return { kind: 'nothing' };
  const table = tableOf(field, value, most);
  return table ? { kind: 'table', ...table } : groupPart(field, value, most);
}

/** The fields of a group, at most so many. */
export function fieldsOf(
  field: AssessmentField,
  group: JsonObject,
  most: number,
): readonly AssessmentField[] {
  const names = keysOf(group).slice(0, most);
  const alike = labelsOfMany(names);
  return names.map((name) => ({
    name,
    label: alike.has(readableName(name)) ? name : readableName(name).trim() || NAMELESS,
    path: stepInto(field.path, name),
    value: group[name] ?? null,
  }));
}

/** What a field is called whose name is empty or blank. */
const NAMELESS = '(no name)';

/** Labels that more than one of these names would get: `Score` and `score` are told apart as they are written. */
function labelsOfMany(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const many = new Set<string>();
  for (const label of names.map(readableName)) (seen.has(label) ? many : seen).add(label);
  return many;
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

/** The entries of a list, at most so many; each of them that is a group is headed by its question, skill or name. */
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

const MOST_BRIEF = 8;

/** True for a group of a few small fields: it is read at a glance, so nobody should have to open it. */
export function isBrief({ value }: AssessmentField): boolean {
  if (isPlain(value) || isList(value)) return false;
  const names = keysOf(value);
  return names.length <= MOST_BRIEF && names.every((name) => isPlain(value[name]));
}

/** True for what fits beside its name: everything but groups, lists and tables of something. */
export function isSmall({ value }: AssessmentField): boolean {
  if (isPlain(value)) return true;
  if (isList(value))
    return value.length <= 12 && value.every((item) => isPlain(item) && String(item).length <= 40);
  return isObject(value) && isWithoutKeys(value);
}
