import classes from './status-badge.module.css';

/** The colour of a known status; the service may send others (service-interface.md §3). */
function toneOf(status: string): string | undefined {
  if (status === 'COMPLETED') return classes['good'];
  if (status === 'PENDING') return classes['info'];
  return classes['calm'];
}

/** A status exactly as the service sent it. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`${classes['badge']} ${toneOf(status)}`} title={status} dir="auto">
      {status === '' ? '(empty)' : status}
    </span>
  );
}
