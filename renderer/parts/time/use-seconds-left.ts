import { useEffect, useState } from 'react';

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
