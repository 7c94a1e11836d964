/** Progress of re-reading stored results after a field was pinned or described. */
export interface BackfillProgress {
  /** Pinned fields not yet read from every result: they show known values but can't be sorted by. */
  readonly paths: readonly string[];
  /** Requests read so far, of all. */
  readonly read: number;
  readonly of: number;
}
