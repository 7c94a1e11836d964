import { z } from 'zod';
import { OUTCOMES, type Outcome } from './outcome.ts';
import { REQUEST_SORTS, type RequestSort, VERDICTS, type Verdict } from './request.ts';

/** Requests that were submitted here, among those of a team. */
export const MINE = '';

const words = z.string().max(200);
const wordList = z.array(words).max(100);
const moment = z.int().min(0).nullable();

/** A condition on a pinned result field. A null bound is open. */
const pinnedFilter = z.object({
  path: z.string().min(1).max(400),
  /** Inclusive bounds, for numbers. */
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  /** Allowed texts (booleans as `true` and `false`); empty for any. */
  values: wordList.default([]),
});
export type PinnedFilter = z.output<typeof pinnedFilter>;

/** The most requests that are reviewed in one go: one call lists them all. */
export const MAX_AMONG = 400;

/**
 * A filter of tracked requests. Parts are combined with AND, the values of one part with OR. The default is everything
 * that is not archived.
 */
export const requestFilter = z.object({
  /** Word prefixes in any order, searched in name, phone number (any format), id, notes and results. */
  search: words.default(''),
  outcomes: z.array(z.enum(OUTCOMES)).max(OUTCOMES.length).default([]),
  /** The service's own status. */
  statuses: wordList.default([]),
  /** The status of the last screening call. */
  callStatuses: wordList.default([]),
  /** Ids of job descriptions. */
  jobs: wordList.default([]),
  questionnaires: wordList.default([]),
  verdicts: z.array(z.enum(VERDICTS)).max(VERDICTS.length).default([]),
  tags: wordList.default([]),
  /** Who submitted it: logins of colleagues, or {@link MINE}. */
  by: wordList.default([]),
  /** Accepted from (inclusive) until (exclusive), UTC ms. */
  from: moment.default(null),
  until: moment.default(null),
  hasResults: z.boolean().nullable().default(null),
  hasProblem: z.boolean().nullable().default(null),
  /** Changed since the person last viewed it. */
  unseen: z.boolean().nullable().default(null),
  /** A later submission repeats it, which was neither discarded nor is a draft. */
  submittedAgain: z.boolean().nullable().default(null),
  /** The import whose rows they come from. */
  importId: words.nullable().default(null),
  archived: z.enum(['no', 'yes', 'any']).default('no'),
  pinned: z.array(pinnedFilter).max(20).default([]),
  /** Ids of requests: only these, such as those being reviewed, whatever becomes of them meanwhile. */
  among: z.array(z.string().min(1).max(200)).max(MAX_AMONG).default([]),
});
export type RequestFilter = z.output<typeof requestFilter>;
/** The default filter, which hides only archived requests. */
export const NO_FILTER: RequestFilter = requestFilter.parse({});
export type RequestFilterPart = keyof RequestFilter;

/** One's own candidates who are assessed and have no verdict. */
export const TO_REVIEW: RequestFilter = {
  ...NO_FILTER,
  by: [MINE],
  outcomes: ['assessed'],
  verdicts: ['none'],
};

/** One's own candidates whom no call reached, and about whom nothing was decided since. */
export const NOT_REACHED: RequestFilter = {
  ...NO_FILTER,
  by: [MINE],
  outcomes: ['not_reached', 'failed'],
  verdicts: ['none'],
  submittedAgain: false,
};

/** Numbers of Today, of one's own requests that aren't archived. */
export interface TodayCounts {
  /** Colleagues have requests in the workspace, too. */
  readonly isShared: boolean;
  /** Completed since the time asked about, and assessed. */
  readonly assessed: number;
  /** As {@link TO_REVIEW} and {@link NOT_REACHED}. */
  readonly toReview: number;
  readonly notReached: number;
}

export const requestSort = z.custom<RequestSort>(
  (value) =>
    typeof value === 'string' &&
    (REQUEST_SORTS.some((known) => known === value) || /^pin:.{1,400}$/s.test(value)),
  'Unknown order.',
);

/** Requests by id, or all that match a filter with exceptions. */
export const requestSelection = z.union([
  z.object({ requestIds: z.array(z.string().min(1).max(200)).min(1).max(10_000) }),
  z.object({
    filter: requestFilter,
    /** Ids of matching requests to leave out. */
    except: z.array(z.string().min(1).max(200)).max(10_000).default([]),
  }),
]);
export type RequestSelection = z.output<typeof requestSelection>;

/** A value to filter by, with the number of unarchived requests that have it. */
export interface FilterValue {
  readonly value: string;
  /** The Library's name of an id, if any. */
  readonly name: string | null;
  readonly count: number;
}

/** Values to filter by, most frequent first. */
export interface FilterValues {
  readonly outcomes: readonly { readonly value: Outcome; readonly count: number }[];
  readonly statuses: readonly FilterValue[];
  readonly callStatuses: readonly FilterValue[];
  readonly jobs: readonly FilterValue[];
  readonly questionnaires: readonly FilterValue[];
  readonly tags: readonly FilterValue[];
  /** {@link MINE} first; empty in a workspace without colleagues. */
  readonly by: readonly FilterValue[];
  readonly verdicts: readonly { readonly value: Verdict; readonly count: number }[];
}

/** How many rows would match without one part of the filter, to show which part hides everything. */
export interface HiddenBy {
  readonly part: RequestFilterPart;
  readonly withoutIt: number;
}

/** A named filter with a sort order. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  readonly descending: boolean;
  /** Current matches. */
  readonly count: number;
}

/** The longest reason of a verdict, in UTF-16 code units. */
export const MAX_REASON_LENGTH = 2000;
export const MAX_TAG_LENGTH = 60;
export const MAX_NOTES_LENGTH = 20_000;

/** A change of the recruiter's own annotations; fields left out stay unchanged. */
export const annotationChange = z.object({
  verdict: z.enum(VERDICTS).optional(),
  /** Why this verdict; it uncovers what `WorkspaceRules.verdictFirst` covers. */
  reason: z.string().trim().min(1).max(MAX_REASON_LENGTH).optional(),
  addTags: z.array(z.string().trim().min(1).max(MAX_TAG_LENGTH)).max(20).optional(),
  removeTags: z.array(z.string().max(MAX_TAG_LENGTH)).max(100).optional(),
  archived: z.boolean().optional(),
});
export type AnnotationChange = z.output<typeof annotationChange>;

/** The annotations of one request before a change, for undo. */
export const annotation = z.object({
  requestId: z.string().min(1).max(200),
  verdict: z.enum(VERDICTS),
  tags: z.array(z.string().max(60)).max(100),
  archived: z.boolean(),
});
export type Annotation = z.output<typeof annotation>;
