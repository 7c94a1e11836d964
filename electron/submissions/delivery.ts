import type { Submission } from '../../shared/submission.ts';
import { InTurn } from '../auth/in-turn.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import { Claim } from './claim.ts';
import type { AccessTokens, SubmissionSender, SubmissionStore } from './ports.ts';
import type { StoredChanges } from './stored-changes.ts';
import { SIGN_IN_NEEDED } from './transition.ts';

export interface DeliveryOptions {
  readonly store: SubmissionStore;
  readonly sender: SubmissionSender;
  readonly tokens: AccessTokens;
  readonly changes: StoredChanges;
  /** Whether anything may go out at this moment. */
  readonly mayGo: () => boolean;
  /** Whether its candidate may be called at this moment. */
  readonly mayBeCalled: (submission: Submission) => boolean;
  readonly onTrouble: (error: unknown) => void;
}

/** How a submission's way to the service ended, and the submission as it was stored last. */
export interface Delivered {
  readonly submission: Submission;
  /**
   * `released`: it did not go out; `put_off`: it was refused for its token alone, and may not go out again just now.
   */
  readonly outcome: CreateOutcome | 'released' | 'put_off';
}

const KEPT_BACK = 'The submission may not go out any more.';

/** Brings submissions to the service: with the present token and, after a 401, once more with a fresh one. */
export class Delivery {
  private readonly options: DeliveryOptions;
  /**
   * One mark at a time is on its way to the disk, and its first byte follows before the next is asked for: whatever
   * kills the process, it leaves at most one that is marked and of which nothing has gone out.
   */
  private readonly marks = new InTurn();

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
    let outcome: Delivered['outcome'] = 'released';
    try {
      outcome = await this.bring(claim, free, learn);
    } finally {
      await claim.end(typeof outcome === 'object');
    }
    if (claim.failure !== undefined) throw claim.failure;
    return { submission: claim.submission, outcome };
  }

  private async bring(
    claim: Claim,
    free: Promise<unknown>,
    learn: (outcome: CreateOutcome) => void,
  ): Promise<Delivered['outcome']> {
    const { sender, tokens } = this.options;
    let keptBack = false;
    const mayGo = () => this.options.mayGo() && this.options.mayBeCalled(claim.submission);
    const goOn = (): void => {
      keptBack = !mayGo();
      if (keptBack) throw new Error(KEPT_BACK);
    };
    const mark = async (): Promise<void> => {
      // A connection can take long, on a computer that slept meanwhile above all, and a disk too.
      goOn();
      claim.connectionStands();
      await this.marks.run(async () => {
        goOn();
        await claim.mark();
        await free;
        goOn();
      });
    };
    // Fetching a token can take long as well.
    const token = await this.tokenOrNone(() => tokens.current());
    if (token === undefined || !mayGo()) return 'released';
    const first = await sender.send(claim.submission, token, mark);
    if (keptBack) return 'released';
    learn(first);
    if (first.name !== SIGN_IN_NEEDED) return first;
    const another = await this.tokenOrNone(() => tokens.replace(token));
    if (another === undefined) return this.withoutToken(first);
    if (!mayGo()) return 'put_off';
    const second = await sender.send(claim.submission, another, mark);
    if (keptBack) return 'put_off';
    learn(second);
    if (second.name !== SIGN_IN_NEEDED) return second;
    await this.tokenOrNone(() => tokens.giveUp(another));
    return this.withoutToken(second);
  }

  /** A token that cannot be renewed just now is tried again; where nobody is signed in any more, a person has to. */
  private withoutToken(refusal: CreateOutcome): CreateOutcome {
    return this.options.tokens.signedIn ? { ...refusal, name: 'sign_in_not_renewed' } : refusal;
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
