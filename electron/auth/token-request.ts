import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { AppError } from '../../shared/failures.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { isLoopback, type Workspace } from '../../shared/workspace.ts';
import { type Network, proxyFailureIn } from '../network/network.ts';
import { systemReason } from '../network/system-error.ts';
import { answerText, describedWords, quotedWords } from '../service/answer-words.ts';
import { outcomeBeforeSending } from '../service/create-outcomes.ts';
import type { Answer } from '../service/exchange.ts';
import { SingleUseConnections } from '../service/service-connections.ts';
import { type AuthorizationAttempt, authorizationServer } from './authorization.ts';

/** The tokens of an answer. All but the access token are optional (docs/service.md, Sign-in). */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Seconds from now; undefined: use it until the service refuses it. */
  readonly expiresIn: number | undefined;
}

/** For an answer to begin, to continue, and to be complete, ms. */
const TIMEOUTS = { head: 30_000, body: 30_000, whole: 30_000 };

/** Connections to sign-in servers: explicit timeouts, no HTTP/2, no retries (a code may be used only once). */
export function openTokenConnection(network: Network): SingleUseConnections {
  return new SingleUseConnections(network, 10_000);
}

/**
 * POST {auth_url}/oauth2/token with grant_type=authorization_code (docs/service.md, Sign-in) and the PKCE verifier. Never
 * repeated: after a lost answer, a person signs in again (RFC 6749 §4.1.2).
 *
 * Errors: refusals ({@link isRefusal}) `invalid_client`, `invalid_grant`, `client_not_permitted`, `sign_in_refused`; others `token_unusable`,
 * `not_a_sign_in_service`, `sign_in_redirected`, `sign_in_unexpected`, `sign_in_unreachable`, `sign_in_behind_proxy`, `sign_in_answer_lost`,
 * `sign_in_not_trusted`, `sign_in_trouble`, `sign_in_refused_for_now`.
 */
export async function exchangeCode(
  connection: SingleUseConnections,
  workspace: Workspace,
  clientSecret: string,
  attempt: AuthorizationAttempt,
  parameters: URLSearchParams,
): Promise<Result<Tokens>> {
  const server = authorizationServer(workspace, parameters.get('iss'));
  const client = { client_id: workspace.clientId };
  return requestTokens(connection, server, async (options) => {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(clientSecret),
      parameters,
      attempt.redirectUri,
      attempt.codeVerifier,
      options,
    );
    return oauth.processAuthorizationCodeResponse(server, client, response);
  });
}

/** The same endpoint with grant_type=refresh_token (RFC 6749 §6), and the same errors. */
export async function refreshTokens(
  connection: SingleUseConnections,
  workspace: Workspace,
  clientSecret: string,
  refreshToken: string,
): Promise<Result<Tokens>> {
  const server = authorizationServer(workspace);
  const client = { client_id: workspace.clientId };
  return requestTokens(connection, server, async (options) => {
    const secret = oauth.ClientSecretPost(clientSecret);
    const response = await oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, options);
    return oauth.processRefreshTokenResponse(server, client, response);
  });
}

/** Whether the sign-in service itself refused tokens (RFC 6749 §5.2); a captive portal's page may be gone tomorrow. */
export function isRefusal(error: AppError): error is Refusal {
  return ['invalid_grant', 'invalid_client', 'client_not_permitted', 'sign_in_refused'].includes(error.code);
}

export type Refusal = Extract<
  AppError,
  { readonly code: 'invalid_grant' | 'invalid_client' | 'client_not_permitted' | 'sign_in_refused' }
>;

type TokenRequest = (options: oauth.TokenEndpointRequestOptions) => Promise<oauth.TokenEndpointResponse>;

async function requestTokens(
  connection: SingleUseConnections,
  server: oauth.AuthorizationServer,
  send: TokenRequest,
): Promise<Result<Tokens>> {
  let answer: Answer | undefined;
  const options = {
    // Plain http is for this computer only; the connection form accepts no other (RFC 6749 §10.9).
    [oauth.allowInsecureRequests]: isLoopback(new URL(server.token_endpoint ?? server.issuer).hostname),
    [oauth.customFetch]: async (url: string, request: oauth.CustomFetchOptions<'POST', URLSearchParams>) => {
      answer = await post(connection, url, request);
      return asOAuthResponse(answer);
    },
  };
  try {
    const tokens = await send(options);
    return usable(tokens);
  } catch (error) {
    return { ok: false, error: tokenError(error, answer, server) };
  }
}

function post(
  connection: SingleUseConnections,
  url: string,
  request: oauth.CustomFetchOptions<'POST', URLSearchParams>,
): Promise<Answer> {
  const post = {
    method: 'POST',
    headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new TextEncoder().encode(request.body.toString()),
  } as const;
  return connection.exchange(new URL(url), post, TIMEOUTS);
}

/** Some servers refuse with a 200 and an `error` field (RFC 6749 §5.2 requires 400). */
const refusal = z.looseObject({ error: z.string().min(1) });

const tokenAnswer = z.looseObject({
  access_token: z.string(),
  token_type: z.string().nullish(),
  expires_in: z.union([z.number(), z.string()]).nullish(),
  refresh_token: z.string().nullish(),
});

/**
 * The answer, as strict as oauth4webapi needs it. The interface names no fields, so a missing type, nulls, a quoted
 * lifetime or a wrong media type are accepted; a type other than Bearer is not (RFC 6749 §7.1).
 */
function asOAuthResponse(answer: Answer): Response {
  const body = parseJson(answer.body);
  const tokens = readSafely(tokenAnswer, body);
  const json = { headers: { 'content-type': 'application/json' } };
  const refused = readSafely(refusal, body).success;
  if (!isSuccess(answer) || refused || !tokens.success) {
    const status = isSuccess(answer) && refused ? 400 : answer.status;
    return new Response(answer.body, typeof body === 'object' ? { status, ...json } : { status });
  }
  const { access_token, token_type, refresh_token } = tokens.data;
  const lifetime = Number(tokens.data.expires_in ?? Number.NaN);
  const read = {
    access_token,
    token_type: token_type ?? 'bearer',
    // A lifetime of 0 would mean a refresh before every use; instead, the token is used until the service refuses it.
    ...(Number.isFinite(lifetime) && lifetime > 0 ? { expires_in: lifetime } : {}),
    ...(refresh_token ? { refresh_token } : {}),
  };
  return new Response(JSON.stringify(read), json);
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function usable(tokens: oauth.TokenEndpointResponse): Result<Tokens> {
  // oauth4webapi also accepts DPoP. RFC 6750 §2.1: the characters allowed in an Authorization header.
  if (tokens.token_type !== 'bearer' || !/^[A-Za-z0-9\-._~+/]+=*$/.test(tokens.access_token)) {
    return fail('token_unusable');
  }
  return ok({
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresIn: tokens.expires_in,
  });
}

function tokenError(error: unknown, answer: Answer | undefined, server: oauth.AuthorizationServer): AppError {
  const host = new URL(server.issuer).host;
  // An incomplete answer counts as none: the rest could have changed its meaning.
  if (!answer || answer.cutShort) return unreachable(answer?.cutShort ?? error, host);
  // A service that asks to retry later has refused nothing, whatever it says.
  const later = answer.status >= 500 || answer.status === 408 || answer.status === 429;
  if (error instanceof oauth.ResponseBodyError && !later) return refused(error);
  // Redirects are never followed: the secret is for the sign-in address alone.
  if (answer.location && answer.status >= 300 && answer.status < 400) {
    const location = URL.parse(answer.location, server.token_endpoint)?.href ?? answer.location;
    return { code: 'sign_in_redirected', values: { host, location: quotedWords(location) } };
  }
  if (answer.status < 400) return { code: 'not_a_sign_in_service', values: { host } };
  const said = describedWords(answerText(answer.body));
  const answered = { host, httpStatus: answer.status, said };
  return { code: later ? 'sign_in_trouble' : 'sign_in_unexpected', values: answered };
}

/** Final error codes of RFC 6749 §4.1.2.1 and §5.2, and of OpenID Connect Core §3.1.2.6, which need a person. */
const REFUSALS: ReadonlySet<string> = new Set([
  ...['invalid_request', 'access_denied'],
  ...['interaction_required', 'login_required', 'consent_required', 'account_selection_required'],
]);

function unreachable(error: unknown, host: string): AppError {
  const proxy = proxyFailureIn(error);
  if (proxy) {
    const { problem } = proxy;
    return { code: 'sign_in_behind_proxy', values: { host, proxy: proxy.proxy, problem } };
  }
  if (outcomeBeforeSending(error) === 'certificate_not_trusted') {
    return { code: 'sign_in_not_trusted', values: { host, reason: systemReason(error) ?? null } };
  }
  if (outcomeBeforeSending(error) === 'secure_connection_failed') {
    return { code: 'sign_in_answer_lost', values: { host, reason: systemReason(error) ?? null } };
  }
  return { code: 'sign_in_unreachable', values: { host } };
}

function refused(error: oauth.ResponseBodyError): AppError {
  const said = describedWords(error.error_description);
  switch (error.error) {
    case 'invalid_client':
      return { code: 'invalid_client', values: { said } };
    case 'unauthorized_client':
    case 'unsupported_grant_type':
    case 'invalid_scope':
      return { code: 'client_not_permitted', values: { error: error.error, at: 'tokens', said } };
    case 'invalid_grant':
      return { code: 'invalid_grant', values: { said } };
    default: {
      // `temporarily_unavailable`, `server_error` and unknown codes may be gone tomorrow.
      const code = REFUSALS.has(error.error) ? 'sign_in_refused' : 'sign_in_refused_for_now';
      return { code, values: { error: quotedWords(error.error), said } };
    }
  }
}
