import pLimit from 'p-limit';
import { SIGN_IN_NEEDED, SIGN_IN_NOT_RENEWED } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import { Claim } from './claim.ts';
import type { AccessTokens, SubmissionSender, SubmissionStore } from './ports.ts';
import type { TransitionWriter } from './transition-writer.ts';

export interface DeliveryOptions {
  readonly store: SubmissionStore;
  readonly sender: SubmissionSender;
  readonly tokens: AccessTokens;
  readonly changes: TransitionWriter;
  /** Whether it may go out at this moment, for all that is not about its candidate. */
  readonly mayGo: (submission: Submission) => boolean;
  /** Whether its candidate may be called at this moment. */
  readonly mayBeCalled: (submission: Submission) => boolean;
  readonly onTrouble: (error: unknown) => void;
}

/** How a submission's way to the service ended, and the submission as it was stored last. */
export interface Delivered {
  readonly submission: Submission;
  /** `released`: it did not go out. */
  readonly outcome: CreateOutcome | 'released';
  /**
   * Where its token was refused: fulfilled once there is another, with nothing, or with what is to be stored where there is
   * none. That can take long: what the refusal means for the submission is stored before.
   */
  readonly renewed?: Promise<CreateOutcome | undefined>;
}

type Way = Pick<Delivered, 'outcome' | 'renewed'>;

const KEPT_BACK = 'The submission may not go out any more.';

/**
 * So many marks at a time are on their way to the disk, and a first byte follows before the next is asked for: whatever
 * kills the process, it leaves no more that are marked and of which nothing has gone out. One alone would wait for a sync of
 * its own, while the answers of others are stored: over a slow disk, sending would take half as long again.
 */
export const OPEN_MARKS = 2;

/** Brings submissions to the service and, after a 401, sees to a fresh token with which they may go once more. */
export class Delivery {
  private readonly options: DeliveryOptions;
  private readonly marks = pLimit(OPEN_MARKS);
  /** Tokens that were fetched because the submission of this id was refused with the one before. */
  private readonly freshTokens = new Map<string, string>();

  constructor(options: DeliveryOptions) {
    this.options = options;
  }

  /**
   * `free` is to be fulfilled before the first byte; `connected`: a connection seems to stand; `learn` hears each answer
   * at once. Rejects where the disk refuses to store even that it was claimed: then it is in the queue as it was.
   */
  async deliver(
    queued: Submission,
    { free, connected }: { readonly free: Promise<unknown>; readonly connected: boolean },
    learn: (outcome: CreateOutcome) => void,
  ): Promise<Delivered> {
    const claim = new Claim(queued, connected, this.options.store, this.options.changes);
    let way: Way = { outcome: 'released' };
    try {
      way = await this.bring(claim, free, learn);
    } finally {
      await claim.end(typeof way.outcome === 'object');
    }
    if (claim.failure !== undefined) throw claim.failure;
    return { submission: claim.submission, ...way };
  }

  private async bring(
    claim: Claim,
    free: Promise<unknown>,
    learn: (outcome: CreateOutcome) => void,
  ): Promise<Way> {
    const { sender, tokens } = this.options;
    let keptBack = false;
    const mayGo = () => this.options.mayGo(claim.submission) && this.options.mayBeCalled(claim.submission);
    const goOn = (): void => {
      keptBack = !mayGo();
      if (keptBack) throw new Error(KEPT_BACK);
    };
    const mark = async (lastLook: () => Promise<void>): Promise<void> => {
      // A connection can take long, on a computer that slept meanwhile above all, and a disk too.
      goOn();
      claim.connectionStands();
      await this.marks(async () => {
        goOn();
        await claim.mark();
        await free;
        goOn();
        await lastLook();
      });
    };
    // Fetching a token can take long as well.
    const token = await this.tokenOrNone(() => tokens.current());
    if (token === undefined || !mayGo()) return { outcome: 'released' };
    const outcome = await sender.send(claim.submission, token, mark);
    if (keptBack) return { outcome: 'released' };
    learn(outcome);
    if (outcome.name === SIGN_IN_NEEDED) {
      // Begun at once: nobody else need learn from the service that this token is over.
      return { outcome, renewed: this.renew(claim.submission.id, outcome, token) };
    }
    this.freshTokens.delete(claim.submission.id);
    return { outcome };
  }

  /** Sees to another token after a refusal, and to none after a refusal of the one that was fetched for this very submission. */
  private async renew(
    id: string,
    refusal: CreateOutcome,
    refused: string,
  ): Promise<CreateOutcome | undefined> {
    const { tokens } = this.options;
    const isFresh = this.freshTokens.get(id) === refused;
    const another = await this.tokenOrNone(() =>
      isFresh ? tokens.giveUp(refused) : tokens.replace(refused),
    );
    if (another === undefined) {
      this.freshTokens.delete(id);
      return this.withoutToken(refusal);
    }
    this.freshTokens.set(id, another);
    return undefined;
  }

  /** A token that cannot be renewed just now is tried again; where nobody is signed in any more, a person has to. */
  private withoutToken(refusal: CreateOutcome): CreateOutcome {
    return this.options.tokens.signedIn ? { ...refusal, name: SIGN_IN_NOT_RENEWED } : refusal;
  }

  /** A key store that fails is like having no token now: the submission must still find its way back. */
  private async tokenOrNone(ask: () => Promise<string | undefined>): Promise<string | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.options.onTrouble(error);
      return undefined;
    }
  }
}
