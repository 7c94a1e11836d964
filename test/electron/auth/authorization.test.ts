import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  answersAttempt,
  beginAuthorization,
  judgeAuthorizationResponse,
} from '../../../electron/auth/authorization.ts';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import { told } from '../../told.ts';
import { sampleWorkspace } from '../sample-submission.ts';

const WORKSPACE = sampleWorkspace();

function begin(redirectUri = CUSTOM_SCHEME_REDIRECT, workspace = WORKSPACE) {
  return beginAuthorization(workspace, redirectUri);
}

describe('the link to the sign-in page', () => {
  test('has exactly the query of the interface, with our own state and PKCE', async () => {
    const attempt = await begin();
    const challenge = createHash('sha256').update(attempt.codeVerifier).digest('base64url');
    expect(attempt.link).toBe(
      'https://login.acme.example/oauth2/authorize?response_type=code&client_id=callboard' +
        '&redirect_uri=app.callboard%3A%2Foauth%2Fcallback&scope=read+write' +
        `&state=${attempt.state}&code_challenge=${challenge}&code_challenge_method=S256`,
    );
  });

  test('keeps the path of the sign-in address, and escapes its values', async () => {
    const workspace = sampleWorkspace({ authUrl: 'https://login.acme.example/realm', clientId: 'a&b=c d' });
    const { link } = await begin('https://acme.example/cb?x=1', workspace);
    const url = new URL(link);
    expect(url.pathname).toBe('/realm/oauth2/authorize');
    expect(url.searchParams.get('client_id')).toBe('a&b=c d');
    expect(url.searchParams.get('redirect_uri')).toBe('https://acme.example/cb?x=1');
  });

  test('has 256 fresh random bits of state and verifier for every attempt', async () => {
    const attempts = await Promise.all([begin(), begin()]);
    for (const { state, codeVerifier } of attempts) {
      expect(Buffer.from(state, 'base64url')).toHaveLength(32);
      expect(Buffer.from(codeVerifier, 'base64url')).toHaveLength(32);
    }
    expect(new Set(attempts.flatMap(({ state, codeVerifier }) => [state, codeVerifier])).size).toBe(4);
  });
});

describe('an address answers an attempt', () => {
  test('only with its redirect address and its state', async () => {
    const attempt = await begin();
    const { state } = attempt;
    expect(answersAttempt(`app.callboard:/oauth/callback?code=x&state=${state}`, attempt)).toBe(true);
    expect(answersAttempt(`app.callboard:/oauth/callback?error=x&state=${state}`, attempt)).toBe(true);
    for (const address of [
      `app.callboard:/oauth/callback?code=x&state=${state}x`,
      `app.callboard:/oauth/callback?code=x&state=${state.toLowerCase()}x`,
      'app.callboard:/oauth/callback?code=x',
      'app.callboard:/oauth/callback?code=x&state=',
      `app.callboard:oauth/callback?code=x&state=${state}`,
      `app.callboard:////oauth/callback?code=x&state=${state}`,
      `app.callboard:/oauth/callback//?code=x&state=${state}`,
      `app.callboard://user@oauth/callback?code=x&state=${state}`,
      `app.callboard:/oauth/callbackx?code=x&state=${state}`,
      `app.callboard:/oauth/other?code=x&state=${state}`,
      `app.callboard:/oauth/callback#code=x&state=${state}`,
      `app.callboard:/oauth/callback?code=x#state=${state}`,
      `APP.CALLBOARD:/oauth/callback?code=x&state=${state}`,
      `https://evil.example/?app.callboard:/oauth/callback?code=x&state=${state}`,
      ` app.callboard:/oauth/callback?code=x&state=${state}`,
      `app.callboard:/oauth/callback?state=${state}&code=${'x'.repeat(8192)}`,
      '',
      'nonsense',
    ]) {
      expect([address, answersAttempt(address, attempt)]).toEqual([address, false]);
    }
  });

  test.each([
    ['app.callboard:/oauth/callback', 'app.callboard://oauth/callback?'],
    ['app.callboard:/oauth/callback', 'app.callboard:///oauth/callback?'],
    ['app.callboard:/oauth/callback', 'app.callboard:/oauth/callback/?'],
    ['app.callboard:/oauth/callback', 'app.callboard://oauth/callback/?'],
    ['app.callboard://oauth', 'app.callboard://oauth/?'],
    ['app.callboard:/oauth', 'app.callboard://oauth/?'],
    ['app.callboard://oauth/', 'app.callboard:/oauth?'],
    ['app.callboard:/oauth?from=x', 'app.callboard://oauth/?from=x&'],
  ])('for %s although the system made %s of it', async (redirectUri, arrives) => {
    const attempt = await begin(redirectUri);
    expect(answersAttempt(`${arrives}code=x&state=${attempt.state}`, attempt)).toBe(true);
    expect(answersAttempt(`${arrives}code=x&state=${attempt.state}x`, attempt)).toBe(false);
    // The token request names what was registered.
    expect(attempt.redirectUri).toBe(redirectUri);
  });

  test('of another scheme only without slashes that were added', async () => {
    const attempt = await begin('com.acme.screening:/callback');
    const after = `code=x&state=${attempt.state}`;
    expect(answersAttempt(`com.acme.screening:/callback?${after}`, attempt)).toBe(true);
    expect(answersAttempt(`com.acme.screening://callback?${after}`, attempt)).toBe(false);
    expect(answersAttempt(`com.acme.screening:/callback/?${after}`, attempt)).toBe(false);
  });

  test('after a query that its redirect address already has', async () => {
    const attempt = await begin('https://acme.example/cb?from=callboard');
    expect(
      answersAttempt(`https://acme.example/cb?from=callboard&code=x&state=${attempt.state}`, attempt),
    ).toBe(true);
    expect(answersAttempt(`https://acme.example/cb?code=x&state=${attempt.state}`, attempt)).toBe(false);
  });
});

describe('the answer to an attempt', () => {
  async function judged(query: Record<string, string> | string, workspace = WORKSPACE) {
    const attempt = await begin(CUSTOM_SCHEME_REDIRECT, workspace);
    const parameters =
      typeof query === 'string'
        ? `state=${attempt.state}&${query}`
        : new URLSearchParams({ state: attempt.state, ...query });
    return judgeAuthorizationResponse(workspace, attempt, `${CUSTOM_SCHEME_REDIRECT}?${parameters}`);
  }

  test('gives the code, and ignores unknown parameters', async () => {
    const result = await judged({ code: 'code-1', session_state: 'x', iss: WORKSPACE.authUrl });
    expect(result.ok && result.value.get('code')).toBe('code-1');
  });

  test.each([
    ['access_denied', 'access_denied', 'Access was refused on the sign-in page.'],
    [
      'invalid_request',
      'app_not_accepted',
      "The service does not accept this app's sign-in (invalid_request).",
    ],
    [
      'invalid_scope',
      'client_not_permitted',
      'The service does not permit what this client asks for (invalid_scope).',
    ],
    ['server_error', 'sign_in_page_troubled', 'The sign-in service has a problem right now.'],
    ['temporarily_unavailable', 'sign_in_page_troubled', 'The sign-in service has a problem right now.'],
    ['mfa_required', 'sign_in_page_refused', 'The sign-in was refused (mfa_required).'],
  ])('with the error %s is put into plain words', async (error, code, message) => {
    const result = told(await judged({ error, error_description: 'Ask Bob' }));
    expect(result).toMatchObject({ code, message: `${message} The service says: Ask Bob` });
    expect(result?.nextStep).toBeTruthy();
  });

  test.each([
    ['unauthorized_client', 'to allow this client the authorization code flow'],
    ['unsupported_response_type', 'to allow this client the authorization code flow'],
    ['invalid_scope', 'to allow read and write for this client'],
  ])('with the error %s says what to ask the administrator', async (error, asked) => {
    expect(told(await judged({ error }))?.nextStep).toContain(`Ask the service's administrator ${asked}`);
  });

  test('with an error is quoted in one line of limited length', async () => {
    const result = await judged({ error: 'odd\u202e\n', error_description: `a\u0000\n${'b'.repeat(5000)}` });
    expect(told(result)?.message).toMatch(
      /^The sign-in was refused \(odd\)\. The service says: a b{990,1000}…$/,
    );
  });

  test('with an error takes precedence over a code', async () => {
    expect(await judged({ code: 'code-1', error: 'access_denied' })).toMatchObject({
      error: { code: 'access_denied' },
    });
  });

  test.each([
    'https://evil.example',
    'https://login.acme.example.evil.example',
    'https://LOGIN.acme.example',
  ])('of the issuer %s is not trusted', async (iss) => {
    expect(told(await judged({ code: 'code-1', iss }))).toMatchObject({
      code: 'wrong_issuer',
      message: expect.stringContaining(iss),
    });
    expect(await judged({ error: 'access_denied', iss })).toMatchObject({ error: { code: 'wrong_issuer' } });
  });

  test('may name the issuer with a trailing slash', async () => {
    expect((await judged({ code: 'code-1', iss: `${WORKSPACE.authUrl}/` })).ok).toBe(true);
  });

  test.each(['', 'code=', 'code=a&code=b', 'response=eyJ', 'code=a&error=x&error=y'])(
    'that is incomplete (%s) is refused',
    async (query) => {
      expect((await judged(query)).ok).toBe(false);
    },
  );
});
