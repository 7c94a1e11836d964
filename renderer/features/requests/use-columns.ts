import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { NO_LAYOUT } from '../../../shared/no-layout.ts';
import { useGridLayout } from '../../api/grid-layout.ts';
import { useBackfillProgress, usePins } from '../../api/requests.ts';
import type { GridArrangement } from '../../parts/grid/grid-columns.ts';
import { usePhoneFormat } from '../../parts/phone/use-phone-format.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { shownColumns, withMoved, withWidth } from './arrange-columns.ts';
import { requestColumns } from './request-columns.tsx';

const NO_PINS = [] as const;
const NO_PATHS = [] as const;

/**
 * The columns of a list of this width (px), and the handlers that arrange them; `tight` as in {@link ListRoom}; with
 * `problems`, one of them is what went wrong with each request.
 */
export function useColumns(width: number, tight: boolean, problems: boolean) {
  const pinned = usePins().data;
  // The same array for "none" as for "not loaded yet": the rows aren't redrawn when an empty answer arrives.
  const pins = pinned?.length ? pinned : NO_PINS;
  const reading = useBackfillProgress().data ?? null;
  const unread = reading?.paths ?? NO_PATHS;
  const now = useNow();
  const formatPhone = usePhoneFormat();
  const [layout, setLayout] = useGridLayout();
  const columns = useMemo(
    () => requestColumns({ pins, unread, now, formatPhone, problems }),
    [pins, unread, now, formatPhone, problems],
  );
  const arranged = layout ?? NO_LAYOUT;
  const shown = useMemo(
    () => shownColumns(columns, arranged, { width, tight }),
    [columns, arranged, width, tight],
  );

  // A drag keeps the handlers it began with, and must still build on the latest layout.
  const latest = useRef({ layout: arranged, columns, shown });
  useLayoutEffect(() => {
    latest.current = { layout: arranged, columns, shown };
  });
  const onResize = useCallback<GridArrangement['onResize']>(
    (id, px) => setLayout(withWidth(latest.current.layout, id, px)),
    [setLayout],
  );
  const onMove = useCallback<GridArrangement['onMove']>(
    (id, to) => {
      const { layout: before, columns: all, shown: visible } = latest.current;
      const visibleIds = visible.map((column) => column.id);
      setLayout(withMoved(all, before, visibleIds, id, to));
    },
    [setLayout],
  );
  const { widths } = arranged;
  const arrangement = useMemo<GridArrangement>(
    () => ({ widths, onResize, onMove }),
    [widths, onResize, onMove],
  );
  return {
    known: layout !== undefined,
    columns,
    shown,
    layout: arranged,
    setLayout,
    arrangement,
    pins,
    reading,
  };
}
