import type { ChangeNotice } from '../../shared/ipc/bridge.ts';

type Topic = ChangeNotice['topic'];

/** How long after a notice those of the same topic are gathered, ms: less than the page itself leaves between two looks. */
const GATHER_MS = 50;

/**
 * Passes notices of changes on: the first one of a topic at once, those close behind it together. A queue that sends
 * hundreds a second changes something thousands of times, and each notice on its own costs both processes.
 *
 * At once means when the present task is over: whoever waits for the answer of what made the change has that first.
 */
export class GatheredNotices {
  private readonly send: (notice: ChangeNotice) => void;
  /** Ids of what has changed since a topic's last notice; null where that is known of no ids. */
  private readonly gathering = new Map<Topic, Set<string> | null>();

  constructor(send: (notice: ChangeNotice) => void) {
    this.send = send;
  }

  tell({ topic, ids }: ChangeNotice): void {
    if (!this.gathering.has(topic)) {
      this.gathering.set(topic, new Set());
      setImmediate(() => this.passOn(topic));
    }
    if (!ids) this.gathering.set(topic, null);
    else for (const id of ids) this.gathering.get(topic)?.add(id);
  }

  private passOn(topic: Topic): void {
    const gathered = this.gathering.get(topic);
    if (gathered !== null && !gathered?.size) {
      this.gathering.delete(topic);
      return;
    }
    this.gathering.set(topic, new Set());
    this.send(gathered === null ? { topic } : { topic, ids: [...gathered] });
    setTimeout(() => this.passOn(topic), GATHER_MS).unref();
  }
}
