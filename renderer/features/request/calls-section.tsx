import { Button } from '@mantine/core';
import { useState } from 'react';
import { callTimeline, type TimedCall } from '../../../shared/call-timeline.ts';
import { formatMinutes } from '../../../shared/format-minutes.ts';
import type { ScreeningCall } from '../../../shared/request.ts';
import { statusKey } from '../../../shared/status-name.ts';
import { Section } from '../../parts/section/section.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { formatDateTime } from '../../parts/time/format-time.ts';
import classes from './calls-section.module.css';

/** Calls shown at first, and added by each click: a service may list any number. */
const CALLS_AT_ONCE = 200;

/** The screening calls on a timeline in local time; of very many, the latest. */
export function CallsSection({ calls }: { calls: readonly ScreeningCall[] }) {
  const [most, setMost] = useState(CALLS_AT_ONCE);
  const timeline = callTimeline(calls).map((timed, index) => ({ timed, index }));
  const hidden = Math.max(0, timeline.length - most);
  return (
    <Section
      title="Screening calls"
      aside={calls.length > 1 && <span className={classes['count']}>{countOf(calls.length, 'call')}</span>}
    >
      {calls.length === 0 ? (
        <p className={classes['empty']}>No calls yet. They appear here as soon as the service reports one.</p>
      ) : (
        <>
          {hidden > 0 && (
            <Button variant="default" size="xs" mb="sm" onClick={() => setMost(most + CALLS_AT_ONCE)}>
              Show earlier calls ({hidden.toLocaleString()} not shown)
            </Button>
          )}
          <ol className={classes['line']}>
            {timeline.slice(hidden).map(({ timed, index }) => (
              <Call key={index} timed={timed} />
            ))}
          </ol>
        </>
      )}
    </Section>
  );
}

function Call({ timed: { call, at, gapMs } }: { timed: TimedCall }) {
  return (
    <li
      className={classes['call']}
      data-done={(call.status !== null && statusKey(call.status) === 'completed') || undefined}
    >
      <div className={classes['facts']} title={call.id === null ? undefined : `Call ${call.id}`}>
        <CallTime at={at} written={call.timestamp} />
        <span className={classes['length']} data-missing={call.durationMinutes === null || undefined}>
          {call.durationMinutes === null ? 'Length not given' : formatMinutes(call.durationMinutes)}
        </span>
        {call.status === null ? (
          <span className={classes['length']} data-missing>
            Status not given
          </span>
        ) : (
          <StatusBadge status={call.status} />
        )}
      </div>
      {gapMs !== null && gapMs >= 60_000 && (
        <span className={classes['gap']}>{formatMinutes(gapMs / 60_000)} later</span>
      )}
    </li>
  );
}

/** A longer text is no time, and is cut here. */
const MAX_TIME_LENGTH = 80;

function CallTime({ at, written: sent }: { at: number | null; written: string | null }) {
  const written = sent && sent.length > MAX_TIME_LENGTH ? `${sent.slice(0, MAX_TIME_LENGTH)}…` : sent;
  if (at === null) {
    return (
      <span className={classes['time']} data-missing dir="auto">
        {written === null ? 'Time not given' : `Time as sent: ${written}`}
      </span>
    );
  }
  return (
    <time
      className={classes['time']}
      dateTime={new Date(at).toISOString()}
      title={`As the service sent it: ${written}`}
    >
      {formatDateTime(at)}
    </time>
  );
}
