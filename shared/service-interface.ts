/**
 * The service's wire format: what its HTTP interface sends and receives (service-interface.md §2, §4).
 *
 * The client reads with these schemas and the practice service writes with them. Reading is lenient on purpose:
 * the interface shows no complete list of states and no optional fields, so unknown fields and unknown state
 * names are kept as they came.
 */
import { z } from 'zod';

/** Path of the create call, below the service address (service-interface.md §4.1). */
export const CREATE_INTERVIEW_REQUEST_PATH = '/v1/interview/create-interview-request';

/** Path of the status read, below the service address (service-interface.md §4.2). */
export function interviewRequestPath(requestId: string): string {
  return `/v1/interview/requests/${encodeURIComponent(requestId)}`;
}

/** Statuses of a request that carry meaning; any other is kept and shown as it came (service-interface.md §3). */
export const REQUEST_STATUS = { pending: 'PENDING', completed: 'COMPLETED' } as const;

/** Body of the create call, exactly the fields the interface names. */
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

/** An identifier as the service may write it: the interface says string; a number is read as its digits. */
const identifier = z.union([z.string().min(1), z.number().transform(String)]);

/** A request can be asked for, linked to and noted down by an id of this length; what is longer is none, characters. */
export const LONGEST_REQUEST_ID = 200;

/**
 * States have names of a few words; of what is longer the beginning is shown and can be filtered by, characters. The
 * whole is kept in the answer.
 */
const LONGEST_STATE = 200;

/** A state's name as it came, as far as it can be shown and stored. */
function stateName(text: string): string {
  const shown = text.length > LONGEST_STATE ? `${text.slice(0, LONGEST_STATE - 1)}…` : text;
  return shown.toWellFormed();
}

/** What the create call's answer says of the status, which is no reason to doubt its id: PENDING where it says nothing. */
function createdStatus(said: unknown): string {
  return typeof said === 'string' && said.trim() !== '' ? stateName(said) : REQUEST_STATUS.pending;
}

/** Answer of the create call (201). */
export const createInterviewRequestAnswer = z.looseObject({
  request_id: identifier.refine((text) => text.length <= LONGEST_REQUEST_ID),
  status: z.unknown().default(null).transform(createdStatus),
});
export type CreateInterviewRequestAnswer = z.infer<typeof createInterviewRequestAnswer>;

/** One screening call of a status read. Every field may be absent while a call is planned or under way. */
export const screeningCall = z.looseObject({
  id: identifier.nullish(),
  /** ISO 8601 date-time in UTC. */
  timestamp: z.string().nullish(),
  duration_minutes: z.number().nullish(),
  status: z.string().transform(stateName).nullish(),
});
export type ScreeningCallAnswer = z.infer<typeof screeningCall>;

/** Answer of the status read (200). The fields inside `assessment_results` are not shown by the interface. */
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
