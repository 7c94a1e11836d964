import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { OUTBOX_PAGE, type Outbox, type OutboxPart, type OutboxRow } from '../../../shared/outbox.ts';
import { outboxPageQuery } from '../../api/outbox.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { pageOffsets } from '../../parts/grid/page-offsets.ts';

/** The rows of a section of the Outbox, as a grid reads them. */
export interface OutboxRows {
  readonly count: number;
  /** Undefined while the row's page has not arrived. */
  readonly itemAt: (index: number) => OutboxRow | undefined;
  readonly onRange?: (first: number, last: number) => void;
}

/** A page is requested when its first row is this close to the screen. */
const PREFETCH_ROWS = 50;
const NO_PAGES: readonly number[] = [];

/** A section of the Outbox, loaded in pages: the first, and those on or near the screen. */
export function useOutboxRows(part: OutboxPart, outbox: Outbox): OutboxRows {
  const workspace = useWorkspace();
  const first = outbox[part];
  const count = outbox.counts[part];
  const [wanted, setWanted] = useState(NO_PAGES);
  // The section may have become shorter since the pages were wanted.
  const offsets = wanted.filter((offset) => offset < count);
  const results = useQueries({ queries: offsets.map((offset) => outboxPageQuery(workspace, part, offset)) });
  const later = new Map(offsets.map((offset, at) => [offset, results[at]?.data]));
  const onRange = useCallback((firstRow: number, lastRow: number) => {
    const next = pageOffsets(OUTBOX_PAGE, firstRow - PREFETCH_ROWS, lastRow + PREFETCH_ROWS);
    setWanted((before) => (before.join() === next.join() ? before : next));
  }, []);
  return {
    count,
    itemAt: (index) =>
      index < OUTBOX_PAGE ? first[index] : later.get(index - (index % OUTBOX_PAGE))?.[index % OUTBOX_PAGE],
    onRange,
  };
}
