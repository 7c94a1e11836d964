/** One row that has anything in it. */
export interface TableRow {
  /** As a spreadsheet counts: the first is 1, and empty rows count too. */
  readonly number: number;
  readonly cells: readonly string[];
  /** A quotation mark in it does not close where it should: what stands here may be more rows than one. */
  readonly brokenQuote: boolean;
  /** Addresses that cells lead to when clicked, by column. */
  readonly links?: Readonly<Record<number, string>>;
  /** Numbers and dates that the sheet shows otherwise than they stand in `cells`, as it shows them, by column. */
  readonly shown?: Readonly<Record<number, string>>;
  /** It does not show in the workbook: by hand, because of a filter or a folded group, or with its whole sheet. */
  readonly hidden?: boolean;
}

/** A title or a date may stand above the column names; so many rows are looked through for them. */
export const ROWS_ABOVE_HEADERS = 10;
