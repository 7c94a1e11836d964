import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata } from 'oidc-provider';
import { onTestFinished } from 'vitest';

const CLIENT = {
  client_id: 'callboard',
  client_secret: 'a secret/+',
  redirect_uris: ['https://acme.example/callback'],
  response_types: ['code'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'client_secret_post',
} satisfies ClientMetadata;

/**
 * An oidc-provider behind a mapped path, as a proxy in front of it makes one: it signs in at `…/auth`, and its issuer is
 * `…/realms/hiring`. Signs everybody in who comes, and allows what the client asks for.
 */
export async function mappedSignInServer(client: Partial<ClientMetadata> = {}) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const issuer = `${origin}/realms/hiring`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, ...client }],
    routes: { authorization: '/auth/oauth2/authorize', token: '/auth/oauth2/token' },
    clientAuthMethods: ['client_secret_post', 'client_secret_jwt'],
    scopes: ['read', 'write'],
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    issueRefreshToken: () => true,
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: async (context) => {
      const { client: asking, session, params } = context.oidc;
      const grant = new provider.Grant({
        clientId: asking?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope(String(params?.['scope']));
      await grant.save();
      return grant;
    },
  });
  provider.silent = true;
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const signedIn = { login: { accountId: 'recruiter' } };
    if (request.url === '/interaction') void provider.interactionFinished(request, response, signedIn);
    else if (request.url?.startsWith('/auth/.well-known/')) {
      request.url = request.url.slice('/auth'.length);
      answer(request, response);
    } else answer(request, response);
  });
  const { client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris } = CLIENT;
  return { authUrl: `${origin}/auth`, issuer, clientId, clientSecret, redirectUri: redirectUris[0] ?? '' };
}

/** Follows a sign-in as a browser does, with its cookies, until it leaves the server; gives the address it leaves for. */
export async function visitUntilReturn(link: string): Promise<string> {
  const { origin } = new URL(link);
  const cookies = new Map<string, string>();
  let next = link;
  while (new URL(next).origin === origin) {
    const cookie = [...cookies].map((each) => each.join('=')).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`HTTP ${answer.status} at ${next}: ${await answer.text()}`);
    next = new URL(location, next).href;
  }
  return next;
}
