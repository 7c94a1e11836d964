/** What is known about a field of assessment results by looking at it: its fields are unknown (service-interface.md). */

/** A value that a column can show and sort by. A date is ms since 1970 UTC, a score points on its pin's scale. */
export type PinnedValue = string | number | boolean;

/** How a number is to be read: points out of so many. */
export type ScoreScale = 1 | 5 | 10 | 100;

export const PINNED_KINDS = ['score', 'number', 'text', 'boolean', 'date'] as const;
export type PinnedKind = (typeof PINNED_KINDS)[number];

/** A field of the results that a person made a column, a filter and a sort key of the grid. */
export interface PinnedField {
  /** JSON pointer into the results, such as `/skills/english`; see assessment-paths.ts for steps into lists. */
  readonly path: string;
  /** The column's heading. */
  readonly label: string;
  readonly kind: PinnedKind;
  /** For `score`. */
  readonly scale: ScoreScale | null;
}
