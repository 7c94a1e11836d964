import { ok, type Result } from '../../shared/result.ts';
import type { ImportStore, WaitingSubmissions } from './ports.ts';

/** As many as are changed in one transaction. */
const AT_ONCE = 500;

/**
 * Withdraws everything of a file that is not on its way yet; answers how many. What waits is paused before it is
 * discarded: one that gets on its way in between is left to its outcome and never discarded unseen.
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

function chunksOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, nth) =>
    ids.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
  );
}
