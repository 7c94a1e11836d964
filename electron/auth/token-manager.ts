import pLimit from 'p-limit';
import { z } from 'zod';
import type { AppError } from '../../shared/failures.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { SecretKeeping, SecretStore } from '../secrets/ports.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';
import { settledWithin } from '../timing/settled-within.ts';
import { accountOf } from './account.ts';
import type { AuthorizationAttempt } from './authorization-request.ts';
import { judgeAuthorizationResponse } from './authorization-response.ts';
import { exchangeCode, isRefusal, type Refusal, refreshTokens, type Tokens } from './token-request.ts';

/** A token is refreshed in the last tenth of its time, and at most this long before its end, ms. */
const LONGEST_AHEAD_MS = 30_000;
const PART_AHEAD = 0.1;

/** After a refresh that failed, the next one waits this long, ms; twice as long after each that follows, up to the longest. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;

export interface TokenManagerOptions {
  readonly workspace: Workspace;
  readonly secrets: SecretStore;
  readonly connection: SingleUseConnections;
  /** Monotonic, ms: lifetimes do not follow a clock that someone sets (RFC 6749 §5.1 gives them relative). */
  readonly monotonic: () => number;
  /** There are no tokens any more, and only a person can get others. */
  readonly onLost: (reason: AppError) => void;
  /** {@link TokenManager.trouble} is another one now. */
  readonly onTrouble: () => void;
}

interface HeldTokens {
  readonly tokens: Tokens;
  /** On the monotonic clock; undefined: unknown, used until refused. */
  readonly endsAt: number | undefined;
  /** From when on it is refreshed before it is used, on the same clock. */
  readonly refreshFrom: number | undefined;
}

const storedTokens = z.object({
  /** Whose they are ({@link accountOf}): a connection that was changed never takes up those of the one before. */
  account: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** UTC ms; only a hint after a restart, the service has the last word. */
  endsAt: z.number().optional(),
});

const ENDED: AppError = { code: 'sign_in_ended', values: null };

/** Why a refresh ended the sign-in, for a person who did nothing to bring it about. `lost`: the answer to one before never came. */
function notRenewed(error: Refusal, lost: boolean): AppError {
  if (error.code === 'invalid_grant' && lost) return { code: 'renewal_lost', values: error.values };
  return error.code === 'sign_in_refused' ? { code: 'renewal_refused', values: error.values } : error;
}

/** The tokens of one workspace: redeemed, stored, refreshed, given up. Offline is not signed out. */
export class TokenManager {
  private readonly options: TokenManagerOptions;
  private held: HeldTokens | undefined;
  private forgets = 0;
  private closed = false;
  /** Saving and removing: last write wins. */
  private readonly storing = pLimit(1);
  /** What may bring tokens that are still wanted. */
  private readonly underWay = new Set<Promise<unknown>>();
  private refreshing: Promise<string | undefined> | undefined;
  private refreshNotBefore = 0;
  private failures = 0;
  /** A refresh may have been answered, and nobody knows how: the service may take its refresh token no more. */
  private answerLost = false;
  /** Why the tokens could not be renewed when that was tried last; it is tried again by itself. */
  trouble: AppError | undefined;
  /** How well the tokens that are held are kept. */
  keeping: SecretKeeping = 'memory';

  constructor(options: TokenManagerOptions) {
    this.options = options;
  }

  /** Whether there are any; they may need the network to be renewed. */
  get any(): boolean {
    return this.held !== undefined;
  }

  /** Takes up the tokens of an earlier run, if there are some. */
  async restore(): Promise<void> {
    const { secrets, workspace, monotonic } = this.options;
    const text = await secrets.load(workspace.id, 'tokens');
    const stored = storedTokens.safeParse(text === undefined ? undefined : parseJson(text)).data;
    if (!stored) return;
    if (stored.account !== accountOf(workspace)) return this.drop();
    this.keeping = await secrets.keeping();
    const left = stored.endsAt === undefined ? undefined : stored.endsAt - Date.now();
    this.held = {
      tokens: { accessToken: stored.accessToken, refreshToken: stored.refreshToken, expiresIn: undefined },
      ...timesOf(left, monotonic()),
    };
  }

  /** Judges the browser's answer to an attempt and redeems its code. */
  redeem(attempt: AuthorizationAttempt, address: string): Promise<Result<null>> {
    return this.awaited(this.redeemOnce(attempt, address));
  }

  private async redeemOnce(attempt: AuthorizationAttempt, address: string): Promise<Result<null>> {
    const { workspace, connection } = this.options;
    const { forgets } = this;
    const parameters = judgeAuthorizationResponse(workspace, attempt, address);
    if (!parameters.ok) return parameters;
    const secret = await this.clientSecret();
    const tokens = await exchangeCode(connection, workspace, secret, attempt, parameters.value);
    if (!tokens.ok) return tokens;
    const held = await this.hold(tokens.value, () => forgets === this.forgets && !this.closed);
    return held ? ok(null) : fail('signed_out_meanwhile');
  }

  /** A token to use now, refreshed when it is about to end; undefined when there is none to use. */
  async current(): Promise<string | undefined> {
    const held = this.held;
    if (!held) return undefined;
    const { monotonic } = this.options;
    const ending = held.refreshFrom !== undefined && monotonic() >= held.refreshFrom;
    if (!ending || held.tokens.refreshToken === undefined) return held.tokens.accessToken;
    const renewed = await this.refresh();
    if (renewed !== undefined || this.held !== held) return renewed;
    // The sign-in service cannot be reached just now; what is left of the token is still good.
    return monotonic() < (held.endsAt ?? 0) ? held.tokens.accessToken : undefined;
  }

  /** Another token in place of one the service refused; undefined when a person has to sign in or the network is gone. */
  async replace(refused: string): Promise<string | undefined> {
    if (this.held && this.held.tokens.accessToken !== refused) return this.held.tokens.accessToken;
    if (this.held?.tokens.refreshToken === undefined) return this.giveUp(refused);
    // Whatever comes of the refresh, this token is over: nobody else needs to learn that from the service.
    this.held = { ...this.held, endsAt: Number.NEGATIVE_INFINITY, refreshFrom: Number.NEGATIVE_INFINITY };
    return this.refresh();
  }

  /** The service refuses the token, and no other can be had: a person has to sign in. */
  async giveUp(refused: string): Promise<undefined> {
    if (this.held?.tokens.accessToken === refused) await this.lose(ENDED);
  }

  /** Forgets the tokens, here and on the disk, and any that are on their way. */
  async forget(): Promise<void> {
    this.forgets += 1;
    this.underWay.clear();
    await this.drop();
  }

  /**
   * Waits, `patienceMs` at most, for wanted tokens that are on their way: a refresh token that is used once must not be
   * lost with the answer. What comes later is dropped, for another session may have taken over.
   */
  async close(patienceMs: number): Promise<void> {
    await settledWithin(patienceMs, this.underWay);
    this.closed = true;
  }

  /** One refresh, however many ask for it at the same time. */
  private refresh(): Promise<string | undefined> {
    this.refreshing ??= this.awaited(this.refreshOnce()).finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private awaited<T>(tokens: Promise<T>): Promise<T> {
    const ended = tokens.finally(() => this.underWay.delete(ended));
    this.underWay.add(ended);
    return ended;
  }

  private async refreshOnce(): Promise<string | undefined> {
    const { workspace, connection, monotonic } = this.options;
    const begun = this.held?.tokens;
    if (begun?.refreshToken === undefined || this.closed) return undefined;
    if (monotonic() < this.refreshNotBefore) return undefined;
    // Signed out, signed in anew or closed meanwhile: what comes of these tokens is of no interest any more.
    const stillHeld = (): boolean => this.held?.tokens === begun && !this.closed;
    const secret = await this.clientSecret();
    // The secret may be that of a changed connection by now.
    if (!stillHeld()) return this.held?.tokens.accessToken;
    const result = await refreshTokens(connection, workspace, secret, begun.refreshToken);
    if (result.ok) {
      const refreshToken = result.value.refreshToken ?? begun.refreshToken;
      await this.hold({ ...result.value, refreshToken }, stillHeld);
      return this.held?.tokens.accessToken;
    }
    if (!stillHeld()) return this.held?.tokens.accessToken;
    if (isRefusal(result.error)) await this.lose(notRenewed(result.error, this.answerLost));
    else this.waitAfter(result.error);
    return undefined;
  }

  /** The old refresh token is kept: whether the service would still take it, only the next try can tell. */
  private waitAfter(error: AppError): void {
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failures, 10));
    this.failures += 1;
    this.refreshNotBefore = this.options.monotonic() + pause;
    if (error.code === 'sign_in_answer_lost') this.answerLost = true;
    this.trouble = error;
    this.options.onTrouble();
  }

  /**
   * Stored before it is used: a refresh token that replaced another must survive a crash. Answers whether the tokens
   * are held now; not when they stopped being wanted meanwhile.
   */
  private hold(tokens: Tokens, stillWanted: () => boolean): Promise<boolean> {
    const { secrets, workspace, monotonic } = this.options;
    const lifetime = tokens.expiresIn === undefined ? undefined : tokens.expiresIn * 1000;
    const stored: z.input<typeof storedTokens> = {
      account: accountOf(workspace),
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      endsAt: lifetime === undefined ? undefined : Date.now() + lifetime,
    };
    const times = timesOf(lifetime, monotonic());
    return this.storing(async () => {
      if (!stillWanted()) return false;
      const keeping = await secrets.save(workspace.id, 'tokens', JSON.stringify(stored));
      if (!stillWanted()) return false;
      this.keeping = keeping;
      this.held = { tokens, ...times };
      this.nothingFailed();
      return true;
    });
  }

  private async lose(reason: AppError): Promise<void> {
    // What is stored may be another session's by now.
    if (this.closed) return;
    const dropped = this.drop();
    this.options.onLost(reason);
    await dropped;
  }

  private nothingFailed(): void {
    this.refreshNotBefore = 0;
    this.failures = 0;
    this.answerLost = false;
    if (!this.trouble) return;
    this.trouble = undefined;
    this.options.onTrouble();
  }

  private drop(): Promise<void> {
    const { secrets, workspace } = this.options;
    this.held = undefined;
    this.nothingFailed();
    return this.storing(async () => {
      // Unless new ones came meanwhile.
      if (!this.held) await secrets.remove(workspace.id, 'tokens');
    });
  }

  private async clientSecret(): Promise<string> {
    const { secrets, workspace } = this.options;
    return (await secrets.load(workspace.id, 'client_secret')) ?? '';
  }
}

/** When a token ends that lives so long from `now`, ms on the monotonic clock, and from when on it is refreshed. */
function timesOf(lifetimeMs: number | undefined, now: number): Pick<HeldTokens, 'endsAt' | 'refreshFrom'> {
  if (lifetimeMs === undefined) return { endsAt: undefined, refreshFrom: undefined };
  const aheadMs = Math.min(LONGEST_AHEAD_MS, lifetimeMs * PART_AHEAD);
  return { endsAt: now + lifetimeMs, refreshFrom: now + lifetimeMs - aheadMs };
}
