import type { Submission } from '../../shared/submission.ts';
import type { SubmissionStore } from './ports.ts';
import type { TransitionWriter } from './transition-writer.ts';

const CHANGED_ELSEWHERE = 'The submission was changed by another process.';

/** A connection that was thought to stand is being made anew when this has passed without a mark, ms. */
const STANDS_WITHIN_MS = 20;

/**
 * One submission in the queue's hands, from the moment it is taken up until its mark: what of that is stored. Every
 * step is stored on top of the one that is known here, so of two that have taken up the same one only one can go on.
 */
export class Claim {
  /** As it is stored, as far as is known here. */
  submission: Submission;
  /** Why nothing of it could be stored. */
  failure: unknown;
  private lost = false;
  private readonly store: SubmissionStore;
  private readonly changes: TransitionWriter;
  private later: NodeJS.Timeout | undefined;
  private claiming = Promise.resolve();

  /** What has a connection that stands is claimed with its mark, which comes at once; everything else now. */
  constructor(queued: Submission, connected: boolean, store: SubmissionStore, changes: TransitionWriter) {
    this.submission = queued;
    this.store = store;
    this.changes = changes;
    const claim = (): void => {
      this.claiming = this.claim();
    };
    if (connected) this.later = setTimeout(claim, STANDS_WITHIN_MS);
    else claim();
  }

  /** Its mark comes as soon as it is its turn: it need not be claimed before that. */
  connectionStands(): void {
    clearTimeout(this.later);
  }

  /**
   * Stores the sending mark, before the first byte. Asked again where the connection had been closed before a byte went
   * out, it still holds. Rejects where the disk refuses, or where the submission is not what it was.
   */
  async mark(): Promise<void> {
    await this.settled();
    if (this.failure !== undefined) throw this.failure;
    const marked = this.lost ? undefined : await this.markOnce();
    if (!marked) throw new Error(CHANGED_ELSEWHERE);
    this.submission = marked;
  }

  /**
   * Its way has ended: resolves when nothing of it is being stored any more, and nothing will be. An outcome needs a claim to
   * be stored, however soon it came.
   */
  async end(withOutcome: boolean): Promise<void> {
    await this.settled();
    if (!withOutcome || this.lost || this.failure !== undefined) return;
    if (this.submission.state === 'queued') await this.claim();
  }

  /** Nothing is being stored any more, and nothing will be without being asked for. */
  private async settled(): Promise<void> {
    clearTimeout(this.later);
    await this.claiming;
  }

  private async claim(): Promise<void> {
    try {
      const claimed = await this.changes.one(this.submission, { type: 'claimed' });
      this.submission = claimed ?? this.submission;
      this.lost = !claimed;
    } catch (error) {
      this.failure = error;
    }
  }

  private async markOnce(): Promise<Submission | undefined> {
    if (this.submission.state === 'sending') return this.unchanged();
    try {
      return await this.changes.one(this.submission, { type: 'sending_marked' });
    } catch (error) {
      if (this.submission.state === 'queued') this.failure = error;
      throw error;
    }
  }

  private async unchanged(): Promise<Submission | undefined> {
    const stored = await this.store.get(this.submission.id);
    return stored?.revision === this.submission.revision ? stored : undefined;
  }
}
