/**
 * The service's wire format: what its HTTP interface sends and receives (docs/service.md).
 *
 * The client reads with these schemas and the practice service writes with them. Reading is deliberately lenient: the
 * interface lists neither all states nor the optional fields, so unknown fields and state names are kept unchanged.
 */
import { z } from 'zod';

/** Path of the create call, relative to the service address (docs/service.md, Create a request). */
export const CREATE_INTERVIEW_REQUEST_PATH = '/v1/interview/create-interview-request';

/** Path of the status read, relative to the service address (docs/service.md, Read a request). */
export function interviewRequestPath(requestId: string): string {
  return `/v1/interview/requests/${encodeURIComponent(requestId)}`;
}

/** Statuses with a meaning; any other is kept and shown as it came (docs/service.md, States). */
export const REQUEST_STATUS = { pending: 'PENDING', completed: 'COMPLETED' } as const;

/** Body of the create call, with exactly the documented fields. */
export const createInterviewRequestBody = z.strictObject({
  resume_url: z.string().min(1),
  job_description_id: z.string().min(1),
  candidate: z.strictObject({
    name: z.string().min(1),
    phone_number: z.string().min(1),
  }),
  questionnaire_template_id: z.string().min(1),
});
export type CreateInterviewRequestBody = z.infer<typeof createInterviewRequestBody>;

/** An identifier: documented as a string, but a number is accepted, too. */
const identifier = z.union([z.string().min(1), z.number().transform(String)]);

/** In characters; a longer id is rejected. */
export const MAX_REQUEST_ID_LENGTH = 200;

/**
 * In characters. Longer state names are cut for display and filters; the stored answer keeps the full text.
 */
const MAX_STATE_LENGTH = 200;

/** A state name, cut and well-formed so that it can be shown and stored. */
function stateName(text: string): string {
  const shown = text.length > MAX_STATE_LENGTH ? `${text.slice(0, MAX_STATE_LENGTH - 1)}…` : text;
  return shown.toWellFormed();
}

/** The status in a create answer, PENDING if it is missing: an odd status must not invalidate the id. */
function createdStatus(said: unknown): string {
  return typeof said === 'string' && said.trim() !== '' ? stateName(said) : REQUEST_STATUS.pending;
}

/** Answer of the create call (201). */
export const createInterviewRequestAnswer = z.looseObject({
  request_id: identifier.refine((text) => text.length <= MAX_REQUEST_ID_LENGTH),
  status: z.unknown().default(null).transform(createdStatus),
});

/** A screening call in a status answer. Any field may be absent while a call is planned or in progress. */
const screeningCall = z.looseObject({
  id: identifier.nullish(),
  /** ISO 8601 date-time in UTC. */
  timestamp: z.string().nullish(),
  duration_minutes: z.number().nullish(),
  status: z.string().transform(stateName).nullish(),
});
export type ScreeningCallAnswer = z.infer<typeof screeningCall>;

/** Answer of the status read (200). The interface doesn't document the fields of `assessment_results`. */
export const interviewRequestAnswer = z.looseObject({
  request_id: identifier.nullish(),
  status: z.string().min(1).transform(stateName),
  screening_calls: z
    .array(screeningCall)
    .nullish()
    .transform((calls) => calls ?? []),
  assessment_results: z.unknown().optional(),
});
export type InterviewRequestAnswer = z.infer<typeof interviewRequestAnswer>;
