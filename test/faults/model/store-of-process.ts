import type { DuplicateQuery, SubmissionStore } from '../../../electron/submissions/ports.ts';
import type { SubmissionChange } from '../../../electron/submissions/transition.ts';
import type { OutboxPart } from '../../../shared/outbox.ts';
import type { Submission, SubmissionState } from '../../../shared/submission.ts';

/** How many store calls are in progress in all processes: waiting here never uses a clock. */
export interface StoreTraffic {
  underWay: number;
  calls: number;
}

/**
 * The one store as seen by one process: every call takes a few turns, so that two processes can interleave their reads and
 * writes; and once the process is dead, none of its calls reaches the store.
 */
export class StoreOfProcess implements SubmissionStore {
  /** How many more writes the process survives; the last one is stored, but its result is lost. */
  writesToLive = Number.POSITIVE_INFINITY;
  /** Makes the disk refuse the next write. */
  refusesNextWrite = false;
  private dead = false;
  private readonly inner: SubmissionStore;
  private readonly traffic: StoreTraffic;
  private readonly random: () => number;
  private readonly onDeath: () => void;
  /** Runs a write on behalf of the process. */
  private readonly asWriter: <T>(work: () => T) => T;

  constructor(
    inner: SubmissionStore,
    traffic: StoreTraffic,
    owner: {
      readonly random: () => number;
      readonly onDeath: () => void;
      /** Does a write in the name of the process. */
      readonly asWriter: <T>(work: () => T) => T;
    },
  ) {
    this.inner = inner;
    this.traffic = traffic;
    this.random = owner.random;
    this.onDeath = owner.onDeath;
    this.asWriter = owner.asWriter;
  }

  add(submissions: readonly Submission[], replaced?: SubmissionChange): Promise<boolean> {
    return this.write(() => this.inner.add(submissions, replaced));
  }

  addUnlessKnown(submissions: readonly Submission[], look: DuplicateQuery, replaced?: SubmissionChange) {
    return this.write(() => this.inner.addUnlessKnown(submissions, look, replaced));
  }

  forbidding(phoneNumbers: readonly string[]) {
    return this.reach(() => this.inner.forbidding(phoneNumbers));
  }

  tries(workspaceId: string, phoneNumbers: readonly string[]) {
    return this.reach(() => this.inner.tries(workspaceId, phoneNumbers));
  }

  isMarked(id: string, revision: number) {
    return this.reach(() => this.inner.isMarked(id, revision));
  }

  forbiddenWaiting(workspaceId: string, after: number, limit: number) {
    return this.reach(() => this.inner.forbiddenWaiting(workspaceId, after, limit));
  }

  get(id: string) {
    return this.reach(() => this.inner.get(id));
  }

  getAll(ids: readonly string[]) {
    return this.reach(() => this.inner.getAll(ids));
  }

  save(changes: readonly SubmissionChange[]) {
    return this.write(() => this.inner.save(changes));
  }

  trackedAs(workspaceId: string, requestId: string) {
    return this.reach(() => this.inner.trackedAs(workspaceId, requestId));
  }

  due(workspaceId: string, now: number, limit: number) {
    return this.reach(() => this.inner.due(workspaceId, now, limit));
  }

  nextDueAt(workspaceId: string, except?: readonly string[]) {
    return this.reach(() => this.inner.nextDueAt(workspaceId, except));
  }

  inStates(workspaceId: string, states: readonly SubmissionState[]) {
    return this.reach(() => this.inner.inStates(workspaceId, states));
  }

  duplicates(workspaceId: string, phoneNumbers: readonly string[], since: number) {
    return this.reach(() => this.inner.duplicates(workspaceId, phoneNumbers, since));
  }

  correctClock(workspaceId: string, now: number) {
    return this.write(() => this.inner.correctClock(workspaceId, now));
  }

  outbox(workspaceId: string) {
    return this.reach(() => this.inner.outbox(workspaceId));
  }

  outboxPage(workspaceId: string, part: OutboxPart, offset: number) {
    return this.reach(() => this.inner.outboxPage(workspaceId, part, offset));
  }

  die(): void {
    this.dead = true;
  }

  /** A write of the process. */
  write<T>(operate: () => Promise<T>): Promise<T> {
    return this.reach(async () => {
      if (this.refusesNextWrite) {
        this.refusesNextWrite = false;
        throw new Error('The disk is full.');
      }
      const answer = this.asWriter(operate);
      this.writesToLive -= 1;
      if (this.writesToLive <= 0) this.onDeath();
      return answer;
    });
  }

  /** A call of the process, which takes some turns. */
  async reach<T>(operate: () => Promise<T>): Promise<T> {
    this.traffic.calls += 1;
    this.traffic.underWay += 1;
    const worked = this.work(operate).finally(() => {
      this.traffic.underWay -= 1;
    });
    const answer = await worked.catch((error: unknown) => (this.dead ? undefined : Promise.reject(error)));
    // A dead process waits for ever.
    return this.dead || answer === undefined ? new Promise<never>(() => undefined) : answer.value;
  }

  private async work<T>(operate: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
    await this.someTurns();
    if (this.dead) return undefined;
    const value = await operate();
    await this.someTurns();
    return { value };
  }

  private async someTurns(): Promise<void> {
    for (let turns = Math.floor(this.random() * 4); turns > 0; turns -= 1) await Promise.resolve();
  }
}
