/** A row that is not empty. */
export interface TableRow {
  /** As in a spreadsheet: counts from 1 and includes empty rows. */
  readonly number: number;
  readonly cells: readonly string[];
  /** A quotation mark is not closed, so this may be several rows. */
  readonly brokenQuote: boolean;
  /** Link targets of cells, by column. */
  readonly links?: Readonly<Record<number, string>>;
  /** Formatted numbers and dates that differ from `cells`, by column. */
  readonly shown?: Readonly<Record<number, string>>;
  /** Texts of merged cells that begin in a row above and reach down to this one, by column; `cells` is empty there. */
  readonly merged?: Readonly<Record<number, string>>;
  /** Hidden in the workbook: directly, by a filter, in a collapsed group, or with its sheet. */
  readonly hidden?: boolean;
}

/** The rows to search for the header row, which may follow a title or a date. */
export const HEADER_SEARCH_ROWS = 10;
