import type { Submission } from '../../shared/submission.ts';
import type { Stores } from '../storage/stores/index.ts';
import { RateLimit } from './log.ts';
import { type LogEvent, STORES } from './log-events.ts';

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

type Watched = Pick<Stores['submissions'], 'add' | 'addUnlessKnown' | 'save'>;

/** Wraps the store so that new submissions and their outcomes are logged, with hashed ids. */
export function watchSubmissions<Store extends Stores['submissions']>(store: Store, log: LogEvent): Store {
  const logAdded = (submissions: readonly Submission[]): void => {
    const [first] = submissions;
    if (first) log('submission_added', { workspace: first.workspaceId, count: submissions.length });
  };
  const watched: Watched = {
    add: async (submissions, ...rest) => {
      const added = await store.add(submissions, ...rest);
      if (added) logAdded(submissions);
      return added;
    },
    addUnlessKnown: async (submissions, ...rest) => {
      const added = await store.addUnlessKnown(submissions, ...rest);
      if (added === true) logAdded(submissions);
      return added;
    },
    save: async (changes) => {
      const saved = await store.save(changes);
      for (const [index, { submission }] of changes.entries()) {
        if (saved[index] === true && isOutcome(submission)) logOutcome(submission, log);
      }
      return saved;
    },
  };
  return new Proxy(store, {
    get: (target, key, receiver) =>
      Object.hasOwn(watched, key) ? Reflect.get(watched, key) : Reflect.get(target, key, receiver),
  });
}

/** Whether a state is the result of an attempt or a person's decision, not an intermediate step. */
function isOutcome({ state, problem }: Submission): boolean {
  switch (state) {
    case 'accepted':
    case 'rejected':
    case 'held':
    case 'unconfirmed':
    case 'discarded':
      return true;
    case 'queued':
      return problem !== null;
    case 'draft':
    case 'connecting':
    case 'sending':
      return false;
  }
}

function logOutcome({ id, state, problem, attempts }: Submission, log: LogEvent): void {
  log('submission_changed', {
    submission: id,
    state,
    outcome: problem?.code ?? 'none',
    http: problem?.httpStatus,
    attempts,
  });
}
