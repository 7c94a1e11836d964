/** No group is larger: those whose writes are in it wait for their answers. */
const LARGEST = 200;
/** A group takes in more until its writes took as long as its commit will, or at least so long, ms. */
const SHORTEST_MS = 1;
/** Where a commit takes longer than this, ms, a group waits for others: for a part of that, and never longer than that. */
const SLOW_MS = 2;
const PATIENCE = 0.25;
/** A single commit may take long for many reasons: how much the latest says of the next. */
const LATEST_COUNTS = 0.25;

/**
 * How many writes share a commit. The sync of a slow disk is worth waiting for each other; with a fast one, whoever is
 * done had better hear of it, and go on while the next group is made.
 */
export class GroupSize {
  private expected = 1;
  private commitMs = 0;

  /** Whether a group of so many writes, which took so long, ms, takes in no more. */
  isFull(writes: number, spentMs: number): boolean {
    return writes >= LARGEST || (writes > 0 && spentMs > Math.max(this.commitMs, SHORTEST_MS));
  }

  /** How long a group of so many may wait for more, ms. Who comes alone waits for nobody. */
  patienceMs(writes: number): number {
    const more = writes < this.expected && this.commitMs > SLOW_MS;
    return more ? Math.min(SLOW_MS, this.commitMs * PATIENCE) : 0;
  }

  /** A group of so many writes was committed in so many ms, and so many others have come meanwhile. */
  learn(writes: number, commitMs: number, cameMeanwhile: number): void {
    this.expected = writes + cameMeanwhile;
    this.commitMs += (commitMs - this.commitMs) * (this.commitMs === 0 ? 1 : LATEST_COUNTS);
  }
}
