import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { SIGN_IN_NEEDED, SIGN_IN_NOT_RENEWED } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import type { TokenManager } from '../auth/token-manager.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { MarkTerms } from './transition.ts';
import type { TransitionWriter } from './transition-writer.ts';

/** Sends one submission to the service of its workspace. */
export interface SubmissionSender {
  /**
   * `markSending` must have resolved before the first byte is written; if it rejects, nothing is sent.
   * `checkConnection` is called between the mark and the first byte.
   */
  send(
    submission: Submission,
    accessToken: string,
    markSending: (checkConnection: () => Promise<void>) => Promise<void>,
  ): Promise<CreateOutcome>;
}

/** The sign-in of the workspace, as a send needs it. */
export type AccessTokens = Pick<TokenManager, 'signedIn' | 'current' | 'replace' | 'giveUp'>;

const MARK_REFUSED = 'The submission was changed by another process, or its number may not be called now.';

const CLAIMED_ALREADY = 'The team database doesn’t give this number away.';

/** A claim that is older when the first byte is to follow is asked for once more, ms. */
const CLAIM_FRESH_MS = 10_000;

/** A reused connection that is not marked within this time is taken to be reconnecting, ms. */
const REUSE_WITHIN_MS = 20;

/**
 * The queue's hold on one submission. Each step builds on the revision known here: of two claims, only one can continue.
 */
class Claim {
  /** As stored, as far as is known here. */
  submission: Submission;
  /** Why nothing about it could be stored. */
  failure: unknown;
  /** Whether the store refused the mark: somebody else changed the submission, or its number may not be called now. */
  markRefused = false;
  private lost = false;
  private readonly terms: DeliveryOptions['markTerms'];
  private readonly store: Stores['submissions'];
  private readonly transitions: TransitionWriter;
  private timer: NodeJS.Timeout | undefined;
  private claiming = Promise.resolve();

  /** With an open connection, claim and mark are stored as one change, as the mark follows at once; otherwise claims now. */
  constructor(
    queued: Submission,
    connected: boolean,
    { store, transitions, markTerms }: Pick<DeliveryOptions, 'store' | 'transitions' | 'markTerms'>,
  ) {
    this.submission = queued;
    this.terms = markTerms;
    this.store = store;
    this.transitions = transitions;
    const claim = (): void => {
      this.claiming = this.claim();
    };
    if (connected) this.timer = setTimeout(claim, REUSE_WITHIN_MS);
    else claim();
  }

  /** The connection is open, so the mark follows and a separate claim is not needed. */
  connectionReady(): void {
    clearTimeout(this.timer);
  }

  /**
   * Stores the sending mark, before the first byte. If the connection closed before a byte went out, a second call confirms
   * the same mark. Rejects if the disk refuses, the submission has changed, its number is on the do-not-call list, or
   * its person was tried as often as the rules allow.
   */
  async mark(): Promise<void> {
    await this.claimSettled();
    if (this.failure !== undefined) throw this.failure;
    const marked = this.lost ? undefined : await this.markOnce();
    this.markRefused = !marked;
    if (!marked) throw new Error(MARK_REFUSED);
    this.submission = marked;
  }

  /** Resolves when nothing is being stored any more. If there is an outcome, makes sure that a claim precedes it. */
  async end(withOutcome: boolean): Promise<void> {
    await this.claimSettled();
    if (!withOutcome || this.lost || this.failure !== undefined) return;
    if (this.submission.state === 'queued') await this.claim();
  }

  private async claimSettled(): Promise<void> {
    clearTimeout(this.timer);
    await this.claiming;
  }

  private async claim(): Promise<void> {
    try {
      const claimed = await this.transitions.apply(this.submission, { type: 'claimed' });
      this.submission = claimed ?? this.submission;
      this.lost = !claimed;
    } catch (error) {
      this.failure = error;
    }
  }

  private async markOnce(): Promise<Submission | undefined> {
    if (this.submission.state === 'sending') return this.unchanged();
    try {
      const terms = await this.terms(this.submission);
      return await this.transitions.apply(this.submission, { type: 'sending_marked' }, terms);
    } catch (error) {
      if (this.submission.state === 'queued') this.failure = error;
      throw error;
    }
  }

  private async unchanged(): Promise<Submission | undefined> {
    const { id, revision } = this.submission;
    return (await this.store.isMarked(id, revision)) ? this.submission : undefined;
  }
}

interface DeliveryOptions {
  readonly store: Stores['submissions'];
  readonly sender: SubmissionSender;
  readonly tokens: AccessTokens;
  readonly transitions: TransitionWriter;
  readonly maySend: (submission: Submission) => boolean;
  /**
   * Claims its number for the team; left out without one. False: a colleague has it, or it may not be called. Rejects if that
   * can't be told.
   */
  readonly claimForTeam?: ((submission: Submission) => Promise<boolean>) | undefined;
  /** The first byte follows now. */
  readonly onWrite: () => void;
  /** What goes into the transaction of a mark, asked just before each. */
  readonly markTerms: (submission: Submission) => Promise<MarkTerms>;
  readonly onTrouble: (error: unknown) => void;
}

/** How sending a submission ended, and the submission as last stored. */
export interface Delivered {
  readonly submission: Submission;
  /** `released`: it was not sent. */
  readonly outcome: CreateOutcome | 'released';
  /**
   * After a refused token: resolves when the renewal ends, with nothing if there is a new token, otherwise with the outcome
   * to store. A renewal can take long, so the refusal itself is stored first.
   */
  readonly renewed?: Promise<CreateOutcome | undefined>;
}

type SendEnd = Pick<Delivered, 'outcome' | 'renewed'>;

/**
 * How many marks may be on their way to the disk at once. Each first byte follows its mark before another mark starts, so a
 * kill leaves at most this many submissions marked but not sent. With one, each mark would wait for its own disk sync
 * while answers are stored: on a slow disk, sending would take half as long again.
 */
export const OPEN_MARKS = 2;

/** Sends submissions to the service and, after a 401, gets a fresh token with which they may be sent once more. */
export class Delivery {
  private readonly options: DeliveryOptions;
  private readonly marks = pLimit(OPEN_MARKS);
  /** By submission id, the token fetched after the service refused that submission's previous one. */
  private readonly freshTokens = new Map<string, string>();

  constructor(options: DeliveryOptions) {
    this.options = options;
  }

  /**
   * Sends one submission. No byte goes out before `slotReady`; `connected`: an open connection is expected; `onOutcome` gets
   * each answer at once. Rejects if the disk refuses even the claim: the submission is then queued as before.
   */
  async deliver(
    queued: Submission,
    { slotReady, connected }: { readonly slotReady: Promise<unknown>; readonly connected: boolean },
    onOutcome: (outcome: CreateOutcome) => void,
  ): Promise<Delivered> {
    const claim = new Claim(queued, connected, this.options);
    let end: SendEnd = { outcome: 'released' };
    try {
      end = await this.send(claim, slotReady, onOutcome);
    } finally {
      await claim.end(typeof end.outcome === 'object');
    }
    if (claim.failure !== undefined) throw claim.failure;
    return { submission: claim.submission, ...end };
  }

  private async send(
    claim: Claim,
    slotReady: Promise<unknown>,
    onOutcome: (outcome: CreateOutcome) => void,
  ): Promise<SendEnd> {
    const { sender, tokens, maySend } = this.options;
    const token = await this.tokenOrNone(() => tokens.current());
    if (token === undefined || !maySend(claim.submission)) return { outcome: 'released' };
    let withheld = false;
    const checkMaySend = (isSignedIn = tokens.signedIn): void => {
      withheld = !isSignedIn || !maySend(claim.submission);
      if (withheld) throw new Error('The submission may not be sent any more.');
    };
    const storeMark = (): Promise<void> =>
      claim.mark().finally(() => {
        withheld = claim.markRefused;
      });
    /** Claims the number for the team; gives when (UTC ms), undefined without a team. */
    const claimNumber = async (): Promise<number | undefined> => {
      const { claimForTeam } = this.options;
      if (!claimForTeam) return undefined;
      withheld = true;
      if (!(await claimForTeam(claim.submission))) throw new Error(CLAIMED_ALREADY);
      return Date.now();
    };
    // Checked after every step that can take long: connecting (above all if the computer slept), the disk, the token.
    const mark = async (checkConnection: () => Promise<void>): Promise<void> => {
      // Somebody may have signed out since, and in as somebody else.
      checkMaySend((await this.tokenOrNone(() => tokens.current())) === token);
      claim.connectionReady();
      // Before the mark's turn, so that marks don't wait for each other's claims.
      let claimedAt = await claimNumber();
      await this.marks(async () => {
        checkMaySend();
        await storeMark();
        const isReady = await Promise.race([slotReady.then(() => true), nextTurn(false)]);
        if (!isReady) {
          await slotReady;
          // As long as the disk refused the outcome before; its number may be on the do-not-call list since.
          await storeMark();
        }
        // The computer may have slept, and a colleague have taken the claim over.
        if (claimedAt !== undefined && Math.abs(Date.now() - claimedAt) > CLAIM_FRESH_MS) {
          claimedAt = await claimNumber();
        }
        checkMaySend();
        await checkConnection();
        this.options.onWrite();
      });
    };
    const outcome = await sender.send(claim.submission, token, mark);
    if (withheld) return { outcome: 'released' };
    onOutcome(outcome);
    if (outcome.name === SIGN_IN_NEEDED) {
      // The renewal starts at once, so that no other send learns from the service that this token is over.
      return { outcome, renewed: this.renew(claim.submission.id, outcome, token) };
    }
    this.freshTokens.delete(claim.submission.id);
    return { outcome };
  }

  /** Gets another token after a refusal; gives up if the refused token was itself fetched for this submission. */
  private async renew(
    id: string,
    refusal: CreateOutcome,
    refused: string,
  ): Promise<CreateOutcome | undefined> {
    const { tokens } = this.options;
    const wasFresh = this.freshTokens.get(id) === refused;
    const renewed = await this.tokenOrNone(() =>
      wasFresh ? tokens.giveUp(refused) : tokens.replace(refused),
    );
    if (renewed === undefined) {
      this.freshTokens.delete(id);
      // A token that can't be renewed just now is tried again; if nobody is signed in any more, a person has to sign in.
      return tokens.signedIn ? { ...refusal, name: SIGN_IN_NOT_RENEWED } : refusal;
    }
    this.freshTokens.set(id, renewed);
    return undefined;
  }

  /** A failing key store counts as having no token: the submission must still get back to the queue. */
  private async tokenOrNone(ask: () => Promise<string | undefined>): Promise<string | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.options.onTrouble(error);
      return undefined;
    }
  }
}
