import { ok, type Result } from '../../shared/result.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { OutboxDecisions } from '../submissions/outbox-decisions.ts';

/** What can be done with waiting submissions. */
export type WaitingSubmissions = Pick<OutboxDecisions, 'withdraw'>;

/** How many are read, and changed in one transaction: it holds up neither the queue nor the window for long. */
const CHUNK_SIZE = 1000;

/** Withdraws the unsent submissions of a file; returns how many. */
export async function withdrawImport(
  importId: string,
  store: Stores['imports'],
  waiting: WaitingSubmissions,
): Promise<Result<{ changed: number }>> {
  const ids = await store.submissionsIn(importId, ['queued', 'held', 'draft']);
  let changed = 0;
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    const withdrawn = await waiting.withdraw(ids.slice(start, start + CHUNK_SIZE));
    if (!withdrawn.ok) return withdrawn;
    changed += withdrawn.value.changed;
  }
  return ok({ changed });
}

/** The same, after which the withdrawn rows can be queued again; returns their numbers. */
export async function undoImport(
  importId: string,
  store: Stores['imports'],
  waiting: WaitingSubmissions,
): Promise<Result<readonly number[]>> {
  const withdrawn = await withdrawImport(importId, store, waiting);
  return withdrawn.ok ? ok(await store.releaseWithdrawn(importId)) : withdrawn;
}
