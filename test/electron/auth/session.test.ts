import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { SIGN_IN_TIMEOUT_MS } from '../../../electron/auth/session.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../../poll.ts';
import { told, toldOfSession } from '../../told.ts';
import { rawServer } from '../service/raw-server.ts';
import { sendJson } from '../service/recording-service.ts';
import { countingTokens, formOf, sessionWith, signIn } from './session-under-test.ts';

/** A monotonic clock that can be advanced. */
function turnableClock() {
  let time = 1000;
  return {
    monotonic: () => time,
    forward: (ms: number) => {
      time += ms;
    },
  };
}

describe('signing in', () => {
  test('opens the browser, waits, accepts the answer and redeems the code once', async () => {
    const all = await sessionWith(countingTokens());
    expect(all.session.status).toEqual({ phase: 'signed_out', reason: undefined });
    expect(await all.session.signIn()).toEqual({ ok: true });
    expect(all.opened).toHaveLength(1);
    expect(all.session.status).toEqual({
      phase: 'waiting_for_browser',
      link: all.opened[0],
      way: 'custom_scheme',
    });
    expect(await all.session.tokens.current()).toBeUndefined();
    expect(all.session.handleRedirect(all.returnAddress())).toBe(true);
    expect(all.session.status.phase).toBe('exchanging_code');
    await all.untilPhase('signed_in');
    expect(all.session.status).toEqual({ phase: 'signed_in', storage: 'sealed' });
    expect(all.seen.signedIn).toBe(1);
    expect(await all.session.tokens.current()).toBe('access-1');
    expect(all.server.received).toHaveLength(1);
  });

  test('accepts an answer once: the second changes nothing', async () => {
    const all = await sessionWith(countingTokens());
    await all.session.signIn();
    const address = all.returnAddress();
    expect([all.session.handleRedirect(address), all.session.handleRedirect(address)]).toEqual([true, false]);
    await all.untilPhase('signed_in');
    expect(all.session.handleRedirect(address)).toBe(false);
    expect(all.server.received).toHaveLength(1);
  });

  test('ignores unexpected addresses', async () => {
    const all = await sessionWith(countingTokens());
    expect(all.session.handleRedirect('app.callboard:/oauth/callback?code=x&state=y')).toBe(false);
    await all.session.signIn();
    const { status } = all.session;
    for (const address of [
      'app.callboard:/oauth/callback?code=x&state=y',
      'app.callboard:',
      'https://x.example',
    ]) {
      expect(all.session.handleRedirect(address)).toBe(false);
    }
    expect(all.session.status).toEqual(status);
    expect(all.server.received).toEqual([]);
  });

  test('drops the previous attempt when it is started again', async () => {
    const all = await sessionWith(countingTokens());
    await all.session.signIn();
    const earlier = all.returnAddress();
    await all.session.signIn();
    expect(all.session.handleRedirect(earlier)).toBe(false);
    expect(all.session.handleRedirect(all.returnAddress())).toBe(true);
    await all.untilPhase('signed_in');
  });

  test('starts one attempt on a double click', async () => {
    const all = await sessionWith(countingTokens(), {
      redirectUri: `http://127.0.0.1:${await freePort()}/cb`,
    });
    const both = await Promise.all([all.session.signIn(), all.session.signIn()]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(all.opened).toHaveLength(1);
    expect(all.session.status).toMatchObject({ phase: 'waiting_for_browser', way: 'loopback' });
  });

  test('needs the client secret', async () => {
    const all = await sessionWith(countingTokens());
    all.secrets.values.clear();
    expect(await all.session.signIn()).toMatchObject({ error: { code: 'client_secret_missing' } });
    expect(all.session.status).toMatchObject({
      phase: 'signed_out',
      reason: { code: 'client_secret_missing' },
    });
    expect(all.opened).toEqual([]);
  });

  test('continues without a browser: the link can be copied', async () => {
    const all = await sessionWith(
      countingTokens(),
      {},
      {
        browser: { open: () => Promise.reject(new Error('There is no browser.')) },
      },
    );
    expect((await all.session.signIn()).ok).toBe(true);
    expect(all.session.status.phase).toBe('waiting_for_browser');
  });

  test('can be cancelled, and a later answer changes nothing', async () => {
    const all = await sessionWith(countingTokens());
    await all.session.signIn();
    all.session.cancel();
    expect(all.session.status).toEqual({ phase: 'signed_out', reason: undefined });
    expect(all.session.handleRedirect(all.returnAddress())).toBe(false);
  });

  test('keeps the earlier sign-in when it is cancelled', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    await all.session.signIn();
    all.session.cancel();
    expect(all.session.status.phase).toBe('signed_in');
    expect(await all.session.tokens.current()).toBe('access-1');
  });

  test('says so if it is refused on the page', async () => {
    const all = await sessionWith(countingTokens());
    await all.session.signIn();
    all.session.handleRedirect(all.returnAddress({ error: 'access_denied' }));
    await all.untilPhase('signed_out');
    expect(all.session.status).toMatchObject({ reason: { code: 'access_denied' } });
    expect(all.server.received).toEqual([]);
    expect(all.seen.signedIn).toBe(0);
  });

  test('says so if its code is refused, and stores nothing', async () => {
    const all = await sessionWith((_request, response) =>
      sendJson(response, 400, { error: 'invalid_grant' }),
    );
    await all.session.signIn();
    all.session.handleRedirect(all.returnAddress());
    await all.untilPhase('signed_out');
    expect(all.session.status).toMatchObject({ reason: { code: 'invalid_grant' } });
    expect(all.secrets.tokensOf('workspace-1')).toBeUndefined();
  });

  test('ends after five minutes without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const all = await sessionWith(countingTokens());
      await all.session.signIn();
      vi.advanceTimersByTime(SIGN_IN_TIMEOUT_MS - 1);
      expect(all.session.status.phase).toBe('waiting_for_browser');
      vi.advanceTimersByTime(1);
      expect(all.session.status).toMatchObject({ phase: 'signed_out', reason: { code: 'sign_in_timeout' } });
      expect(all.session.handleRedirect(all.returnAddress())).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test('leaves no timer behind once its attempts are over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const all = await sessionWith(countingTokens());
      await all.session.signIn();
      all.session.handleRedirect(all.returnAddress({ error: 'access_denied' }));
      await Promise.all([all.session.signIn(), all.session.signIn()]);
      all.session.cancel();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the loopback redirect', () => {
  test('delivers the answer once, however often the browser returns', async () => {
    const all = await sessionWith(countingTokens(), { redirectUri: 'http://127.0.0.1/cb' });
    await all.session.signIn();
    const address = all.returnAddress();
    expect(new URL(address).port).not.toBe('');
    expect(await (await fetch(address)).text()).toContain('You can go back to Callboard');
    await all.untilPhase('signed_in');
    expect(formOf(all.server.received[0] ?? { body: '' })['redirect_uri']).toBe(address.split('?')[0]);
    expect(await (await fetch(address)).text()).toContain('You can go back to Callboard');
    expect(all.server.received).toHaveLength(1);
    expect(all.seen.signedIn).toBe(1);
  });

  test('says so in plain words if another program has the port', async () => {
    const other = await rawServer({});
    const redirectUri = `http://127.0.0.1:${other.port}/cb`;
    const all = await sessionWith(countingTokens(), { redirectUri });
    expect(told(await all.session.signIn())).toMatchObject({
      code: 'redirect_port_taken',
      message: `Another program uses the port of the redirect address ${redirectUri}.`,
    });
    expect(all.opened).toEqual([]);
  });

  test('closes when the attempt ends', async () => {
    const all = await sessionWith(countingTokens(), { redirectUri: 'http://127.0.0.1/cb' });
    await all.session.signIn();
    const address = all.returnAddress();
    all.session.cancel();
    await expect(fetch(address)).rejects.toThrow();
  });
});

describe('a token', () => {
  test('without a lifetime is used until it is refused', async () => {
    const clock = turnableClock();
    const all = await sessionWith(countingTokens(), {}, clock);
    await signIn(all);
    clock.forward(1e12);
    expect(await all.session.tokens.current()).toBe('access-1');
    expect(all.server.received).toHaveLength(1);
  });

  test('that is about to expire is refreshed before use', async () => {
    const clock = turnableClock();
    const all = await sessionWith(countingTokens(3600), {}, clock);
    await signIn(all);
    clock.forward(3_500_000);
    expect(await all.session.tokens.current()).toBe('access-1');
    clock.forward(80_000);
    expect(await all.session.tokens.current()).toBe('access-2');
    expect(formOf(all.server.received[1] ?? { body: '' })).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
    });
  });

  test('that is about to expire is still used while the sign-in service cannot be reached', async () => {
    const clock = turnableClock();
    const all = await sessionWith(countingTokens(3600), {}, clock);
    await signIn(all);
    all.server.answerWith((_request, response) => sendJson(response, 503, {}));
    clock.forward(3_580_000);
    expect(await all.session.tokens.current()).toBe('access-1');
    clock.forward(21_000);
    expect(await all.session.tokens.current()).toBeUndefined();
    expect(all.session.status.phase).toBe('signed_in');
  });

  test('that was refused is refreshed once, however many callers ask', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    const waiting: ServerResponse[] = [];
    all.server.answerWith((_request, response) => waiting.push(response));
    const many = Array.from({ length: 20 }, () => all.session.tokens.replace('access-1'));
    await until('the refresh', () => waiting.length > 0);
    const late = all.session.tokens.replace('access-1');
    sendJson(waiting[0] ?? raise(), 200, { access_token: 'access-2', refresh_token: 'refresh-2' });
    expect(new Set(await Promise.all([...many, late]))).toEqual(new Set(['access-2']));
    expect(await all.session.tokens.replace('access-1')).toBe('access-2');
    expect(all.server.received).toHaveLength(2);
  });

  test('that replaces another is stored before it is used', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    const { secrets } = all;
    const stored = Promise.withResolvers<void>();
    const save = secrets.save.bind(secrets);
    secrets.save = async (...args) => {
      await stored.promise;
      return save(...args);
    };
    let used: string | undefined;
    const replaced = all.session.tokens.replace('access-1').then((token) => {
      used = token;
    });
    await until('the answer', () => all.server.received.length === 2);
    expect(used).toBeUndefined();
    expect(secrets.tokensOf('workspace-1')).toMatchObject({
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
    });
    stored.resolve();
    await replaced;
    expect(used).toBe('access-2');
    expect(secrets.tokensOf('workspace-1')).toMatchObject({
      accessToken: 'access-2',
      refreshToken: 'refresh-2',
    });
  });

  test('without a new refresh token keeps the old one', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    all.server.answerWith((_request, response) => sendJson(response, 200, { access_token: 'access-2' }));
    await all.session.tokens.replace('access-1');
    expect(all.secrets.tokensOf('workspace-1')).toMatchObject({
      accessToken: 'access-2',
      refreshToken: 'refresh-1',
    });
  });

  test('that was refused and cannot be refreshed ends the sign-in, with a reason', async () => {
    const all = await sessionWith((_request, response) =>
      sendJson(response, 200, { access_token: 'access-1' }),
    );
    await signIn(all);
    expect(await all.session.tokens.replace('access-1')).toBeUndefined();
    expect(all.session.status.phase).toBe('signed_out');
    expect(toldOfSession(all.session.status)).toMatchObject({
      code: 'sign_in_ended',
      message: 'The sign-in has ended.',
    });
    expect(all.secrets.tokensOf('workspace-1')).toBeUndefined();
    expect(all.secrets.values.has('workspace-1/client_secret')).toBe(true);
  });

  test('that was refused although it is new ends the sign-in; an older one does not', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    await all.session.tokens.replace('access-1');
    await all.session.tokens.giveUp('access-1');
    expect(all.session.tokens.signedIn).toBe(true);
    await all.session.tokens.giveUp('access-2');
    expect(all.session.status).toMatchObject({ phase: 'signed_out', reason: { code: 'sign_in_ended' } });
  });
});

describe('a token is refreshed ahead', () => {
  test.each([
    [20, 18],
    [600, 570],
    [3600, 3570],
  ])('one that lives %i s once %i s are over, however often it is asked for', async (lifetime, usedFor) => {
    const clock = turnableClock();
    const all = await sessionWith(countingTokens(lifetime), {}, clock);
    await signIn(all);
    for (let asked = 0; asked < 50; asked += 1) {
      expect(await all.session.tokens.current()).toBe('access-1');
      clock.forward(((usedFor - 1) * 1000) / 50);
    }
    expect(await all.session.tokens.current()).toBe('access-1');
    expect(all.server.received).toHaveLength(1);
    clock.forward(1000);
    expect(await all.session.tokens.current()).toBe('access-2');
    expect(all.server.received).toHaveLength(2);
  });

  test.each([0, -1])(
    'a token with a lifetime of %i s is used until the service refuses it',
    async (lifetime) => {
      const all = await sessionWith(countingTokens(lifetime));
      await signIn(all);
      expect([await all.session.tokens.current(), await all.session.tokens.current()]).toEqual([
        'access-1',
        'access-1',
      ]);
      expect(all.server.received).toHaveLength(1);
    },
  );
});

describe('a refresh that fails', () => {
  test.each([
    ['the network', 'cut'],
    ['the network, in the middle of the answer', 'cut in the middle'],
    ['the server', 503],
    ['too many requests', 429],
  ])('for the sake of %s does not sign out, waits a while, and works again later', async (_why, how) => {
    const clock = turnableClock();
    const all = await sessionWith(countingTokens(), {}, clock);
    await signIn(all);
    all.server.answerWith((_request, response) => {
      if (typeof how === 'number') sendJson(response, how, { error: 'busy' });
      else if (how === 'cut') response.socket?.resetAndDestroy();
      else {
        response.writeHead(200, { 'content-length': 100 }).write('{"access_token":', () => {
          response.socket?.end();
        });
      }
    });
    expect(await all.session.tokens.replace('access-1')).toBeUndefined();
    expect(all.session.status.phase).toBe('signed_in');
    expect(all.session.tokens.signedIn).toBe(true);
    // The token is known to be invalid: nobody gets it again, and the sign-in server is left alone for a while.
    expect(await all.session.tokens.current()).toBeUndefined();
    expect(await all.session.tokens.replace('access-1')).toBeUndefined();
    expect(all.server.received).toHaveLength(2);
    clock.forward(11_000);
    all.server.answerWith((_request, response) => sendJson(response, 200, { access_token: 'access-2' }));
    expect(await all.session.tokens.current()).toBe('access-2');
  });

  test.each([
    [400, 'invalid_grant'],
    [401, 'invalid_client'],
  ])('with %i %s signs out and says why', async (status, error) => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    all.server.answerWith((_request, response) => sendJson(response, status, { error }));
    expect(await all.session.tokens.replace('access-1')).toBeUndefined();
    expect(all.session.status).toMatchObject({ phase: 'signed_out', reason: { code: error } });
    expect(all.secrets.tokensOf('workspace-1')).toBeUndefined();
  });

  test.each([
    ['a refusal that calls itself a success', 200, '{"error":"invalid_grant"}', /no longer valid/],
    ['a refusal of another kind', 400, '{"error":"invalid_request"}', /refused \(invalid_request\)/],
    ['a wish for a person', 400, '{"error":"login_required"}', /refused \(login_required\)/],
  ])(
    'with %s (%i) signs out and says why, as a retry would bring the same',
    async (_what, status, body, words) => {
      const all = await sessionWith(countingTokens());
      await signIn(all);
      all.server.answerWith((_request, response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      );
      expect(await all.session.tokens.replace('access-1')).toBeUndefined();
      expect(all.session.status.phase).toBe('signed_out');
      const reason = toldOfSession(all.session.status);
      expect(reason?.message).toMatch(words);
      expect(reason?.nextStep).toMatch(/^Sign in again/);
      expect(all.session.tokens.signedIn).toBe(false);
      expect(all.secrets.tokensOf('workspace-1')).toBeUndefined();
      expect(all.secrets.values.has('workspace-1/client_secret')).toBe(true);
    },
  );

  test.each([
    ['words that nobody knows, as a success', 200, '{"error":"session_closed"}', /session_closed/],
    ['a wish to wait, as a success', 200, '{"error":"temporarily_unavailable"}', /temporarily_unavailable/],
    ['a wish to wait', 400, '{"error":"temporarily_unavailable"}', /temporarily_unavailable/],
    ['a failure in words of OAuth', 400, '{"error":"server_error"}', /server_error/],
    ['a success without a token', 200, '{"token_type":"Bearer"}', /is not from a sign-in service/],
    ['a page', 200, '<html>Welcome to the hotel</html>', /is not from a sign-in service/],
    ['nothing', 200, '', /is not from a sign-in service/],
    ['a token that no header can carry', 200, '{"access_token":"a b"}', /can.t be used/],
    ['a refusal without words of OAuth', 403, 'Forbidden', /HTTP 403: Forbidden/],
    ['a refusal in words of its own', 400, '{"message":"Too old"}', /HTTP 400: Too old/],
    ['a portal that wants a sign-in of its own', 511, '<html>Log in</html>', /HTTP 511/],
    ['nothing where the service was', 404, '', /HTTP 404\./],
    ['a way elsewhere', 302, '', /is not from a sign-in service/],
  ])('with %s (%i) signs nobody out, says why, and is tried again ever more rarely', async (...given) => {
    const [, status, body, words] = given;
    const clock = turnableClock();
    const all = await sessionWith(countingTokens(), {}, clock);
    await signIn(all);
    all.server.answerWith((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
    expect(await all.session.tokens.replace('access-1')).toBeUndefined();
    expect(all.session.status.phase).toBe('signed_in');
    expect(toldOfSession(all.session.status)?.message).toMatch(words);
    expect(all.secrets.tokensOf('workspace-1')).toMatchObject({ refreshToken: 'refresh-1' });
    const tries: number[] = [];
    for (let second = 1; second <= 200; second += 1) {
      clock.forward(1000);
      const before = all.server.received.length;
      expect(await all.session.tokens.current()).toBeUndefined();
      if (all.server.received.length > before) tries.push(second);
    }
    expect(tries).toEqual([10, 30, 70, 130, 190]);
    clock.forward(60_000);
    all.server.answerWith((_request, response) => sendJson(response, 200, { access_token: 'access-2' }));
    expect(await all.session.tokens.current()).toBe('access-2');
    expect(all.session.status).toEqual({ phase: 'signed_in', storage: 'sealed' });
  });

  test('because its answer is lost is retried; if the refresh token is over by then, the person hears why, and that nothing is lost', async () => {
    const clock = turnableClock();
    const all = await sessionWith(countingTokens(), {}, clock);
    await signIn(all);
    all.server.answerWith((_request, response) => response.socket?.resetAndDestroy());
    expect(await all.session.tokens.replace('access-1')).toBeUndefined();
    expect(all.session.status).toMatchObject({
      phase: 'signed_in',
      trouble: { code: 'sign_in_answer_lost' },
    });
    clock.forward(10_000);
    all.server.answerWith((_request, response) => sendJson(response, 400, { error: 'invalid_grant' }));
    expect(await all.session.tokens.current()).toBeUndefined();
    expect(formOf(all.server.received.at(-1) ?? raise())['refresh_token']).toBe('refresh-1');
    expect(all.session.status.phase).toBe('signed_out');
    expect(toldOfSession(all.session.status)).toMatchObject({
      code: 'renewal_lost',
      message: expect.stringMatching(/^The response that renewed the sign-in was lost/),
      nextStep: expect.stringContaining('Submissions in the Outbox are then sent'),
    });
  });

  test('does not remove the sign-in that a person starts in the meantime', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    const waiting = new Map<string, ServerResponse>();
    all.server.answerWith(({ body }, response) => {
      waiting.set(formOf({ body })['grant_type'] ?? '', response);
    });
    const replaced = all.session.tokens.replace('access-1');
    await all.session.signIn();
    all.session.handleRedirect(all.returnAddress());
    await until('both requests', () => waiting.size === 2);
    sendJson(waiting.get('refresh_token') ?? raise(), 400, { error: 'invalid_grant' });
    expect(await replaced).toBeUndefined();
    sendJson(waiting.get('authorization_code') ?? raise(), 200, { access_token: 'access-2' });
    await all.untilPhase('signed_in');
    expect(await all.session.tokens.current()).toBe('access-2');
    expect(all.secrets.tokensOf('workspace-1')).toMatchObject({ accessToken: 'access-2' });
  });
});

describe('signing out', () => {
  test('deletes the tokens, in memory and in the store, and keeps the client secret', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    await all.session.signOut();
    expect(all.session.status).toEqual({ phase: 'signed_out', reason: undefined });
    expect(await all.session.tokens.current()).toBeUndefined();
    expect([...all.secrets.values.keys()]).toEqual(['workspace-1/client_secret']);
  });

  test('while a token is being refreshed is final', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    const waiting: ServerResponse[] = [];
    all.server.answerWith((_request, response) => waiting.push(response));
    const replaced = all.session.tokens.replace('access-1');
    await until('the refresh', () => waiting.length > 0);
    await all.session.signOut();
    sendJson(waiting[0] ?? raise(), 200, { access_token: 'access-2', refresh_token: 'refresh-2' });
    expect(await replaced).toBeUndefined();
    expect(all.session.status.phase).toBe('signed_out');
    expect(all.secrets.tokensOf('workspace-1')).toBeUndefined();
  });

  test('while a code is being redeemed is final', async () => {
    const waiting: ServerResponse[] = [];
    const all = await sessionWith((_request, response) => waiting.push(response));
    await all.session.signIn();
    all.session.handleRedirect(all.returnAddress());
    await until('the token request', () => waiting.length > 0);
    await all.session.signOut();
    sendJson(waiting[0] ?? raise(), 200, { access_token: 'access-1' });
    await until('the end of it', () => all.session.status.phase !== 'exchanging_code');
    expect(all.session.status.phase).toBe('signed_out');
    expect(all.seen.signedIn).toBe(0);
    expect(all.secrets.tokensOf('workspace-1')).toBeUndefined();
  });
});

describe('signing out while new tokens are being stored', () => {
  test('finishes only when they are gone, as what is stored next belongs to another session', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    const { secrets } = all;
    const disk = Promise.withResolvers<void>();
    const save = secrets.save.bind(secrets);
    let saving = false;
    secrets.save = async (...args) => {
      saving = true;
      await disk.promise;
      return save(...args);
    };
    const replaced = all.session.tokens.replace('access-1');
    await until('the store', () => saving);
    secrets.log.length = 0;
    const signedOut = all.session.signOut().then(() => secrets.log.push('signed out'));
    expect(all.session.status.phase).toBe('signed_out');
    await new Promise((resolve) => setImmediate(resolve));
    disk.resolve();
    await Promise.all([replaced, signedOut]);
    expect(secrets.log).toEqual(['save workspace-1/tokens', 'remove workspace-1/tokens', 'signed out']);
    expect(await replaced).toBeUndefined();
  });
});

describe('closing', () => {
  test('while a token is being refreshed waits for the new one, which the next run needs', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    const waiting: ServerResponse[] = [];
    all.server.answerWith((_request, response) => waiting.push(response));
    void all.session.tokens.replace('access-1');
    await until('the refresh', () => waiting.length > 0);
    const closed = all.session.close(10_000);
    sendJson(waiting[0] ?? raise(), 200, { access_token: 'access-2', refresh_token: 'refresh-2' });
    await closed;
    expect(await (await all.restarted()).tokens.current()).toBe('access-2');
  });

  test('while a code is being redeemed waits for its tokens', async () => {
    const waiting: ServerResponse[] = [];
    const all = await sessionWith((_request, response) => waiting.push(response));
    await all.session.signIn();
    all.session.handleRedirect(all.returnAddress());
    await until('the token request', () => waiting.length > 0);
    const closed = all.session.close(10_000);
    sendJson(waiting[0] ?? raise(), 200, { access_token: 'access-1' });
    await closed;
    expect(await (await all.restarted()).tokens.current()).toBe('access-1');
  });

  test('does not wait for ever, and later tokens do not overwrite those of another session', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    const waiting: ServerResponse[] = [];
    all.server.answerWith((_request, response) => waiting.push(response));
    const replaced = all.session.tokens.replace('access-1');
    await until('the refresh', () => waiting.length > 0);
    await all.session.close(0);
    all.secrets.log.length = 0;
    sendJson(waiting[0] ?? raise(), 200, { access_token: 'access-2', refresh_token: 'refresh-2' });
    await replaced;
    expect(all.secrets.log).toEqual([]);
  });

  test('starts no refresh, and removes nothing of the session that follows', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    await all.session.close(0);
    expect(await all.session.tokens.replace('access-1')).toBeUndefined();
    await all.session.tokens.giveUp('access-1');
    expect(all.server.received).toHaveLength(1);
    expect(await (await all.restarted()).tokens.current()).toBe('access-1');
  });
});

describe('the next run', () => {
  test('takes over the sign-in', async () => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    const next = await all.restarted();
    expect(next.status).toEqual({ phase: 'signed_in', storage: 'sealed' });
    expect(await next.tokens.current()).toBe('access-1');
    expect(await next.tokens.replace('access-1')).toBe('access-2');
  });

  test('refreshes an expired token', async () => {
    const all = await sessionWith(countingTokens(20));
    await signIn(all);
    const over = Object.assign({}, all.secrets.tokensOf('workspace-1'), { endsAt: Date.now() - 1 });
    all.secrets.values.set('workspace-1/tokens', JSON.stringify(over));
    const next = await all.restarted();
    expect(await next.tokens.current()).toBe('access-2');
  });

  test.each([
    ['service', { baseUrl: 'http://127.0.0.1:9' }],
    ['sign-in service', { authUrl: 'http://127.0.0.1:9' }],
    ['client', { clientId: 'another' }],
  ])('of another %s does not take up the tokens, and forgets them', async (_what, changed) => {
    const all = await sessionWith(countingTokens());
    await signIn(all);
    const next = await all.restarted(changed);
    expect(next.status).toEqual({ phase: 'signed_out', reason: undefined });
    expect(await next.tokens.current()).toBeUndefined();
    expect(all.secrets.tokensOf('workspace-1')).toBeUndefined();
  });

  test('takes over the practice service’s tokens whatever its port', async () => {
    const all = await sessionWith(countingTokens(), { kind: 'practice' });
    await signIn(all);
    const elsewhere = { baseUrl: 'http://127.0.0.1:9', authUrl: 'http://127.0.0.1:9' };
    expect(await (await all.restarted(elsewhere)).tokens.current()).toBe('access-1');
  });

  test.each([
    ['nothing was stored', undefined],
    ['what was stored is damaged', '{"accessToken":'],
    ['what was stored is something else', '[]'],
  ])('begins signed out where %s', async (_what, stored) => {
    const all = await sessionWith(countingTokens());
    if (stored !== undefined) all.secrets.values.set('workspace-1/tokens', stored);
    expect((await all.restarted()).status).toEqual({ phase: 'signed_out', reason: undefined });
  });
});

test('the status says how securely the tokens are stored', async () => {
  const all = await sessionWith(countingTokens());
  all.secrets.kept = 'memory';
  await signIn(all);
  expect(all.session.status).toEqual({ phase: 'signed_in', storage: 'memory' });
});

function raise(): never {
  throw new Error('There is none.');
}
