import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Store } from '../store.ts';
import { formatDateTime, formatRelative } from './format.ts';

/** Time relative to now, with the exact local time as its tooltip. */
export function RelativeTime({ at }: { at: number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </time>
  );
}

/** Counts down on screen (`4 s`); screen readers get only the initial number of seconds. */
export function Countdown({ until, from }: { until: number; from: number }) {
  const left = useSecondsLeft(until);
  return (
    <>
      <span aria-hidden style={{ fontVariantNumeric: 'tabular-nums' }}>
        {`${left} s`}
      </span>
      <VisuallyHidden>{`${from} seconds`}</VisuallyHidden>
    </>
  );
}

const TICK_MS = 20_000;

const now = new Store(Date.now());
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (!now.hasListeners) {
    now.set(Date.now());
    timer = setInterval(() => now.set(Date.now()), TICK_MS);
  }
  const unsubscribe = now.subscribe(listener);
  return () => {
    unsubscribe();
    if (!now.hasListeners) clearInterval(timer);
  };
}

/** The current time (ms since 1970 UTC), updated every 20 seconds by one timer for all components. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, now.get);
}

/** Whole seconds until a time (ms since 1970 UTC), counting down to 0. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // `now` may be old, because the timer below stops at 0.
    if (until > 0) setNow(Date.now());
  }, [until]);
  const left = Math.max(0, until - now);
  useEffect(() => {
    if (left === 0) return;
    // Ticks on full seconds, so that the number shown is never ahead of the clock.
    const timer = setTimeout(() => setNow(Date.now()), left % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return Math.ceil(left / 1000);
}
