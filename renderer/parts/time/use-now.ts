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
  const end = now.subscribe(listener);
  return () => {
    end();
    if (!now.hasListeners) clearInterval(timer);
  };
}

/** The present moment (ms since 1970 UTC), moving every 20 seconds: one timer for all relative times on screen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, now.get);
}
