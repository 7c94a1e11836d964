import { z } from 'zod';
import { REQUEST_SORTS, type RequestSort, VERDICTS, type Verdict } from './request.ts';

const words = z.string().max(200);
const several = z.array(words).max(100);
const moment = z.int().min(0).nullable();

/** What a pinned field of the assessment results must be. A bound that is null is open. */
export const pinnedFilter = z.object({
  /** The field's path, as in `PinnedField`. */
  path: z.string().min(1).max(400),
  /** At least and at most, for numbers. */
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  /** One of these texts (booleans as `true` and `false`); empty for any. */
  values: several.default([]),
});
export type PinnedFilter = z.output<typeof pinnedFilter>;

/**
 * Which tracked requests: every part that is set must hold, and of a part with several values any one. The default
 * is everything that is not archived.
 */
export const requestFilter = z.object({
  /** Words found in any order, each from the beginning of a word: name, phone in any writing, id, notes, results. */
  search: words.default(''),
  statuses: several.default([]),
  /** The status of the last screening call. */
  callStatuses: several.default([]),
  /** Ids of job descriptions. */
  jobs: several.default([]),
  questionnaires: several.default([]),
  verdicts: z.array(z.enum(VERDICTS)).max(VERDICTS.length).default([]),
  tags: several.default([]),
  /** Accepted at or after, and before: UTC ms. */
  from: moment.default(null),
  until: moment.default(null),
  hasResults: z.boolean().nullable().default(null),
  hasProblem: z.boolean().nullable().default(null),
  /** Changed since the person last looked. */
  unseen: z.boolean().nullable().default(null),
  archived: z.enum(['no', 'yes', 'any']).default('no'),
  pinned: z.array(pinnedFilter).max(20).default([]),
});
export type RequestFilter = z.output<typeof requestFilter>;
export type RequestFilterPart = keyof RequestFilter;

export const requestSort = z.custom<RequestSort>(
  (value) =>
    typeof value === 'string' &&
    (REQUEST_SORTS.some((known) => known === value) || /^pin:.{1,400}$/s.test(value)),
  'Unknown order.',
);

/** These requests by id, or all that match a filter but a few. */
export const requestSelection = z.union([
  z.object({ requestIds: z.array(z.string().min(1).max(200)).min(1).max(10_000) }),
  z.object({
    filter: requestFilter,
    /** Ids of those that match and are left out all the same. */
    except: z.array(z.string().min(1).max(200)).max(10_000).default([]),
  }),
]);
export type RequestSelection = z.output<typeof requestSelection>;

/** A value of a filter's part, and how many requests (not archived) have it. */
export interface FilterValue {
  readonly value: string;
  /** The Library's name of an id, where it has one. */
  readonly name: string | null;
  readonly count: number;
}

/** What there is to filter by, each list with the most frequent first. */
export interface FilterValues {
  readonly statuses: readonly FilterValue[];
  readonly callStatuses: readonly FilterValue[];
  readonly jobs: readonly FilterValue[];
  readonly questionnaires: readonly FilterValue[];
  readonly tags: readonly FilterValue[];
  readonly verdicts: readonly { readonly value: Verdict; readonly count: number }[];
}

/** How many would be shown without one part of the filter: says which part hides everything. */
export interface HiddenBy {
  readonly part: RequestFilterPart;
  readonly withoutIt: number;
}

/** A filter with an order and columns that a person saved under a name. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
  /** Requests that match now. */
  readonly count: number;
}

/** The recruiter's own marks on requests; what is left out stays as it is. */
export const annotationChange = z.object({
  verdict: z.enum(VERDICTS).optional(),
  addTags: z.array(z.string().trim().min(1).max(60)).max(20).optional(),
  removeTags: z.array(z.string().max(60)).max(100).optional(),
  archived: z.boolean().optional(),
});
export type AnnotationChange = z.output<typeof annotationChange>;

/** The marks of one request as they were, so that a change can be undone. */
export const annotation = z.object({
  requestId: z.string().min(1).max(200),
  verdict: z.enum(VERDICTS),
  tags: z.array(z.string().max(60)).max(100),
  archived: z.boolean(),
});
export type Annotation = z.output<typeof annotation>;
