import { describe, expect, test } from 'vitest';
import { CookieBrowser } from './support/cookie-browser.ts';
import {
  APP_REDIRECT,
  authorizeUrl,
  getCode,
  pkcePair,
  postToken,
  practice,
  read,
  redeem,
  refresh,
  returnedParameters,
  signIn,
  signInByBrowser,
} from './support/practice-client.ts';

describe('signing in', () => {
  test('leads through both pages to the custom scheme, with code, state and issuer', async () => {
    const service = await practice();
    const visit = await signInByBrowser(authorizeUrl(service, { state: 'xyz' }));
    expect(visit.status).toBe(303);
    expect(visit.headers.get('location')).toMatch(/^app\.callboard:\/oauth\/callback\?/);
    const returned = returnedParameters(visit);
    expect(returned.get('state')).toBe('xyz');
    expect(returned.get('iss')).toBe(service.authUrl);
    const tokens = await redeem(service, returned.get('code') ?? '');
    expect(tokens.status).toBe(200);
    expect(tokens.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' });
    expect(tokens.body['refresh_token']).toEqual(expect.any(String));
    expect(tokens.body).not.toHaveProperty('id_token');
  });

  test.each([
    'http://127.0.0.1:53127/oauth/callback',
    'http://127.0.0.1:8080/callback',
    'http://127.0.0.1:9/',
  ])('leads to the loopback address %s, whatever its port', async (redirect_uri) => {
    const service = await practice();
    const visit = await signInByBrowser(authorizeUrl(service, { redirect_uri }));
    expect(visit.headers.get('location')).toContain(`${redirect_uri}?code=`);
    const code = returnedParameters(visit).get('code') ?? '';
    expect((await redeem(service, code, { redirect_uri })).status).toBe(200);
  });

  test('shows the return address on a page on request, and its code can be redeemed', async () => {
    const service = await practice();
    const visit = await signInByBrowser(authorizeUrl(service, { state: 'xyz' }), 'show');
    expect(visit.status).toBe(200);
    expect(visit.headers.get('location')).toBeNull();
    const address = />(app\.callboard:[^<]+)</.exec(visit.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const returned = new URL(address).searchParams;
    expect(returned.get('state')).toBe('xyz');
    expect((await redeem(service, returned.get('code') ?? '')).status).toBe(200);
  });

  test('returns access_denied when the request is denied', async () => {
    const service = await practice();
    const visit = await signInByBrowser(authorizeUrl(service, { state: 's' }), 'deny');
    const returned = returnedParameters(visit);
    expect(returned.get('error')).toBe('access_denied');
    expect(returned.get('state')).toBe('s');
    expect(returned.get('iss')).toBe(service.authUrl);
    expect(returned.has('code')).toBe(false);
  });

  test.each([
    ['another path of the custom scheme', 'app.callboard:/elsewhere'],
    ['another scheme', 'app.evil:/oauth/callback'],
    ['another host', 'http://192.0.2.1/oauth/callback'],
    ['another path on loopback', 'http://127.0.0.1:5000/elsewhere'],
  ])('never sends the browser to %s', async (_name, redirect_uri) => {
    const service = await practice();
    const visit = await new CookieBrowser(service.authUrl).open(authorizeUrl(service, { redirect_uri }));
    expect(visit.status).toBe(400);
    expect(visit.headers.get('location')).toBeNull();
    expect(visit.body).toContain('invalid_redirect_uri');
  });

  test('accepts only the redirect addresses it was started with', async () => {
    const service = await practice({ redirectUris: ['http://127.0.0.1/mine'] });
    const own = await signInByBrowser(authorizeUrl(service, { redirect_uri: 'http://127.0.0.1:4000/mine' }));
    expect(own.headers.get('location')).toContain('http://127.0.0.1:4000/mine?code=');
    const other = await new CookieBrowser(service.authUrl).open(authorizeUrl(service));
    expect(other.status).toBe(400);
  });

  test('remembers the name until the person switches accounts', async () => {
    const service = await practice();
    const browser = new CookieBrowser(service.authUrl);
    const first = await browser.submit(await browser.open(authorizeUrl(service)), 'sign-in', {
      name: 'Grace <Hopper>',
    });
    expect(first.body).toContain('Grace &lt;Hopper&gt;');
    await browser.submit(first, 'allow');
    const consent = await browser.open(authorizeUrl(service));
    expect(consent.body).toContain('Allow Callboard');
    const again = await browser.submit(consent, 'switch');
    expect(again.body).toContain('Sign in to the practice service');
  });

  test('continues at 127.0.0.1 when started at localhost', async () => {
    const service = await practice();
    const address = authorizeUrl(service);
    const response = await fetch(address.replace('127.0.0.1', 'localhost'), { redirect: 'manual' });
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe(address);
  });

  test('asks again when the name is empty', async () => {
    const service = await practice();
    const browser = new CookieBrowser(service.authUrl);
    const page = await browser.submit(await browser.open(authorizeUrl(service)), 'sign-in', { name: '  ' });
    expect(page.status).toBe(422);
    expect(page.body).toContain('role="alert"');
  });
});

describe('the pages', () => {
  test('load no external resources, and their policy allows none', async () => {
    const service = await practice();
    const page = await new CookieBrowser(service.authUrl).open(authorizeUrl(service));
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toMatch(/form-action 'self' app\.callboard:(;|$)/);
    expect(page.body).not.toMatch(/(src|href)=/);
    expect(page.body).not.toMatch(/@import|url\(/);
    expect(page.body).toContain('<label for="name">Your name</label>');
    expect(page.body).toContain('value="Practice recruiter"');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  test('reject forms that did not come from them', async () => {
    const service = await practice();
    const browser = new CookieBrowser(service.authUrl);
    const page = await browser.open(authorizeUrl(service));
    const forged = await browser.post(page.url, {
      token: 'x'.repeat(43),
      answer: 'sign-in',
      name: 'Mallory',
    });
    expect(forged.status).toBe(403);
    const stranger = new CookieBrowser(service.authUrl);
    expect((await stranger.submit(page, 'sign-in', { name: 'Mallory' })).status).toBe(400);
  });

  test('no longer work after their sign-in ended', async () => {
    const service = await practice();
    const browser = new CookieBrowser(service.authUrl);
    const consent = await browser.submit(await browser.open(authorizeUrl(service)), 'sign-in', {
      name: 'Ada',
    });
    await browser.submit(consent, 'allow');
    expect((await browser.submit(consent, 'allow')).status).toBe(400);
  });
});

describe('PKCE', () => {
  test('lets a code be redeemed with its verifier', async () => {
    const service = await practice();
    const { verifier, challenge } = pkcePair();
    const code = await getCode(service, { code_challenge: challenge, code_challenge_method: 'S256' });
    expect((await redeem(service, code, { code_verifier: verifier })).status).toBe(200);
  });

  test.each([
    ['a wrong verifier', 'a'.repeat(43)],
    ['no verifier', undefined],
  ])('rejects %s', async (_name, code_verifier) => {
    const service = await practice();
    const { challenge } = pkcePair();
    const code = await getCode(service, { code_challenge: challenge, code_challenge_method: 'S256' });
    const answer = await redeem(service, code, { code_verifier });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test.each(['plain', undefined])('rejects the method %s', async (code_challenge_method) => {
    const service = await practice();
    const address = authorizeUrl(service, { code_challenge: 'a'.repeat(43), code_challenge_method });
    const visit = await new CookieBrowser(service.authUrl).open(address);
    expect(returnedParameters(visit).get('error')).toBe('invalid_request');
  });
});

describe('the token endpoint', () => {
  test('accepts a code once, and revokes its tokens when it is used again', async () => {
    const service = await practice();
    const code = await getCode(service);
    const first = await redeem(service, code);
    expect(await redeem(service, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await read(service, String(first.body['access_token']), 'ir_none')).status).toBe(401);
    expect((await refresh(service, String(first.body['refresh_token']))).status).toBe(400);
  });

  test.each([
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:1/callback' }, 400, 'invalid_grant'],
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['no secret', { client_secret: undefined }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['an invented code', { code: 'invented' }, 400, 'invalid_grant'],
    ['an unknown grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('rejects %s', async (_name, changes, status, error) => {
    const service = await practice();
    const answer = await redeem(service, await getCode(service), changes);
    expect(answer).toMatchObject({ status, body: { error } });
  });

  test('accepts only forms and only POST', async () => {
    const service = await practice();
    const url = `${service.authUrl}/oauth2/token`;
    const headers = { 'content-type': 'application/json' };
    const json = await fetch(url, { method: 'POST', headers, body: '{"grant_type":"authorization_code"}' });
    expect(json.status).toBe(400);
    expect((await fetch(url)).status).toBe(405);
  });

  test('exchanges each refresh token once for new tokens', async () => {
    const service = await practice();
    const tokens = await signIn(service);
    const next = await refresh(service, tokens.refresh);
    expect(next.status).toBe(200);
    expect(next.body['refresh_token']).not.toBe(tokens.refresh);
    expect((await read(service, String(next.body['access_token']), 'ir_none')).status).toBe(404);
    expect(await refresh(service, tokens.refresh)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await refresh(service, String(next.body['refresh_token']))).status).toBe(400);
  });

  test('issues no refresh token if configured so', async () => {
    const service = await practice({ refreshTokens: false });
    const { body } = await redeem(service, await getCode(service));
    expect(body).not.toHaveProperty('refresh_token');
    expect((await postToken(service, { grant_type: 'refresh_token', refresh_token: 'x' })).status).toBe(400);
  });

  test('reports its configured token lifetime and enforces it', async () => {
    const service = await practice({ tokenLifetimeSeconds: 1 });
    const { body } = await redeem(service, await getCode(service));
    expect(body['expires_in']).toBe(1);
    const access = String(body['access_token']);
    await expect
      .poll(async () => (await read(service, access, 'ir_none')).status, { timeout: 5000 })
      .toBe(401);
    expect((await refresh(service, String(body['refresh_token']))).status).toBe(200);
  });

  test('grants only the requested scopes', async () => {
    const service = await practice();
    const { body } = await redeem(service, await getCode(service, { scope: 'read' }));
    expect(body['scope']).toBe('read');
  });
});

test('a loopback redirect address is matched ignoring only the port', async () => {
  const service = await practice();
  const code = await getCode(service, { redirect_uri: 'http://127.0.0.1:5001/callback' });
  const answer = await redeem(service, code, { redirect_uri: 'http://127.0.0.1:5002/callback' });
  expect(answer.body['error']).toBe('invalid_grant');
  expect(APP_REDIRECT).toBe(service.redirectUris[0]);
});
