import { IconCircleCheck, IconFilter } from '@tabler/icons-react';
import { useCallback } from 'react';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import type { ReviewRow } from './judge-rows.ts';
import { reviewColumns } from './review-columns.tsx';

interface ReviewGridProps {
  readonly rows: readonly ReviewRow[];
  /** Rows not in the queue, whether shown or not. */
  readonly left: number;
  /** What is shown, as a key. */
  readonly order: string;
  readonly onOpen: (number: number) => void;
}

/** The rows; only those on screen are in the page. Opening one corrects it. */
export function ReviewGrid({ rows, left, order, onOpen }: ReviewGridProps) {
  const itemAt = useCallback((index: number) => rows[index], [rows]);
  const open = useCallback((row: ReviewRow) => onOpen(row.number), [onOpen]);
  if (rows.length === 0) return left === 0 ? <NothingLeft /> : <NoneOfThese />;
  return (
    <DataGrid
      label="Rows of the file"
      columns={reviewColumns}
      count={rows.length}
      itemAt={itemAt}
      itemId={rowId}
      rowHeight={34}
      onOpen={open}
      order={order}
    />
  );
}

function rowId(row: ReviewRow): string {
  return String(row.number);
}

function NothingLeft() {
  return (
    <EmptyState
      icon={<IconCircleCheck size={22} stroke={1.5} aria-hidden />}
      title="Every row is in the queue"
    >
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
