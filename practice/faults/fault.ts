import { z } from 'zod';

/** The routes that a fault can apply to; `any` means all. */
export const FAULT_ROUTES = ['create', 'read', 'authorize', 'sign-in', 'token', 'any'] as const;

/** Valid header names and values (RFC 9110 §5.1, §5.5). */
const headers = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/),
);

const common = {
  route: z.enum(FAULT_ROUTES),
  /** Number of requests it applies to; without it, until it is removed. */
  times: z.int().positive().optional(),
  /** Number of requests to let through first. */
  skip: z.int().nonnegative().optional(),
};

/** How to end a connection: `close` sends FIN, `reset` sends RST. */
const ending = z.enum(['close', 'reset']).optional();

/**
 * A fault. Durations are in real milliseconds, regardless of the time scale.
 *
 * - `latency`: delays the request (and drops it if the client disconnects meanwhile) or, with `when: 'after'`, the response.
 * - `answer`: sends the given response. `processed: true` processes the request first, as behind a failing gateway.
 * - `too-many-requests`: 429 with Retry-After, in seconds or as an HTTP date.
 * - `cut`: ends the connection without a response: before reading the body, after reading it, or after processing it.
 * - `half-answer`: processes the request, sends the headers and half of the body, then ends the connection.
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

/** An active fault with its number of hits. */
export type ActiveFault = Fault & { readonly id: string; readonly hits: number };
