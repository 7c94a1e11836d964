import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';

/** One field that was refused: where it stands in the body (RFC 6901, as a URI fragment) and why. */
export interface FieldProblem {
  readonly pointer: string;
  readonly detail: string;
}

/** An error answer (RFC 9457 §3). */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
}

/** The media type of an error answer (RFC 9457 §3). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Builds an error answer whose type says no more than its status (RFC 9457 §4.2.1, about:blank). */
export function problem(status: number, detail: string, errors?: readonly FieldProblem[]): ProblemDetails {
  const title = STATUS_CODES[status] ?? 'Error';
  const base = { type: 'about:blank', title, status, detail };
  return errors === undefined ? base : { ...base, errors };
}

/** Sends an error answer. */
export function sendProblem(reply: FastifyReply, details: ProblemDetails): FastifyReply {
  return reply
    .code(details.status)
    .type(PROBLEM_MEDIA_TYPE)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(details);
}

/** Thrown where a call is refused; the error handler sends it. */
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
