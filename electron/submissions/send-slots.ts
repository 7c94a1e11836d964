/** A slot held by one submission while it is being sent. */
export interface SendSlot {
  /** Resolves once the outcome of the slot's previous send is stored: no byte goes out in this slot earlier. */
  readonly ready: Promise<unknown>;
  /** Frees the slot for the next send; `stored` settles when the outcome of this send is stored. */
  release(stored: Promise<unknown>): void;
}

/**
 * A semaphore for sends. An answered send frees its slot for the next submission, which can be claimed and connected while
 * the answer is being stored; but none of its bytes go out before that is done. So however long the disk refuses, there are
 * never more unstored outcomes than slots.
 */
export class SendSlots {
  /** Freed slots whose last outcome is still being stored. */
  private readonly storing = new Set<Promise<unknown>>();
  /** How many slots are held by sends without an answer. */
  inUse = 0;

  acquire(): SendSlot {
    this.inUse += 1;
    const [previous = Promise.resolve()] = this.storing;
    this.storing.delete(previous);
    return {
      ready: previous,
      release: (stored) => {
        this.inUse -= 1;
        // Without a value: each result would keep all earlier ones in memory.
        const settled = Promise.allSettled([previous, stored]).then(() => undefined);
        this.storing.add(settled);
        void settled.then(() => this.storing.delete(settled));
      },
    };
  }
}
