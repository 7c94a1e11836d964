import type { CellText } from '../grid/grid-columns.ts';
import classes from './status-badge.module.css';

/** The colour of a known status; the service may send others (service-interface.md §3). */
function toneOf(status: string): string | undefined {
  if (status === 'COMPLETED') return classes['good'];
  if (status === 'PENDING') return classes['info'];
  return classes['calm'];
}

/** A status exactly as the service sent it. */
export function StatusBadge({ status }: { status: string }) {
  const { text, className } = statusCell(status);
  return (
    <span className={className} title={status} dir="auto">
      {text}
    </span>
  );
}

/** The same badge as a cell of a grid. */
export function statusCell(status: string): CellText {
  return {
    text: status === '' ? '(empty)' : status,
    title: status,
    className: `${classes['badge']} ${toneOf(status)}`,
  };
}
