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
  /** Signed in (again): what waited for it may go on. */
  readonly onSignedIn: () => void;
  /** A browser came back with the answer, and it was exchanged for tokens or not. */
  readonly onReturned?: ((signedIn: boolean) => void) | undefined;
  /** The tokens are gone without anybody's wish: only a person can sign in again. */
  readonly onLost?: (() => void) | undefined;
  /** Monotonic, ms; a test may put it forward. */
  readonly monotonic?: () => number;
}

/** The sign-in of one workspace, as others see it: {@link BrowserSignIn} gets tokens, {@link TokenManager} has them. */
export class Session {
  private readonly options: SessionOptions;
  private readonly browserSignIn: BrowserSignIn;
  private readonly tokens: TokenManager;
  private exchanging = false;
  /** Why nobody is signed in, where it is not a person's own wish. */
  private reason: AppError | undefined;

  constructor(options: SessionOptions) {
    const { workspace, secrets, browser, connection } = options;
    this.options = options;
    const onLost = (reason: AppError): void => this.show(reason);
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
      onTrouble: () => options.onChange(),
    });
  }

  get status(): SessionStatus {
    if (this.exchanging) return { phase: 'exchanging_code' };
    const { awaited } = this.browserSignIn;
    if (awaited) {
      return { phase: 'waiting_for_browser', link: awaited.link, way: redirectWay(awaited.redirectUri) };
    }
    const { any, keeping, trouble } = this.tokens;
    if (any) return { phase: 'signed_in', storage: keeping, ...(trouble && { trouble }) };
    return { phase: 'signed_out', reason: this.reason };
  }

  /** False when only a person can help; true also while the network keeps a token from being renewed. */
  get signedIn(): boolean {
    return this.tokens.any;
  }

  /** Takes up the sign-in of an earlier run, if there is one. */
  restore(): Promise<void> {
    return this.tokens.restore();
  }

  /** Opens the system browser and waits for its answer. Answers when the browser was asked, not when it came back. */
  async signIn(): Promise<Result<null>> {
    this.reason = undefined;
    const begun = await this.browserSignIn.begin();
    this.show(begun.ok ? undefined : begun.error);
    return begun;
  }

  /** Gives up waiting for the browser. An earlier sign-in that still holds is not touched. */
  cancel(): void {
    this.browserSignIn.end();
    this.options.onChange();
  }

  /**
   * Takes an address that the operating system, the loopback listener or a person handed over. Answers whether it was
   * the awaited one; anything else changes nothing.
   */
  take(address: string): boolean {
    return this.browserSignIn.take(address);
  }

  /** A token to use now, refreshed when it is about to end; undefined when there is none to use. */
  current(): Promise<string | undefined> {
    return this.tokens.current();
  }

  /** Another token in place of one the service refused; undefined when a person has to sign in or the network is gone. */
  replace(refused: string): Promise<string | undefined> {
    return this.tokens.replace(refused);
  }

  /** The service refuses the token, and no other can be had: a person has to sign in. */
  giveUp(refused: string): Promise<undefined> {
    return this.tokens.giveUp(refused);
  }

  /** Forgets the tokens, here and on the disk. */
  async signOut(): Promise<void> {
    this.browserSignIn.end();
    const forgotten = this.tokens.forget();
    this.show(undefined);
    await forgotten;
  }

  /** Ends timers and the listener; waits, `patienceMs` at most, for tokens on their way. Tokens stay stored. */
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
    this.show(result.ok ? undefined : result.error);
    this.options.onReturned?.(result.ok);
  }

  private show(reason: AppError | undefined): void {
    this.reason = reason;
    this.options.onChange();
  }
}
