import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import type Provider from 'oidc-provider';
import { createInterviewApi } from './api/interview-api.ts';
import { problem } from './api/problem-details.ts';
import { accessTokensOf, createAuthorizationServer } from './authorization/authorization-server.ts';
import { expireAccessTokens, revokeTokens } from './authorization/authorization-store.ts';
import { SignInRoutes } from './authorization/sign-in-routes.ts';
import { createAdminApi } from './faults/admin-api.ts';
import { FaultSwitch } from './faults/fault-switch.ts';
import type { FaultyResponse } from './faults/faulty-response.ts';
import { strikeRequest } from './faults/strike-request.ts';
import { type Answerer, type LoopbackServer, listenOnLoopback, sendPlainProblem } from './http-server.ts';
import { practiceRoute } from './practice-routes.ts';
import { RequestStore } from './requests/request-store.ts';
import { openPracticeDatabase } from './storage/practice-database.ts';
import { keptSetting } from './storage/settings-store.ts';

/** How a practice service is started; everything may be left out. */
export interface PracticeServiceOptions {
  /** Port of the service on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number;
  /** Port of the admin interface (0: a free one); without it there is none. */
  readonly adminPort?: number | undefined;
  /** Folder in which requests and sign-ins survive a restart; without it everything is forgotten at the end. */
  readonly folder?: string | undefined;
  /** How many times faster than the clock requests live. Default 1: a request takes one to three minutes. */
  readonly timeScale?: number;
  /** Without it, the one kept in the folder, or a random one. */
  readonly clientId?: string | undefined;
  /** Never written to the folder. Without it, a new random one at each start. */
  readonly clientSecret?: string | undefined;
  /** Where sign-ins may return to; a loopback address holds for every port. */
  readonly redirectUris?: readonly string[];
  /** Lifetime of an access token. Default one hour. */
  readonly tokenLifetimeSeconds?: number;
  /** Whether refresh tokens are issued. Default yes. */
  readonly refreshTokens?: boolean;
  /** Milliseconds since 1970, UTC, for the life of requests; tests turn it. Tokens live by the system's clock. */
  readonly now?: () => number;
  /** Takes what an operator would want to know. No line holds a token, a code or a secret. Default: silence. */
  readonly log?: (line: string) => void;
}

/** A running practice service. */
export interface PracticeService {
  /** Origin of the service (service-interface.md, {base_url}), without a slash at its end. */
  readonly baseUrl: string;
  /** Origin of the authorization server ({auth_url}); the same. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly adminUrl: string | undefined;
  readonly faults: FaultSwitch;
  /** What was accepted, for tests that count calls. */
  readonly requests: RequestStore;
  /** Ends every connection and frees ports and folder. */
  close(): Promise<void>;
}

/** The app's custom scheme, and loopback addresses, which oidc-provider lets have any port (RFC 8252 §7.1, §7.3). */
export const DEFAULT_REDIRECT_URIS: readonly string[] = [
  'app.callboard:/oauth/callback',
  'http://127.0.0.1/oauth/callback',
  'http://127.0.0.1/callback',
  'http://127.0.0.1/',
];

/**
 * Starts a practice service: the whole of service-interface.md on 127.0.0.1.
 *
 * @throws PortTakenError when a port is taken; Error when the folder or a redirect address is unusable.
 */
export async function startPracticeService(options: PracticeServiceOptions = {}): Promise<PracticeService> {
  const stack = new AsyncDisposableStack();
  try {
    return await startOn(stack, options);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function startOn(
  stack: AsyncDisposableStack,
  options: PracticeServiceOptions,
): Promise<PracticeService> {
  const { timeScale = 1, now = Date.now, log = () => undefined } = options;
  const durable = keep(stack, openPracticeDatabase(options.folder));
  const transient = keep(stack, openPracticeDatabase(undefined));
  // Ended after the server is closed: what still waits then finds its connection gone and keeps quiet.
  const closing = new AbortController();
  stack.defer(() => closing.abort());
  const server = await serve(stack, options.port ?? 0, log);
  const client = {
    clientId:
      options.clientId ??
      keptSetting(durable, 'client_id', () => `practice-${randomBytes(8).toString('hex')}`),
    clientSecret: options.clientSecret ?? randomBytes(32).toString('base64url'),
    redirectUris: options.redirectUris ?? DEFAULT_REDIRECT_URIS,
  };
  const settings = {
    ...client,
    issuer: server.origin,
    tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? 3600,
    refreshTokens: options.refreshTokens ?? true,
  };
  const provider = await createAuthorizationServer(settings, { durable, transient }, log);
  const requests = new RequestStore(durable, { now, timeScale });
  const faults = new FaultSwitch({
    expireAccessTokens: () => expireAccessTokens(durable),
    revokeTokens: () => revokeTokens(durable),
  });
  const api = createInterviewApi({ requests, tokens: accessTokensOf(provider), now, log });
  await api.ready();
  const handlers = { api: asAnswerer(api), provider, pages: new SignInRoutes(provider) };
  server.answerWith(dispatcher(handlers, faults, closing.signal));

  let adminUrl: string | undefined;
  if (options.adminPort !== undefined) {
    const admin = createAdminApi({ faults, requests, log });
    await admin.ready();
    const adminServer = await serve(stack, options.adminPort, log);
    adminServer.answerWith(asAnswerer(admin));
    adminUrl = adminServer.origin;
  }
  return {
    ...client,
    baseUrl: server.origin,
    authUrl: server.origin,
    adminUrl,
    faults,
    requests,
    close: () => stack.disposeAsync(),
  };
}

function keep(stack: AsyncDisposableStack, database: DatabaseSync): DatabaseSync {
  stack.defer(() => database.close());
  return database;
}

async function serve(
  stack: AsyncDisposableStack,
  port: number,
  log: (line: string) => void,
): Promise<LoopbackServer> {
  const server = await listenOnLoopback(port, log);
  stack.defer(() => server.close());
  return server;
}

interface Handlers {
  readonly api: Answerer;
  readonly provider: Provider;
  readonly pages: SignInRoutes;
}

function dispatcher(handlers: Handlers, faults: FaultSwitch, closing: AbortSignal): Answerer {
  const authorize = handlers.provider.callback();
  const { host } = new URL(handlers.provider.issuer);
  return async (request, response) => {
    const path = pathOf(request);
    const route = practiceRoute(path);
    if (!(await strikeRequest(request, response, faults.strike(route.faultRoute), closing))) return;
    switch (route.answeredBy) {
      case 'sign-in-pages':
        return await handlers.pages.handle(request, response);
      case 'authorization-server':
        if (path === '/oauth2/token' && request.method !== 'POST') return refuseMethod(response);
        if (request.headers.host !== host && request.method === 'GET') {
          // Cookies would be lost on the way from localhost to 127.0.0.1, where the issuer is.
          response.writeHead(307, { location: `${handlers.provider.issuer}${request.url}` }).end();
          return;
        }
        return await authorize(request, response);
      case 'interface':
        return await handlers.api(request, response);
    }
  };
}

function refuseMethod(response: FaultyResponse): void {
  response.setHeader('allow', 'POST');
  sendPlainProblem(response, problem(405, 'Only POST is allowed here.'));
}

function pathOf(request: IncomingMessage): string {
  return URL.parse(request.url ?? '/', 'http://practice.invalid')?.pathname ?? '/';
}

function asAnswerer(app: { routing(request: IncomingMessage, response: FaultyResponse): void }): Answerer {
  return (request, response) => app.routing(request, response);
}
