import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  CREATE_INTERVIEW_REQUEST_PATH,
  createInterviewRequestAnswer,
  interviewRequestAnswer,
  REQUEST_STATUS,
} from '../../shared/service-interface.ts';
import { isRefused } from '../requests/call-plan.ts';
import type { RequestStore } from '../requests/request-store.ts';
import { timeline } from '../requests/timeline.ts';
import { type AccessTokens, requireScope } from './bearer-check.ts';
import { answerError } from './error-answers.ts';
import { ProblemError, problem, sendProblem } from './problem-details.ts';
import { BODY_LIMIT, requestIdParams, strictCreateBody } from './request-rules.ts';

/** Dependencies of the API. */
export interface InterviewApiDependencies {
  readonly requests: RequestStore;
  readonly tokens: AccessTokens;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

const READ_PATH = '/v1/interview/requests/:requestId';
const IDEMPOTENCY_KEY_LIMIT = 255;
/** Above Node's limit for all headers, so that a long id gets 404 like any unknown id instead of 414. */
const PARAMETER_LIMIT = 32 * 1024;

/** Creates the service's API (docs/service.md), not yet listening. */
export function createInterviewApi(parts: InterviewApiDependencies): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT, routerOptions: { maxParamLength: PARAMETER_LIMIT } });
  // Fastify also parses text/plain; this service answers anything but JSON with 415.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(checkedSerializer);
  app.setErrorHandler(answerError(parts.log));
  addNotFoundHandler(app);
  addCreateRoute(app, parts);
  addReadRoute(app, parts);
  return app;
}

/**
 * Validates an answer with the client's schema before sending it, so that the client can always parse it.
 *
 * The type provider's own serializer would use z.encode, which fails for schemas with one-way transforms.
 */
const checkedSerializer: FastifySchemaCompilerFor = ({ schema }) => {
  return (value) => JSON.stringify(z.parse(schema, value));
};
type FastifySchemaCompilerFor = (route: { schema: z.ZodType }) => (value: unknown) => string;

function addCreateRoute(app: FastifyInstance, { requests, tokens }: InterviewApiDependencies): void {
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
      if (isRefused(request.body.candidate.name)) {
        const detail = 'This number has asked not to be called.';
        const errors = [{ pointer: '#/candidate/phone_number', detail }];
        throw new ProblemError(problem(422, 'The candidate was refused.', errors));
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

function addReadRoute(app: FastifyInstance, { requests, tokens, now }: InterviewApiDependencies): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: READ_PATH,
    onRequest: requireScope(tokens, 'read'),
    schema: { params: requestIdParams, response: { 200: interviewRequestAnswer } },
    handler: async (request) => {
      const stored = requests.find(request.params.requestId);
      if (stored === undefined) throw new ProblemError(problem(404, 'No request has this id.'));
      return { request_id: stored.requestId, ...timeline(stored, now()) };
    },
  });
}

function addNotFoundHandler(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = new URL(request.url, 'http://practice.invalid').pathname;
    const allowed = allowedMethod(path);
    if (allowed === undefined) return sendProblem(reply, problem(404, 'Nothing exists at this address.'));
    return sendProblem(reply.header('allow', allowed), problem(405, `Only ${allowed} is allowed here.`));
  });
}

function allowedMethod(path: string): string | undefined {
  if (path === CREATE_INTERVIEW_REQUEST_PATH) return 'POST';
  return /^\/v1\/interview\/requests\/[^/]+$/.test(path) ? 'GET, HEAD' : undefined;
}
