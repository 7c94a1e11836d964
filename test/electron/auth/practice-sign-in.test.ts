import { describe, expect, test } from 'vitest';
import { interviewRequestPath } from '../../../shared/service-interface.ts';
import { practice, signInByBrowser } from '../../practice/support/practice-client.ts';
import { countingTokens, sessionWith } from './session-under-test.ts';

/** A session of a practice service, with its client. */
async function practiceSession(redirectUri: string, tokenLifetimeSeconds = 3600) {
  const service = await practice({ tokenLifetimeSeconds });
  const all = await sessionWith(countingTokens(), {
    baseUrl: service.baseUrl,
    authUrl: service.authUrl,
    clientId: service.clientId,
    redirectUri,
  });
  all.secrets.values.set('workspace-1/client_secret', service.clientSecret);
  const statusOf = async (token: string | undefined): Promise<number> =>
    (
      await fetch(service.baseUrl + interviewRequestPath('ir_none'), {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  return { ...all, service, statusOf };
}

describe('the whole sign-in at the practice service', () => {
  test('by the custom scheme gives tokens that the service accepts and refreshes', async () => {
    const all = await practiceSession('app.callboard:/oauth/callback');
    await all.session.signIn();
    const visit = await signInByBrowser(all.opened[0] ?? '');
    expect(all.session.handleRedirect(visit.headers.get('location') ?? '')).toBe(true);
    await all.untilPhase('signed_in');
    const token = await all.session.tokens.current();
    expect(await all.statusOf(token)).toBe(404);
    all.service.faults.expireAccessTokens();
    expect(await all.statusOf(token)).toBe(401);
    expect(await all.statusOf(await all.session.tokens.replace(token ?? ''))).toBe(404);
  });

  test('by loopback redirect finishes on its own', async () => {
    const all = await practiceSession('http://127.0.0.1/oauth/callback');
    await all.session.signIn();
    const visit = await signInByBrowser(all.opened[0] ?? '');
    expect((await fetch(visit.headers.get('location') ?? '')).status).toBe(200);
    await all.untilPhase('signed_in');
    expect(await all.statusOf(await all.session.tokens.current())).toBe(404);
  });

  test('that the person denies says so', async () => {
    const all = await practiceSession('app.callboard:/oauth/callback');
    await all.session.signIn();
    const visit = await signInByBrowser(all.opened[0] ?? '', 'deny');
    all.session.handleRedirect(visit.headers.get('location') ?? '');
    await all.untilPhase('signed_out');
    expect(all.session.status).toMatchObject({ reason: { code: 'access_denied' } });
  });

  test('ends when the service withdraws its grant', async () => {
    const all = await practiceSession('app.callboard:/oauth/callback');
    await all.session.signIn();
    const visit = await signInByBrowser(all.opened[0] ?? '');
    all.session.handleRedirect(visit.headers.get('location') ?? '');
    await all.untilPhase('signed_in');
    const token = await all.session.tokens.current();
    all.service.faults.revokeTokens();
    expect(await all.session.tokens.replace(token ?? '')).toBeUndefined();
    expect(all.session.status).toMatchObject({ phase: 'signed_out', reason: { code: 'invalid_grant' } });
  });

  test('with a lost token answer needs a new sign-in, and does not retry the code', async () => {
    const all = await practiceSession('app.callboard:/oauth/callback');
    all.service.faults.add({ route: 'token', kind: 'cut', when: 'after-processing' });
    await all.session.signIn();
    const visit = await signInByBrowser(all.opened[0] ?? '');
    all.session.handleRedirect(visit.headers.get('location') ?? '');
    await all.untilPhase('signed_out');
    expect(all.session.status).toMatchObject({ reason: { code: 'sign_in_answer_lost' } });
    expect(all.service.faults.list()).toMatchObject([{ hits: 1 }]);
  });

  test('with a stolen code fails, as the other app has no verifier', async () => {
    const all = await practiceSession('app.callboard:/oauth/callback');
    await all.session.signIn();
    const visit = await signInByBrowser(all.opened[0] ?? '');
    const stolen = new URL(visit.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const response = await fetch(`${all.service.authUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: stolen,
        client_id: all.service.clientId,
        client_secret: all.service.clientSecret,
        redirect_uri: 'app.callboard:/oauth/callback',
      }),
    });
    expect(response.status).toBe(400);
  });
});
