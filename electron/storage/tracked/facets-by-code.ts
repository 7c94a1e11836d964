import type { DatabaseSync } from 'node:sqlite';
import { one, text, textOrNull } from '../operation.ts';
import { UntilWritten } from './until-written.ts';

export interface Facet {
  readonly value: string;
  /** The Library's name for an id. */
  readonly name: string | null;
}

export type FacetLookup = (code: number) => Facet;

/** More than these are not kept. */
const MOST_KEPT = 5000;

const facets = new UntilWritten(() => new Map<number, Facet>());

/** Looks facets up, each once until something is written. Throws for a code that is none. */
export function facetsByCode(db: DatabaseSync): FacetLookup {
  const known = facets.of(db);
  return (code) => {
    const before = known.get(code);
    if (before) return before;
    const row = one(db, 'SELECT value, name FROM facets WHERE code = ?', code);
    if (!row) throw new Error(`No facet has the code ${code}.`);
    const facet = { value: text(row, 'value'), name: textOrNull(row, 'name') };
    if (known.size >= MOST_KEPT) known.clear();
    known.set(code, facet);
    return facet;
  };
}
