import type { BrowserWindow } from 'electron';
import {
  CHANGE_CHANNEL,
  type ChangeNotice,
  NAVIGATE_CHANNEL,
  type NavigateNotice,
} from '../../shared/ipc/bridge.ts';
import { onPageEnd } from './page-end.ts';

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

/**
 * Notices to the page of the app's window. Change notices without a page are dropped, since a page fetches everything when
 * it opens; navigation waits until the page has loaded, also while it is reloaded.
 */
export class PageNotices {
  private readonly window: () => BrowserWindow | undefined;
  private readonly changes = new ChangeNoticeBatcher((notice) => {
    const contents = this.window()?.webContents;
    if (contents?.isCrashed() === false) contents.send(CHANGE_CHANNEL, notice);
  });
  private loaded = false;
  private waiting: NavigateNotice[] = [];

  constructor(window: () => BrowserWindow | undefined) {
    this.window = window;
  }

  /** Follows the page of a new window. */
  follow(window: BrowserWindow): void {
    onPageEnd(window, () => {
      this.loaded = false;
    });
    // The page's first script subscribes to notices, so by now it is listening.
    window.webContents.on('did-finish-load', () => {
      this.loaded = true;
      this.deliver();
    });
  }

  change(notice: ChangeNotice): void {
    this.changes.notify(notice);
  }

  /** Sends a notice to the page, or keeps it for the next one. */
  navigate(notice: NavigateNotice): void {
    this.waiting.push(notice);
    this.deliver();
  }

  /** Tells the next page that it replaces one whose process ended; once, however many ended. */
  pageReplaced(): void {
    if (this.waiting.some(({ kind }) => kind === 'page_reloaded')) return;
    this.waiting.push({ kind: 'page_reloaded' });
  }

  private deliver(): void {
    if (!this.loaded) return;
    const notices = this.waiting;
    this.waiting = [];
    for (const notice of notices) this.window()?.webContents.send(NAVIGATE_CHANNEL, notice);
  }
}
