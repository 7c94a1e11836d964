import type { ChangeNotice } from '../../shared/ipc/bridge.ts';

/** Batching interval, ms: shorter than the page's own throttle between two refetches. */
const BATCH_MS = 50;

/**
 * Throttles change notices per topic and workspace: the first is sent immediately, later ones in batches. A queue that
 * sends hundreds a second causes thousands of changes, and every message costs both processes time.
 *
 * "Immediately" means after the current task, so that the caller of the change gets its answer before the notice.
 */
export class ChangeNoticeBatcher {
  private readonly send: (notice: ChangeNotice) => void;
  /** Ids changed since the last notice, by topic and workspace; null when a change named no ids. */
  private readonly pending = new Map<string, Set<string> | null>();

  constructor(send: (notice: ChangeNotice) => void) {
    this.send = send;
  }

  notify({ ids, ...about }: ChangeNotice): void {
    const key = `${about.topic} ${about.workspaceId ?? ''}`;
    if (!this.pending.has(key)) {
      this.pending.set(key, new Set());
      setImmediate(() => this.flush(key, about));
    }
    if (!ids) this.pending.set(key, null);
    else for (const id of ids) this.pending.get(key)?.add(id);
  }

  private flush(key: string, about: Omit<ChangeNotice, 'ids'>): void {
    const ids = this.pending.get(key);
    if (ids !== null && !ids?.size) {
      this.pending.delete(key);
      return;
    }
    this.pending.set(key, new Set());
    this.send(ids === null ? about : { ...about, ids: [...ids] });
    setTimeout(() => this.flush(key, about), BATCH_MS).unref();
  }
}
