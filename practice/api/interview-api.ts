import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  CREATE_INTERVIEW_REQUEST_PATH,
  createInterviewRequestAnswer,
  interviewRequestAnswer,
  REQUEST_STATUS,
} from '../../shared/service-interface.ts';
import type { RequestStore } from '../requests/request-store.ts';
import { timeline } from '../requests/timeline.ts';
import { type AccessTokens, requireScope } from './bearer-check.ts';
import { answerError } from './error-answers.ts';
import { ProblemError, problem, sendProblem } from './problem-details.ts';
import { BODY_LIMIT, requestIdParams, strictCreateBody } from './request-rules.ts';

/** What the interface stands on. */
export interface InterviewApiParts {
  readonly requests: RequestStore;
  readonly tokens: AccessTokens;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

const READ_PATH = '/v1/interview/requests/:requestId';
const IDEMPOTENCY_KEY_LIMIT = 255;
/** Beyond Node's limit for a whole head, so that a long id is unknown like any other and not 414. */
const PARAMETER_LIMIT = 32 * 1024;

/** Builds the service's own interface (service-interface.md §4), not yet listening. */
export function createInterviewApi(parts: InterviewApiParts): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT, routerOptions: { maxParamLength: PARAMETER_LIMIT } });
  // Fastify reads text/plain too; here anything but JSON is 415.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(checkedSerializer);
  app.setErrorHandler(answerError(parts.log));
  addNotFound(app);
  addCreate(app, parts);
  addRead(app, parts);
  return app;
}

/**
 * Writes an answer after reading it with the client's schema, so that no answer leaves that the client could not read.
 *
 * The type provider's own serializer encodes, which a schema with one-way transforms does not allow.
 */
const checkedSerializer: FastifySchemaCompilerFor = ({ schema }) => {
  return (value) => JSON.stringify(z.parse(schema, value));
};
type FastifySchemaCompilerFor = (route: { schema: z.ZodType }) => (value: unknown) => string;

function addCreate(app: FastifyInstance, { requests, tokens }: InterviewApiParts): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'POST',
    url: CREATE_INTERVIEW_REQUEST_PATH,
    onRequest: requireScope(tokens, 'write'),
    preValidation: async (request) => {
      if (request.headers['content-type'] !== undefined) return;
      throw new ProblemError(problem(415, 'The body must be sent as Content-Type: application/json.'));
    },
    schema: { body: strictCreateBody, response: { 201: createInterviewRequestAnswer } },
    handler: async (request, reply) => {
      const key = request.headers['idempotency-key'];
      if (Array.isArray(key) || key === '' || (key?.length ?? 0) > IDEMPOTENCY_KEY_LIMIT) {
        throw new ProblemError(problem(400, 'The Idempotency-Key must have 1 to 255 characters.'));
      }
      const creation = requests.create(request.body, key);
      if (creation.kind === 'key-reused') {
        throw new ProblemError(problem(422, 'This Idempotency-Key was used with another body.'));
      }
      reply.code(201);
      return { request_id: creation.request.requestId, status: REQUEST_STATUS.pending };
    },
  });
}

function addRead(app: FastifyInstance, { requests, tokens, now }: InterviewApiParts): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: READ_PATH,
    onRequest: requireScope(tokens, 'read'),
    schema: { params: requestIdParams, response: { 200: interviewRequestAnswer } },
    handler: async (request) => {
      const stored = requests.find(request.params.requestId);
      if (stored === undefined) throw new ProblemError(problem(404, 'There is no request with this id.'));
      return { request_id: stored.requestId, ...timeline(stored, now()) };
    },
  });
}

function addNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = new URL(request.url, 'http://practice.invalid').pathname;
    const allowed = allowedMethod(path);
    if (allowed === undefined) return sendProblem(reply, problem(404, 'There is nothing at this address.'));
    return sendProblem(reply.header('allow', allowed), problem(405, `Only ${allowed} is allowed here.`));
  });
}

function allowedMethod(path: string): string | undefined {
  if (path === CREATE_INTERVIEW_REQUEST_PATH) return 'POST';
  return /^\/v1\/interview\/requests\/[^/]+$/.test(path) ? 'GET, HEAD' : undefined;
}
