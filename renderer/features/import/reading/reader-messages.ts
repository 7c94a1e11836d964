import type { LibraryEntry } from '../../../../shared/library.ts';
import type { Result } from '../../../../shared/result.ts';
import type { CheckedRow } from './check-rows.ts';
import type { RowValues } from './import-fields.ts';
import type { ColumnMapping } from './match-headers.ts';
import type { NationalReading } from './national-reading.ts';
import type { ImportSource } from './source-rows.ts';
import type { TableRow } from './table-row.ts';
import type { TextEncoding } from './text-encodings.ts';

/** A request to the reader's worker. */
export type ReaderRequest =
  | { readonly type: 'open_file'; readonly seq: number; readonly name: string; readonly file: Blob }
  | { readonly type: 'open_text'; readonly seq: number; readonly name: string; readonly text: string }
  | { readonly type: 'open_sheet'; readonly seq: number; readonly sheet: number }
  | { readonly type: 'open_again'; readonly seq: number; readonly encoding: TextEncoding }
  | ({ readonly type: 'check'; readonly seq: number } & CheckRequest);

/** How to check the rows. */
export interface CheckRequest {
  readonly headerAt: number | null;
  readonly mapping: ColumnMapping;
  readonly reading: NationalReading;
  readonly library: readonly LibraryEntry[];
  readonly corrections: readonly (readonly [number, Partial<RowValues>])[];
  readonly chosen: readonly (readonly [number, Partial<RowValues>])[];
  /** Row numbers; null for all. */
  readonly only: readonly number[] | null;
}

/** A source without its rows, which arrive in slices. */
export type SourceInfo = Omit<ImportSource, 'rows'> & {
  /** A hash of the content in hexadecimal, a slash and the sheet. */
  readonly digest: string;
};

/** A response of the worker; rows come in slices, so that receiving them never blocks the window. */
export type ReaderResponse =
  | { readonly type: 'rows'; readonly seq: number; readonly rows: readonly TableRow[] }
  | { readonly type: 'opened'; readonly seq: number; readonly result: Result<SourceInfo> }
  | {
      readonly type: 'checked';
      readonly seq: number;
      readonly rows: readonly CheckedRow[];
      readonly done: boolean;
    };
