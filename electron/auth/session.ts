import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppError } from '../../shared/failures.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { SessionStatus } from '../../shared/session.ts';
import { redirectWay, type Workspace } from '../../shared/workspace.ts';
import { errorCode } from '../network/system-error.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { SingleUseConnections } from '../service/service-connections.ts';
import { type AuthorizationAttempt, answersAttempt, beginAuthorization } from './authorization.ts';
import { TokenManager } from './token-manager.ts';

/** How long to wait for the browser, ms (RFC 8252 §8.3: no longer than needed). */
export const SIGN_IN_TIMEOUT_MS = 5 * 60 * 1000;

interface BrowserSignInOptions {
  readonly workspace: Workspace;
  readonly secrets: SecretStore;
  readonly browser: SystemBrowser;
  /** The browser came back with the answer to this attempt; the answer is not validated yet. */
  readonly onAnswer: (attempt: AuthorizationAttempt, address: string) => void;
  readonly onTimeout: (reason: AppError) => void;
}

interface PendingAttempt {
  readonly attempt: AuthorizationAttempt;
  readonly listener: LoopbackListener | undefined;
  readonly timer: NodeJS.Timeout;
}

/** Sign-in through the system browser: at most one attempt at a time, ended by its answer, by a person, or by a timeout. */
class BrowserSignIn {
  private readonly options: BrowserSignInOptions;
  private pending: PendingAttempt | undefined;
  private starting: Promise<Result<void>> | undefined;
  private closed = false;

  constructor(options: BrowserSignInOptions) {
    this.options = options;
  }

  get attempt(): AuthorizationAttempt | undefined {
    return this.pending?.attempt;
  }

  /**
   * Opens the browser. Resolves when that was requested, not when the browser comes back. An earlier attempt is dropped.
   *
   * Errors: `client_secret_missing`, `redirect_port_taken`.
   */
  start(): Promise<Result<void>> {
    // A double click starts one attempt: two would fight for the port, and one would never end.
    this.starting ??= this.startAttempt().finally(() => {
      this.starting = undefined;
    });
    return this.starting;
  }

  /** Accepts an address if it is the expected answer; anything else changes nothing. */
  handleRedirect(address: string): boolean {
    const { pending } = this;
    if (!pending || !answersAttempt(address, pending.attempt)) return false;
    // `state` is single-use: no second answer is accepted.
    clearTimeout(pending.timer);
    this.pending = undefined;
    pending.listener?.finish(address);
    this.options.onAnswer(pending.attempt, address);
    return true;
  }

  /** Ends the attempt in progress. */
  cancel(): void {
    if (!this.pending) return;
    clearTimeout(this.pending.timer);
    this.pending.listener?.close();
    this.pending = undefined;
  }

  /** Ends the attempt, even one that is just starting. */
  close(): void {
    this.closed = true;
    this.cancel();
  }

  private async startAttempt(): Promise<Result<void>> {
    this.cancel();
    const { workspace, secrets, browser } = this.options;
    if ((await secrets.load(workspace.id, 'client_secret')) === undefined) {
      return fail('client_secret_missing');
    }
    let listener: LoopbackListener | undefined;
    if (redirectWay(workspace.redirectUri) === 'loopback') {
      try {
        listener = await listenOnLoopback(workspace.redirectUri, (address) => this.handleRedirect(address));
      } catch {
        return fail('redirect_port_taken', { redirectUri: workspace.redirectUri });
      }
    }
    const attempt = await beginAuthorization(workspace, listener?.redirectUri ?? workspace.redirectUri);
    if (this.closed) {
      listener?.close();
      return ok(undefined);
    }
    const timer = setTimeout(() => {
      this.cancel();
      this.options.onTimeout(TIMED_OUT);
    }, SIGN_IN_TIMEOUT_MS);
    this.pending = { attempt, listener, timer };
    // Without a browser the link can still be copied: the waiting screen says so.
    void browser.open(attempt.link).catch(() => undefined);
    return ok(undefined);
  }
}

const TIMED_OUT: AppError = { code: 'sign_in_timeout', values: null };

export interface SessionOptions {
  readonly workspace: Workspace;
  readonly secrets: SecretStore;
  readonly browser: SystemBrowser;
  readonly connection: SingleUseConnections;
  readonly onChange: () => void;
  /** Signed in (again): work that waited for it may continue. */
  readonly onSignedIn: () => void;
  /** A browser came back with the answer; `signedIn`: whether it could be exchanged for tokens. */
  readonly onReturned?: ((signedIn: boolean) => void) | undefined;
  /** The tokens were lost without anyone signing out: a person has to sign in again. */
  readonly onLost?: (() => void) | undefined;
  /** Monotonic, ms; tests may advance it. */
  readonly monotonic?: () => number;
}

/** The sign-in of one workspace as others see it: {@link BrowserSignIn} gets tokens, {@link TokenManager} keeps them. */
export class Session {
  private readonly options: SessionOptions;
  private readonly browserSignIn: BrowserSignIn;
  /** Access tokens for calls to the service. */
  readonly tokens: TokenManager;
  private exchanging = false;
  /** Why nobody is signed in, unless a person signed out. */
  private reason: AppError | undefined;

  constructor(options: SessionOptions) {
    const { workspace, secrets, browser, connection } = options;
    this.options = options;
    const onLost = (reason: AppError): void => this.setReason(reason);
    this.browserSignIn = new BrowserSignIn({
      workspace,
      secrets,
      browser,
      onAnswer: (attempt, address) => void this.redeem(attempt, address),
      onTimeout: onLost,
    });
    const monotonic = options.monotonic ?? (() => performance.now());
    this.tokens = new TokenManager({
      workspace,
      secrets,
      connection,
      monotonic,
      onLost: (reason) => {
        onLost(reason);
        options.onLost?.();
      },
      onChange: () => options.onChange(),
    });
  }

  get status(): SessionStatus {
    if (this.exchanging) return { phase: 'exchanging_code' };
    const { attempt } = this.browserSignIn;
    if (attempt) {
      return { phase: 'waiting_for_browser', link: attempt.link, way: redirectWay(attempt.redirectUri) };
    }
    const { signedIn, keeping, trouble, restoring } = this.tokens;
    if (signedIn) return { phase: 'signed_in', storage: keeping, ...(trouble && { trouble }) };
    if (restoring) return { phase: 'waiting_for_key_store' };
    return { phase: 'signed_out', reason: this.reason };
  }

  /** Opens the system browser. Resolves when that was requested, not when the browser comes back. */
  async signIn(): Promise<Result<void>> {
    this.reason = undefined;
    const started = await this.browserSignIn.start();
    this.setReason(started.ok ? undefined : started.error);
    return started;
  }

  /** Stops waiting for the browser. An earlier sign-in stays valid. */
  cancel(): void {
    this.browserSignIn.cancel();
    this.options.onChange();
  }

  /** Handles an address from the system, the listener or a person. Returns whether it was the expected one. */
  handleRedirect(address: string): boolean {
    return this.browserSignIn.handleRedirect(address);
  }

  /** Deletes the tokens, in memory and on disk. */
  async signOut(): Promise<void> {
    this.browserSignIn.cancel();
    const forgotten = this.tokens.forget();
    this.setReason(undefined);
    await forgotten;
  }

  /** Ends timers and the listener; waits up to `patienceMs` for tokens being fetched. Stored tokens stay. */
  async close(patienceMs: number): Promise<void> {
    this.browserSignIn.close();
    await this.tokens.close(patienceMs);
  }

  private async redeem(attempt: AuthorizationAttempt, address: string): Promise<void> {
    this.exchanging = true;
    this.options.onChange();
    const result = await this.tokens.redeem(attempt, address).catch(() => fail('sign_in_not_finished'));
    this.exchanging = false;
    if (result.ok) this.options.onSignedIn();
    this.setReason(result.ok ? undefined : result.error);
    this.options.onReturned?.(result.ok);
  }

  private setReason(reason: AppError | undefined): void {
    this.reason = reason;
    this.options.onChange();
  }
}

/** The operating system's browser: no window of the app ever loads the sign-in page (RFC 8252 §8.12). */
export interface SystemBrowser {
  /** Opens an address. Rejects if there is no browser to open it. */
  open(address: string): Promise<void>;
}

interface LoopbackListener {
  /** The redirect address with the actual port. */
  readonly redirectUri: string;
  readonly port: number;
  /** The addresses of this computer that it listens on. */
  readonly hosts: readonly string[];
  /** The answer came, here or another way: for some seconds only its repeats get the page to go back, then it closes. */
  finish(address: string): void;
  close(): void;
}

/** How long repeats of the answer get the same page, ms: browsers prefetch addresses, reload them, and return twice. */
const REPEATS_MS = 10_000;

/** How often a port that is free on both is looked for. */
const MOST_TRIES = 20;

/** Those that only answer repeats, by port: a new sign-in needs the port of the one before. */
const finished = new Map<number, LoopbackListener>();

/**
 * Listens for the browser on 127.0.0.1, and on ::1 too if the address says `localhost` and this computer has it; for one path
 * (RFC 8252 §7.3, §8.3). A redirect address without a port gets a free one. `handleRedirect` returns whether an address was the
 * expected answer; only then does the listener {@link LoopbackListener.finish}, so that another page cannot use it up.
 *
 * Rejects if the port is taken.
 */
export async function listenOnLoopback(
  redirectUri: string,
  handleRedirect: (address: string) => boolean,
): Promise<LoopbackListener> {
  const wanted = new URL(redirectUri);
  // The URL class drops the scheme's default port.
  const wantedPort = wanted.port || (/^http:\/\/[^/?]*:80(?=[/?]|$)/i.test(redirectUri) ? '80' : '');
  // Path and host stay exactly as registered; only a missing port is filled in.
  const withPort = (port: number | undefined): string =>
    wantedPort ? redirectUri : redirectUri.replace(wanted.host, `${wanted.host}:${port}`);
  let answered: string | undefined;
  const { servers, port } = await listen(wanted.hostname, Number(wantedPort || 0), (request, response) => {
    const target = URL.parse(request.url ?? '', wanted.origin);
    if (request.method !== 'GET' || target?.pathname !== wanted.pathname || target.origin !== wanted.origin) {
      answer(response, 404, 'Nothing here', 'This address is only for signing in to Callboard.');
      return;
    }
    const address = withPort(request.socket.localPort) + request.url?.slice(wanted.pathname.length);
    if (address === answered || handleRedirect(address)) {
      answer(response, 200, 'You can go back to Callboard', 'You can close this page.');
      listener.finish(address);
    } else {
      answer(
        response,
        400,
        'This is not the sign-in Callboard is waiting for',
        'Go back to Callboard and sign in from there.',
      );
    }
  });
  const listener: LoopbackListener = {
    redirectUri: withPort(port),
    port,
    hosts: servers.map((server) => addressOf(server).address),
    finish(address) {
      if (answered !== undefined) return;
      answered = address;
      finished.set(port, listener);
      // Neither keeps the program running.
      setTimeout(() => listener.close(), REPEATS_MS).unref();
      for (const server of servers) server.unref();
    },
    close() {
      if (finished.get(port) === listener) finished.delete(port);
      servers.forEach(close);
    },
  };
  return listener;
}

/** Servers on each address of the host, all on the same port; `wantedPort` 0: any that is free on all. */
async function listen(
  hostname: string,
  wantedPort: number,
  onRequest: RequestListener,
): Promise<{ readonly servers: readonly Server[]; readonly port: number }> {
  for (let tries = 1; ; tries += 1) {
    finished.get(wantedPort)?.close();
    const first = await open('127.0.0.1', wantedPort, onRequest);
    const { port } = addressOf(first);
    if (hostname !== 'localhost') return { servers: [first], port };
    try {
      return { servers: [first, await open('::1', port, onRequest)], port };
    } catch (error) {
      // Not every computer has ::1. Where another program has its port, that one would get the answer.
      if (errorCode(error) !== 'EADDRINUSE' && errorCode(error) !== 'EACCES')
        return { servers: [first], port };
      close(first);
      if (wantedPort !== 0 || tries === MOST_TRIES) throw error;
    }
  }
}

function open(host: string, port: number, onRequest: RequestListener): Promise<Server> {
  const server = createServer(onRequest);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true, ipv6Only: true }, () => resolve(server));
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return address;
}

function close(server: Server): void {
  server.close();
  // The browser keeps its connection alive: the page just sent arrives before it is closed.
  server.closeIdleConnections();
}

function answer(response: ServerResponse, status: number, title: string, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;
min-height:90vh;margin:0 1rem;text-align:center}h1{font-size:1.4rem;margin:0 0 .5rem}</style>
<h1>${title}</h1><p>${text}</p>`);
}
