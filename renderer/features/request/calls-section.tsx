import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ScreeningCall } from '../../../shared/request.ts';
import { Section } from '../../parts/section/section.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { formatMinutes } from '../../parts/time/format-time.ts';
import { callsInTime, type TimedCall } from './call-times.ts';
import classes from './calls-section.module.css';

/** Calls on screen at first, and with each wish for more: a service may list any number, and a page holds some. */
const CALLS_AT_ONCE = 200;

/** The screening calls on a time line, in local time, the latest of very many. */
export function CallsSection({ calls }: { calls: readonly ScreeningCall[] }) {
  const [most, setMost] = useState(CALLS_AT_ONCE);
  const timeline = callsInTime(calls).map((timed, place) => ({ timed, place }));
  const hidden = Math.max(0, timeline.length - most);
  return (
    <Section
      title="Screening calls"
      aside={calls.length > 1 && <span className={classes['count']}>{countOf(calls.length, 'call')}</span>}
    >
      {calls.length === 0 ? (
        <p className={classes['empty']}>No calls yet. They show here as soon as the service reports one.</p>
      ) : (
        <>
          {hidden > 0 && (
            <Button variant="default" size="xs" mb="sm" onClick={() => setMost(most + CALLS_AT_ONCE)}>
              Show earlier calls ({hidden.toLocaleString()} not shown)
            </Button>
          )}
          <ol className={classes['line']}>
            {timeline.slice(hidden).map(({ timed, place }) => (
              <Call key={place} timed={timed} />
            ))}
          </ol>
        </>
      )}
    </Section>
  );
}

function Call({ timed: { call, at, gapMs } }: { timed: TimedCall }) {
  return (
    <li className={classes['call']} data-done={call.status === 'COMPLETED' || undefined}>
      <div className={classes['facts']} title={call.id === null ? undefined : `Call ${call.id}`}>
        <CallTime at={at} written={call.timestamp} />
        <span className={classes['length']} data-missing={call.durationMinutes === null || undefined}>
          {call.durationMinutes === null ? 'Length not given' : callLength(call.durationMinutes)}
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

const localTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** A time is written in fewer characters; what is longer is none, and need not be read to its end. */
const LONGEST_TIME = 80;

function CallTime({ at, written: asWritten }: { at: number | null; written: string | null }) {
  const written =
    asWritten && asWritten.length > LONGEST_TIME ? `${asWritten.slice(0, LONGEST_TIME)}…` : asWritten;
  if (at === null) {
    return (
      <span className={classes['time']} data-missing dir="auto">
        {written === null ? 'Time not given' : `Time as written: ${written}`}
      </span>
    );
  }
  return (
    <time
      className={classes['time']}
      dateTime={new Date(at).toISOString()}
      title={`As the service wrote it: ${written}`}
    >
      {localTime.format(at)}
    </time>
  );
}

function callLength(minutes: number): string {
  return minutes === 0 ? '0 min' : formatMinutes(minutes);
}
