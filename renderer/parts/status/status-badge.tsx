import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

/** What a word of the service means to us; the list is open-ended (service-interface.md §3). */
function toneOf(status: string): 'good' | 'info' | 'calm' {
  if (status === 'COMPLETED') return 'good';
  if (status === 'PENDING') return 'info';
  return 'calm';
}

/** A status of the service, letter by letter, in the tone of what it is known to mean. */
export function StatusBadge({ status }: { status: string }) {
  return statusBadge(status);
}

/** The same as an element, for the many cells of a grid: without a component each. */
export function statusBadge(status: string): ReactNode {
  return (
    <span className={classes['badge']} data-tone={toneOf(status)} title={status} dir="auto">
      {status === '' ? '(empty)' : status}
    </span>
  );
}
