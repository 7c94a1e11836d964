/** How far results are read again, after a field was pinned or described. */
export interface ResultsReading {
  /** Pinned fields that not every result was read for yet: they show what is known, and nothing is sorted by them. */
  readonly paths: readonly string[];
  /** How many requests were looked at, of all. */
  readonly read: number;
  readonly of: number;
}
