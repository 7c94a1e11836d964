import type { AppError } from '../../shared/failures.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { SessionStatus } from '../../shared/session.ts';
import { redirectWay, type Workspace } from '../../shared/workspace.ts';
import type { SecretStore } from '../secrets/ports.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';
import { type AuthorizationAttempt, beginAuthorization } from './authorization-request.ts';
import { answersAttempt } from './authorization-response.ts';
import { type LoopbackListener, listenOnLoopback } from './loopback-listener.ts';
import type { SystemBrowser } from './ports.ts';
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
  private starting: Promise<Result<null>> | undefined;
  private closed = false;

  constructor(options: BrowserSignInOptions) {
    this.options = options;
  }

  /** The attempt in progress. */
  get attempt(): AuthorizationAttempt | undefined {
    return this.pending?.attempt;
  }

  /**
   * Opens the browser. Resolves when that was requested, not when the browser comes back. An earlier attempt is dropped.
   *
   * Errors: `client_secret_missing`, `redirect_port_taken`.
   */
  start(): Promise<Result<null>> {
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

  private async startAttempt(): Promise<Result<null>> {
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
      return ok(null);
    }
    const timer = setTimeout(() => {
      this.cancel();
      this.options.onTimeout(TIMED_OUT);
    }, SIGN_IN_TIMEOUT_MS);
    this.pending = { attempt, listener, timer };
    // Without a browser the link can still be copied: the waiting screen says so.
    void browser.open(attempt.link).catch(() => undefined);
    return ok(null);
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
  async signIn(): Promise<Result<null>> {
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
