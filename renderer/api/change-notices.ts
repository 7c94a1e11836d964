import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Bridge, ChangeNotice } from '../../shared/ipc/bridge.ts';
import { queryKeys, workspaceKeys } from './query-keys.ts';

/** A queue sending hundreds a minute says so as often; the screen follows at most this often (ms). */
const FOLLOW_EVERY_MS = 120;
/** The same for numbers that are counted over the whole history (ms). */
const COUNT_EVERY_MS = 1500;

/** Which cached answers a change makes stale: those of the workspace it names, else those of all. */
export function staleKeys({ topic, workspaceId, ids }: ChangeNotice): readonly QueryKey[] {
  switch (topic) {
    case 'app':
      return [queryKeys.app];
    case 'settings':
      return [queryKeys.settings, ['rules'], queryKeys.app];
    case 'network':
      return [queryKeys.network];
    case 'privacy':
      return [queryKeys.privacy];
    case 'backup':
      return [queryKeys.backup];
    case 'updates':
      return [queryKeys.updates];
    case 'library':
      // Grids and pages show the Library's names.
      return ofWorkspace(workspaceId, ['library', 'requests', 'outbox', 'duplicates']);
    case 'outbox':
      // Ids typed for the first time are in the Library from then on.
      return [
        ...ofWorkspace(workspaceId, ['outbox', 'imports', 'library', 'library usage', 'insights']),
        queryKeys.app,
      ];
    case 'requests':
      return [
        ...staleRequests(workspaceId, ids),
        ...ofWorkspace(workspaceId, ['library usage', 'insights']),
        queryKeys.app,
      ];
  }
}

/** What of a workspace is cached under these words; of every workspace where none is named. */
function ofWorkspace(workspaceId: string | undefined, words: readonly string[]): readonly QueryKey[] {
  return words.map((word) => (workspaceId === undefined ? [word] : [word, workspaceId]));
}

function staleRequests(
  workspaceId: string | undefined,
  ids: readonly string[] | undefined,
): readonly QueryKey[] {
  if (!ids || workspaceId === undefined) return ofWorkspace(workspaceId, ['requests']);
  const keys = workspaceKeys(workspaceId);
  return [keys.requestPages, keys.requestCounts, ...ids.map(keys.request)];
}

/** What of the document tells whether anybody can see it. */
export type PageVisibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/** Calls `follow` when the screen has time for it. */
export type Soon = (follow: () => void) => void;

/**
 * Asks again for what the main process says has changed. The first notice is followed as soon as `soon` says, at once
 * where it is left out: what a person just did comes with its own answer, and is painted before anything else is asked.
 * Notices close behind it are followed together. Returns the function that stops listening.
 */
export function invalidateOnChange(
  bridge: Pick<Bridge, 'onChange'>,
  client: QueryClient,
  page: PageVisibility,
  soon: Soon = (follow) => follow(),
): () => void {
  const shown = new Follower(client, page, FOLLOW_EVERY_MS, soon);
  const counted = new Follower(client, page, COUNT_EVERY_MS, soon);
  const stop = bridge.onChange((notice) => {
    const keys = staleKeys(notice);
    // A submission seldom brings anything new into the Library; what a person changes there says so itself.
    const isRare = ([word, , part]: QueryKey) =>
      (notice.topic === 'outbox' && word === 'library') || COUNTED.has(word) || part === 'counted';
    shown.add(keys.filter((key) => !isRare(key)));
    counted.add(keys.filter(isRare));
  });
  return () => {
    stop();
    shown.stop();
    counted.stop();
  };
}

/** What is counted over a whole history, by the first word of its key. */
const COUNTED: ReadonlySet<unknown> = new Set(['insights', 'library usage', 'imports']);

/** Makes cached answers stale, at most so often. */
class Follower {
  private readonly client: QueryClient;
  private readonly page: PageVisibility;
  private readonly everyMs: number;
  private readonly soon: Soon;
  private readonly waiting = new Map<string, QueryKey>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private coming = false;
  private stopped = false;

  constructor(client: QueryClient, page: PageVisibility, everyMs: number, soon: Soon) {
    this.client = client;
    this.page = page;
    this.everyMs = everyMs;
    this.soon = soon;
    page.addEventListener('visibilitychange', this.comeBack);
  }

  private readonly comeBack = (): void => {
    if (this.timer === undefined) this.follow();
  };

  add(keys: readonly QueryKey[]): void {
    for (const key of keys) this.waiting.set(JSON.stringify(key), key);
    if (this.timer !== undefined || this.coming) return;
    this.coming = true;
    this.soon(() => {
      this.coming = false;
      if (this.timer === undefined && !this.stopped) this.follow();
    });
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.page.removeEventListener('visibilitychange', this.comeBack);
  }

  private follow(): void {
    this.timer = undefined;
    // Nobody sees what a hidden window would ask for; what became stale is asked for when it is shown again.
    if (this.waiting.size === 0 || this.page.visibilityState === 'hidden') return;
    for (const queryKey of this.waiting.values()) void this.client.invalidateQueries({ queryKey });
    this.waiting.clear();
    this.timer = setTimeout(() => this.follow(), this.everyMs);
  }
}
