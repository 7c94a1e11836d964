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
  readonly changes: TransitionWriter;
  /** The submission with the calling hours of now among those that bind it. */
  readonly bound: (submission: Submission) => Submission;
  readonly onTrouble: (error: unknown) => void;
}

/** The longest wait between two tries to store how a send ended, ms. */
const LONGEST_PAUSE_MS = 30_000;

/** How often storing a late answer is tried against other changes of the same submission. */
const LATE_TRIES = 5;

/** Stores how sends ended, whenever the answer comes and whatever has become of the submission: no id is lost. */
export class OutcomeRecorder {
  private readonly options: OutcomeRecorderOptions;
  private readonly stopping = new AbortController();

  constructor(options: OutcomeRecorderOptions) {
    this.options = options;
  }

  /** From here on a disk that refuses is not waited for: what is not stored is found at the next start. */
  stop(): void {
    this.stopping.abort();
  }

  /**
   * Stores how a try ended, however long the disk refuses: else an id that the service gave would be lost, and the
   * submission would look under way until the next start. Until then it keeps its slot, so that no other goes. Answers
   * what it is now; undefined where it had moved on, or the queue stopped.
   */
  settle(submission: Submission, event: SubmissionEvent): Promise<Submission | undefined> {
    return this.insist(() =>
      event.type === 'answered'
        ? this.settleAnswer(submission, event.outcome, event.retryAt)
        : this.comeBack(submission, event),
    );
  }

  /** Stores something, again and again until the disk takes it or the queue stops. */
  async insist<T>(store: () => Promise<T>): Promise<T | undefined> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await store();
      } catch (error) {
        this.options.onTrouble(error);
        const wait = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** Math.min(failures, 20));
        await pause(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
        if (this.stopping.signal.aborted) return undefined;
      }
    }
  }

  /** What a call that was given up brings after all. */
  async settleLate(id: string, late: Promise<CreateOutcome>): Promise<void> {
    const outcome = await late;
    if (outcome.httpStatus === undefined || this.stopping.signal.aborted) return;
    await this.insist(() => this.storeLate(id, outcome));
  }

  private async settleAnswer(
    submission: Submission,
    answer: CreateOutcome,
    retryAt: number,
  ): Promise<Submission | undefined> {
    // The store itself refuses an id that is somebody else's; only then it is asked whose. Twice: between reading and
    // storing, the id may become somebody else's.
    for (let tries = 0; tries < (answer.accepted ? 3 : 1); tries += 1) {
      const outcome = tries === 0 ? answer : await this.unlessAnothers(answer, submission);
      const settled = await this.comeBack(submission, { type: 'answered', outcome, retryAt });
      if (settled) return settled;
    }
    // Another process took it for interrupted, and a person may have decided about it: the answer decides now.
    if (createOutcomes[answer.name].certainty === 'accepted') await this.storeLate(submission.id, answer);
    return undefined;
  }

  /** Calling hours that came into force while it was on its way bind it, too: only what waited was bound by them then. */
  private comeBack(submission: Submission, event: SubmissionEvent): Promise<Submission | undefined> {
    return this.options.changes.one(this.options.bound(submission), event);
  }

  private async storeLate(id: string, answer: CreateOutcome): Promise<void> {
    // Somebody may change it between reading and storing: then it is judged anew.
    for (let tries = 0; tries < LATE_TRIES; tries += 1) {
      const submission = await this.options.store.get(id);
      if (!submission) return;
      const outcome = await this.unlessAnothers(answer, submission);
      if (await this.options.changes.one(submission, { type: 'answered_late', outcome })) return;
    }
  }

  /** The id of a request that was made for somebody else cannot be this one's: whether there is one, nobody knows. */
  private async unlessAnothers(
    { accepted, ...outcome }: CreateOutcome,
    submission: Submission,
  ): Promise<CreateOutcome> {
    if (!accepted) return outcome;
    const owner = await this.options.store.trackedAs(this.options.workspaceId, accepted.requestId);
    if (!owner || owner.id === submission.id || isSameScreening(owner, submission)) return { ...outcome, accepted };
    const answer = `${accepted.requestId}, ${accepted.status}`;
    return { ...outcome, name: 'accepted_with_known_id', answer, knownAs: owner.candidateName };
  }
}
