import { expect, test } from 'vitest';
import type { Workspace } from '../../../shared/workspace.ts';
import { toldOfSession } from '../../told.ts';
import { mappedSignInServer, visitUntilReturn } from './mapped-sign-in-server.ts';
import { countingTokens, sessionWith } from './session-under-test.ts';

type Server = Awaited<ReturnType<typeof mappedSignInServer>>;

async function signInAt({ clientSecret, ...server }: Server, issuer: string) {
  const all = await sessionWith(countingTokens(), { ...server, issuer });
  all.secrets.values.set('workspace-1/client_secret', clientSecret);
  await all.session.signIn();
  expect(all.session.handleRedirect(await visitUntilReturn(all.opened[0] ?? ''))).toBe(true);
  return all;
}

test('a real server that names another issuer than its address is refused, and the failure names that issuer', async () => {
  const server = await mappedSignInServer();
  const { issuer } = server;
  const { session, untilPhase } = await signInAt(server, '');
  await untilPhase('signed_out');
  expect(session.status).toMatchObject({
    reason: { code: 'wrong_issuer', values: { issuer, expected: server.authUrl } },
  });
  const { message, nextStep } = toldOfSession(session.status) ?? {};
  expect(message).toContain(`“${issuer}”`);
  expect(nextStep).toContain('enter it as Issuer in the connection settings, under Further settings');
});

test('with its issuer in the connection, the same server signs in and renews', async () => {
  const server = await mappedSignInServer();
  const { session, untilPhase } = await signInAt(server, server.issuer);
  await untilPhase('signed_in');
  const token = await session.tokens.current();
  const renewed = await session.tokens.replace(token ?? '');
  expect(renewed).toMatch(/^.{20,}$/);
  expect(renewed).not.toBe(token);
});

test.each([
  ['the sign-in address', ({ authUrl }: Workspace) => authUrl],
  ['another case', ({ issuer }: Workspace) => issuer.replace('realms', 'Realms')],
  ['a slash more', ({ issuer }: Workspace) => `${issuer}/`],
])('with an issuer in the connection, %s is another issuer', async (_what, named) => {
  const issuer = 'https://id.acme.example/realms/hiring';
  const all = await sessionWith(countingTokens(), { issuer });
  await all.session.signIn();
  all.session.handleRedirect(all.returnAddress({ code: 'code-1', iss: named(all.workspace) }));
  await all.untilPhase('signed_out');
  expect(all.session.status).toMatchObject({
    reason: { code: 'wrong_issuer', values: { expected: issuer } },
  });
  expect(all.server.received).toEqual([]);
});

test.each([
  [
    'a client that has to send its secret otherwise',
    { token_endpoint_auth_method: 'client_secret_jwt' },
    'client_secret_post',
  ],
  ['a client without the scope write', { scope: 'read' }, 'to allow read and write for this client'],
] as const)(
  'a real server refuses %s, and the failure says what to ask for',
  async (_what, client, asked) => {
    const server = await mappedSignInServer(client);
    const { session, untilPhase } = await signInAt(server, server.issuer);
    await untilPhase('signed_out');
    expect(toldOfSession(session.status)?.nextStep).toContain(asked);
  },
);
