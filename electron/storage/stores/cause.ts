/**
 * The key of why a submission waits or was refused: the problem's code, the HTTP status, and what the service said without
 * the candidate's own name and number. NULL without a problem. The index `submissions_by_cause` has the same expression.
 */
export const CAUSE = `(problem ->> '$.code' || ' ' || coalesce(problem ->> '$.httpStatus', '') || ' ' ||
  iif(problem ->> '$.code' IN ('accepted_without_id', 'accepted_with_known_id'), '',
    lower(replace(replace(coalesce(problem ->> '$.said.text', ''), candidate_name, ''), phone_number, ''))))`;

/** Submissions with a problem. SQLite uses the partial index only with exactly its condition. */
export const ROWS_BY_CAUSE = 'submissions INDEXED BY submissions_by_cause';
export const HAS_CAUSE = "problem IS NOT NULL AND state NOT IN ('accepted', 'discarded')";

/** A condition on submissions that are held: until a person acts, and not because that person paused it or is signed out. */
export const IS_FOR_PERSON = `substr(${CAUSE}, 1, 14) <> 'paused_by_you ' AND substr(${CAUSE}, 1, 15) <> 'sign_in_needed '`;
