import { createContext, useContext } from 'react';
import type { Result } from '../../../shared/result.ts';
import type { ListLine } from './list-lines.ts';

/** A file with phone numbers, read but not checked. */
export interface ListFile {
  readonly name: string;
  /** Names of the workbook's sheets, if there are several. */
  readonly sheets: readonly string[];
  /** Index of the sheet that was read. */
  readonly sheet: number;
  readonly columns: readonly string[];
  /** The column with the phone numbers; null if there is none or more than one. */
  readonly phoneColumn: number | null;
  /** The column with the reasons; null if there is none. */
  readonly reasonColumn: number | null;
  /** How many rows are left out, because the file says that they were lifted. */
  readonly lifted: number;
  /** Its rows as lines of a list. */
  lines(phoneColumn: number, reasonColumn: number | null): readonly ListLine[];
}

/** Reads a CSV or Excel file; `sheet`: index of another sheet than the one with the most known column names. */
export type ReadListFile = (file: File, sheet?: number) => Promise<Result<ListFile>>;

const ReadContext = createContext<ReadListFile | null>(null);

/** Provides the import's reader: features don't import each other. */
export const ListReaderProvider = ReadContext;

/** The reader of files with phone numbers; throws outside a provider. */
export function useListReader(): ReadListFile {
  const read = useContext(ReadContext);
  if (!read) throw new Error('useListReader needs a ListReaderProvider');
  return read;
}
