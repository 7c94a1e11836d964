import { DoNotCallList } from '../../../electron/do-not-call/do-not-call-list.ts';
import { PolicyList } from '../../../electron/do-not-call/policy-list.ts';
import type { AccessTokens } from '../../../electron/submissions/delivery.ts';
import { SubmissionQueue } from '../../../electron/submissions/submission-queue.ts';
import { type PersonActions, personActions } from '../../electron/submissions/person-actions.ts';
import { ReachabilityOfTest } from '../../electron/submissions/running-queue.ts';
import { listStoreOf } from './list-store-of-process.ts';
import type { StoreOfProcess } from './store-of-process.ts';
import type { World } from './world.ts';

/** The real queue and the real actions of one workspace in one process. */
export class QueueOfProcess {
  readonly workspaceId: string;
  readonly actions: PersonActions;
  readonly queue: SubmissionQueue;
  readonly reachability = new ReachabilityOfTest();
  readonly process: Process;
  /** The end of the service's Retry-After, from this run or an earlier one, on the monotonic clock. */
  waitUntil: number;

  constructor(world: World, process: Process, workspaceId: string) {
    this.workspaceId = workspaceId;
    this.process = process;
    this.reachability.reachable = world.online;
    this.waitUntil = world.keptWaitOf(workspaceId);
    const store = process.store.submissions;
    const now = () => world.now();
    this.actions = personActions({
      workspaceId,
      store,
      settings: () => ({ undoSeconds: world.undoSeconds, duplicateDays: 30 }),
      rules: () => Promise.resolve(world.rulesOf(workspaceId)),
      onChange: () => this.queue.wake(),
      now,
    });
    this.queue = new SubmissionQueue({
      workspaceId,
      store,
      waits: world.waitsOf(process),
      sender: { send: (...args) => world.send(this, ...args) },
      tokens: world.signIn(workspaceId),
      reachability: this.reachability,
      settings: () => ({ paused: world.paused, concurrency: world.concurrency }),
      rules: () => Promise.resolve(world.rulesOf(workspaceId)),
      isBeingListed: (phoneNumber) => process.isBeingListed(phoneNumber),
      onChange: () => undefined,
      onTrouble: (error) => world.violated(`the queue had trouble: ${String(error)}`),
      now,
      monotonic: () => world.monotonic,
      sinceBoot: () => world.monotonic,
      random: world.random,
    });
  }
}

/**
 * A run of the app. `left_behind`: dropped without being stopped, so its answers still come; `dead`: it has no effect any
 * more.
 */
export class Process {
  phase: 'running' | 'left_behind' | 'dead' = 'running';
  readonly store: StoreOfProcess;
  readonly queues: readonly QueueOfProcess[];
  readonly list: DoNotCallList;
  readonly policyList: PolicyList;

  constructor(world: World, store: StoreOfProcess, workspaceIds: readonly string[]) {
    this.store = store;
    const listStore = listStoreOf(store, world.list);
    this.list = new DoNotCallList({
      store: listStore,
      account: 'ada',
      withdraw: () => this.withdraw(),
      locked: async () => null,
      onLifted: () => undefined,
      onChange: () => undefined,
      now: () => world.now(),
    });
    this.policyList = new PolicyList({
      numbers: () => ({ numbers: world.policyNumbers, file: null, isFileUnclear: false, complete: true }),
      store: listStore,
      onApplied: () => void this.withdraw().catch((error) => world.violated(`withdrawing: ${String(error)}`)),
      onTrouble: (error) => world.violated(`the policy: ${String(error)}`),
      now: () => world.now(),
    });
    this.queues = workspaceIds.map((id) => new QueueOfProcess(world, this, id));
  }

  isBeingListed(phoneNumber: string): boolean {
    return this.list.isBeingAdded(phoneNumber) || this.policyList.isBeingAdded(phoneNumber);
  }

  /** Withdraws what waits for a number on the list; gives how many. */
  async withdraw(): Promise<number> {
    const counts = await Promise.all(this.queues.map(({ queue }) => queue.doNotCallChanged()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  of(workspaceId: string): QueueOfProcess {
    const found = this.queues.find((each) => each.workspaceId === workspaceId);
    if (!found) throw new Error(`No queue of ${workspaceId}`);
    return found;
  }
}

/** The sign-in of one workspace, controlled by the commands. */
export class SignIn implements AccessTokens {
  token: string | undefined;
  /** What a refresh does: gives a token, finds no network, or finds the sign-in ended. */
  refresh: 'works' | 'offline' | 'ended' = 'works';
  private count = 0;
  private readonly workspaceId: string;

  constructor(workspaceId: string) {
    this.workspaceId = workspaceId;
    this.renew();
  }

  get signedIn(): boolean {
    return this.token !== undefined;
  }

  renew(): string {
    this.count += 1;
    this.token = `${this.workspaceId}-${this.count}`;
    return this.token;
  }

  async current(): Promise<string | undefined> {
    return this.token;
  }

  async replace(refused: string): Promise<string | undefined> {
    if (this.token !== refused) return this.token;
    if (this.refresh === 'works') return this.renew();
    if (this.refresh === 'ended') this.token = undefined;
    return undefined;
  }

  async giveUp(refused: string): Promise<undefined> {
    if (this.token === refused) this.token = undefined;
  }
}
