import { setTimeout as pause } from 'node:timers/promises';
import { isSameScreening } from '../../shared/same-screening.ts';
import type { Submission } from '../../shared/submission.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import type { SubmissionStore } from './ports.ts';
import type { SubmissionEvent } from './transition.ts';
import type { TransitionWriter } from './transition-writer.ts';

export interface OutcomeRecorderOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly transitions: TransitionWriter;
  /** Adds the current calling hours to those that bind the submission. */
  readonly bindToHours: (submission: Submission) => Submission;
  readonly onTrouble: (error: unknown) => void;
}

/** The longest delay between two attempts to store an outcome, ms. */
const LONGEST_PAUSE_MS = 30_000;

/** How often a late answer is applied again when something else changes the submission at the same time. */
const LATE_ATTEMPTS = 5;

/** Stores how sends ended, whenever the answer comes and whatever happened to the submission since: no id is lost. */
export class OutcomeRecorder {
  private readonly options: OutcomeRecorderOptions;
  private readonly stopping = new AbortController();

  constructor(options: OutcomeRecorderOptions) {
    this.options = options;
  }

  /** Stops retrying a disk that refuses; the next start finds what is not stored. */
  stop(): void {
    this.stopping.abort();
  }

  /**
   * Stores how a send ended, however long the disk refuses: otherwise an id that the service gave would be lost, and the
   * submission would look in progress until the next start. The send keeps its slot until then. Returns the changed
   * submission; undefined if it had changed in the meantime, or the queue stopped.
   */
  record(submission: Submission, event: SubmissionEvent): Promise<Submission | undefined> {
    return this.retryUntilStored(() =>
      event.type === 'answered'
        ? this.recordAnswer(submission, event.outcome, event.retryAt)
        : this.apply(submission, event),
    );
  }

  /** Calls `store` until it succeeds or the queue stops. */
  async retryUntilStored<T>(store: () => Promise<T>): Promise<T | undefined> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await store();
      } catch (error) {
        this.options.onTrouble(error);
        const delay = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** Math.min(failures, 20));
        await pause(delay, undefined, { signal: this.stopping.signal }).catch(() => undefined);
        if (this.stopping.signal.aborted) return undefined;
      }
    }
  }

  /** Stores the answer to a call whose deadline had passed. */
  async recordLate(id: string, late: Promise<CreateOutcome>): Promise<void> {
    const outcome = await late;
    if (outcome.httpStatus === undefined || this.stopping.signal.aborted) return;
    await this.retryUntilStored(() => this.applyLate(id, outcome));
  }

  private async recordAnswer(
    submission: Submission,
    answer: CreateOutcome,
    retryAt: number,
  ): Promise<Submission | undefined> {
    // The store refuses an id that belongs to another submission; only then the owner is looked up. Twice, because the id
    // may get another owner between the lookup and the save.
    for (let attempt = 0; attempt < (answer.accepted ? 3 : 1); attempt += 1) {
      const outcome = attempt === 0 ? answer : await this.checkOwner(answer, submission);
      const recorded = await this.apply(submission, { type: 'answered', outcome, retryAt });
      if (recorded) return recorded;
    }
    // Another process took the send for interrupted, and a person may have decided about it: now the answer decides.
    if (createOutcomes[answer.name].certainty === 'accepted') await this.applyLate(submission.id, answer);
    return undefined;
  }

  /** Calling hours that came into force during the send bind it too; at that time only waiting submissions were bound. */
  private apply(submission: Submission, event: SubmissionEvent): Promise<Submission | undefined> {
    return this.options.transitions.apply(this.options.bindToHours(submission), event);
  }

  private async applyLate(id: string, answer: CreateOutcome): Promise<void> {
    // Something else may change the submission between the read and the save: then the answer is judged again.
    for (let attempt = 0; attempt < LATE_ATTEMPTS; attempt += 1) {
      const submission = await this.options.store.get(id);
      if (!submission) return;
      const outcome = await this.checkOwner(answer, submission);
      if (await this.options.transitions.apply(submission, { type: 'answered_late', outcome })) return;
    }
  }

  /** An id made for another candidate cannot be this submission's, so it is unknown whether the service has its request. */
  private async checkOwner(
    { accepted, ...outcome }: CreateOutcome,
    submission: Submission,
  ): Promise<CreateOutcome> {
    if (!accepted) return outcome;
    const owner = await this.options.store.trackedAs(this.options.workspaceId, accepted.requestId);
    if (!owner || owner.id === submission.id || isSameScreening(owner, submission))
      return { ...outcome, accepted };
    const answer = `${accepted.requestId}, ${accepted.status}`;
    return { ...outcome, name: 'accepted_with_known_id', answer, knownAs: owner.candidateName };
  }
}
