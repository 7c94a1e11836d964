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
import { applyFaults } from './faults/apply-faults.ts';
import { FaultInjector } from './faults/fault-injector.ts';
import type { FaultyResponse } from './faults/faulty-response.ts';
import {
  type LoopbackServer,
  listenOnLoopback,
  type RequestHandler,
  sendPlainProblem,
} from './http-server.ts';
import { practiceRoute } from './practice-routes.ts';
import { RequestStore } from './requests/request-store.ts';
import { openPracticeDatabase } from './storage/practice-database.ts';
import { storedSetting } from './storage/settings-store.ts';

/** Options of a practice service; all are optional. */
export interface PracticeServiceOptions {
  /** Port of the service on 127.0.0.1; default 0, a free one. */
  readonly port?: number;
  /** Port of the admin API (0: a free one); without it there is none. */
  readonly adminPort?: number | undefined;
  /** Folder for requests and sign-ins; without it they are only in memory. */
  readonly folder?: string | undefined;
  /** Speed-up of request timelines. Default 1: a request takes one to three minutes. */
  readonly timeScale?: number;
  /** Default: the one stored in the folder, or a random one. */
  readonly clientId?: string | undefined;
  /** Never written to the folder. Default: a new random one at each start. */
  readonly clientSecret?: string | undefined;
  /** Allowed redirect addresses; a loopback address matches every port. */
  readonly redirectUris?: readonly string[];
  /** Lifetime of an access token. Default one hour. */
  readonly tokenLifetimeSeconds?: number;
  /** Whether refresh tokens are issued. Default yes. */
  readonly refreshTokens?: boolean;
  /** Clock for request timelines (UTC ms), which tests control. Tokens use the system clock. */
  readonly now?: () => number;
  /** Receives log lines, which never contain a token, code or secret. Default: none. */
  readonly log?: (line: string) => void;
}

/** A running practice service. */
export interface PracticeService {
  /** Origin of the service (docs/service.md, {base_url}), without a trailing slash. */
  readonly baseUrl: string;
  /** Origin of the authorization server ({auth_url}); the same. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly adminUrl: string | undefined;
  readonly faults: FaultInjector;
  /** Accepted requests, for tests that count calls. */
  readonly requests: RequestStore;
  /** Ends all connections and releases ports and folder. */
  close(): Promise<void>;
}

/** The app's custom scheme and loopback addresses, for which oidc-provider accepts any port (RFC 8252 §7.1, §7.3). */
export const DEFAULT_REDIRECT_URIS: readonly string[] = [
  'app.callboard:/oauth/callback',
  'http://127.0.0.1/oauth/callback',
  'http://127.0.0.1/callback',
  'http://127.0.0.1/',
];

/**
 * Starts a practice service: all of docs/service.md on 127.0.0.1.
 *
 * @throws PortTakenError if a port is in use; Error if the folder or a redirect address is unusable.
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
  // Abort only after the server is closed: pending requests then find their connection gone and log nothing.
  const closing = new AbortController();
  stack.defer(() => closing.abort());
  const server = await serve(stack, options.port ?? 0, log);
  const client = {
    clientId:
      options.clientId ??
      storedSetting(durable, 'client_id', () => `practice-${randomBytes(8).toString('hex')}`),
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
  const faults = new FaultInjector({
    expireAccessTokens: () => expireAccessTokens(durable),
    revokeTokens: () => revokeTokens(durable),
  });
  const api = createInterviewApi({ requests, tokens: accessTokensOf(provider), now, log });
  await api.ready();
  const handlers = { api: toRequestHandler(api), provider, pages: new SignInRoutes(provider) };
  server.setHandler(dispatcher(handlers, faults, closing.signal));

  let adminUrl: string | undefined;
  if (options.adminPort !== undefined) {
    const admin = createAdminApi({ faults, requests, log });
    await admin.ready();
    const adminServer = await serve(stack, options.adminPort, log);
    adminServer.setHandler(toRequestHandler(admin));
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
  readonly api: RequestHandler;
  readonly provider: Provider;
  readonly pages: SignInRoutes;
}

function dispatcher(handlers: Handlers, faults: FaultInjector, closing: AbortSignal): RequestHandler {
  const authorize = handlers.provider.callback();
  const { host } = new URL(handlers.provider.issuer);
  return async (request, response) => {
    const path = pathOf(request);
    const route = practiceRoute(path);
    if (!(await applyFaults(request, response, faults.take(route.faultRoute), closing))) return;
    switch (route.handledBy) {
      case 'sign-in-pages':
        return await handlers.pages.handle(request, response);
      case 'authorization-server':
        if (path === '/oauth2/token' && request.method !== 'POST') return refuseMethod(response);
        if (request.headers.host !== host && request.method === 'GET') {
          // Cookies set for localhost would be missing at 127.0.0.1, where the issuer is.
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

function toRequestHandler(app: {
  routing(request: IncomingMessage, response: FaultyResponse): void;
}): RequestHandler {
  return (request, response) => app.routing(request, response);
}
