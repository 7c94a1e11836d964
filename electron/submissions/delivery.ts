import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { SIGN_IN_NEEDED, SIGN_IN_NOT_RENEWED } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import { Claim } from './claim.ts';
import type { AccessTokens, SubmissionSender, SubmissionStore } from './ports.ts';
import type { MarkTerms } from './transition.ts';
import type { TransitionWriter } from './transition-writer.ts';

export interface DeliveryOptions {
  readonly store: SubmissionStore;
  readonly sender: SubmissionSender;
  readonly tokens: AccessTokens;
  readonly transitions: TransitionWriter;
  /** Whether the submission may be sent now. */
  readonly maySend: (submission: Submission) => boolean;
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
    let withheld = false;
    const checkMaySend = (): void => {
      withheld = !maySend(claim.submission);
      if (withheld) throw new Error('The submission may not be sent any more.');
    };
    const storeMark = (): Promise<void> =>
      claim.mark().finally(() => {
        withheld = claim.markRefused;
      });
    // Checked after every step that can take long: connecting (above all if the computer slept), the disk, the token.
    const mark = async (checkConnection: () => Promise<void>): Promise<void> => {
      checkMaySend();
      claim.connectionReady();
      await this.marks(async () => {
        checkMaySend();
        await storeMark();
        const isReady = await Promise.race([slotReady.then(() => true), nextTurn(false)]);
        if (!isReady) {
          await slotReady;
          // As long as the disk refused the outcome before; its number may be on the do-not-call list since.
          await storeMark();
        }
        checkMaySend();
        await checkConnection();
        this.options.onWrite();
      });
    };
    const token = await this.tokenOrNone(() => tokens.current());
    if (token === undefined || !maySend(claim.submission)) return { outcome: 'released' };
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
