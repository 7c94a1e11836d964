import type { RequestFilter } from './request-filter.ts';

/**
 * The default filter, which hides only archived requests: equals `requestFilter.parse({})` without loading the schema.
 */
export const NO_FILTER: RequestFilter = {
  search: '',
  outcomes: [],
  statuses: [],
  callStatuses: [],
  jobs: [],
  questionnaires: [],
  verdicts: [],
  tags: [],
  from: null,
  until: null,
  hasResults: null,
  hasProblem: null,
  unseen: null,
  archived: 'no',
  pinned: [],
};
