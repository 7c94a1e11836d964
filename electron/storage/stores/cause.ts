/** Open submissions with a cause. SQLite uses the partial index only with exactly its condition. */
export const ROWS_BY_CAUSE = 'submissions INDEXED BY submissions_by_cause';
export const HAS_CAUSE = "cause IS NOT NULL AND state NOT IN ('accepted', 'discarded')";

/** A condition on held submissions: a person has to act, and neither paused it nor only has to sign in. */
export const IS_FOR_PERSON =
  "substr(cause, 1, 14) <> 'paused_by_you ' AND substr(cause, 1, 15) <> 'sign_in_needed '";
