import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useRef } from 'react';
import type { RequestRow } from '../../../shared/request.ts';
import { api } from '../../api/api.ts';

const SETTLED_MS = 300;

/**
 * Tells tracking which requests are on screen, so that they are refreshed first; once scrolling has settled, and
 * without drawing anything. Answers the function that takes the rows drawn.
 */
export function useOnScreenNotice(itemAt: (index: number) => RequestRow | undefined) {
  const range = useRef({ first: 0, last: -1 });
  const told = useRef('');
  const latest = useRef(itemAt);
  const tell = useDebouncedCallback(() => {
    const requestIds: string[] = [];
    for (let index = range.current.first; index <= range.current.last; index += 1) {
      const request = latest.current(index);
      if (request) requestIds.push(request.requestId);
    }
    const key = requestIds.join();
    if (key === told.current) return;
    told.current = key;
    // Only a hint: tracking goes on without it.
    api.requests.onScreen({ requestIds }).catch(() => undefined);
  }, SETTLED_MS);

  // Rows that have arrived are told, too.
  useEffect(() => {
    latest.current = itemAt;
    tell();
  }, [itemAt, tell]);
  return useCallback(
    (first: number, last: number) => {
      range.current = { first, last };
      tell();
    },
    [tell],
  );
}
