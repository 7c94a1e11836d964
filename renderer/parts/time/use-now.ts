import { useSyncExternalStore } from 'react';
import { Store } from '../../store.ts';

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
