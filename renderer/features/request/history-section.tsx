import type { HistoryEvent, HistoryEventKind } from '../../../shared/request.ts';
import { Section } from '../../parts/section/section.tsx';
import { formatDateTime } from '../../parts/time/format-time.ts';
import classes from './history-section.module.css';

const TONES: Partial<Record<HistoryEventKind, 'good' | 'wait' | 'bad'>> = {
  accepted: 'good',
  results_received: 'good',
  retry: 'wait',
  held: 'wait',
  unconfirmed: 'wait',
  refresh_problem: 'wait',
  rejected: 'bad',
  discarded: 'bad',
};

/** What happened to the request, the latest first. */
export function HistorySection({ history }: { history: readonly HistoryEvent[] }) {
  const latestFirst = history.toSorted((a, b) => b.at - a.at || b.id - a.id);
  return (
    <Section title="History">
      <ol className={classes['list']}>
        {latestFirst.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
    </Section>
  );
}

function Entry({ event }: { event: HistoryEvent }) {
  return (
    <li className={classes['entry']} data-tone={TONES[event.kind]}>
      <div className={classes['line']}>
        <span className={classes['summary']} dir="auto">
          {event.summary}
        </span>
        <time className={classes['time']} dateTime={new Date(event.at).toISOString()}>
          {formatDateTime(event.at)}
        </time>
      </div>
      {event.detail && (
        <p className={classes['detail']} dir="auto">
          {event.detail}
        </p>
      )}
    </li>
  );
}
