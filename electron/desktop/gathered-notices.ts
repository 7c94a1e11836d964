import type { ChangeNotice } from '../../shared/ipc/bridge.ts';

type Topic = ChangeNotice['topic'];

/** How long after a notice those of the same topic are gathered, ms: less than the page itself leaves between two looks. */
const GATHER_MS = 50;

/**
 * Passes notices of changes on: the first one of a topic at once, those close behind it together. A queue that sends
 * hundreds a second changes something thousands of times, and each notice on its own costs both processes.
 */
export class GatheredNotices {
  private readonly send: (notice: ChangeNotice) => void;
  /** Ids of what has changed since a topic's last notice; null where that is known of no ids. */
  private readonly gathering = new Map<Topic, Set<string> | null>();

  constructor(send: (notice: ChangeNotice) => void) {
    this.send = send;
  }

  tell(notice: ChangeNotice): void {
    const { topic, ids } = notice;
    const gathered = this.gathering.get(topic);
    if (gathered === undefined) {
      this.send(notice);
      this.gather(topic);
    } else if (ids && gathered) {
      for (const id of ids) gathered.add(id);
    } else {
      this.gathering.set(topic, null);
    }
  }

  private gather(topic: Topic): void {
    this.gathering.set(topic, new Set());
    setTimeout(() => {
      const gathered = this.gathering.get(topic);
      this.gathering.delete(topic);
      if (gathered === null) this.tell({ topic });
      else if (gathered && gathered.size > 0) this.tell({ topic, ids: [...gathered] });
    }, GATHER_MS).unref();
  }
}
