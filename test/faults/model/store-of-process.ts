import { stores as operations, type Stores } from '../../../electron/storage/stores/index.ts';

/** How many store calls are in progress in all processes: waiting here never uses a clock. */
export interface StoreTraffic {
  underWay: number;
  calls: number;
}

/**
 * The one store as seen by one process: every call takes a few turns, so that two processes can interleave their reads and
 * writes; and once the process is dead, none of its calls reaches the store.
 */
export class StoreOfProcess {
  readonly submissions: Stores['submissions'];
  /** How many more writes the process survives; the last one is stored, but its result is lost. */
  writesToLive = Number.POSITIVE_INFINITY;
  /** Makes the disk refuse the next write. */
  refusesNextWrite = false;
  private dead = false;
  private readonly traffic: StoreTraffic;
  private readonly random: () => number;
  private readonly onDeath: () => void;
  /** Runs a write on behalf of the process. */
  private readonly asWriter: <T>(work: () => T) => T;

  constructor(
    inner: Stores['submissions'],
    traffic: StoreTraffic,
    owner: {
      readonly random: () => number;
      readonly onDeath: () => void;
      /** Does a write in the name of the process. */
      readonly asWriter: <T>(work: () => T) => T;
    },
  ) {
    this.traffic = traffic;
    this.random = owner.random;
    this.onDeath = owner.onDeath;
    this.asWriter = owner.asWriter;
    this.submissions = this.reaching(inner);
  }

  /** The operations of the one store, each as a call of this process. */
  private reaching(inner: Stores['submissions']): Stores['submissions'] {
    const modes: Readonly<Record<string, { readonly mode: string }>> = operations.submissions;
    const calls = Object.entries<(...args: never[]) => Promise<unknown>>(inner).map(([name, call]) => [
      name,
      modes[name]?.mode === 'read'
        ? (...args: never[]) => this.reach(() => call(...args))
        : (...args: never[]) => this.write(() => call(...args)),
    ]);
    return Object.fromEntries(calls);
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
