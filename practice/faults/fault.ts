import { z } from 'zod';

/** The routes for which a fault can be switched on; `any` stands for all of them. */
export const FAULT_ROUTES = ['create', 'read', 'authorize', 'sign-in', 'token', 'any'] as const;

/** Header names and values that can be written (RFC 9110 §5.1, §5.5). */
const headers = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/),
);

const common = {
  route: z.enum(FAULT_ROUTES),
  /** How many requests it hits before it ends by itself; without it, until it is removed. */
  times: z.int().positive().optional(),
  /** How many requests pass unharmed first. */
  skip: z.int().nonnegative().optional(),
};

/** How a connection ends: `close` ends the stream (FIN), `reset` breaks it (RST). */
const ending = z.enum(['close', 'reset']).optional();

/**
 * One fault. Durations in milliseconds of the clock, whatever the time scale.
 *
 * - `latency`: waits, before the request is looked at (and forgets it if the client leaves meanwhile) or, with
 *   `when: 'after'`, once it is processed.
 * - `answer`: answers as told. `processed: true` processes the request first, as behind a failing gateway.
 * - `too-many-requests`: 429 with Retry-After, in seconds or as an HTTP date.
 * - `cut`: ends the connection without an answer: before the body is read, after it is read but before anything is
 *   done, or after everything is done.
 * - `half-answer`: processes, then sends the head and half of the body and ends the connection.
 */
export const fault = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('latency'),
    milliseconds: z.int().nonnegative().max(86_400_000),
    when: z.enum(['before', 'after']).optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('answer'),
    status: z.int().min(200).max(599),
    headers: headers.optional(),
    body: z.string().optional(),
    processed: z.boolean().optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('too-many-requests'),
    retryAfter: z.union([z.int().nonnegative(), z.string().regex(/^[\x20-\x7e]+$/)]),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('cut'),
    when: z.enum(['before-reading', 'after-reading', 'after-processing']),
    ending,
  }),
  z.strictObject({ ...common, kind: z.literal('half-answer'), ending }),
]);
export type Fault = z.infer<typeof fault>;
export type FaultRoute = (typeof FAULT_ROUTES)[number];
export type ConnectionEnding = NonNullable<z.infer<typeof ending>>;

/** A fault that is switched on. */
export type ActiveFault = Fault & { readonly id: string; readonly hits: number };
