import classes from './status-badge.module.css';

/** What a word of the service means to us; the list is open-ended (service-interface.md §3). */
function toneOf(status: string): 'good' | 'info' | 'calm' {
  if (status === 'COMPLETED') return 'good';
  if (status === 'PENDING') return 'info';
  return 'calm';
}

/** A status of the service, letter by letter, in the tone of what it is known to mean. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={classes['badge']} data-tone={toneOf(status)} title={status} dir="auto">
      {status === '' ? '(empty)' : status}
    </span>
  );
}
