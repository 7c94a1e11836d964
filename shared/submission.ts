import { z } from 'zod';
import { type HoursOfDay, timeZone } from './calling-hours.ts';
import { encodeProblem, issueMessage } from './input-problems.ts';
import { noticeDate } from './notice.ts';
import { parsePhoneNumber } from './phone-number.ts';
import type { SubmissionProblem } from './problems.ts';

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

/** The next start of calling hours. */
export interface Opening {
  /** UTC ms. */
  readonly until: number;
  /** The IANA time zone that opens then. */
  readonly timeZone: string;
}

/** The next start of calling hours after a public holiday, if one is why it has to wait. */
export interface HolidayOpening extends Opening {
  /** Its name; null while the holidays of the candidate's place aren't known; left out without a holiday. */
  readonly holiday?: string | null | undefined;
}

/** A question about a submission that is held until a person answers or `until` is reached. */
export interface HoldQuestion {
  /**
   * `earlier_hours`: the current hours allow it, but the hours in force while it waited don't. `clock`: this computer's
   * clock was set forward past the time it waited for.
   */
  readonly about: 'earlier_hours' | 'clock';
  /** Null until answered. `send_now` is valid for 15 minutes. */
  readonly answer: 'send_now' | 'keep_waiting' | null;
}

/** Waiting until the candidate may be called. */
export interface CallingHold extends HolidayOpening {
  /** Left out if the current calling hours hold it. */
  readonly question?: HoldQuestion | undefined;
}

/** The candidate's consent to an automated call. */
export interface Consent {
  /** When it was recorded, UTC ms. */
  readonly at: number;
  /** The exact wording they agreed to. */
  readonly wording: string;
}

/** Sends that reached or may have reached the service: the person may have been called. */
export interface MayHaveReached {
  /** When the latest of them was made, if known, UTC ms. */
  readonly at: number;
  readonly times: number;
}

/** What the recruiter asked for: one phone screening of one person. Times are ms since 1970 UTC. */
export interface Submission {
  /** A UUID, sent as `Idempotency-Key`; that is safe because a submission's payload never changes. */
  readonly id: string;
  readonly workspaceId: string;
  readonly state: SubmissionState;
  readonly candidateName: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly resumeUrl: string;
  readonly jobDescriptionId: string;
  readonly questionnaireTemplateId: string;
  /** Attempts so far, including the current one and those that found no connection. */
  readonly attempts: number;
  /** Not sent before this moment: the latest of undo window, chosen time and retry delay. */
  readonly sendAfter: number;
  /**
   * Never sent earlier, not even on a retry: the time a person chose ({@link chosenTime}), or the day that the notice rule
   * puts it off to. Null for as soon as possible.
   */
  readonly notBefore: number | null;
  /**
   * Only once it waits for the workspace's notice rule: then `notBefore` is that rule's day, and this the time a person
   * chose, or `createdAt` if nobody did.
   */
  readonly wantedAt?: number | undefined;
  /** The candidate's time zone (IANA) in which that time was chosen; left out for the person's own. */
  readonly notBeforeTimeZone?: string | undefined;
  /** The IANA time zone chosen for its calling hours; null for the phone number's own. */
  readonly timeZone: string | null;
  /** Whether a person exempted it from calling hours. */
  readonly anyHour: boolean;
  /** Exempt until this moment, for a single Try now; null if not exempt. */
  readonly hoursWaivedUntil: number | null;
  /** Set while it waits for calling hours; otherwise null. */
  readonly callingHold: CallingHold | null;
  /**
   * Calling hours that were in force while it waited. Outside any of them it is sent only if a person says so,
   * even if the rules have changed since. Left out if there were none.
   */
  readonly hoursInForce?: readonly HoursOfDay[] | undefined;
  /**
   * Only while a person edits it in the form: its state once they leave it. Until then it is a `draft` that was taken back
   * for that, or `held`; if what it waited for has changed in the meantime, it is `queued` then.
   */
  readonly afterEdit?: 'held' | 'queued' | 'draft' | undefined;
  readonly consent: Consent | null;
  /** The day the candidate was told of the automated call, `2027-01-06`; left out if nobody said. */
  readonly noticeOn?: string | undefined;
  readonly problem: SubmissionProblem | null;
  readonly requestId: string | null;
  /**
   * Never reset, not even by a person's decision: a call can't be undone. Null if no send may have reached the service.
   */
  readonly mayHaveReached: MayHaveReached | null;
  /**
   * The change that made the last claim of a colleague to the number of which the person was told (decision 36): a later one is a
   * question. Left out if they were told of none.
   */
  readonly teamSeen?: number | undefined;
  /** The earlier submission that this one repeats or corrects, if any. */
  readonly previousSubmissionId: string | null;
  /** Optimistic lock: grows with every stored change, and a change is stored only if the revision still matches. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The time before which a person wants it not sent (UTC ms), whatever day a rule puts it off to; null if they chose none. */
export function chosenTime({
  notBefore,
  wantedAt,
  createdAt,
}: Pick<Submission, 'notBefore' | 'wantedAt' | 'createdAt'>): number | null {
  if (wantedAt === undefined) return notBefore;
  return wantedAt > createdAt ? wantedAt : null;
}

const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** UUID-shaped: the digits matter, not the version bits (docs/service.md, Fields). */
export function isUuidShaped(text: string): boolean {
  return UUID_SHAPE.test(text);
}

/**
 * Uses `URL.canParse`, which creates no object, because imports check thousands. By the URL Standard http(s) URLs
 * always have a host.
 */
function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/** Endings of files that are also countries' domains: `resume.md` names no host, `resume.md/cv.pdf` may. */
const FILE_ENDINGS = /\.(?:ai|cc|cv|md|mk|pl|ps|py|rs|sh|st)$/i;

/** A host as people write it: labels in any script, then a country's domain or one of the usual others. */
const HOST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2}|academy|agency|app|art|biz|blog|careers?|cloud|com|design|dev|digital|edu|engineer|example|gov|group|info|int|jobs|link|live|me|mil|name|net|online|org|page|pro|site|solutions|store|studio|tech|work|works|world|xyz|zone)(?::\d{1,5})?$/iu;

/** The address with the `https://` that people leave out, if it begins with a plausible host; any other text as it is. */
export function withWebScheme(text: string): string {
  const [, host = '', path = ''] = /^\s*([^\s/?#@\\]+)([/?#].*)?\s*$/su.exec(text) ?? [];
  const isFile = path === '' && FILE_ENDINGS.test(host) && !/^www\./i.test(host);
  return !isFile && host.length < 254 && HOST.test(host) ? `https://${text.trim()}` : text;
}

/** Characters that `URL` drops or rewrites, so that the link opened would not be the one shown. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The rule for a resume link, wherever one is typed, imported or opened from a link. */
const resumeLink = z
  .string()
  .trim()
  .overwrite(withWebScheme)
  .min(1, issueMessage('resume_link_missing'))
  .max(2000, issueMessage('resume_link_too_long', { most: 2000 }))
  .refine((text) => !INVISIBLE.test(text), issueMessage('resume_link_with_breaks'))
  .refine((text) => !text.includes('\\'), issueMessage('resume_link_with_backslash'))
  .refine(isWebAddress, issueMessage('resume_link_incomplete'));

/** The fields of New request. */
export const submissionInput = z.object({
  candidateName: z
    .string()
    .trim()
    .min(1, issueMessage('candidate_name_missing'))
    .max(200, issueMessage('too_long', { most: 200 })),
  phoneNumber: z
    .string()
    .max(60, issueMessage('phone_too_long'))
    .transform((text, context) => {
      const phone = parsePhoneNumber(text);
      if (phone.ok) return phone.value.e164;
      context.addIssue({ code: 'custom', message: encodeProblem(phone.problem) });
      return z.NEVER;
    }),
  resumeUrl: resumeLink,
  jobDescriptionId: z
    .string()
    .trim()
    .min(1, issueMessage('job_description_missing'))
    .max(200, issueMessage('too_long', { most: 200 }))
    .refine(isUuidShaped, {
      message: issueMessage('job_description_misshapen'),
    }),
  questionnaireTemplateId: z
    .string()
    .trim()
    .min(1, issueMessage('questionnaire_missing'))
    .max(200, issueMessage('too_long', { most: 200 })),
  /** UTC ms: not sent before this moment; null for as soon as possible. */
  notBefore: z.int().positive().nullish(),
  /** The candidate's time zone (IANA) in which that moment was chosen; null for the person's own. */
  notBeforeTimeZone: timeZone.nullish(),
  /** IANA time zone for calling hours; null for the phone number's own. */
  timeZone: timeZone.nullish(),
  /** Exempt from calling hours. */
  anyHour: z.boolean().optional(),
  /** The consent wording as shown to the recruiter who ticked it; null if not ticked. */
  consentWording: z.string().max(1000).nullish(),
  /** The day the candidate was told of the automated call; null if nobody said. */
  noticeOn: noticeDate.nullish(),
});
export type SubmissionInput = z.input<typeof submissionInput>;
export type SubmissionFields = z.output<typeof submissionInput>;
