import { useCallback, useEffect, useRef, useState } from 'react';
import type { RequestRow } from '../../../shared/request.ts';
import { useWorkspace } from '../../api/app-state.tsx';

/** How long scrolling must have stopped, ms. */
const SETTLED_MS = 300;

/** When the rows on screen were last refreshed, UTC ms; `oldest` is null if one never was. */
export interface CheckedAges {
  readonly oldest: number | null;
  readonly latest: number;
}

/**
 * Follows the rows on screen: gives their age, and reports them, once scrolling has settled, to tracking, which refreshes them
 * first.
 */
export function useRowsOnScreen(itemAt: (index: number) => RequestRow | undefined) {
  const { api } = useWorkspace();
  const range = useRef({ first: 0, last: -1 });
  const reported = useRef('');
  const latest = useRef(itemAt);
  const [checked, setChecked] = useState<CheckedAges | null>(null);
  const measure = useCallback(() => {
    const rows: RequestRow[] = [];
    for (let index = range.current.first; index <= range.current.last; index += 1) {
      const row = latest.current(index);
      if (row) rows.push(row);
    }
    setChecked((before) => {
      const ages = agesOf(rows);
      return ages?.oldest === before?.oldest && ages?.latest === before?.latest ? before : ages;
    });
    return rows;
  }, []);
  const settle = useCallback(() => {
    const rows = measure();
    const requestIds = rows.map(({ requestId }) => requestId);
    const key = requestIds.join();
    if (key === reported.current) return;
    reported.current = key;
    // A hint for tracking: a failure changes nothing for the user.
    api.requests.onScreen({ requestIds }).catch(() => undefined);
  }, [api, measure]);
  const [timer] = useState(() => new IdleTimer(SETTLED_MS, settle));
  useEffect(() => () => timer.cancel(), [timer]);

  // Rows that have just been loaded are reported, too.
  useEffect(() => {
    latest.current = itemAt;
    // At once: while a busy service changes rows all the time, the timer never ends, and the age would be that of earlier rows.
    measure();
    timer.restart();
  }, [itemAt, measure, timer]);
  const onRange = useCallback(
    (first: number, last: number) => {
      range.current = { first, last };
      timer.restart();
    },
    [timer],
  );
  return { onRange, checked };
}

/** The ages of these rows; null if none was ever refreshed. */
export function agesOf(rows: readonly Pick<RequestRow, 'refreshedAt'>[]): CheckedAges | null {
  const times = rows.map(({ refreshedAt }) => refreshedAt);
  const known = times.filter((at) => at !== null);
  if (known.length === 0) return null;
  return { oldest: known.length < times.length ? null : Math.min(...known), latest: Math.max(...known) };
}
/**
 * A debounce: calls `onIdle` once `restart` was not called for a while (ms). Calls within that time share one timer, because
 * scrolling calls `restart` on every frame, and replacing the timer each time would cost more than the work itself.
 */
export class IdleTimer {
  private readonly ms: number;
  private readonly onIdle: () => void;
  private restartedAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, onIdle: () => void) {
    this.ms = ms;
    this.onIdle = onIdle;
  }

  restart(): void {
    this.restartedAt = performance.now();
    this.timer ??= setTimeout(this.check, this.ms);
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private readonly check = (): void => {
    const left = this.restartedAt + this.ms - performance.now();
    // Timers may fire up to a millisecond early.
    if (left > 1) {
      this.timer = setTimeout(this.check, left);
      return;
    }
    this.timer = undefined;
    this.onIdle();
  };
}
