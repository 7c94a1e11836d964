import type { ClockReport } from '../../../../shared/diagnostics.ts';
import { toApiError } from '../../../api/api-error.ts';
import { CheckRow } from '../check-row.tsx';
import { formatDuration } from './format-duration.ts';

interface ClockRowProps {
  readonly clock: ClockReport | undefined;
  readonly measuring: boolean;
  readonly error: unknown;
}

/** Compares this computer's clock with the service's. */
export function ClockRow({ clock, measuring, error }: ClockRowProps) {
  if (error) return <CheckRow name="Clock" state="look" words={toApiError(error).message} />;
  if (!clock || measuring)
    return <CheckRow name="Clock" state="running" words="Comparing with the service…" />;
  return <CheckRow name="Clock" state={clock.state} words={wordsOf(clock)} next={adviceOn(clock)} />;
}

function wordsOf(clock: ClockReport): string {
  if ('unknown' in clock) {
    switch (clock.unknown) {
      case 'no_workspace':
        return 'There is no service to compare with yet.';
      case 'practice':
        return 'The practice service runs on this computer and uses the same clock.';
      case 'unreachable':
        return 'Couldn’t compare: the service can’t be reached.';
      case 'no_date':
        return 'Couldn’t compare: the service doesn’t send the time.';
    }
  }
  const { aheadMs, precisionMs } = clock;
  if (Math.abs(aheadMs) <= Math.max(precisionMs, 2000)) return 'The same as the service’s.';
  return `${formatDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service’s.`;
}

function adviceOn(clock: ClockReport): string | undefined {
  if ('unknown' in clock || clock.state === 'ok') return undefined;
  return 'Turn on automatic time in the system’s date and time settings. Until then, calling hours, scheduled times and sign-in may go wrong.';
}
