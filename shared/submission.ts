import { z } from 'zod';
import { type HoursOfDay, timeZone } from './calling-hours.ts';
import { asMessage, says } from './input-problems.ts';
import { parsePhoneNumber } from './phone-number.ts';
import type { SubmissionProblem } from './problems.ts';

/** Local states of a submission (design.md §2). */
export const SUBMISSION_STATES = [
  'draft',
  'queued',
  'connecting',
  'sending',
  'accepted',
  'rejected',
  'held',
  'unconfirmed',
  'discarded',
] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** When calling hours begin. */
export interface Opening {
  /** UTC ms. */
  readonly until: number;
  /** The IANA time zone that opens then. */
  readonly timeZone: string;
}

/** What a person is asked about a submission that only their word, or `until`, lets go. */
export interface HoldQuestion {
  /**
   * `earlier_hours`: the hours of now would let it go, those in force while it waited do not. `clock`: this computer's
   * clock was set forward past the moment it waited for.
   */
  readonly about: 'earlier_hours' | 'clock';
  /** Null until the person has said. `send_now` counts for a quarter of an hour. */
  readonly answer: 'send_now' | 'keep_waiting' | null;
}

/** Waiting until the candidate may be called. */
export interface CallingHold extends Opening {
  /** Left out where the calling hours of now hold it. */
  readonly question?: HoldQuestion | undefined;
}

/** The candidate's agreement to an automated call. */
export interface Consent {
  /** When it was recorded, UTC ms. */
  readonly at: number;
  /** What they agreed to, word for word. */
  readonly wording: string;
}

/** Sends that may have reached the service, or did: the person may have been called. */
export interface MayHaveReached {
  /** When the latest of them was made, as far as is known, UTC ms. */
  readonly at: number;
  readonly times: number;
}

/** What the recruiter asked for: one phone screening of one person. Times are ms since 1970 UTC. */
export interface Submission {
  /** A UUID, which goes out as `Idempotency-Key`: a submission's payload never changes. */
  readonly id: string;
  readonly workspaceId: string;
  readonly state: SubmissionState;
  readonly candidateName: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly resumeUrl: string;
  readonly jobDescriptionId: string;
  readonly questionnaireTemplateId: string;
  /** Tries so far, the present one included; one that found no connection counts. */
  readonly attempts: number;
  /** Not sent before this moment: whichever of the undo window, a chosen time and a retry delay ends last. */
  readonly sendAfter: number;
  /** The time a person chose: never sent earlier, whatever else becomes of it. Null for as soon as possible. */
  readonly notBefore: number | null;
  /** The IANA time zone that a person chose for its calling hours; null for what the number tells. */
  readonly timeZone: string | null;
  /** A person's word that calling hours do not count for this one. */
  readonly anyHour: boolean;
  /** The same for a try of now alone: until this moment; null where nobody said so. */
  readonly hoursWaivedUntil: number | null;
  /** What was found when it would have gone outside the calling hours; null where it does not wait for them. */
  readonly callingHold: CallingHold | null;
  /**
   * Calling hours that were in force while it waited: outside any of them it goes only on a person's word, whatever the
   * rules have become since. Left out: there were none.
   */
  readonly hoursInForce?: readonly HoursOfDay[] | undefined;
  readonly consent: Consent | null;
  readonly problem: SubmissionProblem | null;
  readonly requestId: string | null;
  /** Stays whatever becomes of the submission: what a person decides calls nobody back. Null where none may have. */
  readonly mayHaveReached: MayHaveReached | null;
  /** The earlier submission this one was made from, if any. */
  readonly previousSubmissionId: string | null;
  /** Grows with every stored change: a change is only stored on top of the revision it was made from. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** UUID-shaped: the digits matter, not the version bits (service-interface.md §2). */
export function isUuidShaped(text: string): boolean {
  return UUID_SHAPE.test(text);
}

/** An address of these schemes has a host, or it is none (URL Standard). Thousands are asked at once: none is made here. */
function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/** The fields of New request, with the words shown beside a field that is wrong. */
export const submissionInput = z.object({
  candidateName: z
    .string()
    .trim()
    .min(1, says('candidate_name_missing'))
    .max(200, says('too_long', { most: 200 })),
  phoneNumber: z
    .string()
    .max(60, says('phone_too_long'))
    .transform((text, context) => {
      const phone = parsePhoneNumber(text);
      if (phone.ok) return phone.value.e164;
      context.addIssue({ code: 'custom', message: asMessage(phone.problem) });
      return z.NEVER;
    }),
  resumeUrl: z
    .string()
    .trim()
    .min(1, says('resume_link_missing'))
    .max(2000, says('resume_link_too_long', { most: 2000 }))
    .refine(isWebAddress, says('resume_link_incomplete')),
  jobDescriptionId: z
    .string()
    .trim()
    .min(1, says('job_description_missing'))
    .max(200, says('too_long', { most: 200 }))
    .refine(isUuidShaped, {
      message: says('job_description_misshapen'),
    }),
  questionnaireTemplateId: z
    .string()
    .trim()
    .min(1, says('questionnaire_missing'))
    .max(200, says('too_long', { most: 200 })),
  /** UTC ms: not sent before this moment; null for as soon as possible. */
  notBefore: z.int().positive().nullish(),
  /** The time zone of the calling hours; null for what the number tells. */
  timeZone: timeZone.nullish(),
  /** Calling hours do not count for this one. */
  anyHour: z.boolean().optional(),
  /** What the candidate agreed to, as it was shown to whoever says so; null where nobody said so. */
  consentWording: z.string().max(1000).nullish(),
});
export type SubmissionInput = z.input<typeof submissionInput>;
export type SubmissionFields = z.output<typeof submissionInput>;
