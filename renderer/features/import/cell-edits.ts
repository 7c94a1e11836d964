import { createContext, useContext } from 'react';
import type { ImportField } from '../../../shared/import-problems.ts';

/** The position of a cell in the review grid. */
export interface CellPosition {
  readonly number: number;
  readonly field: ImportField;
}

/** The actions of the review grid's cells. */
export interface CellEdits {
  readonly editing: CellPosition | null;
  /** The fields with a column, from left to right. */
  readonly fields: readonly ImportField[];
  readonly begin: (place: CellPosition) => void;
  /** Saves the text and starts editing `next`, if any. */
  readonly save: (place: CellPosition, text: string, next: CellPosition | null) => void;
  readonly cancel: () => void;
  /** Corrects a field alike in several rows, as one step of Undo. */
  readonly correctAll: (field: ImportField, numbers: readonly number[], text: string) => void;
  /** Chooses a reading of a field in these rows, by row number; `step` is its name in Undo. */
  readonly choose: (field: ImportField, values: ReadonlyMap<number, string>, step: string) => void;
  /** Sets whether rows are queued although they are duplicates. */
  readonly chooseAnyway: (numbers: readonly number[], on: boolean) => void;
  /** Leaves rows out, or puts them back. */
  readonly exclude: (numbers: readonly number[], on: boolean) => void;
  /** The Library's name for an ID. */
  readonly nameOf: (field: ImportField, id: string) => string | undefined;
}

/** Gives the cells of the review their actions. */
export const CellEditsContext = createContext<CellEdits | null>(null);

export function useCellEdits(): CellEdits {
  const edits = useContext(CellEditsContext);
  if (!edits) throw new Error('A cell of the review needs a CellEditsContext.');
  return edits;
}
