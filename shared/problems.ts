import { z } from 'zod';
import { STANDING_CODES } from './call-rules.ts';
import { proxyProblem } from './proxy-problems.ts';
import { SUBMISSION_FIELDS } from './service-words/submission-field-of.ts';

/** Why a submission is not (yet) accepted: unsuccessful outcomes of the create call, and reasons of Callboard's own. */
export const SUBMISSION_PROBLEMS = [
  'accepted_without_id',
  'accepted_with_known_id',
  'name_not_found',
  'not_reachable',
  'connect_timeout',
  'secure_connection_failed',
  'certificate_not_trusted',
  'mark_not_stored',
  'proxy_not_reachable',
  'proxy_settings_unreadable',
  'proxy_refused',
  'proxy_not_trusted',
  'proxy_sign_in_needed',
  'proxy_sign_in_unsupported',
  'interrupted',
  'connection_lost',
  'no_answer_in_time',
  'answer_unreadable',
  'unclear_status',
  'redirected',
  'redirect_refused',
  'refused_as_it_is',
  'sign_in_needed',
  'sign_in_not_renewed',
  'not_permitted',
  'other_connection_needed',
  'slow_down',
  'unavailable_until',
  'paused_by_you',
  'edit_interrupted',
  'from_a_backup',
  'from_a_copy',
  'team_restored',
  ...STANDING_CODES,
] as const;

/** `ServiceWords`, as stored. */
const serviceWords = z.object({
  text: z.string(),
  fields: z.array(z.object({ field: z.enum(SUBMISSION_FIELDS), text: z.string() })).readonly(),
  other: z.string(),
});

/** A problem of a submission as stored and sent; `words/problem-words.ts` has the words on screen. */
export const submissionProblem = z.object({
  code: z.enum(SUBMISSION_PROBLEMS),
  httpStatus: z.number().optional(),
  /** The beginning of the service's response, 4 KiB as it came; with `accepted_with_known_id` the ID and the status. */
  answer: z.string().optional(),
  /** What the whole response says; left out if it says nothing. */
  said: serviceWords.optional(),
  /** `said.text` without IDs and times, which tell calls apart but not causes; left out if it has none. */
  alike: z.string().optional(),
  /** The ID of an earlier request that the response names, unchecked. */
  suggestedId: z.string().optional(),
  /** Where a redirect leads, as the service wrote it. */
  location: z.string().optional(),
  /** Since when every attempt has ended like this, UTC ms; only while it waits. */
  since: z.number().optional(),
  /** Error message of the system or a library, if there was no response. */
  reason: z.string().optional(),
  /** What the proxy answered, if a proxy was the cause. */
  proxyProblem: proxyProblem.optional(),
  /** Only with `accepted_with_known_id`: the candidate who already has this request ID. */
  knownAs: z.string().optional(),
  /** With `from_a_backup` and `from_a_copy`: when that was made, UTC ms, if it is known. */
  madeAt: z.number().optional(),
  /** The proxy that was the cause, `host:port`. */
  proxy: z.string().optional(),
  /** Only with `time_zone_needed`: the time zones (IANA) that the number may be in. */
  timeZones: z.array(z.string()).readonly().optional(),
});
export type SubmissionProblem = Readonly<z.output<typeof submissionProblem>>;

/** Why the last status read of a request failed, wholly or in part. */
export const REQUEST_PROBLEMS = [
  'part_unreadable',
  'unreadable',
  'too_large',
  'other_request',
  'not_found',
  'refused',
] as const;

export const requestProblem = z.object({
  code: z.enum(REQUEST_PROBLEMS),
  /** Validation message of the schema library. */
  reason: z.string().optional(),
  /** Only with `other_request`: the ID in the response, shortened. */
  named: z.string().optional(),
  httpStatus: z.number().optional(),
});
export type RequestProblem = Readonly<z.output<typeof requestProblem>>;
