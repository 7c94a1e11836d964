import type { AppError } from '../../shared/failures.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { redirectWay, type Workspace } from '../../shared/workspace.ts';
import type { SecretStore } from '../secrets/ports.ts';
import { type AuthorizationAttempt, beginAuthorization } from './authorization-request.ts';
import { answersAttempt } from './authorization-response.ts';
import { type LoopbackListener, listenOnLoopback } from './loopback-listener.ts';
import type { SystemBrowser } from './ports.ts';

/** How long the browser is waited for, ms (RFC 8252 §8.3: not longer than needed). */
export const SIGN_IN_PATIENCE_MS = 5 * 60 * 1000;

export interface BrowserSignInOptions {
  readonly workspace: Workspace;
  readonly secrets: SecretStore;
  readonly browser: SystemBrowser;
  /** The browser came back with the answer to this attempt; what the answer says is not judged yet. */
  readonly onAnswer: (attempt: AuthorizationAttempt, address: string) => void;
  readonly onTimeout: (reason: AppError) => void;
}

interface PendingAttempt {
  readonly attempt: AuthorizationAttempt;
  readonly listener: LoopbackListener | undefined;
  readonly timer: NodeJS.Timeout;
}

/** The way through the system browser: at most one attempt at a time, ended by its answer, by a person, or by time. */
export class BrowserSignIn {
  private readonly options: BrowserSignInOptions;
  private pending: PendingAttempt | undefined;
  private beginning: Promise<Result<null>> | undefined;
  private closed = false;

  constructor(options: BrowserSignInOptions) {
    this.options = options;
  }

  /** The attempt whose answer is waited for. */
  get awaited(): AuthorizationAttempt | undefined {
    return this.pending?.attempt;
  }

  /**
   * Opens the browser. Answers when it was asked, not when it came back. An attempt before it is forgotten.
   *
   * Errors: `client_secret_missing`, `redirect_port_taken`.
   */
  begin(): Promise<Result<null>> {
    // A double click is one wish: two attempts would fight for the port, and one would never be ended.
    this.beginning ??= this.beginAttempt().finally(() => {
      this.beginning = undefined;
    });
    return this.beginning;
  }

  /** Takes an address if it is the awaited answer; anything else changes nothing. */
  take(address: string): boolean {
    const attempt = this.awaited;
    if (!attempt || !answersAttempt(address, attempt)) return false;
    // `state` is used once: from here on no second answer is taken.
    this.end();
    this.options.onAnswer(attempt, address);
    return true;
  }

  /** Waits no longer. */
  end(): void {
    if (!this.pending) return;
    clearTimeout(this.pending.timer);
    this.pending.listener?.close();
    this.pending = undefined;
  }

  /** Ends the attempt, also one that is only just beginning. */
  close(): void {
    this.closed = true;
    this.end();
  }

  private async beginAttempt(): Promise<Result<null>> {
    this.end();
    const { workspace, secrets, browser } = this.options;
    if ((await secrets.load(workspace.id, 'client_secret')) === undefined) {
      return fail('client_secret_missing');
    }
    let listener: LoopbackListener | undefined;
    if (redirectWay(workspace.redirectUri) === 'loopback') {
      try {
        listener = await listenOnLoopback(workspace.redirectUri, (address) => this.take(address));
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
      this.end();
      this.options.onTimeout(TIMED_OUT);
    }, SIGN_IN_PATIENCE_MS);
    this.pending = { attempt, listener, timer };
    // Without a browser the link can still be copied: the screen that waits says so.
    void browser.open(attempt.link).catch(() => undefined);
    return ok(null);
  }
}

const TIMED_OUT: AppError = { code: 'sign_in_timeout', values: null };
