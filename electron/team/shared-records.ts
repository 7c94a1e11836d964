import { z } from 'zod';
import { timeZone } from '../../shared/calling-hours.ts';
import { noticeDate } from '../../shared/notice.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { parsePhoneNumber } from '../../shared/phone-number.ts';
import { requestProblem } from '../../shared/problems.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { MAX_REQUEST_ID_LENGTH } from '../../shared/service-interface.ts';
import { isUuidShaped } from '../../shared/submission.ts';

/** UTC ms. */
const time = z.int();
/** Of any version, as PostgreSQL takes them. */
export const uuid = z.string().refine(isUuidShaped);
/** What the app of a colleague lets them type; the team's database takes longer texts of them. */
const typed = z.string().max(4000);
const mayBe = <Type extends z.ZodType>(type: Type) => type.nullable().default(null);

/** An event of a request's history. `code` and `values`: shared/history-event.ts; a newer Callboard may have more codes. */
const sharedEvent = z.object({
  at: time,
  code: z.string(),
  values: z.unknown(),
  /** The login of the colleague on whose computer it happened. */
  by: z.string(),
});
export type SharedEvent = z.output<typeof sharedEvent>;

/** What the team database holds of a request: its submission, what the service said last, and what happened. */
export const sharedRequest = z.object({
  submission: z.object({
    id: uuid,
    candidateName: typed.min(1),
    /** E.164. */
    phoneNumber: z.string().regex(/^\+\d{3,20}$/),
    resumeUrl: typed,
    jobDescriptionId: typed,
    questionnaireTemplateId: typed,
    // A newer system may know more of them.
    timeZone: mayBe(timeZone).catch(null),
    consent: mayBe(z.object({ at: time, wording: typed })),
    noticeOn: mayBe(noticeDate).catch(null),
    attempts: z.int().min(0),
    mayHaveReached: mayBe(z.object({ at: time, times: z.int().min(1) })),
    previousSubmissionId: mayBe(uuid),
    createdAt: time,
    updatedAt: time,
  }),
  requestId: z.string().min(1).max(MAX_REQUEST_ID_LENGTH),
  status: typed,
  /** The service's last answer, verbatim. */
  answer: mayBe(z.string()),
  problem: mayBe(requestProblem),
  acceptedAt: time,
  refreshedAt: mayBe(time),
  changedAt: time,
  completedAt: mayBe(time),
  history: z.array(sharedEvent),
});
export type SharedRequest = z.output<typeof sharedRequest>;

/** A legal hold. */
export const sharedHold = z.object({
  /** The call key. */
  phoneNumber: z.string().refine((number) => parsePhoneNumber(number).ok),
  /** '': only the number is known. */
  name: z.string(),
  reason: z.string(),
  placedAt: z.int(),
});

/** What a team shares beside its requests, by the topics of their notices. */
export type SharedList = 'library' | 'holds' | 'do_not_call' | 'claims';

/** Reads a body, as the team database or a store has it as JSON; undefined if it is none of these. */
export function readBody<Body>(schema: z.ZodType<Body>, body: string): Body | undefined {
  const read = readSafely(schema, parseJson(body));
  return read.success ? read.data : undefined;
}

/** A body as JSON that PostgreSQL takes: jsonb has no NUL and no half of a surrogate pair. */
export function writeBody(body: unknown): string {
  return JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'string' ? storable(value) : value,
  );
}

/** A text that PostgreSQL takes. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/**
 * The key of a request's record. Only a UUID is a service's own for all its accounts, however it is written: others may count
 * up for each account, so their submission tells them apart.
 */
export function requestKey(service: string, requestId: string, submissionId: string): string {
  return isUuidShaped(requestId)
    ? `${service} ${requestId.toLowerCase()}`
    : `${service} ${requestId} ${submissionId}`;
}
