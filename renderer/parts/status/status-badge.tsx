import classes from './status-badge.module.css';

/** What a word of the service means to us; the list is open-ended (service-interface.md §3). */
function toneOf(status: string): string | undefined {
  if (status === 'COMPLETED') return classes['good'];
  if (status === 'PENDING') return classes['info'];
  return classes['calm'];
}

/** A status of the service, letter by letter, in the tone of what it is known to mean. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`${classes['badge']} ${toneOf(status)}`} title={status} dir="auto">
      {status === '' ? '(empty)' : status}
    </span>
  );
}
