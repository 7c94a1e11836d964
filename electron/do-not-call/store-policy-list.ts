import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ListedNumber } from '../../shared/do-not-call.ts';
import type { PolicyListStore, StoredPolicyList } from './ports.ts';

/** So many take some 10 ms of the storage. */
const PIECE_ROWS = 500;

export interface PolicyListToStore {
  readonly numbers: readonly ListedNumber[];
  /** Whether it has all numbers: then those that it doesn't have are removed. */
  readonly isWhole: boolean;
  /** What to remember once all of it is on the disk; null: nothing. */
  readonly remember: StoredPolicyList | null;
  /** UTC ms. */
  readonly now: number;
  /** For tests that look in between. */
  readonly pieceRows?: number;
}

/**
 * Makes these the policy's numbers on the list. What is new is added before anything is removed, and an interrupted call
 * leaves more forbidden rather than less. False if it couldn't be done now, or another list was begun meanwhile.
 */
export async function storePolicyList(store: PolicyListStore, list: PolicyListToStore): Promise<boolean> {
  const { numbers, isWhole, remember, now, pieceRows = PIECE_ROWS } = list;
  const id = randomUUID();
  if (!(await store.beginPolicyList(id))) return false;
  for (let from = 0; from < numbers.length; from += pieceRows) {
    const piece = numbers
      .slice(from, from + pieceRows)
      .map((each) => ({ ...each, id: randomUUID(), addedAt: now, addedBy: '' }));
    if (!(await store.addPolicyEntries(id, piece, now))) return false;
    await setImmediate();
  }
  if (isWhole) {
    let removed: number;
    do removed = await store.removeOtherPolicyEntries(id, pieceRows, now);
    while (removed === pieceRows);
  }
  if (remember) await store.endPolicyList(id, remember);
  return true;
}
