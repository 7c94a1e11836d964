import type { Submission } from '../../shared/submission.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
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
const CHANGED_ELSEWHERE = 'The submission was changed by another process.';

/** Brings claimed submissions to the service: with the present token and, after a 401, once more with a fresh one. */
export class Delivery {
  private readonly options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.options = options;
  }

  /** `place` is to be fulfilled before the first byte; `learn` hears each answer at once. */
  async deliver(
    claimed: Submission,
    place: Promise<unknown>,
    learn: (outcome: CreateOutcome) => void,
  ): Promise<Delivered> {
    const { sender, tokens } = this.options;
    let submission = claimed;
    let keptBack = false;
    const mayGo = () => this.options.mayGo() && this.options.mayBeCalled(submission);
    const goOn = (): void => {
      keptBack = !mayGo();
      if (keptBack) throw new Error(KEPT_BACK);
    };
    const mark = async (): Promise<void> => {
      // A connection can take long, on a computer that slept meanwhile above all, and a disk too.
      goOn();
      submission = await this.mark(submission);
      await place;
      goOn();
    };
    // Fetching a token can take long as well.
    const token = await this.tokenOrNone(() => tokens.current());
    if (token === undefined || !mayGo()) return { submission, outcome: 'released' };
    const first = await sender.send(claimed, token, mark);
    if (keptBack) return { submission, outcome: 'released' };
    learn(first);
    if (first.name !== SIGN_IN_NEEDED) return { submission, outcome: first };
    const another = await this.tokenOrNone(() => tokens.replace(token));
    if (another === undefined) return { submission, outcome: this.withoutToken(first) };
    if (!mayGo()) return { submission, outcome: 'put_off' };
    const second = await sender.send(submission, another, mark);
    if (keptBack) return { submission, outcome: 'put_off' };
    learn(second);
    if (second.name !== SIGN_IN_NEEDED) return { submission, outcome: second };
    await this.tokenOrNone(() => tokens.giveUp(another));
    return { submission, outcome: this.withoutToken(second) };
  }

  /** Stored before the first byte. The second send goes out under the mark of the first, which was refused. */
  private async mark(submission: Submission): Promise<Submission> {
    const { store, changes } = this.options;
    const marked =
      submission.state === 'sending'
        ? await store.get(submission.id)
        : await changes.one(submission, { type: 'sending_marked' });
    const expected = submission.state === 'sending' ? submission.revision : submission.revision + 1;
    if (marked?.revision !== expected) throw new Error(CHANGED_ELSEWHERE);
    return marked;
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
