import { formatDateTime, formatRelative } from './format-time.ts';
import { useNow } from './use-now.ts';

/** Time relative to now, with the exact local time as its tooltip. */
export function RelativeTime({ at }: { at: number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </time>
  );
}
