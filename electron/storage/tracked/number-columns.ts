/** Columns of `tracked` that `request_counts` has alike: there is a count for every combination of their values. */
export const COUNTED_COLUMNS = [
  'workspace',
  'status',
  'call_status',
  'job',
  'questionnaire',
  'verdict',
  'archived',
  'unseen',
  'has_results',
  'has_problem',
] as const;

/** Columns of `tracked` that are filtered and sorted by as numbers. */
export const NUMBER_COLUMNS = [...COUNTED_COLUMNS, 'call_count', 'accepted_at', 'changed_at'] as const;
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];
