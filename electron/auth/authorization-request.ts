import * as oauth from 'oauth4webapi';
import { expectedIssuer, type Workspace } from '../../shared/workspace.ts';

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

/** Starts an attempt: {auth_url}/oauth2/authorize (service-interface.md §5.3) with `state` and PKCE S256. */
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
