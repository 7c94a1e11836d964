import type { Submission } from '../../shared/submission.ts';
import type { Stores } from '../storage/stores/index.ts';
import { type MarkTerms, type SubmissionEvent, transition } from './transition.ts';

interface TransitionWriterOptions {
  readonly store: Stores['submissions'];
  readonly onChange: (submissionIds: readonly string[]) => void;
  /** Called with the stored submissions whose state changed. */
  readonly onStateChange?: ((changed: readonly Submission[]) => void) | undefined;
  /** UTC ms. */
  readonly now: () => number;
}

/** Applies events to submissions and stores the result: the only way the queue and people change a submission. */
export class TransitionWriter {
  private readonly options: TransitionWriterOptions;

  constructor(options: TransitionWriterOptions) {
    this.options = options;
  }

  /**
   * The submission after the event; undefined if the event cannot happen, the submission has changed since it was read, or
   * it is a mark beyond the tries of its `terms`.
   */
  async apply(
    submission: Submission,
    event: SubmissionEvent,
    terms?: MarkTerms,
  ): Promise<Submission | undefined> {
    const change = transition(submission, event, this.options.now());
    if (!change) return undefined;
    const [stored] = await this.options.store.save([terms ? { ...change, ...terms } : change]);
    if (!stored) return undefined;
    this.options.onChange([submission.id]);
    if (change.submission.state !== submission.state) this.options.onStateChange?.([change.submission]);
    return change.submission;
  }

  /** Applies one event to all submissions in one transaction; returns how many changed. */
  applyToAll(submissions: readonly Submission[], event: SubmissionEvent): Promise<number> {
    return this.applyEach(submissions.map((submission) => [submission, event]));
  }

  /** Applies to each submission its own event, all in one transaction; returns how many changed. */
  async applyEach(events: readonly (readonly [Submission, SubmissionEvent])[]): Promise<number> {
    const changes = events.flatMap(([submission, event]) => {
      const change = transition(submission, event, this.options.now());
      return change ? [{ change, isNewState: change.submission.state !== submission.state }] : [];
    });
    if (changes.length === 0) return 0;
    const stored = await this.options.store.save(changes.map(({ change }) => change));
    this.options.onChange(changes.map(({ change }) => change.submission.id));
    const moved = changes.filter(({ isNewState }, index) => isNewState && stored[index]);
    if (moved.length > 0) this.options.onStateChange?.(moved.map(({ change }) => change.submission));
    return stored.filter(Boolean).length;
  }
}

interface Where<Method extends keyof Stores['submissions']> {
  readonly workspaceId: string;
  readonly store: Pick<Stores['submissions'], Method>;
}

/** A submission of this workspace; undefined if there is none with this id. */
export async function findSubmission(
  { store, workspaceId }: Where<'get'>,
  id: string,
): Promise<Submission | undefined> {
  const submission = await store.get(id);
  return submission?.workspaceId === workspaceId ? submission : undefined;
}

/** The submissions of this workspace with these ids, in their order. */
export async function findSubmissions(
  { store, workspaceId }: Where<'getAll'>,
  ids: readonly string[],
): Promise<Submission[]> {
  const found = await store.getAll(ids);
  return found.filter((submission) => submission.workspaceId === workspaceId);
}
