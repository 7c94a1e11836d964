import { createContext, useContext } from 'react';
import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';

/** One cell of the review. */
export interface CellPlace {
  readonly number: number;
  readonly field: ImportField;
}

/** What the cells of the review can do. */
export interface CellEdits {
  /** The cell that is being put right. */
  readonly editing: CellPlace | null;
  /** The fields with a column, from left to right. */
  readonly fields: readonly ImportField[];
  readonly begin: (place: CellPlace) => void;
  /** Keeps what was typed and goes on to another cell, or to none. */
  readonly save: (place: CellPlace, text: string, next: CellPlace | null) => void;
  readonly cancel: () => void;
  /** Settles which reading of a field is meant, by row number; `what` is what undoing it is called by. */
  readonly choose: (field: ImportField, values: ReadonlyMap<number, string>, what: string) => void;
  /** Says whether rows, by their numbers, go although they are duplicates. */
  readonly chooseAnyway: (numbers: readonly number[], on: boolean) => void;
  /** Leaves rows out, or takes them back in. */
  readonly exclude: (numbers: readonly number[], on: boolean) => void;
  /** What the Library calls an id. */
  readonly nameOf: (field: ImportField, id: string) => string | undefined;
}

const nothing = () => undefined;

const CellEditsContext = createContext<CellEdits>({
  editing: null,
  fields: IMPORT_FIELDS,
  begin: nothing,
  save: nothing,
  cancel: nothing,
  choose: nothing,
  chooseAnyway: nothing,
  exclude: nothing,
  nameOf: nothing,
});

/** Gives the cells of the review the way to change rows. */
export const CellEditsProvider = CellEditsContext;

export function useCellEdits(): CellEdits {
  return useContext(CellEditsContext);
}
