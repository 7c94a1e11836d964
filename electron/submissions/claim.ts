import type { Submission } from '../../shared/submission.ts';
import type { DeliveryOptions } from './delivery.ts';
import type { SubmissionStore } from './ports.ts';
import type { TransitionWriter } from './transition-writer.ts';

const MARK_REFUSED = 'The submission was changed by another process, or its number may not be called now.';

/** A reused connection that is not marked within this time is taken to be reconnecting, ms. */
const REUSE_WITHIN_MS = 20;

/**
 * The queue's hold on one submission. Each step builds on the revision known here: of two claims, only one can continue.
 */
export class Claim {
  /** As stored, as far as is known here. */
  submission: Submission;
  /** Why nothing about it could be stored. */
  failure: unknown;
  /** Whether the store refused the mark: somebody else changed the submission, or its number may not be called now. */
  markRefused = false;
  private lost = false;
  private readonly terms: DeliveryOptions['markTerms'];
  private readonly store: SubmissionStore;
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
