import type { AppError } from '../../shared/failures.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { redirectWay, type Workspace } from '../../shared/workspace.ts';
import type { SecretStore } from '../secrets/ports.ts';
import { type AuthorizationAttempt, beginAuthorization } from './authorization-request.ts';
import { answersAttempt } from './authorization-response.ts';
import { type LoopbackListener, listenOnLoopback } from './loopback-listener.ts';
import type { SystemBrowser } from './ports.ts';

/** How long to wait for the browser, ms (RFC 8252 §8.3: no longer than needed). */
export const SIGN_IN_TIMEOUT_MS = 5 * 60 * 1000;

export interface BrowserSignInOptions {
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
export class BrowserSignIn {
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
