import { ok, type Result } from '../../shared/result.ts';
import type { ImportStore, WaitingSubmissions } from './ports.ts';

/** How many are changed in one transaction. */
const CHUNK_SIZE = 500;

/**
 * Withdraws the unsent submissions of a file; returns how many. Pauses them first, so that one sent in between keeps its
 * outcome and is never discarded unseen.
 */
export async function withdrawImport(
  importId: string,
  store: ImportStore,
  waiting: WaitingSubmissions,
): Promise<Result<{ changed: number }>> {
  for (const ids of chunksOf(await store.submissionsIn(importId, ['queued']))) await waiting.pause(ids);
  let changed = 0;
  for (const ids of chunksOf(await store.submissionsIn(importId, ['held', 'draft']))) {
    const discarded = await waiting.discard(ids);
    if (discarded.ok) changed += discarded.value.changed;
  }
  return ok({ changed });
}

/** The same, after which the withdrawn rows can be queued again; returns their numbers. */
export async function undoImport(
  importId: string,
  store: ImportStore,
  waiting: WaitingSubmissions,
): Promise<Result<readonly number[]>> {
  const withdrawn = await withdrawImport(importId, store, waiting);
  return withdrawn.ok ? ok(await store.releaseWithdrawn(importId)) : withdrawn;
}

function chunksOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK_SIZE) }, (_, index) =>
    ids.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
  );
}
