import { type LogEvent, STORES } from './log-events.ts';
import { RateLimit } from './rate-limit.ts';

/** Operations that take longer are logged, ms. */
const SLOW_MS = 1000;

/** Rate limit: on a slow disk every operation is slow. */
const MAX_LOGGED = 6;
const WINDOW_MS = 60_000;

/** Wraps the stores so that slow operations are logged with their store's name. */
export function watchStores<Stores extends object>(
  stores: Stores,
  log: LogEvent,
  now: () => number = () => performance.now(),
): Stores {
  const limit = new RateLimit(MAX_LOGGED, WINDOW_MS, now);
  const logIfSlow = (store: string, startedAt: number): void => {
    const tookMs = now() - startedAt;
    if (tookMs < SLOW_MS) return;
    const { allowed, dropped } = limit.tryAcquire();
    if (!allowed) return;
    log('storage_slow', {
      store: STORES.find((known) => known === store),
      tookMs,
      ...(dropped > 0 && { alsoSlow: dropped }),
    });
  };
  return new Proxy(stores, {
    get(target, key, receiver) {
      const store: unknown = Reflect.get(target, key, receiver);
      return typeof store === 'object' && store !== null ? timed(store, String(key), now, logIfSlow) : store;
    },
  });
}

function timed(
  store: object,
  name: string,
  now: () => number,
  logIfSlow: (store: string, startedAt: number) => void,
): object {
  return new Proxy(store, {
    get(target, key, receiver) {
      const operation: unknown = Reflect.get(target, key, receiver);
      if (typeof operation !== 'function') return operation;
      return async (...args: unknown[]): Promise<unknown> => {
        const startedAt = now();
        try {
          return await operation.apply(target, args);
        } finally {
          logIfSlow(name, startedAt);
        }
      };
    },
  });
}
