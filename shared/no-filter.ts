import type { RequestFilter } from './request-filter.ts';

/** Nothing is filtered but what was archived: what `requestFilter` makes of nothing, for the window without the schema. */
export const NO_FILTER: RequestFilter = {
  search: '',
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
