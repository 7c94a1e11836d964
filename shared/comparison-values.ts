import type { LeafPart } from './assessment-leaf.ts';
import { isPlain } from './assessment-paths.ts';
import { type AssessmentField, assessmentOf, isEmptyAssessment, partOf } from './assessment-shape.ts';
import type { AssessmentTable } from './assessment-tables.ts';
import { titleKey } from './field-names.ts';
import type { Json } from './request.ts';

/** What stands in a cell of a comparison. */
export type ComparedValue =
  | Exclude<LeafPart, { kind: 'nothing' }>
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  /** More than a cell can show, in a few words. */
  | { readonly kind: 'more'; readonly text: string };

/** A field of one result at a depth where results can be laid beside each other. */
export interface ComparedField {
  /** See assessment-paths.ts: where the same field is in another result. */
  readonly path: string;
  /** For a person, without the headings around it. */
  readonly label: string;
  /** Of a list or table: the question, skill or place that the field belongs to. */
  readonly entry: string | null;
  /** The headings around it, the outermost first. */
  readonly headings: readonly string[];
  readonly value: ComparedValue;
}

/** Entries that are read of each group, list or table. */
const MOST_ENTRIES = 60;
/** Fields of one result that take part. */
const MOST_FIELDS = 400;
/** Groups in groups that are opened. */
const MOST_DEPTH = 6;

/** The fields of a result that take part in a comparison, in its order; what is empty is left out. */
export function comparedFields(results: Json | undefined): readonly ComparedField[] {
  if (results === undefined || isEmptyAssessment(results)) return [];
  const fields: ComparedField[] = [];
  for (const field of walk(assessmentOf(results), { headings: [], entry: null, depth: 0 })) {
    if (fields.length === MOST_FIELDS) break;
    fields.push(field);
  }
  return fields;
}

interface Place {
  readonly headings: readonly string[];
  readonly entry: string | null;
  readonly depth: number;
}

type Found = Generator<ComparedField, void>;

function* walk(field: AssessmentField, place: Place): Found {
  const part = partOf(field, MOST_ENTRIES);
  switch (part.kind) {
    case 'nothing':
      break;
    case 'group':
    case 'table':
    case 'list':
      if (part.kind === 'list' && part.items.every(({ value }) => isPlain(value))) {
        yield* lines(part.items, part.total, field, place);
      } else if (place.depth >= MOST_DEPTH) {
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

function found(field: AssessmentField, { headings, entry }: Place, value: ComparedValue): ComparedField {
  return { path: field.path, label: field.label === '' ? 'Result' : field.label, entry, headings, value };
}

/** A group, list or table with a name heads what is in it; what an entry of a list holds stays the entry's. */
function below(field: AssessmentField, { headings, entry, depth }: Place): Place {
  if (field.label === '' || field.label === entry) return { headings, entry, depth: depth + 1 };
  const around = entry === null ? headings : [...headings, entry];
  return { headings: [...around, field.label], entry: null, depth: depth + 1 };
}

function* lines(
  items: readonly AssessmentField[],
  total: number,
  field: AssessmentField,
  place: Place,
): Found {
  const written = items.map(({ value }) => String(value ?? '')).filter((line) => line.trim() !== '');
  const more = total > items.length ? [`and ${total - items.length} more`] : [];
  if (written.length > 0) yield found(field, place, { kind: 'lines', lines: [...written, ...more] });
}

/** Each cell is a field of its row's question, skill or name; the cell that holds that name is not repeated. */
function* tableCells(table: AssessmentTable, place: Place): Found {
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
