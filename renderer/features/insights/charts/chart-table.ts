/** What stands behind a picture: shown as a table, saved as a file. Numbers stay numbers. */
export interface ChartTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}
