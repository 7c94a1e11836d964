import { useCallback, useEffect, useRef, useState } from 'react';
import type { RequestRow } from '../../../shared/request.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { IdleTimer } from '../../parts/time/idle-timer.ts';

const SETTLED_MS = 300;

/** When the service was last asked about the rows on screen, UTC ms; `oldest` is null while one was never asked about. */
export interface CheckedAges {
  readonly oldest: number | null;
  readonly latest: number;
}

/**
 * Follows which rows are on screen, once scrolling has settled: tells tracking, so that they are refreshed first, and
 * says how old they are.
 */
export function useRowsOnScreen(itemAt: (index: number) => RequestRow | undefined) {
  const { api } = useWorkspace();
  const range = useRef({ first: 0, last: -1 });
  const told = useRef('');
  const latest = useRef(itemAt);
  const [checked, setChecked] = useState<CheckedAges | null>(null);
  const settle = useCallback(() => {
    const rows: RequestRow[] = [];
    for (let index = range.current.first; index <= range.current.last; index += 1) {
      const row = latest.current(index);
      if (row) rows.push(row);
    }
    setChecked((before) => {
      const ages = agesOf(rows);
      return ages?.oldest === before?.oldest && ages?.latest === before?.latest ? before : ages;
    });
    const requestIds = rows.map(({ requestId }) => requestId);
    const key = requestIds.join();
    if (key === told.current) return;
    told.current = key;
    // Only a hint: tracking goes on without it.
    api.requests.onScreen({ requestIds }).catch(() => undefined);
  }, [api]);
  const [quiet] = useState(() => new IdleTimer(SETTLED_MS, settle));
  useEffect(() => () => quiet.cancel(), [quiet]);

  // Rows that have arrived are told, too.
  useEffect(() => {
    latest.current = itemAt;
    quiet.restart();
  }, [itemAt, quiet]);
  const onRange = useCallback(
    (first: number, last: number) => {
      range.current = { first, last };
      quiet.restart();
    },
    [quiet],
  );
  return { onRange, checked };
}

/** The ages of what is in these rows; null where nothing was read yet. */
export function agesOf(rows: readonly Pick<RequestRow, 'refreshedAt'>[]): CheckedAges | null {
  const times = rows.map(({ refreshedAt }) => refreshedAt);
  const known = times.filter((at) => at !== null);
  if (known.length === 0) return null;
  return { oldest: known.length < times.length ? null : Math.min(...known), latest: Math.max(...known) };
}
