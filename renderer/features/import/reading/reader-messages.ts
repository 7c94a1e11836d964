import type { LibraryEntry } from '../../../../shared/library.ts';
import type { Result } from '../../../../shared/result.ts';
import type { CheckedRow } from './check-rows.ts';
import type { RowValues } from './import-fields.ts';
import type { ColumnMapping } from './match-headers.ts';
import type { NationalReading } from './national-reading.ts';
import type { ImportSource } from './source-rows.ts';
import type { TableRow } from './table-row.ts';
import type { TextEncoding } from './text-encodings.ts';

/** What is asked of the thread that reads and checks. */
export type ReaderAsk =
  | { readonly type: 'open_bytes'; readonly seq: number; readonly name: string; readonly bytes: Uint8Array }
  | { readonly type: 'open_text'; readonly seq: number; readonly name: string; readonly text: string }
  | { readonly type: 'open_sheet'; readonly seq: number; readonly sheet: number }
  | { readonly type: 'open_again'; readonly seq: number; readonly encoding: TextEncoding }
  | ({ readonly type: 'check'; readonly seq: number } & CheckAsk);

/** How the rows are to be read. */
export interface CheckAsk {
  readonly headerAt: number | null;
  readonly mapping: ColumnMapping;
  readonly reading: NationalReading;
  readonly library: readonly LibraryEntry[];
  readonly corrections: readonly (readonly [number, Partial<RowValues>])[];
  readonly chosen: readonly (readonly [number, Partial<RowValues>])[];
  /** Row numbers; null for all. */
  readonly only: readonly number[] | null;
}

/** What a file is without its rows, which come in slices. */
export type SourceHead = Omit<ImportSource, 'rows'> & {
  /** SHA-256 of the content and the sheet, hexadecimal. */
  readonly digest: string;
};

/** Rows come in slices, so that taking them in never holds the interface up. */
export type ReaderAnswer =
  | { readonly type: 'rows'; readonly seq: number; readonly rows: readonly TableRow[] }
  | { readonly type: 'opened'; readonly seq: number; readonly result: Result<SourceHead> }
  | {
      readonly type: 'checked';
      readonly seq: number;
      readonly rows: readonly CheckedRow[];
      readonly done: boolean;
    };
