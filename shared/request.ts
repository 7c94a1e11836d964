import type { PinnedValue } from './assessment.ts';
import type { DescribedField } from './described-field.ts';
import type { HistoryEntry } from './history-event.ts';
import type { RequestProblem } from './problems.ts';
import type { Consent } from './submission.ts';

/** What the service made of a submission, as it is tracked here. Times are ms since 1970 UTC. */

/** One screening call as last read; absent fields were absent in the answer. */
export interface ScreeningCall {
  readonly id: string | null;
  /** ISO 8601 date-time, as the service wrote it. */
  readonly timestamp: string | null;
  readonly durationMinutes: number | null;
  /** Open-ended: COMPLETED is the one value the interface shows. */
  readonly status: string | null;
}

/** The recruiter's own judgement of a candidate; the service knows nothing of it. */
export const VERDICTS = ['none', 'no', 'maybe', 'yes'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A row of the Tracked requests grid. */
export interface RequestRow {
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
  /** Open-ended: PENDING and COMPLETED carry meaning, any other is shown as it came. */
  readonly status: string;
  readonly callCount: number;
  readonly lastCallStatus: string | null;
  readonly hasResults: boolean;
  /** What a person chose to say the assessment ("Overall: 4.2 of 5"); null where nobody chose, or it was not sent. */
  readonly headline: string | null;
  /** Values of the pinned result fields, by the field's path; a field that this result lacks is left out. */
  readonly pinned: Readonly<Record<string, PinnedValue>>;
  readonly verdict: Verdict;
  /** In the order of the alphabet. */
  readonly tags: readonly string[];
  readonly archived: boolean;
  /** What the service says has changed since the person last looked at it. */
  readonly unseen: boolean;
  /** Why the last refresh did not work, or not whole. */
  readonly problem: RequestProblem | null;
  readonly acceptedAt: number;
  /** When the service last answered, null before the first status read. */
  readonly refreshedAt: number | null;
  /** When what the service says last changed. */
  readonly changedAt: number;
}

/** JSON as the service sent it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Everything the request page shows. */
export interface RequestDetail extends RequestRow {
  readonly resumeUrl: string;
  readonly screeningCalls: readonly ScreeningCall[];
  /** The assessment object of any shape; undefined while the service sent none. */
  readonly assessmentResults: Json | undefined;
  /** False where the results are too long for the search to know all their words. */
  readonly foundByAllWords: boolean;
  /** What people described about the pinned fields of its questionnaire. */
  readonly described: readonly DescribedField[];
  /** The last answer, letter by letter. */
  readonly rawAnswer: string | null;
  /** The recruiter's own notes, plain text. */
  readonly notes: string;
  /** When the recruiter submitted it. */
  readonly submittedAt: number;
  /** The candidate's agreement to the call; null where none was recorded. */
  readonly consent: Consent | null;
  /** The submission this one was made from (a deliberate second try), with its request where it has one. */
  readonly previous: LinkedSubmission | null;
  /** Later submissions made from this one, the newest first. */
  readonly following: readonly LinkedSubmission[];
  readonly history: readonly HistoryEntry[];
  readonly nextRefreshAt: number | null;
}

/** Another submission of the same person. */
export interface LinkedSubmission {
  readonly submissionId: string;
  /** null while it is not accepted. */
  readonly requestId: string | null;
  readonly submittedAt: number;
  /** Its local state or, once accepted, what the service says. */
  readonly status: string;
}

/** The orders of Tracked requests; a pinned field is `pin:` and its path. */
export const REQUEST_SORTS = [
  'name',
  'phone',
  'job',
  'questionnaire',
  'status',
  'calls',
  'headline',
  'verdict',
  'accepted',
  'updated',
] as const;
export type RequestSort = (typeof REQUEST_SORTS)[number] | `pin:${string}`;

/** The first refresh of a new request comes soon, ms: it shows the recruiter that things move. */
export const FIRST_REFRESH_MS = 2000;
