import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Bridge, ChangeNotice } from '../../shared/ipc/bridge.ts';
import { queryKeys, workspaceKeys } from './query-keys.ts';

/** Throttle for what is on screen: a busy queue sends hundreds of notices a minute (ms). */
const ROWS_THROTTLE_MS = 120;
/** Throttle for aggregates over the whole history (ms). */
const AGGREGATES_THROTTLE_MS = 1500;

/** The query keys that a change invalidates: of the workspace it names, otherwise of all workspaces. */
export function staleKeys({ topic, workspaceId, ids }: ChangeNotice): readonly QueryKey[] {
  switch (topic) {
    case 'app':
      return [queryKeys.app];
    case 'settings':
      // The rules decide which rows of the Outbox may be tried now.
      return [queryKeys.settings, ['rules'], ['number rules'], ['judged rows'], ['outbox'], queryKeys.app];
    case 'network':
      return [queryKeys.network];
    case 'privacy':
      return [queryKeys.privacy];
    case 'holds':
      return [queryKeys.holds];
    case 'do_not_call':
      return [queryKeys.doNotCall, ['number rules'], ['judged rows']];
    case 'backup':
      return [queryKeys.backup];
    case 'updates':
      return [queryKeys.updates];
    case 'covering':
      return [[]];
    case 'library':
      // Grids and pages show names from the Library.
      return ofWorkspace(workspaceId, [
        'library',
        'requests',
        'outbox',
        'duplicates',
        'judged rows',
        'found submissions',
      ]);
    case 'outbox':
      // A submission adds new IDs to the Library.
      return [
        ...ofWorkspace(workspaceId, [
          'outbox',
          'found submissions',
          'imports',
          'library',
          'library usage',
          'insights',
        ]),
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

/** Keys that start with these words, in one workspace or in all. */
function ofWorkspace(workspaceId: string | undefined, words: readonly string[]): readonly QueryKey[] {
  return words.map((word) => (workspaceId === undefined ? [word] : [word, workspaceId]));
}

function staleRequests(
  workspaceId: string | undefined,
  ids: readonly string[] | undefined,
): readonly QueryKey[] {
  if (workspaceId === undefined) return [['requests'], ['outbox']];
  const keys = workspaceKeys(workspaceId);
  const stale = ids ? [keys.requestPages, keys.requestCounts, ...ids.map(keys.request)] : [keys.requests];
  return [...stale, keys.submissionDetails];
}

/** The part of `Document` that reports visibility. */
type PageVisibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/** Calls `flush` when the window has time for it. */
export type Schedule = (flush: () => void) => void;

/**
 * Invalidates queries when the main process reports a change. `schedule` delays the first flush until the person's own action
 * has been painted; without it the flush is immediate. Later notices are throttled. Returns the function that unsubscribes.
 */
export function invalidateOnChange(
  bridge: Pick<Bridge, 'onChange'>,
  client: QueryClient,
  page: PageVisibility,
  schedule: Schedule = (flush) => flush(),
): () => void {
  const rows = new ThrottledInvalidator(client, page, ROWS_THROTTLE_MS, schedule);
  const aggregates = new ThrottledInvalidator(client, page, AGGREGATES_THROTTLE_MS, schedule);
  const unsubscribe = bridge.onChange((notice) => {
    // A page that is opened again shows what is known of it until the answer is there.
    if (notice.topic === 'covering') client.removeQueries({ type: 'inactive' });
    const keys = staleKeys(notice);
    // Submissions seldom add to the Library, and edits to the Library have notices of their own.
    const isAggregate = ([word, , part]: QueryKey) =>
      (notice.topic === 'outbox' && word === 'library') || AGGREGATES.has(word) || part === 'counted';
    rows.add(keys.filter((key) => !isAggregate(key)));
    aggregates.add(keys.filter(isAggregate));
  });
  return () => {
    unsubscribe();
    rows.dispose();
    aggregates.dispose();
  };
}

/** First words of the keys of aggregates over the whole history. */
const AGGREGATES: ReadonlySet<unknown> = new Set([
  'insights',
  'library usage',
  'imports',
  'found submissions',
]);

/** Collects query keys and invalidates them at most once per interval, and not while the window is hidden. */
class ThrottledInvalidator {
  private readonly client: QueryClient;
  private readonly page: PageVisibility;
  private readonly intervalMs: number;
  private readonly schedule: Schedule;
  private readonly pending = new Map<string, QueryKey>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private scheduled = false;
  private disposed = false;

  constructor(client: QueryClient, page: PageVisibility, intervalMs: number, schedule: Schedule) {
    this.client = client;
    this.page = page;
    this.intervalMs = intervalMs;
    this.schedule = schedule;
    page.addEventListener('visibilitychange', this.flushIfDue);
  }

  add(keys: readonly QueryKey[]): void {
    for (const key of keys) this.pending.set(JSON.stringify(key), key);
    if (this.timer !== undefined || this.scheduled) return;
    this.scheduled = true;
    this.schedule(() => {
      this.scheduled = false;
      if (!this.disposed) this.flushIfDue();
    });
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.timer);
    this.page.removeEventListener('visibilitychange', this.flushIfDue);
  }

  private readonly flushIfDue = (): void => {
    if (this.timer === undefined) this.flush();
  };

  private flush(): void {
    this.timer = undefined;
    // A hidden window keeps its keys until it is shown again.
    if (this.pending.size === 0 || this.page.visibilityState === 'hidden') return;
    for (const queryKey of this.pending.values()) void this.client.invalidateQueries({ queryKey });
    this.pending.clear();
    this.timer = setTimeout(() => this.flush(), this.intervalMs);
  }
}
