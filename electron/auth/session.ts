import type { AppError } from '../../shared/failures.ts';
import { fail, type Result } from '../../shared/result.ts';
import type { SessionStatus } from '../../shared/session.ts';
import { redirectWay, type Workspace } from '../../shared/workspace.ts';
import type { SecretStore } from '../secrets/ports.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';
import type { AuthorizationAttempt } from './authorization-request.ts';
import { BrowserSignIn } from './browser-sign-in.ts';
import type { SystemBrowser } from './ports.ts';
import { TokenManager } from './token-manager.ts';

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
