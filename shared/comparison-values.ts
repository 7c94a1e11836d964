import type { LeafPart } from './assessment-leaf.ts';
import { isPrimitive } from './assessment-paths.ts';
import { type AssessmentField, assessmentOf, isEmptyAssessment, partOf } from './assessment-shape.ts';
import type { AssessmentTable } from './assessment-tables.ts';
import { titleKey } from './field-names.ts';
import type { Json } from './request.ts';

export type ComparedValue =
  | Exclude<LeafPart, { kind: 'nothing' }>
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  /** A short summary of a value too large for a cell. */
  | { readonly kind: 'more'; readonly text: string };

/** A leaf field of one result that can be compared with the same field of other results. */
export interface ComparedField {
  /** See assessment-paths.ts; the same field has the same path in every result. */
  readonly path: string;
  /** For display, without the headings around it. */
  readonly label: string;
  /** In a list or table: the question, skill or index that the field belongs to. */
  readonly entry: string | null;
  /** The headings around it, outermost first. */
  readonly headings: readonly string[];
  readonly value: ComparedValue;
}

/** Entries read from each group, list or table. */
const MAX_ENTRIES = 60;
/** Fields compared per result. */
const MAX_FIELDS = 400;
/** Levels of nested groups that are opened. */
const MAX_DEPTH = 6;

/** The comparable fields of a result, in its order, without empty ones. */
export function comparedFields(results: Json | undefined): readonly ComparedField[] {
  if (results === undefined || isEmptyAssessment(results)) return [];
  const fields: ComparedField[] = [];
  for (const field of walk(assessmentOf(results), { headings: [], entry: null, depth: 0 })) {
    if (fields.length === MAX_FIELDS) break;
    fields.push(field);
  }
  return fields;
}

interface Position {
  readonly headings: readonly string[];
  readonly entry: string | null;
  readonly depth: number;
}

type Fields = Generator<ComparedField, void>;

function* walk(field: AssessmentField, place: Position): Fields {
  const part = partOf(field, MAX_ENTRIES);
  switch (part.kind) {
    case 'nothing':
      break;
    case 'group':
    case 'table':
    case 'list':
      if (part.kind === 'list' && part.items.every(({ value }) => isPrimitive(value))) {
        yield* lines(part.items, part.total, field, place);
      } else if (place.depth >= MAX_DEPTH) {
        yield found(field, place, { kind: 'more', text: `${part.total} further inside` });
      } else if (part.kind === 'table') {
        yield* tableCells(part, below(field, place));
      } else if (part.kind === 'group') {
        for (const inner of part.fields) yield* walk(inner, below(field, place));
      } else {
        for (const item of part.items) yield* walk(item, { ...below(field, place), entry: item.label });
      }
      break;
    case 'transcript':
      yield found(field, place, {
        kind: 'more',
        text: part.total === 1 ? 'Conversation of one turn' : `Conversation of ${part.total} turns`,
      });
      break;
    default:
      yield found(field, place, part);
  }
}

function found(field: AssessmentField, { headings, entry }: Position, value: ComparedValue): ComparedField {
  return { path: field.path, label: field.label === '' ? 'Result' : field.label, entry, headings, value };
}

/** A named group, list or table becomes a heading for its contents; the contents of a list entry keep that entry. */
function below(field: AssessmentField, { headings, entry, depth }: Position): Position {
  if (field.label === '' || field.label === entry) return { headings, entry, depth: depth + 1 };
  const around = entry === null ? headings : [...headings, entry];
  return { headings: [...around, field.label], entry: null, depth: depth + 1 };
}

function* lines(
  items: readonly AssessmentField[],
  total: number,
  field: AssessmentField,
  place: Position,
): Fields {
  const written = items.map(({ value }) => String(value ?? '')).filter((line) => line.trim() !== '');
  const more = total > items.length ? [`and ${total - items.length} more`] : [];
  if (written.length > 0) yield found(field, place, { kind: 'lines', lines: [...written, ...more] });
}

/** Each cell is a field of its row's question, skill or name; the cell that names the row is left out. */
function* tableCells(table: AssessmentTable, place: Position): Fields {
  const key = titleKey(table.columns.flatMap(({ name }) => (name === null ? [] : [name])));
  for (const [index, { title, cells }] of table.rows.entries()) {
    const named =
      title === null ? cells.find(({ name, value }) => name === key && isTitle(value)) : undefined;
    const entry = title ?? (named ? String(named.value) : `${index + 1}`);
    for (const cell of cells) {
      if (cell !== named) yield* walk(cell, { ...place, entry });
    }
  }
}

function isTitle(value: Json): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
