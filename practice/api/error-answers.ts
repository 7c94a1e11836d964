import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
  type FieldProblem,
  type ProblemDetails,
  ProblemError,
  problem,
  sendProblem,
} from './problem-details.ts';

/** Details for Fastify's own errors, by status. */
const DETAILS: Readonly<Record<number, string>> = {
  400: "The request can't be parsed: its body is not JSON or its address is malformed.",
  413: 'The body is too large.',
  415: 'The body must be sent as Content-Type: application/json.',
};

/** Creates the error handler, which answers with problem details. */
export function answerError(log: (line: string) => void) {
  return (
    error: FastifyError | ProblemError,
    _request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    if (error instanceof ProblemError) return sendProblem(reply.headers(error.headers), error.details);
    const details = toProblem(error);
    if (details.status >= 500) log(`practice service: ${error.stack ?? error.message}`);
    return sendProblem(reply, details);
  };
}

function toProblem(error: FastifyError): ProblemDetails {
  if (hasZodFastifySchemaValidationErrors(error)) {
    return problem(422, 'Some fields are invalid.', error.validation.flatMap(fieldProblems));
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) return problem(500, 'The practice service failed. See its log.');
  return problem(status, DETAILS[status] ?? error.message);
}

/** Reports an unknown field by its own path instead of its parent's. */
function fieldProblems(issue: FastifySchemaValidationError): FieldProblem[] {
  const parent = issue.instancePath === '/' ? '' : issue.instancePath;
  const unknownKeys = issue.params['keys'];
  if (issue.keyword === 'unrecognized_keys' && Array.isArray(unknownKeys)) {
    return unknownKeys.map((key) => ({
      pointer: pointer(`${parent}/${key}`),
      detail: 'is not a known field',
    }));
  }
  return [{ pointer: pointer(parent), detail: issue.message ?? 'is not valid' }];
}

/** A JSON pointer as URI fragment (RFC 6901 §6). */
function pointer(path: string): string {
  return `#${encodeURI(path)}`;
}
