import { keepPreviousData, useIsMutating, useQuery } from '@tanstack/react-query';
import type { Changed } from '../../shared/ipc/call.ts';
import {
  type BulkOutcome,
  type BulkRequest,
  LEFT_OUT_REASONS,
  type LeftOutReason,
} from '../../shared/outbox.ts';
import type { WorkspaceAccess } from './api.ts';
import { useWorkspace } from './app-state.tsx';

/** IDs per call. */
const CHUNK_SIZE = 1000;

/** Does one thing with many submissions of a part of the Outbox. */
export async function bulkChange(
  { api }: WorkspaceAccess,
  { action, part, rows, correction, timeZone }: BulkRequest,
): Promise<BulkOutcome> {
  const request = { action, part, ...(correction && { correction }), ...(timeZone && { timeZone }) };
  if ('cause' in rows) {
    const { cause, shownUntil } = rows;
    return api.submissions.bulk({ ...request, rows: { cause, shownUntil } });
  }
  let merged: BulkOutcome = {
    changed: 0,
    leftOut: {},
    undo: null,
    discarded: [],
    chosen: [],
    stopped: false,
  };
  for (let start = 0; start < rows.ids.length && !merged.stopped; start += CHUNK_SIZE) {
    const ids = rows.ids.slice(start, start + CHUNK_SIZE);
    merged = mergedOutcome(merged, await api.submissions.bulk({ ...request, rows: { ids } }));
  }
  return merged;
}

/** The outcome of a bulk action that was made in two calls. */
function mergedOutcome(one: BulkOutcome, other: BulkOutcome): BulkOutcome {
  const leftOut: Partial<Record<LeftOutReason, number>> = {};
  for (const reason of LEFT_OUT_REASONS) {
    const count = (one.leftOut[reason] ?? 0) + (other.leftOut[reason] ?? 0);
    if (count > 0) leftOut[reason] = count;
  }
  const undos = [one.undo, other.undo].filter((undo) => undo !== null);
  return {
    changed: one.changed + other.changed,
    leftOut,
    undo:
      undos.length === 0
        ? null
        : { ids: undos.flatMap(({ ids }) => ids), until: Math.min(...undos.map(({ until }) => until)) },
    discarded: [...one.discarded, ...other.discarded],
    chosen: [...one.chosen, ...other.chosen],
    stopped: one.stopped || other.stopped,
  };
}

/** Undoes a change of these where nothing has happened since; returns how many changed. */
export async function undoInChunks(
  ids: readonly string[],
  undo: (chunk: { ids: string[] }) => Promise<Changed>,
): Promise<number> {
  let changed = 0;
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    changed += (await undo({ ids: ids.slice(start, start + CHUNK_SIZE) })).changed;
  }
  return changed;
}

/** A shorter search would find nearly everybody. */
const MIN_LENGTH = 2;
/** The IPC contract's limit. */
const MAX_LENGTH = 200;

/** Submissions that are not accepted and match a search, or come from an import; nothing for a single letter. */
export function useFoundSubmissions(search: string, limit: number, importId: string | null = null) {
  const { queries } = useWorkspace();
  const words = search.trim().slice(0, MAX_LENGTH);
  const enabled = words.length >= MIN_LENGTH || importId !== null;
  const found = useQuery({
    ...queries.submissions.search({ search: words, limit, ...(importId !== null && { importId }) }),
    enabled,
    // Keeps the previous results until these arrive, so that the list does not flicker.
    placeholderData: keepPreviousData,
  });
  return {
    rows: (enabled && found.data?.rows) || [],
    total: (enabled && found.data?.total) || 0,
    isPending: enabled && found.isFetching,
    error: found.error,
    refetch: found.refetch,
  };
}

/** The key of the mutation that undoes an import. */
export const UNDO_IMPORT = ['undo an import'];

/**
 * The latest imports, and what became of their rows. Not asked for while one is undone: counting 100,000 rows after each step
 * took as long as withdrawing them.
 */
export function useImports({ enabled = true } = {}) {
  const isUndoing = useIsMutating({ mutationKey: UNDO_IMPORT }) > 0;
  return useQuery({ ...useWorkspace().queries.imports.list(), enabled: enabled && !isUndoing });
}

/** How much is sent of the files that aren't sent whole, looked for in the same way. */
export function useImportProgress() {
  const isUndoing = useIsMutating({ mutationKey: UNDO_IMPORT }) > 0;
  return useQuery({ ...useWorkspace().queries.imports.progress(), enabled: !isUndoing }).data;
}

/** The name of an imported file; undefined while it isn't known, or once it was erased with a person. */
export function useFileName(importId: string | null): string | undefined {
  const list = useImports({ enabled: importId !== null });
  return list.data?.find(({ id }) => id === importId)?.name || undefined;
}
