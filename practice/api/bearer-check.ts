import type { FastifyRequest } from 'fastify';
import { ProblemError, problem } from './problem-details.ts';

/** Token lookup at the authorization server. */
export interface AccessTokens {
  /** The scopes of a valid token; undefined if it is unknown, expired or revoked. */
  scopesOf(accessToken: string): Promise<ReadonlySet<string> | undefined>;
}

const REALM = 'Callboard practice service';

/**
 * Creates a hook that requires a valid token with the scope (docs/service.md, Sign-in; RFC 6750 §3).
 *
 * It runs before the body is read, so that unauthorised requests cost little.
 */
export function requireScope(tokens: AccessTokens, scope: string) {
  return async (request: FastifyRequest): Promise<void> => {
    const header = request.headers.authorization;
    if (header === undefined) throw unauthorized(401, {}, 'The Authorization header is missing.');
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
    if (token === undefined) {
      throw unauthorized(
        400,
        { error: 'invalid_request' },
        'The Authorization header is not "Bearer <token>".',
      );
    }
    const scopes = await tokens.scopesOf(token);
    if (scopes === undefined) {
      throw unauthorized(401, { error: 'invalid_token' }, 'The access token is unknown, expired or revoked.');
    }
    if (!scopes.has(scope)) {
      throw unauthorized(
        403,
        { error: 'insufficient_scope', scope },
        `This call needs the scope "${scope}".`,
      );
    }
  };
}

function unauthorized(status: number, reason: Record<string, string>, detail: string): ProblemError {
  const parameters = Object.entries({ realm: REALM, ...reason });
  const challenge = parameters.map(([name, value]) => `${name}="${value}"`).join(', ');
  return new ProblemError(problem(status, detail), { 'www-authenticate': `Bearer ${challenge}` });
}
