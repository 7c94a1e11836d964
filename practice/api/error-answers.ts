import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
  type FieldProblem,
  type ProblemDetails,
  ProblemError,
  problem,
  sendProblem,
} from './problem-details.ts';

/** What is said of the errors that Fastify itself finds, by their status. */
const DETAILS: Readonly<Record<number, string>> = {
  400: 'The request could not be read: its body is not JSON or its address is malformed.',
  413: 'The body is larger than this service reads.',
  415: 'The body must be sent as Content-Type: application/json.',
};

/** Makes the handler that turns whatever went wrong into problem details. */
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
    return problem(422, 'Some fields were refused.', error.validation.flatMap(fieldProblems));
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) return problem(500, 'The practice service failed. Its log says why.');
  return problem(status, DETAILS[status] ?? error.message);
}

/** An unknown field is reported where it stands, not where its parent does. */
function fieldProblems(found: FastifySchemaValidationError): FieldProblem[] {
  const parent = found.instancePath === '/' ? '' : found.instancePath;
  const unknownKeys = found.params['keys'];
  if (found.keyword === 'unrecognized_keys' && Array.isArray(unknownKeys)) {
    return unknownKeys.map((key) => ({
      pointer: pointer(`${parent}/${key}`),
      detail: 'is not a known field',
    }));
  }
  return [{ pointer: pointer(parent), detail: found.message ?? 'is not valid' }];
}

/** A JSON pointer as URI fragment (RFC 6901 §6). */
function pointer(path: string): string {
  return `#${encodeURI(path)}`;
}
