import type { CsvCell } from '../../shared/csv.ts';
import type { Json } from '../../shared/request.ts';

/** Result fields beyond the most frequent ones share one column. */
const MOST_COLUMNS = 120;
/** Groups nested deeper than this are written as JSON. */
const MOST_DEPTH = 8;

/** A field of the results that is not a group, with its path from the top. */
interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

/** Finds the columns for assessment results of any shape. */
export class ResultColumnsBuilder {
  private readonly seen = new Map<string, { readonly path: readonly string[]; count: number }>();

  /** Adds the fields of one result; call it for all results before `finish`. */
  add(results: Json | undefined): void {
    for (const { path } of leavesOf(results)) {
      const key = keyOf(path);
      const known = this.seen.get(key);
      if (known) known.count += 1;
      else this.seen.set(key, { path, count: 1 });
    }
  }

  /** The most frequent fields as columns, in the order in which they were first seen. */
  finish(): ResultColumns {
    const fields = [...this.seen];
    const kept = new Set(
      fields
        .toSorted(([, a], [, b]) => b.count - a.count)
        .slice(0, MOST_COLUMNS)
        .map(([key]) => key),
    );
    return new ResultColumns(
      fields.filter(([key]) => kept.has(key)).map(([, { path }]) => path),
      fields.length > kept.size,
    );
  }
}

class ResultColumns {
  private readonly paths: readonly (readonly string[])[];
  private readonly indexes: ReadonlyMap<string, number>;
  private readonly hasRest: boolean;

  constructor(paths: readonly (readonly string[])[], hasRest: boolean) {
    this.paths = paths;
    this.indexes = new Map(paths.map((path, index) => [keyOf(path), index]));
    this.hasRest = hasRest;
  }

  /** For example `Result: skills / english`; a last column may hold the remaining fields as JSON. */
  headings(): readonly string[] {
    const own = this.paths.map((path) => (path.length === 0 ? 'Result' : `Result: ${path.join(' / ')}`));
    return this.hasRest ? [...own, 'Further results (JSON)'] : own;
  }

  cells(results: Json | undefined): readonly CsvCell[] {
    const cells = new Array<CsvCell>(this.paths.length).fill(null);
    const rest: [string, Json][] = [];
    for (const { path, value } of leavesOf(results)) {
      const index = this.indexes.get(keyOf(path));
      if (index === undefined) rest.push([path.join(' / '), value]);
      else cells[index] = cellOf(value);
    }
    if (this.hasRest) cells.push(rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest)));
    return cells;
  }
}

function leavesOf(results: Json | undefined): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (value: Json, path: readonly string[]): void => {
    if (!isGroup(value) || path.length >= MOST_DEPTH) {
      if (!isEmpty(value)) leaves.push({ path, value });
      return;
    }
    for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name]);
  };
  if (results !== undefined) walk(results, []);
  return leaves;
}

/** Numbers stay numbers; a list of plain values becomes lines, any other structure JSON. */
function cellOf(value: Json): CsvCell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!isGroup(value) && value.every((each) => each === null || typeof each !== 'object')) {
    return value.map((each) => String(each ?? '')).join('\n');
  }
  return JSON.stringify(value);
}

function isGroup(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** An unambiguous key for a path, whatever characters its names contain. */
function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}
