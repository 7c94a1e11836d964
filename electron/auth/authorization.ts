import * as oauth from 'oauth4webapi';
import { withoutAddedSlashes } from '../../shared/custom-scheme.ts';
import type { AppError } from '../../shared/failures.ts';
import { ok, type Result } from '../../shared/result.ts';
import { expectedIssuer, type Workspace } from '../../shared/workspace.ts';
import { describedWords, quotedWords } from '../service/answer-words.ts';

/** The longest return address that is parsed, characters. */
const MAX_ADDRESS_LENGTH = 8192;

const INCOMPLETE: AppError = { code: 'answer_incomplete', values: null };

/** Whether an address is the answer to this attempt: its redirect address, with its `state`. */
export function answersAttempt(address: string, attempt: AuthorizationAttempt): boolean {
  if (address.length > MAX_ADDRESS_LENGTH) return false;
  const before = attempt.redirectUri.includes('?') ? '&' : '?';
  if (!withoutAddedSlashes(address).startsWith(withoutAddedSlashes(attempt.redirectUri) + before))
    return false;
  return URL.parse(address)?.searchParams.get('state') === attempt.state;
}

/**
 * Validates the answer to an attempt (RFC 6749 §4.1.2, RFC 9207 for `iss`) and returns the parameters for the token
 * request. Needs no network. An `error` takes precedence over a `code`.
 *
 * Errors: `access_denied`, `app_not_accepted`, `client_not_permitted`, `sign_in_page_troubled`, `sign_in_page_refused`, `wrong_issuer`,
 * `answer_incomplete`.
 */
export function judgeAuthorizationResponse(
  workspace: Workspace,
  attempt: AuthorizationAttempt,
  address: string,
): Result<URLSearchParams> {
  const parameters = new URL(address).searchParams;
  const server = authorizationServer(workspace, parameters.get('iss'));
  try {
    const checked = oauth.validateAuthResponse(
      server,
      { client_id: workspace.clientId },
      parameters,
      attempt.state,
    );
    const [code, ...others] = checked.getAll('code');
    return code && others.length === 0 ? ok(checked) : { ok: false, error: INCOMPLETE };
  } catch (error) {
    return { ok: false, error: authorizationError(error, workspace, parameters) };
  }
}

function authorizationError(error: unknown, workspace: Workspace, parameters: URLSearchParams): AppError {
  if (error instanceof oauth.AuthorizationResponseError) return refusalOf(error);
  const issuer = parameters.get('iss');
  if (issuer !== null && issuer !== authorizationServer(workspace, issuer).issuer) {
    const values = { issuer: quotedWords(issuer), expected: expectedIssuer(workspace) };
    return { code: 'wrong_issuer', values };
  }
  return INCOMPLETE;
}

function refusalOf(error: oauth.AuthorizationResponseError): AppError {
  const said = describedWords(error.error_description);
  switch (error.error) {
    case 'access_denied':
      return { code: 'access_denied', values: { said } };
    case 'unauthorized_client':
    case 'unsupported_response_type':
    case 'invalid_scope':
      return { code: 'client_not_permitted', values: { error: error.error, at: 'page', said } };
    case 'invalid_request':
      return { code: 'app_not_accepted', values: { error: error.error, said } };
    case 'server_error':
    case 'temporarily_unavailable':
      return { code: 'sign_in_page_troubled', values: { said } };
    default:
      return { code: 'sign_in_page_refused', values: { error: quotedWords(error.error), said } };
  }
}

/** One sign-in attempt: what has to match when the browser comes back (RFC 8252 §8.9, §8.10). */
export interface AuthorizationAttempt {
  /** 256 random bits, used once. */
  readonly state: string;
  /** PKCE, 256 random bits; sent only to the token endpoint (RFC 7636 §4.1). */
  readonly codeVerifier: string;
  readonly redirectUri: string;
  /** The address for the browser. */
  readonly link: string;
}

/** Starts an attempt: {auth_url}/oauth2/authorize (docs/service.md, Sign-in) with `state` and PKCE S256. */
export async function beginAuthorization(
  workspace: Workspace,
  redirectUri: string,
): Promise<AuthorizationAttempt> {
  const state = oauth.generateRandomState();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: workspace.clientId,
    redirect_uri: redirectUri,
    // URLSearchParams writes a "+" for the space, as the interface shows it.
    scope: 'read write',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return { state, codeVerifier, redirectUri, link: `${workspace.authUrl}/oauth2/authorize?${query}` };
}

/**
 * The authorization server as oauth4webapi expects it. `named`: the issuer of its answer. Without an issuer in the connection, a
 * trailing slash may be part of the server's own name.
 */
export function authorizationServer(workspace: Workspace, named?: string | null): oauth.AuthorizationServer {
  const withSlash = workspace.issuer === '' && named === `${workspace.authUrl}/`;
  return {
    issuer: withSlash ? named : expectedIssuer(workspace),
    authorization_endpoint: `${workspace.authUrl}/oauth2/authorize`,
    token_endpoint: `${workspace.authUrl}/oauth2/token`,
  };
}
