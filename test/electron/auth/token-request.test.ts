import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { beginAuthorization, judgeAuthorizationResponse } from '../../../electron/auth/authorization.ts';
import {
  exchangeCode,
  openTokenConnection,
  refreshTokens,
  type Tokens,
} from '../../../electron/auth/token-request.ts';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import type { Result } from '../../../shared/result.ts';
import { freePort } from '../../free-port.ts';
import { told } from '../../told.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';
import { sampleWorkspace } from '../sample-submission.ts';
import { httpAnswer, rawServer } from '../service/raw-server.ts';
import { type Answer, recordingService, sendJson } from '../service/recording-service.ts';
import { selfSignedCertificate } from '../service/self-signed-certificate.ts';
import { formOf } from './session-under-test.ts';

const SECRET = 's3cret/+ é&';

function connection() {
  const opened = openTokenConnection(DIRECT_NETWORK);
  onTestFinished(() => opened.destroy());
  return opened;
}

/** Redeems the code `code-1` at a sign-in address. */
async function redeemAt(authUrl: string) {
  const workspace = sampleWorkspace({ authUrl });
  const attempt = await beginAuthorization(workspace, CUSTOM_SCHEME_REDIRECT);
  const address = `${CUSTOM_SCHEME_REDIRECT}?code=code-1&state=${attempt.state}`;
  const parameters = judgeAuthorizationResponse(workspace, attempt, address);
  if (!parameters.ok) throw new Error(parameters.error.code);
  return { attempt, result: await exchangeCode(connection(), workspace, SECRET, attempt, parameters.value) };
}

async function redeemed(answer: Answer): Promise<Result<Tokens>> {
  return (await redeemAt((await recordingService(answer)).origin)).result;
}

function answering(status: number, body: string, type = 'application/json'): Answer {
  return (_request, response) => response.writeHead(status, { 'content-type': type }).end(body);
}

describe('a code is redeemed', () => {
  test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    'although %s comes before the answer',
    async (line) => {
      const tokens = httpAnswer(200, '{"access_token":"a"}', { 'Content-Type': 'application/json' });
      const server = await rawServer({
        onRequest: ({ socket }) =>
          socket.write(`HTTP/1.1 ${line}\r\n\r\n`, () => setImmediate(() => socket.write(tokens))),
      });
      expect((await redeemAt(server.origin)).result).toMatchObject({ ok: true, value: { accessToken: 'a' } });
    },
  );

  test('from a compressed answer', async () => {
    const packed = gzipSync('{"access_token":"a"}');
    const result = await redeemed((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed),
    );
    expect(result).toMatchObject({ ok: true, value: { accessToken: 'a' } });
  });

  test('with exactly the form fields of the interface and the verifier, the secret in the body only', async () => {
    const server = await recordingService((_request, response) =>
      sendJson(response, 200, { access_token: 'a' }),
    );
    const { attempt } = await redeemAt(`${server.origin}/realm`);
    expect(server.received).toHaveLength(1);
    const [request] = server.received;
    expect([request?.method, request?.path]).toEqual(['POST', '/realm/oauth2/token']);
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(request?.headers.authorization).toBeUndefined();
    expect(JSON.stringify(request?.headers)).not.toContain('s3cret');
    expect(formOf(request ?? { body: '' })).toEqual({
      grant_type: 'authorization_code',
      code: 'code-1',
      client_id: 'callboard',
      client_secret: SECRET,
      redirect_uri: CUSTOM_SCHEME_REDIRECT,
      code_verifier: attempt.codeVerifier,
    });
  });

  test.each([
    [
      'all there is',
      { access_token: 'a', token_type: 'Bearer', expires_in: 60, refresh_token: 'r', scope: 'read' },
    ],
    [
      'a type in other letters',
      { access_token: 'a', token_type: 'bEaReR', expires_in: 60, refresh_token: 'r' },
    ],
    ['no type', { access_token: 'a', expires_in: 60, refresh_token: 'r' }],
    ['a type of null', { access_token: 'a', token_type: null, expires_in: 60, refresh_token: 'r' }],
    ['a lifetime in quotes', { access_token: 'a', expires_in: '60', refresh_token: 'r' }],
    ['fields nobody knows', { access_token: 'a', expires_in: 60, refresh_token: 'r', id_token: 7, more: {} }],
  ])('and the answer may have %s', async (_what, body) => {
    expect(await redeemed(answering(200, JSON.stringify(body)))).toEqual({
      ok: true,
      value: { accessToken: 'a', refreshToken: 'r', expiresIn: 60 },
    });
  });

  test.each([
    ['neither lifetime nor refresh token', '{"access_token":"a"}', 'application/json'],
    ['nulls', '{"access_token":"a","expires_in":null,"refresh_token":null,"scope":null}', 'application/json'],
    ['an empty refresh token', '{"access_token":"a","refresh_token":""}', 'application/json'],
    ['a lifetime that is none', '{"access_token":"a","expires_in":"soon"}', 'application/json'],
    ['a lifetime that is over', '{"access_token":"a","expires_in":-5}', 'application/json'],
    ['a media type that is wrong', '{"access_token":"a"}', 'text/plain'],
    ['a media type of its own', '{"access_token":"a"}', 'application/vnd.acme+json; charset=utf-8'],
  ])('and the answer may have %s', async (_what, body, type) => {
    expect(await redeemed(answering(200, body, type))).toEqual({
      ok: true,
      value: { accessToken: 'a', refreshToken: undefined, expiresIn: undefined },
    });
  });

  test('from a 201 as well as a 200', async () => {
    expect((await redeemed(answering(201, '{"access_token":"a"}'))).ok).toBe(true);
  });
});

describe('a code is not redeemed', () => {
  test.each([
    ['a type this app cannot use', 200, '{"access_token":"a","token_type":"mac"}', 'not_a_sign_in_service'],
    ['a type that wants proofs', 200, '{"access_token":"a","token_type":"DPoP"}', 'token_unusable'],
    ['no token', 200, '{"token_type":"Bearer"}', 'not_a_sign_in_service'],
    ['a token that is none', 200, '{"access_token":{"a":1}}', 'not_a_sign_in_service'],
    ['a token that no header can carry', 200, '{"access_token":"a\\r\\nX: y"}', 'token_unusable'],
    ['HTML', 200, '<html>Welcome to the hotel</html>', 'not_a_sign_in_service'],
    ['nothing', 200, '', 'not_a_sign_in_service'],
    ['a wrong client', 401, '{"error":"invalid_client"}', 'invalid_client'],
    ['a client that may not', 400, '{"error":"unauthorized_client"}', 'client_not_permitted'],
    ['a grant that nobody may use', 400, '{"error":"unsupported_grant_type"}', 'client_not_permitted'],
    ['scopes that it may not have', 400, '{"error":"invalid_scope"}', 'client_not_permitted'],
    ['a used code', 400, '{"error":"invalid_grant"}', 'invalid_grant'],
    ['another refusal', 400, '{"error":"invalid_request"}', 'sign_in_refused'],
    ['a refusal that calls itself a success', 200, '{"error":"invalid_grant"}', 'invalid_grant'],
    [
      'a refusal in words that nobody knows, as a success',
      200,
      '{"error":"bad_code","access_token":"a"}',
      'sign_in_refused_for_now',
    ],
    ['an error as HTML', 500, '<html>Oops</html>', 'sign_in_trouble'],
    ['an error with words of OAuth', 503, '{"error":"temporarily_unavailable"}', 'sign_in_trouble'],
    ['too many requests', 429, '{"error":"rate_limited"}', 'sign_in_trouble'],
    ['a refusal without words of OAuth', 403, 'Forbidden', 'sign_in_unexpected'],
    ['a refusal in words of its own', 400, '{"error":{"message":"No such client"}}', 'sign_in_unexpected'],
    ['a page that is not there', 404, '<html>Not found</html>', 'sign_in_unexpected'],
    ['a request that took too long', 408, '', 'sign_in_trouble'],
    ['a way elsewhere', 302, '', 'not_a_sign_in_service'],
  ])('when the answer has %s (%i)', async (_what, status, body, code) => {
    const result = await redeemed(answering(status, body));
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(told(result)?.nextStep).toBeTruthy();
  });

  test('and the service’s words are quoted as plain text', async () => {
    const refused = await redeemed(
      answering(401, '{"error":"invalid_client","error_description":"Unknown client callboard"}'),
    );
    expect(told(refused)).toMatchObject({
      message:
        'The service does not accept the client ID and client secret. The service says: Unknown client callboard',
      nextStep: expect.stringContaining('Correct them in the connection settings.'),
    });
    const words = `AADSTS7000215: Invalid client secret provided. ${'Trace ID: 0b1c2d3e-4f50. '.repeat(25)}End.`;
    const long = JSON.stringify({ error: 'invalid_client', error_description: words });
    expect(told(await redeemed(answering(401, long)))?.message).toContain(`The service says: ${words}`);
    const strange = await redeemed(answering(400, '{"error":"invalid_grant","error_description":{"a":1}}'));
    expect(told(strange)?.message).toBe('The sign-in is no longer valid.');
    const turned = await redeemed(answering(400, JSON.stringify({ error: `\u202eeb\0 ${'x'.repeat(1e6)}` })));
    expect(told(turned)?.message).toMatch(/^The sign-in was refused \(eb x{290,300}\)\.$/);
    const broken = await redeemed(
      answering(500, '<html><h1>Down for <b>repairs</b></h1></html>', 'text/html'),
    );
    expect(told(broken)?.message).toMatch(/answered the sign-in with HTTP 500: Down for repairs$/);
  });

  test.each([
    ['invalid_client', 'to allow client_secret_post for this client'],
    ['unauthorized_client', 'to allow client_secret_post and the authorization code flow for this client'],
    ['invalid_scope', 'to allow read and write for this client'],
  ])('and after %s it is said what to ask the administrator', async (error, asked) => {
    const refusal = told(await redeemed(answering(400, JSON.stringify({ error }))));
    expect(refusal?.nextStep).toMatch(new RegExp(`sk the service's administrator ${asked}`));
  });

  test('if the server cannot be reached', async () => {
    const { result } = await redeemAt(`http://127.0.0.1:${await freePort()}`);
    expect(result).toMatchObject({ error: { code: 'sign_in_unreachable' } });
  });

  test('if the connection is cut, and it is not retried, as a code is single-use', async () => {
    const server = await recordingService((_request, response) => void response.socket?.resetAndDestroy());
    const { result } = await redeemAt(server.origin);
    expect(result).toMatchObject({ error: { code: 'sign_in_answer_lost' } });
    expect(server.received).toHaveLength(1);
  });

  test('if the certificate is not trusted: the secret is not sent to such a server', async () => {
    const server = await rawServer({ certificate: selfSignedCertificate() });
    const { result } = await redeemAt(server.origin);
    expect(result).toMatchObject({ error: { code: 'sign_in_not_trusted' } });
    expect(server.connections.map(({ received }) => received).join('')).toBe('');
  });

  test('over plain http to another computer', async () => {
    const { result } = await redeemAt('http://login.acme.invalid');
    expect(result.ok).toBe(false);
  });

  test('at the target of a redirect', async () => {
    const elsewhere = await recordingService(answering(200, '{"access_token":"a"}'));
    const server = await recordingService((_request, response) =>
      response.writeHead(307, { location: `${elsewhere.origin}/oauth2/token` }).end(),
    );
    const { result } = await redeemAt(server.origin);
    expect(result).toMatchObject({ error: { code: 'sign_in_redirected' } });
    expect(told(result)?.message).toContain(`“${elsewhere.origin}/oauth2/token”`);
    expect(elsewhere.received).toEqual([]);
  });
});

test.each([
  ['/sign-in?next=1', (origin: string) => `${origin}/sign-in?next=1`],
  ['//login.acme.example\u202e/x', () => '//login.acme.example'],
])(
  'a redirect to %s is named as a whole address, without what would disguise it',
  async (location, named) => {
    const server = await rawServer({
      onRequest: ({ socket }) => socket.write(httpAnswer(302, '', { Location: encodeURI(location) })),
    });
    const { result } = await redeemAt(server.origin);
    const { message } = told(result) ?? {};
    expect(message).toContain(`“${named(server.origin)}`);
    expect(message).not.toContain('\u202e');
  },
);

test.each([
  [413, /too large/],
  [403, /whether a server in front of it refuses Callboard/],
])('a %i without words of OAuth says what may be in the way', async (status, next) => {
  expect(told(await redeemed(answering(status, '<html>No</html>', 'text/html')))?.nextStep).toMatch(next);
});

test('a refresh sends its token and the client in the body, and nothing else', async () => {
  const server = await recordingService(answering(200, '{"access_token":"a2"}'));
  const workspace = sampleWorkspace({ authUrl: server.origin });
  expect(await refreshTokens(connection(), workspace, SECRET, 'refresh-1')).toEqual({
    ok: true,
    value: { accessToken: 'a2', refreshToken: undefined, expiresIn: undefined },
  });
  expect(formOf(server.received[0] ?? { body: '' })).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'refresh-1',
    client_id: 'callboard',
    client_secret: SECRET,
  });
});
