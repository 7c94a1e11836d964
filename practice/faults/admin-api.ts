import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerError } from '../api/error-answers.ts';
import { problem, sendProblem } from '../api/problem-details.ts';
import type { RequestStore } from '../requests/request-store.ts';
import { fault } from './fault.ts';
import type { FaultInjector } from './fault-injector.ts';

/** Dependencies of the admin API. */
export interface AdminDependencies {
  readonly faults: FaultInjector;
  readonly requests: RequestStore;
  readonly log: (line: string) => void;
}

/**
 * Creates the JSON API of the admin port, not yet listening: faults, tokens and accepted requests.
 *
 * - `GET /faults`, `POST /faults` (a fault; 201 with its id), `DELETE /faults`, `DELETE /faults/:id`
 * - `POST /tokens/expire`, `POST /tokens/revoke` (200 with the number of tokens)
 * - `GET /requests`: the accepted requests, to count them
 */
export function createAdminApi({ faults, requests, log }: AdminDependencies): FastifyInstance {
  const app = Fastify();
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(answerError(log));
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, problem(404, 'Nothing exists at this address.')),
  );
  app.addHook('onRequest', async (request, reply) => {
    // A web page in a browser could reach this port, but must not use it.
    if (request.headers.origin === undefined && request.headers['sec-fetch-site'] === undefined) return;
    return sendProblem(reply, problem(403, 'The admin port does not answer web pages.'));
  });
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get('/faults', () => faults.list());
  routes.post('/faults', { schema: { body: fault } }, (request, reply) => {
    return reply.code(201).send({ id: faults.add(request.body) });
  });
  routes.delete('/faults', (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  routes.delete('/faults/:id', { schema: { params: z.object({ id: z.string() }) } }, (request, reply) => {
    if (faults.remove(request.params.id)) return reply.code(204).send();
    return sendProblem(reply, problem(404, 'No active fault has this id.'));
  });
  routes.post('/tokens/expire', () => ({ tokens: faults.expireAccessTokens() }));
  routes.post('/tokens/revoke', () => ({ tokens: faults.revokeTokens() }));
  routes.get('/requests', () => requests.list());
  return app;
}
