import type { Stores } from '../../electron/storage/stores/index.ts';
import { type PersonActions, personActions } from '../electron/submissions/person-actions.ts';

/**
 * What a person can do with the submissions of `workspace-1`, with no undo window and regardless of duplicates. `now`: the
 * clock that the queue reads, too (UTC ms).
 */
export function personAt(
  store: Stores['submissions'],
  onChange: () => void = () => undefined,
  now: () => number = Date.now,
): PersonActions {
  return personActions({
    store,
    settings: () => ({ undoSeconds: 0, duplicateDays: 0 }),
    onChange,
    now,
  });
}
