/** What is known about a field of assessment results by looking at it: its fields are unknown (service-interface.md). */

/** A value that a column shows, as the service sent it. A date is ms since 1970 UTC. */
export type PinnedValue = string | number | boolean;

export const PINNED_KINDS = ['number', 'text', 'boolean', 'date'] as const;
export type PinnedKind = (typeof PINNED_KINDS)[number];

/** A field of the results that a person made a column, a filter and a sort key of the grid. */
export interface PinnedField {
  /** JSON pointer into the results, such as `/skills/english`; see assessment-paths.ts for steps into lists. */
  readonly path: string;
  /** The column's heading. */
  readonly label: string;
  readonly kind: PinnedKind;
}
