import { IconCircleCheck, IconFilter } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { IMPORT_FIELDS } from '../../../shared/import-problems.ts';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { useCellEdits } from './edit-cells.ts';
import { hasChoices, type ReviewRow } from './judge-rows.ts';
import type { ColumnMapping } from './reading/match-headers.ts';
import classes from './review.module.css';
import { reviewColumns } from './review-columns.tsx';

interface ReviewGridProps {
  readonly rows: readonly ReviewRow[];
  readonly mapping: ColumnMapping;
  /** Rows not in the queue, whether shown or not. */
  readonly left: number;
  /** What is shown, as a key. */
  readonly order: string;
}

/** Heights of the rows, px; all have the same. */
const ROW = 40;
const ROW_WITH_CHOICES = 60;

/**
 * The rows; only those on screen are in the page. Opening one puts its first wrong cell right. Drawn anew only for other
 * rows: while they are queued, only the bar beneath changes.
 */
export const ReviewGrid = memo(PlainReviewGrid);

function PlainReviewGrid({ rows, mapping, left, order }: ReviewGridProps) {
  const { begin, exclude, fields } = useCellEdits();
  const choices = useMemo(() => rows.some(hasChoices), [rows]);
  const giveWay = useMemo(() => fieldsToGiveWay(rows), [rows]);
  const columns = useMemo(() => {
    const fields = IMPORT_FIELDS.filter((field) => giveWay.split(' ').includes(field));
    return reviewColumns(mapping, choices ? { giveWay: new Set(fields) } : null);
  }, [mapping, choices, giveWay]);
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

/** Fields beside name and number with nothing wrong in any row, as one text: it seldom changes with the rows. */
function fieldsToGiveWay(rows: readonly ReviewRow[]): string {
  const wrong = new Set(rows.flatMap(({ problems }) => problems.map(({ field }) => field)));
  const [, , ...others] = IMPORT_FIELDS;
  return others.filter((field) => !wrong.has(field)).join(' ');
}

/** F2 and Delete on a row itself, beside the keys that every grid has. */
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
      Start over to take the next file.
    </EmptyState>
  );
}

function NoneOfThese() {
  return (
    <EmptyState icon={<IconFilter size={22} stroke={1.5} aria-hidden />} title="No such rows">
      Choose All to see the others.
    </EmptyState>
  );
}
