import type { Submission } from '../../shared/submission.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { LogEvent } from './log-events.ts';

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
