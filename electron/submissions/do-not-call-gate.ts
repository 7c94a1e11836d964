import { isEntry } from '../../shared/do-not-call.ts';
import { type Failure, fail } from '../../shared/result.ts';
import type { Submission } from '../../shared/submission.ts';
import type { SubmissionStore } from './ports.ts';
import type { TransitionWriter } from './transition-writer.ts';

export interface DoNotCallGateOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  /** Whether a number (E.164) is being put on the list right now: it counts before it is on the disk. */
  readonly isBeingListed: (phoneNumber: string) => boolean;
  readonly transitions: TransitionWriter;
}

/** Submissions looked at per storage operation, so that others can run in between. */
const BATCH_ROWS = 2000;

/** Withdraws submissions to numbers that nobody may call, and lets the others through. */
export class DoNotCallGate {
  private readonly options: DoNotCallGateOptions;

  constructor(options: DoNotCallGateOptions) {
    this.options = options;
  }

  /**
   * Those of the due submissions whose number may be called. Those to numbers on the list are withdrawn; those that can't
   * be compared with all of its entries yet stay queued, as do those to a number that is being listed: that wakes the queue
   * once it is done.
   */
  async passing(due: readonly Submission[]): Promise<readonly Submission[]> {
    if (due.length === 0) return due;
    const { store, transitions } = this.options;
    const found = await store.forbidding(due.map(({ phoneNumber }) => phoneNumber));
    const withdrawn = due.filter((_each, index) => isEntry(found[index]));
    await transitions.applyToAll(withdrawn, { type: 'discarded', by: 'do_not_call' });
    return due.filter((each, index) => found[index] === null && this.mayCall(each));
  }

  /** Whether nothing has forbidden the call since it was let through. */
  mayCall({ phoneNumber }: Submission): boolean {
    return !this.options.isBeingListed(phoneNumber);
  }

  /** Withdraws everything that waits for being sent to a number on the list; gives how many. */
  async withdraw(): Promise<number> {
    const { workspaceId, store, transitions } = this.options;
    let withdrawn = 0;
    for (let after: number | null = 0; after !== null; ) {
      const { ids, last } = await store.forbiddenWaiting(workspaceId, after, BATCH_ROWS);
      const waiting = await store.getAll(ids);
      withdrawn += await transitions.applyToAll(waiting, { type: 'discarded', by: 'do_not_call' });
      after = last;
    }
    return withdrawn;
  }
}

/** Why these may not be submitted; undefined if they may. What can't be compared yet waits in the queue. */
export async function doNotCallProblem(
  store: Pick<SubmissionStore, 'forbidding'>,
  submitted: readonly Pick<Submission, 'phoneNumber' | 'candidateName'>[],
): Promise<Failure | undefined> {
  const found = await store.forbidding(submitted.map(({ phoneNumber }) => phoneNumber));
  const forbidden = submitted.flatMap(({ candidateName }, index) => {
    const entry = found[index];
    return isEntry(entry) ? [{ entry, candidateName }] : [];
  });
  const [first, ...others] = forbidden;
  return first && fail('do_not_call', { ...first, others: others.length });
}

/** Those whose number isn't on the list, as far as it can be compared now. */
export async function withoutForbidden<Some extends Pick<Submission, 'phoneNumber'>>(
  store: Pick<SubmissionStore, 'forbidding'>,
  submissions: readonly Some[],
): Promise<readonly Some[]> {
  const found = await store.forbidding(submissions.map(({ phoneNumber }) => phoneNumber));
  return submissions.filter((_each, index) => !isEntry(found[index]));
}
