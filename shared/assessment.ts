/** Pinned fields of assessment results. The service documents no fields, so pins are made from answers it sent. */

/** A column value as the service sent it. A date is ms since 1970 UTC. */
export type PinnedValue = string | number | boolean;

export const PINNED_KINDS = ['number', 'text', 'boolean', 'date'] as const;
export type PinnedKind = (typeof PINNED_KINDS)[number];

/** A result field that a person turned into a column, filter and sort key of the grid. */
export interface PinnedField {
  /** JSON pointer into the results, such as `/skills/english`; see assessment-paths.ts for steps into lists. */
  readonly path: string;
  /** The column's heading. */
  readonly label: string;
  readonly kind: PinnedKind;
  /** The field is the headline of a questionnaire, so that the list has it as the score. */
  readonly headline?: true;
  /** No answer has anything in it so far, so that its column would be empty. Not said where results are covered. */
  readonly isEmpty?: true;
}
