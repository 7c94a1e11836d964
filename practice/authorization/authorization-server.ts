import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import Provider, { type Configuration, errors } from 'oidc-provider';
import type { AccessTokens } from '../api/bearer-check.ts';
import { errorPage } from '../pages/error-page.ts';
import { PAGE_HEADERS } from '../pages/page-frame.ts';
import { AuthorizationStore } from './authorization-store.ts';

/** The only client of a practice service, and its token settings. */
export interface AuthorizationSettings {
  /** Origin of the service. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly tokenLifetimeSeconds: number;
  readonly refreshTokens: boolean;
}

/** Databases for what must survive a restart and for the rest. */
export interface AuthorizationDatabases {
  readonly durable: DatabaseSync;
  readonly transient: DatabaseSync;
}

/** Scopes of the service with their descriptions (docs/service.md, Sign-in). */
export const SCOPES = {
  read: 'Read the status, calls and results of screening requests',
  write: 'Submit screening requests',
} as const;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Models that must survive a restart; unfinished sign-ins need not. */
const DURABLE_MODELS: ReadonlySet<string> = new Set([
  'Grant',
  'AccessToken',
  'RefreshToken',
  'AuthorizationCode',
]);
const TRANSIENT_MODELS: ReadonlySet<string> = new Set([
  'Session',
  'Interaction',
  'ReplayDetection',
  'Client',
]);

/**
 * Creates the authorization server (docs/service.md, Sign-in; RFC 6749, RFC 7636, RFC 9207).
 *
 * It sets every default that oidc-provider would print a warning about.
 *
 * @throws Error if a redirect address is not allowed for native apps.
 */
export async function createAuthorizationServer(
  settings: AuthorizationSettings,
  databases: AuthorizationDatabases,
  log: (line: string) => void,
): Promise<Provider> {
  const provider = new Provider(settings.issuer, configuration(settings, databases));
  // Koa would print errors; the event below logs them instead.
  provider.silent = true;
  provider.on('server_error', (_context, error) =>
    log(`authorization server: ${error.stack ?? error.message}`),
  );
  await checkClient(provider, settings.clientId);
  return provider;
}

/** oidc-provider validates client metadata only on first use; this reports a bad redirect address at the start. */
async function checkClient(provider: Provider, clientId: string): Promise<void> {
  try {
    await provider.Client.find(clientId);
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    throw new Error(`The client settings are invalid: ${error.error_description ?? error.error}.`, {
      cause: error,
    });
  }
}

/** Token lookup for the API. */
export function accessTokensOf(provider: Provider): AccessTokens {
  return {
    async scopesOf(accessToken) {
      const found = await provider.AccessToken.find(accessToken);
      return found?.scopes;
    },
  };
}

function configuration(settings: AuthorizationSettings, databases: AuthorizationDatabases): Configuration {
  const cookiePrefix = `practice_${new URL(settings.issuer).port}`;
  return {
    adapter: (model) => storeFor(model, databases),
    clients: [clientMetadata(settings)],
    clientAuthMethods: ['client_secret_post'],
    clientBasedCORS: () => false,
    // The same clock issues and checks tokens.
    clockTolerance: 0,
    // Cookies ignore ports: the port in the name keeps two practice services apart in one browser.
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: `${cookiePrefix}_session`,
        interaction: `${cookiePrefix}_interaction`,
        resume: `${cookiePrefix}_resume`,
      },
    },
    // Tokens outlive the browser session, so the app stays signed in when the browser is closed.
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_context, interaction) => `/oauth2/interaction/${interaction.uid}` },
    issueRefreshToken: () => settings.refreshTokens,
    jwks: { keys: [signingKey()] },
    pkce: { required: () => false },
    renderError: (context, out) => {
      context.set(PAGE_HEADERS);
      context.type = 'html';
      context.body = errorPage(out.error, out.error_description);
    },
    responseTypes: ['code'],
    rotateRefreshToken: true,
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      jwks: '/oauth2/jwks',
      end_session: '/oauth2/sign-out',
    },
    scopes: Object.keys(SCOPES),
    ttl: {
      AccessToken: settings.tokenLifetimeSeconds,
      AuthorizationCode: MINUTE,
      Grant: 365 * DAY,
      Interaction: 60 * MINUTE,
      RefreshToken: 90 * DAY,
      Session: DAY,
    },
  };
}

function storeFor(model: string, databases: AuthorizationDatabases): AuthorizationStore {
  if (DURABLE_MODELS.has(model)) return new AuthorizationStore(databases.durable, model, 'hashed');
  if (TRANSIENT_MODELS.has(model)) return new AuthorizationStore(databases.transient, model, 'kept');
  // Model names are class names: a bundle that renames classes would lose all sign-ins at the next start.
  throw new Error(`Unknown oidc-provider model "${model}"; the bundle must keep class names.`);
}

function clientMetadata(settings: AuthorizationSettings) {
  return {
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    client_name: 'Callboard',
    application_type: 'native' as const,
    redirect_uris: [...settings.redirectUris],
    response_types: ['code' as const],
    grant_types: settings.refreshTokens ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_post' as const,
    id_token_signed_response_alg: 'ES256' as const,
  };
}

/** oidc-provider requires a signing key although plain OAuth signs nothing; a key per process avoids its warning. */
function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' };
}
