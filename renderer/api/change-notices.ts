import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Bridge, ChangeNotice } from '../../shared/ipc/bridge.ts';
import { queryKeys } from './query-keys.ts';

/** A queue sending hundreds a minute says so as often; the screen follows at most this often (ms). */
const FOLLOW_EVERY_MS = 120;

/** Which cached answers a change makes stale. */
export function staleKeys(notice: ChangeNotice): readonly QueryKey[] {
  switch (notice.topic) {
    case 'app':
      return [queryKeys.app];
    case 'settings':
      return [queryKeys.settings, queryKeys.app];
    case 'library':
      // Grids and pages show the Library's names.
      return [queryKeys.library, queryKeys.requests, queryKeys.outbox];
    case 'outbox':
      return [queryKeys.outbox, queryKeys.insights, queryKeys.app];
    case 'requests':
      return [...staleRequests(notice.ids), queryKeys.insights, queryKeys.app];
  }
}

function staleRequests(ids: readonly string[] | undefined): readonly QueryKey[] {
  if (!ids) return [queryKeys.requests];
  return [queryKeys.requestPages, queryKeys.requestStatuses, ...ids.map(queryKeys.request)];
}

/**
 * Asks again for what the main process says has changed. The first notice is followed at once, those close behind it
 * together. Returns the function that stops listening.
 */
export function followChanges(bridge: Pick<Bridge, 'onChange'>, client: QueryClient): () => void {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const follow = () => {
    timer = undefined;
    if (waiting.size === 0) return;
    for (const queryKey of waiting.values()) void client.invalidateQueries({ queryKey });
    waiting.clear();
    timer = setTimeout(follow, FOLLOW_EVERY_MS);
  };

  const stop = bridge.onChange((notice) => {
    for (const key of staleKeys(notice)) waiting.set(JSON.stringify(key), key);
    if (timer === undefined) follow();
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
