/** A slot of one submission on its way. */
export interface SendSlot {
  /** Fulfilled when what was in this slot before is stored: nothing goes out in it earlier. */
  readonly free: Promise<unknown>;
  /** Gives the slot on; `stored` ends when it is stored how the way in it ended. */
  leave(stored: Promise<unknown>): void;
}

/**
 * Who is on the way, and in whose slot. One that has its answer makes room for the next, which can be claimed and
 * connected while the answer is being stored; but no byte of it goes out before that is done. So there are never more
 * whose outcome is not on the disk than there are slots, however long the disk refuses.
 */
export class SendSlots {
  private readonly left = new Set<Promise<unknown>>();
  /** How many are taken, by whom there is no answer yet. */
  taken = 0;

  take(): SendSlot {
    this.taken += 1;
    const [before = Promise.resolve()] = this.left;
    this.left.delete(before);
    return {
      free: before,
      leave: (stored) => {
        this.taken -= 1;
        // What it is fulfilled with would hold all that were before it.
        const free = Promise.allSettled([before, stored]).then(() => undefined);
        this.left.add(free);
        void free.then(() => this.left.delete(free));
      },
    };
  }
}
