import type { PinnedValue } from './assessment.ts';
import type { BetterEnd, DescribedField } from './described-field.ts';
import type { HistoryEntry } from './history-event.ts';
import type { DerivedOutcome } from './outcome.ts';
import type { RequestProblem } from './problems.ts';
import type { Consent } from './submission.ts';

/** Requests as tracked here: what the service made of a submission. Times are ms since 1970 UTC. */

/** A screening call as last read; null fields were absent in the answer. */
export interface ScreeningCall {
  readonly id: string | null;
  /** ISO 8601 date-time, as the service wrote it. */
  readonly timestamp: string | null;
  readonly durationMinutes: number | null;
  /** Open-ended: the interface documents only COMPLETED. */
  readonly status: string | null;
}

/** The recruiter's own judgement of a candidate; never sent to the service. */
export const VERDICTS = ['none', 'no', 'maybe', 'yes'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A colleague's own judgement, which stands beside one's own. Times are UTC ms. */
export interface ColleagueVerdict {
  readonly person: string;
  /** Never none. */
  readonly verdict: Verdict;
  readonly at: number;
  /** '' without one. */
  readonly reason: string;
}

export interface ColleagueNote {
  readonly person: string;
  readonly text: string;
  readonly at: number;
}

/** A number on the scale that a person described. */
export interface Score {
  /** The number as the service sent it. */
  readonly text: string;
  /** Its position: 0 at the smallest value of the scale, 1 at the largest. */
  readonly share: number;
  readonly better: BetterEnd | null;
}

export interface RequestRow extends DerivedOutcome {
  readonly requestId: string;
  readonly submissionId: string;
  readonly candidateName: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly jobDescriptionId: string;
  /** The Library's name for the job description, if it has one. */
  readonly jobName: string | null;
  readonly questionnaireTemplateId: string;
  readonly questionnaireName: string | null;
  /** Open-ended: PENDING and COMPLETED have a meaning; other values are shown as they came. */
  readonly status: string;
  readonly callCount: number;
  readonly lastCallStatus: string | null;
  readonly hasResults: boolean;
  /** The field that sums up the assessment ("Overall: 4.2 of 5"); null if none is chosen or it wasn't sent. */
  readonly headline: string | null;
  /** The headline's number; null if it isn't on a described scale. */
  readonly score: Score | null;
  /** Values of the pinned result fields by path; missing fields are left out. */
  readonly pinned: Readonly<Record<string, PinnedValue>>;
  /** Whether its results aren't shown before its verdict (`WorkspaceRules.verdictFirst`): they are left out of the row. */
  readonly covered: boolean;
  readonly verdict: Verdict;
  /** By the colleagues' names; none while it is covered. */
  readonly colleagueVerdicts: readonly ColleagueVerdict[];
  /** In alphabetical order. */
  readonly tags: readonly string[];
  readonly archived: boolean;
  /** Whether the service's data changed since the person last viewed it. */
  readonly unseen: boolean;
  /** Whether the person may be called for another request, too: its history says why. */
  readonly calledTwice: boolean;
  /** Why the last refresh failed, wholly or in part. */
  readonly problem: RequestProblem | null;
  readonly acceptedAt: number;
  /** When the service last answered; null before the first status read. */
  readonly refreshedAt: number | null;
  /** When the service's data last changed. */
  readonly changedAt: number;
  /** The name of the colleague who submitted it; null: submitted in this workspace on this computer. */
  readonly by: string | null;
}

/** JSON as the service sent it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The data of the request page. */
export interface RequestDetail extends RequestRow {
  readonly resumeUrl: string;
  readonly screeningCalls: readonly ScreeningCall[];
  /** The assessment in any shape; undefined until the service sends it. */
  readonly assessmentResults: Json | undefined;
  /** False if the results are too long to index completely. */
  readonly foundByAllWords: boolean;
  readonly described: readonly DescribedField[];
  /** The last answer, verbatim. */
  readonly rawAnswer: string | null;
  /** The recruiter's notes, plain text. */
  readonly notes: string;
  /** By the colleagues' names; none while it is covered. */
  readonly colleagueNotes: readonly ColleagueNote[];
  /** Whether colleagues see what one says of it. */
  readonly isShared: boolean;
  readonly submittedAt: number;
  /** The candidate's consent to the call; null if none was recorded. */
  readonly consent: Consent | null;
  /** The day the candidate was told of the call, `2027-01-06`; null if nobody said. */
  readonly noticeOn: string | null;
  /** The submission that this one deliberately repeats, with its request if it has one. */
  readonly previous: LinkedSubmission | null;
  /** Later submissions that repeat this one, newest first. */
  readonly following: readonly LinkedSubmission[];
  readonly history: readonly HistoryEntry[];
  readonly nextRefreshAt: number | null;
}

/** Another submission to the same number, or one that corrects it. */
export interface LinkedSubmission {
  readonly submissionId: string;
  readonly candidateName: string;
  /** null while it is not accepted. */
  readonly requestId: string | null;
  readonly submittedAt: number;
  /** Its local state or, once accepted, the service's status. */
  readonly status: string;
  /** The colleague who submitted it; null: it was submitted here. */
  readonly by: string | null;
}

/** Sort orders of Tracked requests; a pinned field is `pin:` and its path. */
export const REQUEST_SORTS = [
  'name',
  'phone',
  'job',
  'questionnaire',
  'outcome',
  'status',
  'calls',
  'headline',
  'verdict',
  'accepted',
  'updated',
] as const;
export type RequestSort = (typeof REQUEST_SORTS)[number] | `pin:${string}`;

/** Delay of a new request's first refresh, ms: short, to show the recruiter early progress. */
export const FIRST_REFRESH_MS = 2000;

/** How long a request stays one computer's to read, of those of a team, after its last read, ms. */
export const TURN_MS = 90_000;
