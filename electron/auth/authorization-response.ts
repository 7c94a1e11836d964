import * as oauth from 'oauth4webapi';
import { type AppError, fail, ok, type Result } from '../../shared/result.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { quotedWords } from '../service/answer-text.ts';
import { type AuthorizationAttempt, authorizationServer } from './authorization-request.ts';

/** The longest return address that is looked at, characters. */
const LONGEST_RETURN = 8192;

const INCOMPLETE: AppError = {
  code: 'wrong_answer',
  message: 'The answer of the sign-in page is not complete.',
  nextStep: 'Start the sign-in again.',
};

/** Whether an address is the answer to this attempt: exactly its redirect address, and its `state`. */
export function answersAttempt(address: string, attempt: AuthorizationAttempt): boolean {
  if (address.length > LONGEST_RETURN) return false;
  const before = attempt.redirectUri.includes('?') ? '&' : '?';
  if (!address.startsWith(attempt.redirectUri + before)) return false;
  return URL.parse(address)?.searchParams.get('state') === attempt.state;
}

/**
 * Judges the answer to an attempt (RFC 6749 §4.1.2, RFC 9207 for `iss`); needs no network. Gives the parameters for
 * the token request. An `error` beats a `code`.
 *
 * Errors: `access_denied`, `invalid_scope` and the other codes of RFC 6749 §4.1.2.1, `wrong_answer`.
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
  if (error instanceof oauth.AuthorizationResponseError) return refusalWords(error);
  const issuer = parameters.get('iss');
  if (issuer !== null && issuer.replace(/\/$/, '') !== workspace.authUrl) {
    return {
      code: 'wrong_issuer',
      message: `The answer came from ${quotedWords(issuer)}, but this workspace signs in at ${workspace.authUrl}.`,
      nextStep: 'Check the sign-in address. If it is right, do not trust the page you signed in on.',
    };
  }
  return INCOMPLETE;
}

function refusalWords(error: oauth.AuthorizationResponseError): AppError {
  const words = quotedWords(error.error_description);
  const said = words && ` The service says: ${words}`;
  switch (error.error) {
    case 'access_denied':
      return fail('access_denied', `Access was refused on the sign-in page.${said}`, {
        nextStep: 'Sign in again and choose Allow, or ask your administrator for access.',
      }).error;
    case 'unauthorized_client':
    case 'unsupported_response_type':
    case 'invalid_request':
    case 'invalid_scope':
      return fail(error.error, `The service does not accept this app's sign-in (${error.error}).${said}`, {
        nextStep: 'Check the client ID and the redirect address in the connection settings.',
      }).error;
    case 'server_error':
    case 'temporarily_unavailable':
      return fail(error.error, `The sign-in service has a problem just now.${said}`, {
        nextStep: 'Try again in a few minutes.',
      }).error;
    default:
      return fail('sign_in_refused', `The sign-in was refused (${quotedWords(error.error)}).${said}`, {
        nextStep: 'Try again, or ask your administrator.',
      }).error;
  }
}
