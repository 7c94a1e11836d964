import type { Submission } from '../../shared/submission.ts';
import type { SubmissionStore } from './ports.ts';
import { type SubmissionEvent, transition } from './transition.ts';

export interface TransitionWriterOptions {
  readonly store: SubmissionStore;
  /** Called after anything was stored. */
  readonly onChange: (submissionIds: readonly string[]) => void;
  /** Told of those whose state is another one now, as they are stored. */
  readonly onMoved?: ((moved: readonly Submission[]) => void) | undefined;
  /** UTC ms. */
  readonly now: () => number;
}

/** Lets events happen to submissions and stores what follows: the one way in which the queue and people change them. */
export class TransitionWriter {
  private readonly options: TransitionWriterOptions;

  constructor(options: TransitionWriterOptions) {
    this.options = options;
  }

  /** The submission after the event; undefined where it cannot happen, or the submission has moved on meanwhile. */
  async one(submission: Submission, event: SubmissionEvent): Promise<Submission | undefined> {
    const change = transition(submission, event, this.options.now());
    if (!change) return undefined;
    const [stored] = await this.options.store.save([change]);
    if (!stored) return undefined;
    this.options.onChange([submission.id]);
    if (change.submission.state !== submission.state) this.options.onMoved?.([change.submission]);
    return change.submission;
  }

  /** The same event for all of them, in one transaction; answers to how many it has happened. */
  all(submissions: readonly Submission[], event: SubmissionEvent): Promise<number> {
    return this.each(submissions.map((submission) => [submission, event]));
  }

  /** To each its own event, in one transaction; answers to how many it has happened. */
  async each(events: readonly (readonly [Submission, SubmissionEvent])[]): Promise<number> {
    const made = events.flatMap(([each, event]) => {
      const change = transition(each, event, this.options.now());
      return change ? [{ change, moved: change.submission.state !== each.state }] : [];
    });
    if (made.length === 0) return 0;
    const stored = await this.options.store.save(made.map(({ change }) => change));
    this.options.onChange(made.map(({ change }) => change.submission.id));
    const moved = made.filter((each, index) => each.moved && stored[index]);
    if (moved.length > 0) this.options.onMoved?.(moved.map(({ change }) => change.submission));
    return stored.filter(Boolean).length;
  }
}
