import type { Submission } from '../../shared/submission.ts';
import type { SubmissionStore } from './ports.ts';
import { type SubmissionEvent, transition } from './transition.ts';

export interface StoredChangesOptions {
  readonly store: SubmissionStore;
  /** Called after anything was stored. */
  readonly onChange: (submissionIds: readonly string[]) => void;
  /** UTC ms. */
  readonly now: () => number;
}

/** Lets events happen to submissions and stores what follows: the one way in which the queue and people change them. */
export class StoredChanges {
  private readonly options: StoredChangesOptions;

  constructor(options: StoredChangesOptions) {
    this.options = options;
  }

  /** The submission after the event; undefined where it cannot happen, or the submission has moved on meanwhile. */
  async one(submission: Submission, event: SubmissionEvent): Promise<Submission | undefined> {
    const change = transition(submission, event, this.options.now());
    if (!change) return undefined;
    const [stored] = await this.options.store.save([change]);
    if (!stored) return undefined;
    this.options.onChange([submission.id]);
    return change.submission;
  }

  /** The same event for all of them, in one transaction; answers to how many it has happened. */
  all(submissions: readonly Submission[], event: SubmissionEvent): Promise<number> {
    return this.each(submissions.map((submission) => [submission, event]));
  }

  /** To each its own event, in one transaction; answers to how many it has happened. */
  async each(events: readonly (readonly [Submission, SubmissionEvent])[]): Promise<number> {
    const changes = events.flatMap(([each, event]) => transition(each, event, this.options.now()) ?? []);
    if (changes.length === 0) return 0;
    const stored = await this.options.store.save(changes);
    this.options.onChange(changes.map(({ submission }) => submission.id));
    return stored.filter(Boolean).length;
  }
}
