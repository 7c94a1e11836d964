import { IconCircleCheck, IconFilter } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { useCellEdits } from './cell-edits.ts';
import { hasChoices, type ReviewRow } from './classify-rows.ts';
import type { ColumnMapping } from './reading/match-headers.ts';
import classes from './review.module.css';
import { reviewColumns } from './review-columns.tsx';

interface ReviewGridProps {
  readonly rows: readonly ReviewRow[];
  readonly mapping: ColumnMapping;
  /** The number of rows that are not queued, shown or not. */
  readonly left: number;
  /** Changes when other rows are shown. */
  readonly order: string;
}

/** Row heights, px. */
const ROW = 40;
const ROW_WITH_CHOICES = 68;

/** The rows of the file; opening one edits its first invalid cell. Memoised: queueing must re-render only the bar below. */
export const ReviewGrid = memo(PlainReviewGrid);

function PlainReviewGrid({ rows, mapping, left, order }: ReviewGridProps) {
  const { begin, exclude, fields } = useCellEdits();
  const choices = useMemo(() => rows.some(hasChoices), [rows]);
  const columns = useMemo(() => reviewColumns(mapping, choices), [mapping, choices]);
  const itemAt = useCallback((index: number) => rows[index], [rows]);
  const open = useCallback(
    ({ number, problems }: ReviewRow) => {
      const wrong = problems.find(({ field }) => field !== null && fields.includes(field))?.field;
      begin({ number, field: wrong ?? 'candidateName' });
    },
    [begin, fields],
  );
  const frame = useRowKeys((key, index) => {
    const row = rows[index];
    if (!row) return;
    if (key === 'F2') open(row);
    else exclude([row.number], row.state !== 'excluded');
  });
  if (rows.length === 0) return left === 0 ? <NothingLeft /> : <NoneOfThese />;
  return (
    <div ref={frame} className={classes['grid']}>
      <DataGrid
        label="Rows of the file"
        columns={columns}
        count={rows.length}
        itemAt={itemAt}
        itemId={rowId}
        rowHeight={choices ? ROW_WITH_CHOICES : ROW}
        onOpen={open}
        order={order}
      />
    </div>
  );
}

/** F2 and Delete on a focused row, in addition to the keys of every grid. */
function useRowKeys(onKey: (key: 'F2' | 'Delete', index: number) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const stop = new AbortController();
    frame.current?.addEventListener(
      'keydown',
      (event) => {
        const index = event.target instanceof HTMLElement ? event.target.dataset['index'] : undefined;
        if (index === undefined || (event.key !== 'F2' && event.key !== 'Delete')) return;
        event.preventDefault();
        press(event.key, Number(index));
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  });
  return frame;
}

function rowId(row: ReviewRow): string {
  return String(row.number);
}

function NothingLeft() {
  return (
    <EmptyState icon={<IconCircleCheck size={22} stroke={1.5} aria-hidden />} title="Every row was queued">
      Start over to import another file.
    </EmptyState>
  );
}

function NoneOfThese() {
  return (
    <EmptyState icon={<IconFilter size={22} stroke={1.5} aria-hidden />} title="No matching rows">
      Choose All to see the others.
    </EmptyState>
  );
}
