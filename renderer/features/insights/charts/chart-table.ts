/** A chart's data as a table. */
export interface ChartTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}
