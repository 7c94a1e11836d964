import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestFilter } from '../../api/query-keys.ts';
import { PAGE_SIZE, requestPageQuery } from '../../api/requests.ts';

/** Pages are asked for this many rows before they come on screen. */
const AHEAD_ROWS = 40;

const NO_PAGES: readonly number[] = [];

/**
 * The tracked requests that match a filter, page by page: only the pages on screen, about to be, and the first are
 * ever asked for. While a new filter's first page is on its way the rows of the old one stay.
 */
export function usePagedRequests(wanted: RequestFilter) {
  const first = useQuery({ ...requestPageQuery(wanted, 0), placeholderData: keepPreviousData });
  const [shown, setShown] = useState(wanted);
  if (shown !== wanted && first.data && !first.isPlaceholderData) setShown(wanted);

  const [offsets, setOffsets] = useState(NO_PAGES);
  const total = first.data?.total ?? 0;
  const onRange = useCallback(
    (firstRow: number, lastRow: number) => {
      const next = pageOffsets(firstRow - AHEAD_ROWS, Math.min(lastRow + AHEAD_ROWS, total - 1));
      // Scrolling within the same pages draws nothing but the grid.
      setOffsets((before) => (before.join() === next.join() ? before : next));
    },
    [total],
  );
  const pages = useQueries({
    queries: offsets.map((offset) => requestPageQuery(shown, offset)),
    combine: dataAndError,
  });
  const rows = useMemo(() => {
    const known = new Map<number, readonly RequestRow[]>();
    if (first.data) known.set(0, first.data.rows);
    offsets.forEach((offset, at) => {
      const data = pages.data[at];
      if (data) known.set(offset, data.rows);
    });
    return known;
  }, [first.data, offsets, pages]);
  const itemAt = useCallback(
    (index: number) => rows.get(Math.floor(index / PAGE_SIZE) * PAGE_SIZE)?.[index % PAGE_SIZE],
    [rows],
  );
  return {
    /** The first page; undefined while nothing is known yet. */
    page: first.data,
    error: first.error ?? pages.error,
    retry: () => void first.refetch(),
    /** The filter whose rows are shown. */
    shown,
    itemAt,
    onRange,
  };
}

/** The same object for as long as the pages stay the same, so that rows are not drawn anew for nothing. */
function dataAndError(results: readonly { data: RequestPage | undefined; error: Error | null }[]) {
  return {
    data: results.map(({ data }) => data),
    error: results.find(({ error }) => error)?.error ?? null,
  };
}

/** The offsets of the pages that rows first to last lie on, without the first page: that one is always there. */
export function pageOffsets(first: number, last: number): readonly number[] {
  const offsets: number[] = [];
  for (
    let page = Math.max(1, Math.floor(first / PAGE_SIZE));
    page <= Math.floor(last / PAGE_SIZE);
    page += 1
  ) {
    offsets.push(page * PAGE_SIZE);
  }
  return offsets;
}
