import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import {
  GROUP_PAGE,
  OUTBOX_PAGE,
  type Outbox,
  type OutboxGroup,
  type OutboxPart,
  type OutboxRow,
} from '../../../shared/outbox.ts';
import { outboxGroupPageQuery, outboxPageQuery } from '../../api/outbox.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { pageOffsets } from '../../parts/grid/page-offsets.ts';

/** The rows of a section of the Outbox, as a grid reads them. */
export interface OutboxRows<Row = OutboxRow> {
  readonly count: number;
  /** The first page. */
  readonly first: readonly Row[];
  /** Undefined while the row's page has not arrived. */
  readonly itemAt: (index: number) => Row | undefined;
  readonly onRange?: (first: number, last: number) => void;
}

interface Paged<Row> {
  readonly count: number;
  readonly first: readonly Row[];
  readonly pageSize: number;
  /** Query options of the page that begins at `offset`. */
  readonly pageQuery: (offset: number) => {
    readonly queryKey: readonly unknown[];
    readonly queryFn: () => Promise<readonly Row[]>;
  };
}

/** A page is requested when its first row is this close to the screen. */
const PREFETCH_ROWS = 50;
const NO_PAGES: readonly number[] = [];

/** A list loaded in pages: the first, and those on or near the screen. */
export function usePagedRows<Row>({ count, first, pageSize, pageQuery }: Paged<Row>): OutboxRows<Row> {
  const [wanted, setWanted] = useState(NO_PAGES);
  // The list may have become shorter since the pages were wanted.
  const offsets = wanted.filter((offset) => offset < count);
  const results = useQueries({ queries: offsets.map(pageQuery) });
  const later = new Map(offsets.map((offset, at) => [offset, results[at]?.data]));
  const onRange = useCallback(
    (firstRow: number, lastRow: number) => {
      const ahead = Math.min(PREFETCH_ROWS, pageSize / 2);
      const next = pageOffsets(pageSize, firstRow - ahead, lastRow + ahead);
      setWanted((before) => (before.join() === next.join() ? before : next));
    },
    [pageSize],
  );
  return {
    count,
    first,
    itemAt: (index) =>
      index < pageSize ? first[index] : later.get(index - (index % pageSize))?.[index % pageSize],
    onRange,
  };
}

/** A part of the Outbox. */
export function useOutboxRows(part: OutboxPart, outbox: Outbox): OutboxRows {
  const workspace = useWorkspace();
  return usePagedRows({
    count: outbox.counts[part],
    first: outbox[part],
    pageSize: OUTBOX_PAGE,
    pageQuery: (offset) => outboxPageQuery(workspace, part, offset),
  });
}

/** A group of a tab. */
export function useGroupRows(group: OutboxGroup): OutboxRows {
  const workspace = useWorkspace();
  return usePagedRows({
    count: group.count,
    first: group.rows,
    pageSize: GROUP_PAGE,
    pageQuery: (offset) => outboxGroupPageQuery(workspace, group, offset),
  });
}
