import type { ChangeNotice } from '../../shared/ipc/bridge.ts';

/** How long after a notice those of the same kind are gathered, ms: less than the page itself leaves between two looks. */
const GATHER_MS = 50;

/**
 * Passes notices of changes on: the first one of a topic and a workspace at once, those close behind it together. A queue
 * that sends hundreds a second changes something thousands of times, and each notice on its own costs both processes.
 *
 * At once means when the present task is over: whoever waits for the answer of what made the change has that first.
 */
export class ChangeNoticeBatcher {
  private readonly send: (notice: ChangeNotice) => void;
  /** Ids of what has changed since a kind's last notice; null where that is known of no ids. */
  private readonly gathering = new Map<string, Set<string> | null>();

  constructor(send: (notice: ChangeNotice) => void) {
    this.send = send;
  }

  tell({ ids, ...about }: ChangeNotice): void {
    const kind = `${about.topic} ${about.workspaceId ?? ''}`;
    if (!this.gathering.has(kind)) {
      this.gathering.set(kind, new Set());
      setImmediate(() => this.passOn(kind, about));
    }
    if (!ids) this.gathering.set(kind, null);
    else for (const id of ids) this.gathering.get(kind)?.add(id);
  }

  private passOn(kind: string, about: Omit<ChangeNotice, 'ids'>): void {
    const gathered = this.gathering.get(kind);
    if (gathered !== null && !gathered?.size) {
      this.gathering.delete(kind);
      return;
    }
    this.gathering.set(kind, new Set());
    this.send(gathered === null ? about : { ...about, ids: [...gathered] });
    setTimeout(() => this.passOn(kind, about), GATHER_MS).unref();
  }
}
