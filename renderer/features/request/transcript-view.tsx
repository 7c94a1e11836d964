import type { Turn } from '../../../shared/assessment-tables.ts';
import { LongText } from '../../parts/assessment/long-text.tsx';
import { formatIsoDateTime } from '../../parts/time/format-time.ts';
import classes from './transcript-view.module.css';

/** A transcript: who said what, and when. */
export function TranscriptView({ turns }: { turns: readonly Turn[] }) {
  return (
    <ol className={classes['turns']}>
      {turns
        .map((turn, index) => ({ turn, index }))
        .map(({ turn, index }) => (
          <li key={index} className={classes['turn']}>
            <span className={classes['speaker']} dir="auto" title={turn.speaker}>
              {turn.speaker === '' ? '–' : turn.speaker}
              {turn.at !== null && <span className={classes['time']}>{saidAt(turn.at)}</span>}
            </span>
            <LongText text={turn.text} />
          </li>
        ))}
    </ol>
  );
}

/** Seconds into the call as `2:05`, a date in local time, anything else unchanged. */
function saidAt(at: string): string {
  const seconds = Number(at);
  if (at.trim() === '' || Number.isNaN(seconds)) return /^\d{4}-/.test(at) ? formatIsoDateTime(at) : at;
  if (seconds < 0 || seconds > 36_000) return at;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
