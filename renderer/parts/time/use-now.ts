import { useSyncExternalStore } from 'react';

const TICK_MS = 20_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** The present moment (ms since 1970 UTC), moving every 20 seconds: one timer for all relative times on screen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
