import type { FastifyRequest } from 'fastify';
import { ProblemError, problem } from './problem-details.ts';

/** What the service asks of the authorization server about a token. */
export interface AccessTokens {
  /** The scopes of a token in force; undefined when it is unknown, expired or revoked. */
  scopesOf(accessToken: string): Promise<ReadonlySet<string> | undefined>;
}

const REALM = 'Callboard practice service';

/**
 * Makes the check that a call carries a token in force with the scope (service-interface.md §5; RFC 6750 §3).
 *
 * It runs before the body is read: a stranger's body is not worth reading.
 */
export function requireScope(tokens: AccessTokens, scope: string) {
  return async (request: FastifyRequest): Promise<void> => {
    const header = request.headers.authorization;
    if (header === undefined) {
      throw refusal(401, {}, 'The Authorization header is missing.');
    }
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
    if (token === undefined) {
      throw refusal(400, { error: 'invalid_request' }, 'The Authorization header is not "Bearer <token>".');
    }
    const scopes = await tokens.scopesOf(token);
    if (scopes === undefined) {
      throw refusal(401, { error: 'invalid_token' }, 'The access token is unknown, expired or revoked.');
    }
    if (!scopes.has(scope)) {
      throw refusal(403, { error: 'insufficient_scope', scope }, `This call needs the scope "${scope}".`);
    }
  };
}

function refusal(status: number, reason: Record<string, string>, detail: string): ProblemError {
  const parameters = Object.entries({ realm: REALM, ...reason });
  const challenge = parameters.map(([name, value]) => `${name}="${value}"`).join(', ');
  return new ProblemError(problem(status, detail), { 'www-authenticate': `Bearer ${challenge}` });
}
