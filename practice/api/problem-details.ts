import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';

/** An invalid field: a JSON pointer into the body (RFC 6901, as a URI fragment) and the reason. */
export interface FieldProblem {
  readonly pointer: string;
  readonly detail: string;
}

/** An error response (RFC 9457 §3). */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
}

/** Media type of an error response (RFC 9457 §3). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Creates an error response of type about:blank (RFC 9457 §4.2.1). */
export function problem(status: number, detail: string, errors?: readonly FieldProblem[]): ProblemDetails {
  const title = STATUS_CODES[status] ?? 'Error';
  const base = { type: 'about:blank', title, status, detail };
  return errors === undefined ? base : { ...base, errors };
}

export function sendProblem(reply: FastifyReply, details: ProblemDetails): FastifyReply {
  return reply
    .code(details.status)
    .type(PROBLEM_MEDIA_TYPE)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(details);
}

/** Throw it to reject a call; the error handler sends it. */
export class ProblemError extends Error {
  readonly details: ProblemDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(details: ProblemDetails, headers: Readonly<Record<string, string>> = {}) {
    super(details.detail);
    this.name = 'ProblemError';
    this.details = details;
    this.headers = headers;
  }
}
