import type { CsvCell } from '../../shared/csv.ts';
import type { Json } from '../../shared/request.ts';

/** So many columns of result fields a spreadsheet gets; what is rarer goes into one column together. */
const MOST_COLUMNS = 120;
/** Groups in groups deeper than this are written as JSON. */
const MOST_DEPTH = 8;

/** A field of the results that holds a value and not a group, by its path from the top. */
interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

/** The columns for assessment results of any shape, found by looking at all that will be written. */
export class ResultColumns {
  private readonly seen = new Map<string, { readonly path: readonly string[]; count: number }>();

  /** Takes in the fields of some results; call it for all before anything else is asked. */
  note(results: Json | undefined): void {
    for (const { path } of leavesOf(results)) {
      const key = keyOf(path);
      const known = this.seen.get(key);
      if (known) known.count += 1;
      else this.seen.set(key, { path, count: 1 });
    }
  }

  /** The columns in the order in which their fields were first seen: the most frequent ones where there are too many. */
  settle(): SettledColumns {
    const fields = [...this.seen];
    const kept = new Set(
      fields
        .toSorted(([, a], [, b]) => b.count - a.count)
        .slice(0, MOST_COLUMNS)
        .map(([key]) => key),
    );
    return new SettledColumns(
      fields.filter(([key]) => kept.has(key)).map(([, { path }]) => path),
      fields.length > kept.size,
    );
  }
}

class SettledColumns {
  private readonly paths: readonly (readonly string[])[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly hasRest: boolean;

  constructor(paths: readonly (readonly string[])[], hasRest: boolean) {
    this.paths = paths;
    this.places = new Map(paths.map((path, place) => [keyOf(path), place]));
    this.hasRest = hasRest;
  }

  /** `Result: skills / english`; the last one holds as JSON what has no column of its own. */
  headings(): readonly string[] {
    const own = this.paths.map((path) => (path.length === 0 ? 'Result' : `Result: ${path.join(' / ')}`));
    return this.hasRest ? [...own, 'Further results (JSON)'] : own;
  }

  cells(results: Json | undefined): readonly CsvCell[] {
    const cells = new Array<CsvCell>(this.paths.length).fill(null);
    const rest: [string, Json][] = [];
    for (const { path, value } of leavesOf(results)) {
      const place = this.places.get(keyOf(path));
      if (place === undefined) rest.push([path.join(' / '), value]);
      else cells[place] = cellOf(value);
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

/** Numbers stay numbers; a list of plain values reads as lines, any other as JSON. */
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

/** A path as one word; no name of a field can forge another's. */
function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}
