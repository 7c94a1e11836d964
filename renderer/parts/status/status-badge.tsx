import type { PlainText } from '../grid/plain-cell.ts';
import classes from './status-badge.module.css';

/** What a word of the service means to us; the list is open-ended (service-interface.md §3). */
function toneOf(status: string): string | undefined {
  if (status === 'COMPLETED') return classes['good'];
  if (status === 'PENDING') return classes['info'];
  return classes['calm'];
}

/** A status of the service, letter by letter, in the tone of what it is known to mean. */
export function StatusBadge({ status }: { status: string }) {
  const { text, look } = statusText(status);
  return (
    <span className={look} title={status} dir="auto">
      {text}
    </span>
  );
}

/** The same for the plain cells of a grid. */
export function statusText(status: string): PlainText {
  return {
    text: status === '' ? '(empty)' : status,
    look: `${classes['badge']} ${toneOf(status)}`,
    title: status,
  };
}
