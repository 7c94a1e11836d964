import pLimit from 'p-limit';
import { z } from 'zod';
import type { AppError } from '../../shared/failures.ts';
import type { SecretKeeping } from '../../shared/key-store.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { isWaiting, type SecretStore } from '../secrets/secret-store.ts';
import type { SingleUseConnections } from '../service/service-connections.ts';
import { settledWithin } from '../service/timing.ts';
import { type AuthorizationAttempt, judgeAuthorizationResponse } from './authorization.ts';
import { exchangeCode, isRefusal, type Refusal, refreshTokens, type Tokens } from './token-request.ts';

/** A token is refreshed in the last tenth of its lifetime, and at most this long before its end, ms. */
const REFRESH_AHEAD_MAX_MS = 30_000;
const REFRESH_FRACTION = 0.1;

/** How long to wait after a failed refresh, ms; doubled after each further failure up to the longest. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;

interface TokenManagerOptions {
  readonly workspace: Workspace;
  readonly secrets: SecretStore;
  readonly connection: SingleUseConnections;
  /** Monotonic, ms: lifetimes do not follow a clock that someone sets (RFC 6749 §5.1 gives them relative). */
  readonly monotonic: () => number;
  /** There are no tokens any more, and only a person can get new ones. */
  readonly onLost: (reason: AppError) => void;
  /** {@link TokenManager.trouble} or {@link TokenManager.keeping} has changed. */
  readonly onChange: () => void;
}

interface HeldTokens {
  readonly tokens: Tokens;
  /** On the monotonic clock; undefined: unknown, used until refused. */
  readonly endsAt: number | undefined;
  /** When it is due to be refreshed before use, on the same clock. */
  readonly refreshFrom: number | undefined;
}

const storedTokens = z.object({
  /** Whose they are ({@link accountOf}): a changed connection never uses the tokens of the one before. */
  account: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** UTC ms; only a hint after a restart, as the service has the last word. */
  endsAt: z.number().optional(),
});

const ENDED: AppError = { code: 'sign_in_ended', values: null };

/** Why a refresh ended the sign-in without a person's doing. `lost`: the previous refresh was never answered. */
function notRenewed(error: Refusal, lost: boolean): AppError {
  if (error.code === 'invalid_grant' && lost) return { code: 'renewal_lost', values: error.values };
  return error.code === 'sign_in_refused' ? { code: 'renewal_refused', values: error.values } : error;
}

/** A workspace's tokens: redeemed, stored, refreshed, dropped. Offline is not signed out. */
export class TokenManager {
  private readonly options: TokenManagerOptions;
  private held: HeldTokens | undefined;
  private forgetCount = 0;
  private closed = false;
  /** Saving and removing: last write wins. */
  private readonly storeMutex = pLimit(1);
  /** Calls that may still bring tokens we want. */
  private readonly inProgress = new Set<Promise<unknown>>();
  private refreshing: Promise<string | undefined> | undefined;
  private refreshNotBefore = 0;
  private failures = 0;
  /** The answer to a refresh was lost: the service may no longer accept the refresh token. */
  private answerLost = false;
  /** Why the last renewal failed; it is retried automatically. */
  trouble: AppError | undefined;
  /** How securely the current tokens are stored. */
  keeping: SecretKeeping = 'memory';
  /** While the key store has to be waited for: resolves when the tokens of an earlier run are restored. */
  restoring: Promise<void> | undefined;

  constructor(options: TokenManagerOptions) {
    this.options = options;
  }

  /** False if only a person can help, by signing in; also true while a token cannot be renewed just now. */
  get signedIn(): boolean {
    return this.held !== undefined;
  }

  /** Takes over the tokens of an earlier run, if there are any: at once, or {@link restoring}. */
  async restore(): Promise<void> {
    const { forgetCount } = this;
    try {
      await this.restoreNow(forgetCount);
    } catch (error) {
      if (!isWaiting(error)) throw error;
      this.restoring = this.options.secrets
        .answered()
        .then(() => this.restoreNow(forgetCount))
        .finally(() => {
          this.restoring = undefined;
        });
    }
  }

  private async restoreNow(forgetCount: number): Promise<void> {
    const { secrets, workspace, monotonic } = this.options;
    const text = await secrets.load(workspace.id, 'tokens');
    const keeping = await secrets.keeping();
    // While the key store was waited for, somebody signed in or out, or quit.
    if (this.held || forgetCount !== this.forgetCount || this.closed) return;
    const stored = storedTokens.safeParse(text === undefined ? undefined : parseJson(text)).data;
    if (!stored) return;
    if (stored.account !== accountOf(workspace)) return this.drop();
    this.keeping = keeping;
    const left = stored.endsAt === undefined ? undefined : stored.endsAt - Date.now();
    this.held = {
      tokens: { accessToken: stored.accessToken, refreshToken: stored.refreshToken, expiresIn: undefined },
      ...timesOf(left, monotonic()),
    };
  }

  /** Validates the browser's answer to an attempt and redeems its code. */
  redeem(attempt: AuthorizationAttempt, address: string): Promise<Result<null>> {
    return this.track(this.redeemOnce(attempt, address));
  }

  private async redeemOnce(attempt: AuthorizationAttempt, address: string): Promise<Result<null>> {
    const { workspace, connection } = this.options;
    const { forgetCount } = this;
    const parameters = judgeAuthorizationResponse(workspace, attempt, address);
    if (!parameters.ok) return parameters;
    const secret = await this.clientSecret();
    const tokens = await exchangeCode(connection, workspace, secret, attempt, parameters.value);
    if (!tokens.ok) return tokens;
    const held = await this.store(tokens.value, () => forgetCount === this.forgetCount && !this.closed);
    return held ? ok(null) : fail('signed_out_meanwhile');
  }

  /** A token to use now, refreshed if it is about to expire; undefined if there is none to use. */
  async current(): Promise<string | undefined> {
    const held = this.held;
    if (!held) return undefined;
    const { monotonic } = this.options;
    const ending = held.refreshFrom !== undefined && monotonic() >= held.refreshFrom;
    if (!ending || held.tokens.refreshToken === undefined) return held.tokens.accessToken;
    const renewed = await this.refresh();
    if (renewed !== undefined || this.held !== held) return renewed;
    // The sign-in service can't be reached just now; the token is still valid for its remaining time.
    return monotonic() < (held.endsAt ?? 0) ? held.tokens.accessToken : undefined;
  }

  /** Another token in place of one the service refused; undefined if a person has to sign in or the network is down. */
  async replace(refused: string): Promise<string | undefined> {
    if (this.held && this.held.tokens.accessToken !== refused) return this.held.tokens.accessToken;
    if (this.held?.tokens.refreshToken === undefined) return this.giveUp(refused);
    // Whatever the refresh brings, this token is over: no other call should have to learn that from the service.
    this.held = { ...this.held, endsAt: Number.NEGATIVE_INFINITY, refreshFrom: Number.NEGATIVE_INFINITY };
    return this.refresh();
  }

  /** The service refuses the token, and there is no other: a person has to sign in. */
  async giveUp(refused: string): Promise<undefined> {
    if (this.held?.tokens.accessToken === refused) await this.signOutWith(ENDED);
  }

  /** Deletes the tokens, in memory and on disk, and ignores any still being fetched. */
  async forget(): Promise<void> {
    this.forgetCount += 1;
    this.restoring = undefined;
    this.inProgress.clear();
    await this.drop();
  }

  /** Waits up to `patienceMs` for tokens being fetched, as a single-use refresh token is lost without its answer. */
  async close(patienceMs: number): Promise<void> {
    await settledWithin(patienceMs, this.inProgress);
    // Later answers are dropped, as another session may have taken over.
    this.closed = true;
  }

  /** One refresh, shared by concurrent callers. */
  private refresh(): Promise<string | undefined> {
    this.refreshing ??= this.track(this.refreshOnce()).finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private track<T>(tokens: Promise<T>): Promise<T> {
    const ended = tokens.finally(() => this.inProgress.delete(ended));
    this.inProgress.add(ended);
    return ended;
  }

  private async refreshOnce(): Promise<string | undefined> {
    const { workspace, connection, monotonic } = this.options;
    const original = this.held?.tokens;
    if (original?.refreshToken === undefined || this.closed) return undefined;
    if (monotonic() < this.refreshNotBefore) return undefined;
    // Signed out, signed in again or closed in the meantime: these tokens no longer matter.
    const isCurrent = (): boolean => this.held?.tokens === original && !this.closed;
    const secret = await this.clientSecret();
    // The secret may already be that of a changed connection.
    if (!isCurrent()) return this.held?.tokens.accessToken;
    const result = await refreshTokens(connection, workspace, secret, original.refreshToken);
    if (result.ok) {
      const refreshToken = result.value.refreshToken ?? original.refreshToken;
      await this.store({ ...result.value, refreshToken }, isCurrent);
      return this.held?.tokens.accessToken;
    }
    if (!isCurrent()) return this.held?.tokens.accessToken;
    if (isRefusal(result.error)) await this.signOutWith(notRenewed(result.error, this.answerLost));
    else this.backOff(result.error);
    return undefined;
  }

  /** Keeps the old refresh token: only the next attempt can tell whether the service still accepts it. */
  private backOff(error: AppError): void {
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failures, 10));
    this.failures += 1;
    this.refreshNotBefore = this.options.monotonic() + pause;
    if (error.code === 'sign_in_answer_lost') this.answerLost = true;
    this.trouble = error;
    this.options.onChange();
  }

  /** Stores tokens before use, so that a rotated refresh token survives a crash. Returns whether they were still wanted. */
  private store(tokens: Tokens, stillWanted: () => boolean): Promise<boolean> {
    const { secrets, workspace, monotonic } = this.options;
    const lifetime = tokens.expiresIn === undefined ? undefined : tokens.expiresIn * 1000;
    const stored: z.input<typeof storedTokens> = {
      account: accountOf(workspace),
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      endsAt: lifetime === undefined ? undefined : Date.now() + lifetime,
    };
    const times = timesOf(lifetime, monotonic());
    return this.storeMutex(async () => {
      if (!stillWanted()) return false;
      const keeping = await secrets.save(workspace.id, 'tokens', JSON.stringify(stored));
      if (!stillWanted()) return false;
      this.keeping = keeping;
      if (keeping === 'waiting') void this.keepOnceAnswered();
      this.held = { tokens, ...times };
      this.resetFailures();
      return true;
    });
  }

  private async keepOnceAnswered(): Promise<void> {
    const { secrets, onChange } = this.options;
    await secrets.answered();
    this.keeping = await secrets.keeping();
    onChange();
  }

  private async signOutWith(reason: AppError): Promise<void> {
    // The stored tokens may already belong to another session.
    if (this.closed) return;
    const dropped = this.drop();
    this.options.onLost(reason);
    await dropped;
  }

  private resetFailures(): void {
    this.refreshNotBefore = 0;
    this.failures = 0;
    this.answerLost = false;
    if (!this.trouble) return;
    this.trouble = undefined;
    this.options.onChange();
  }

  private drop(): Promise<void> {
    const { secrets, workspace } = this.options;
    this.held = undefined;
    this.resetFailures();
    return this.storeMutex(async () => {
      // Unless new ones came in the meantime.
      if (!this.held) await secrets.remove(workspace.id, 'tokens');
    });
  }

  private async clientSecret(): Promise<string> {
    const { secrets, workspace } = this.options;
    return (await secrets.load(workspace.id, 'client_secret')) ?? '';
  }
}

/** When a token with this lifetime ends, ms on the monotonic clock, and when it is due to be refreshed. */
function timesOf(lifetimeMs: number | undefined, now: number): Pick<HeldTokens, 'endsAt' | 'refreshFrom'> {
  if (lifetimeMs === undefined) return { endsAt: undefined, refreshFrom: undefined };
  const aheadMs = Math.min(REFRESH_AHEAD_MAX_MS, lifetimeMs * REFRESH_FRACTION);
  return { endsAt: now + lifetimeMs, refreshFrom: now + lifetimeMs - aheadMs };
}

/** Who tokens are valid for, as a string to compare. The practice service stays the same whatever port it gets. */
export function accountOf({ kind, baseUrl, authUrl, clientId }: Workspace): string {
  return kind === 'practice' ? `practice ${clientId}` : [baseUrl, authUrl, clientId].join(' ');
}
