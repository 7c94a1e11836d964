import type { CellText } from '../grid/grid-columns.ts';
import classes from './status-badge.module.css';

/** What a word of the service means to us; the list is open-ended (service-interface.md §3). */
function toneOf(status: string): string | undefined {
  if (status === 'COMPLETED') return classes['good'];
  if (status === 'PENDING') return classes['info'];
  return classes['calm'];
}

/** A status of the service, letter by letter, in the tone of what it is known to mean. */
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
