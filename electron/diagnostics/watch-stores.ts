import { type LogEvent, STORES } from './log-events.ts';
import { RateLimit } from './rate-limit.ts';

/** An operation that takes longer than this is told of, ms. */
const SLOW_MS = 1000;

/** Told of at most this often: when the disk is slow, everything is. */
const MOST_TOLD = 6;
const TOLD_EVERY_MS = 60_000;

/** The same stores, with operations that take long written to the log, by the store they are of. */
export function watchStores<Stores extends object>(
  stores: Stores,
  log: LogEvent,
  now: () => number = () => performance.now(),
): Stores {
  const limit = new RateLimit(MOST_TOLD, TOLD_EVERY_MS, now);
  const ended = (store: string, begun: number): void => {
    const tookMs = now() - begun;
    if (tookMs < SLOW_MS) return;
    const { passes, leftOut } = limit.take();
    if (!passes) return;
    log('storage_slow', {
      store: STORES.find((known) => known === store),
      tookMs,
      ...(leftOut > 0 && { alsoSlow: leftOut }),
    });
  };
  return new Proxy(stores, {
    get(target, key, receiver) {
      const store: unknown = Reflect.get(target, key, receiver);
      return typeof store === 'object' && store !== null ? timed(store, String(key), now, ended) : store;
    },
  });
}

function timed(
  store: object,
  name: string,
  now: () => number,
  ended: (store: string, begun: number) => void,
): object {
  return new Proxy(store, {
    get(target, key, receiver) {
      const operation: unknown = Reflect.get(target, key, receiver);
      if (typeof operation !== 'function') return operation;
      return async (...args: unknown[]): Promise<unknown> => {
        const begun = now();
        try {
          return await operation.apply(target, args);
        } finally {
          ended(name, begun);
        }
      };
    },
  });
}
