/** How the screenings of a workspace went, counted over a span of days. */
export interface Insights {
  readonly submitted: number;
  readonly waiting: number;
  readonly needsDecision: number;
  readonly refused: number;
  readonly accepted: number;
  readonly completed: number;
  /** Median time from acceptance to completion, minutes; null while nothing is completed. */
  readonly medianMinutesToCompletion: number | null;
  /** Median length of the calls that have one, minutes. */
  readonly medianCallMinutes: number | null;
  readonly callsPerCompletedRequest: number | null;
  readonly requestStatuses: readonly Count[];
  readonly callStatuses: readonly Count[];
}

/** How often a value occurs. */
export interface Count {
  readonly value: string;
  readonly count: number;
}
