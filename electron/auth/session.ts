import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { type AppError, type Failure, fail, ok, type Result } from '../../shared/result.ts';
import type { SessionStatus } from '../../shared/session.ts';
import { redirectWay, type Workspace } from '../../shared/workspace.ts';
import { parseJson } from '../service/answer-text.ts';
import { type AuthorizationAttempt, beginAuthorization } from './authorization-request.ts';
import { answersAttempt, judgeAuthorizationResponse } from './authorization-response.ts';
import { type LoopbackListener, listenOnLoopback } from './loopback-listener.ts';
import type { SecretKeeping, SecretStore, SystemBrowser } from './ports.ts';
import { exchangeCode, refreshTokens, type Tokens } from './token-request.ts';

/** How long the browser is waited for, ms (RFC 8252 §8.3: not longer than needed). */
export const SIGN_IN_PATIENCE_MS = 5 * 60 * 1000;

/** A token is refreshed this long before it ends, ms. */
const REFRESH_AHEAD_MS = 30_000;

/** After a refresh that failed for the network's or the server's sake, the next one waits this long, ms. */
const REFRESH_PAUSE_MS = 10_000;

export interface SessionOptions {
  readonly workspace: Workspace;
  readonly secrets: SecretStore;
  readonly browser: SystemBrowser;
  readonly connection: Dispatcher;
  readonly onChange: () => void;
  /** Signed in (again): what waited for it may go on. */
  readonly onSignedIn: () => void;
  /** Monotonic, ms: lifetimes do not follow a clock that someone sets (RFC 6749 §5.1 gives them relative). */
  readonly monotonic?: () => number;
}

interface HeldTokens {
  readonly tokens: Tokens;
  /** On the monotonic clock; undefined: unknown, used until refused. */
  readonly endsAt: number | undefined;
}

interface PendingAttempt {
  readonly attempt: AuthorizationAttempt;
  readonly listener: LoopbackListener | undefined;
  readonly timer: NodeJS.Timeout;
}

const storedTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** UTC ms; only a hint after a restart, the service has the last word. */
  endsAt: z.number().optional(),
});

const ENDED: AppError = {
  code: 'expired',
  message: 'The sign-in has ended.',
  nextStep: 'Sign in again.',
};

/** The sign-in of one workspace: the way through the browser, the tokens, their refresh. Offline is not signed out. */
export class Session {
  private readonly options: SessionOptions;
  private readonly monotonic: () => number;
  private held: HeldTokens | undefined;
  private keeping: SecretKeeping = 'memory';
  private pending: PendingAttempt | undefined;
  private beginning: Promise<Result<null>> | undefined;
  private exchanging = false;
  private signOuts = 0;
  private closed = false;
  private refreshing: Promise<string | undefined> | undefined;
  private refreshNotBefore = 0;
  private reason: AppError | undefined;

  constructor(options: SessionOptions) {
    this.options = options;
    this.monotonic = options.monotonic ?? (() => performance.now());
  }

  get status(): SessionStatus {
    if (this.exchanging) return { phase: 'exchanging_code' };
    if (this.pending) {
      const { link, redirectUri } = this.pending.attempt;
      return { phase: 'waiting_for_browser', link, way: redirectWay(redirectUri) };
    }
    if (this.held) return { phase: 'signed_in', storage: this.keeping };
    return { phase: 'signed_out', reason: this.reason };
  }

  /** False when only a person can help; true also while the network keeps a token from being renewed. */
  get signedIn(): boolean {
    return this.held !== undefined;
  }

  /** Takes up the sign-in of an earlier run, if there is one. */
  async restore(): Promise<void> {
    const { secrets, workspace } = this.options;
    const text = await secrets.load(workspace.id, 'tokens');
    const stored = storedTokens.safeParse(text === undefined ? undefined : parseJson(text)).data;
    if (!stored) return;
    this.keeping = await secrets.keeping();
    const left = stored.endsAt === undefined ? undefined : stored.endsAt - Date.now();
    this.held = {
      tokens: { accessToken: stored.accessToken, refreshToken: stored.refreshToken, expiresIn: undefined },
      endsAt: left === undefined ? undefined : this.monotonic() + left,
    };
  }

  /** Opens the system browser and waits for its answer. Answers when the browser was asked, not when it came back. */
  signIn(): Promise<Result<null>> {
    // A double click is one wish: two attempts would fight for the port, and one would never be ended.
    this.beginning ??= this.beginAttempt().finally(() => {
      this.beginning = undefined;
    });
    return this.beginning;
  }

  private async beginAttempt(): Promise<Result<null>> {
    this.endAttempt();
    this.reason = undefined;
    const { workspace, secrets, browser, onChange } = this.options;
    if ((await secrets.load(workspace.id, 'client_secret')) === undefined) {
      return this.failed({
        code: 'client_secret_missing',
        message: 'The client secret of this workspace is not stored on this computer.',
        nextStep: 'Enter it in the connection settings.',
      });
    }
    let listener: LoopbackListener | undefined;
    if (redirectWay(workspace.redirectUri) === 'loopback') {
      try {
        listener = await listenOnLoopback(workspace.redirectUri, (address) => this.take(address));
      } catch {
        return this.failed({
          code: 'redirect_port_taken',
          message: `Another program uses the port of the redirect address ${workspace.redirectUri}.`,
          nextStep:
            'Close that program, or register another port with the service and change it in the connection settings.',
        });
      }
    }
    const attempt = await beginAuthorization(workspace, listener?.redirectUri ?? workspace.redirectUri);
    if (this.closed) {
      listener?.close();
      return ok(null);
    }
    const timer = setTimeout(() => this.timedOut(), SIGN_IN_PATIENCE_MS);
    this.pending = { attempt, listener, timer };
    onChange();
    // Without a browser the link can still be copied: the screen that waits says so.
    void browser.open(attempt.link).catch(() => undefined);
    return ok(null);
  }

  /** Gives up waiting for the browser. An earlier sign-in that still holds is not touched. */
  cancel(): void {
    this.endAttempt();
    this.options.onChange();
  }

  /**
   * Takes an address that the operating system, the loopback listener or a person handed over. Answers whether it was
   * the awaited one; anything else changes nothing.
   */
  take(address: string): boolean {
    const pending = this.pending;
    if (!pending || !answersAttempt(address, pending.attempt)) return false;
    // `state` is used once: from here on no second answer is taken.
    this.endAttempt();
    this.exchanging = true;
    this.options.onChange();
    void this.finish(pending.attempt, address);
    return true;
  }

  /** A token to use now, refreshed when it is about to end; undefined when there is none to use. */
  async current(): Promise<string | undefined> {
    const held = this.held;
    if (!held) return undefined;
    const ending = held.endsAt !== undefined && this.monotonic() > held.endsAt - REFRESH_AHEAD_MS;
    if (!ending || held.tokens.refreshToken === undefined) return held.tokens.accessToken;
    const renewed = await this.refresh();
    if (renewed !== undefined || this.held !== held) return renewed;
    // The sign-in service cannot be reached just now; what is left of the token is still good.
    return this.monotonic() < (held.endsAt ?? 0) ? held.tokens.accessToken : undefined;
  }

  /** Another token in place of one the service refused; undefined when a person has to sign in or the network is gone. */
  async replace(refused: string): Promise<string | undefined> {
    if (this.held && this.held.tokens.accessToken !== refused) return this.held.tokens.accessToken;
    if (this.held?.tokens.refreshToken === undefined) return this.giveUp(refused);
    // Whatever comes of the refresh, this token is over: nobody else needs to learn that from the service.
    this.held = { ...this.held, endsAt: Number.NEGATIVE_INFINITY };
    return this.refresh();
  }

  /** The service refuses the token, and no other can be had: a person has to sign in. */
  async giveUp(refused: string): Promise<undefined> {
    if (this.held?.tokens.accessToken === refused) await this.lose(ENDED);
  }

  /** Forgets the tokens, here and on the disk. */
  async signOut(): Promise<void> {
    this.signOuts += 1;
    this.endAttempt();
    await this.lose(undefined);
  }

  /** Ends timers and the listener; tokens stay stored. */
  close(): void {
    this.closed = true;
    this.endAttempt();
  }

  private async finish(attempt: AuthorizationAttempt, address: string): Promise<void> {
    const result = await this.exchange(attempt, address).catch(() =>
      fail('sign_in_trouble', 'Callboard could not finish the sign-in.', { nextStep: 'Try again.' }),
    );
    this.exchanging = false;
    if (result.ok) this.options.onSignedIn();
    else this.reason = result.error;
    this.options.onChange();
  }

  private async exchange(attempt: AuthorizationAttempt, address: string): Promise<Result<null>> {
    const { workspace, secrets, connection } = this.options;
    const { signOuts } = this;
    const parameters = judgeAuthorizationResponse(workspace, attempt, address);
    if (!parameters.ok) return parameters;
    const secret = (await secrets.load(workspace.id, 'client_secret')) ?? '';
    const tokens = await exchangeCode(connection, workspace, secret, attempt, parameters.value);
    if (!tokens.ok) return tokens;
    const held = await this.hold(tokens.value, () => signOuts === this.signOuts);
    return held ? ok(null) : fail('signed_out_meanwhile', 'You signed out before the sign-in was finished.');
  }

  /** One refresh, however many ask for it at the same time. */
  private refresh(): Promise<string | undefined> {
    this.refreshing ??= this.refreshOnce().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async refreshOnce(): Promise<string | undefined> {
    const begun = this.held?.tokens;
    if (begun?.refreshToken === undefined || this.monotonic() < this.refreshNotBefore) return undefined;
    // Signed out or signed in anew meanwhile: what comes of these tokens is of no interest any more.
    const stillHeld = (): boolean => this.held?.tokens === begun;
    const { workspace, secrets, connection } = this.options;
    const secret = (await secrets.load(workspace.id, 'client_secret')) ?? '';
    const result = await refreshTokens(connection, workspace, secret, begun.refreshToken);
    if (result.ok) {
      const refreshToken = result.value.refreshToken ?? begun.refreshToken;
      await this.hold({ ...result.value, refreshToken }, stillHeld);
      return this.held?.tokens.accessToken;
    }
    if (!stillHeld()) return this.held?.tokens.accessToken;
    const { code } = result.error;
    if (code === 'invalid_grant' || code === 'invalid_client' || code === 'sign_in_refused') {
      await this.lose(result.error);
    } else {
      this.refreshNotBefore = this.monotonic() + REFRESH_PAUSE_MS;
    }
    return undefined;
  }

  /**
   * Stored before it is used: a refresh token that replaced another must survive a crash. Answers whether the tokens
   * are held now; not when they stopped being wanted meanwhile.
   */
  private async hold(tokens: Tokens, stillWanted: () => boolean): Promise<boolean> {
    if (!stillWanted()) return false;
    const { secrets, workspace } = this.options;
    const lifetime = tokens.expiresIn === undefined ? undefined : tokens.expiresIn * 1000;
    const stored: z.input<typeof storedTokens> = {
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      endsAt: lifetime === undefined ? undefined : Date.now() + lifetime,
    };
    const endsAt = lifetime === undefined ? undefined : this.monotonic() + lifetime;
    const keeping = await secrets.save(workspace.id, 'tokens', JSON.stringify(stored));
    if (!stillWanted()) {
      if (!this.held) await secrets.remove(workspace.id, 'tokens');
      return false;
    }
    this.keeping = keeping;
    this.held = { tokens, endsAt };
    this.refreshNotBefore = 0;
    return true;
  }

  private async lose(reason: AppError | undefined): Promise<void> {
    this.held = undefined;
    this.reason = reason;
    await this.options.secrets.remove(this.options.workspace.id, 'tokens');
    this.options.onChange();
  }

  private timedOut(): void {
    this.endAttempt();
    this.reason = {
      code: 'sign_in_timeout',
      message: 'The browser did not come back within five minutes.',
      nextStep: 'Sign in again. If the browser does not find Callboard, use Paste return address.',
    };
    this.options.onChange();
  }

  private failed(reason: AppError): Failure {
    this.reason = reason;
    this.options.onChange();
    return { ok: false, error: reason };
  }

  private endAttempt(): void {
    if (!this.pending) return;
    clearTimeout(this.pending.timer);
    this.pending.listener?.close();
    this.pending = undefined;
  }
}
