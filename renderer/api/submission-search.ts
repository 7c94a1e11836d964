import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWorkspace } from './app-state.tsx';

/** A shorter search would find nearly everybody. */
const MIN_LENGTH = 2;
/** The IPC contract's limit. */
const MAX_LENGTH = 200;

/** Submissions that are not accepted and match a search; nothing for a single letter. */
export function useFoundSubmissions(search: string, limit: number) {
  const { queries } = useWorkspace();
  const words = search.trim().slice(0, MAX_LENGTH);
  const enabled = words.length >= MIN_LENGTH;
  const found = useQuery({
    ...queries.submissions.search({ search: words, limit }),
    enabled,
    // Keeps the previous results until these arrive, so that the list does not flicker.
    placeholderData: keepPreviousData,
  });
  return {
    rows: (enabled && found.data?.rows) || [],
    total: (enabled && found.data?.total) || 0,
    isPending: enabled && found.isFetching,
    error: found.error,
    refetch: found.refetch,
  };
}
