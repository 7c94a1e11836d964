import { useMutation, useQuery } from '@tanstack/react-query';
import type { OutboxPart } from '../../shared/outbox.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { SHOW_ERROR_IN_SHELL } from './standing-problem.ts';

/** Everything not yet accepted: of long parts the first page. */
export function useOutbox() {
  return useQuery({ queryKey: queryKeys.outbox, queryFn: () => api.submissions.outbox() });
}

/** Query options of a later page of a part of the Outbox. */
export function outboxPageQuery(part: OutboxPart, offset: number) {
  return {
    queryKey: queryKeys.outboxPage(part, offset),
    queryFn: () => api.submissions.outboxPage({ part, offset }),
  };
}

/** One submission; asked for only when there is an id. */
export function useSubmission(id: string | null) {
  return useQuery({
    queryKey: queryKeys.submission(id ?? ''),
    queryFn: () => api.submissions.get({ id: id ?? '' }),
    enabled: id !== null,
  });
}

/** Holds one that waits by itself, or lets it go on. */
export function useHold() {
  return useMutation({
    mutationFn: ({ id, hold }: { id: string; hold: boolean }) =>
      hold ? api.submissions.pause({ ids: [id] }) : api.submissions.resume({ ids: [id] }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Takes one that was not sent back out of the queue, as a draft. */
export function useTakeBack() {
  return useMutation({
    mutationFn: (id: string) => api.submissions.takeBack({ id }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Ids that one call takes. */
const IDS_AT_ONCE = 1000;

/** Queues unconfirmed submissions once more; answers how many of them had not moved on meanwhile. */
export function sendAgain(ids: readonly string[]): Promise<number> {
  return inChunks(ids, (chunk) => api.submissions.sendAgain({ ids: chunk }));
}

/** Withdraws submissions; answers how many of them had not moved on meanwhile. */
export function discard(ids: readonly string[]): Promise<number> {
  return inChunks(ids, (chunk) => api.submissions.discard({ ids: chunk }));
}

/** Takes back the word to send these now; answers how many of them had not gone. */
export function undoSendHeld(ids: readonly string[]): Promise<number> {
  return inChunks(ids, (chunk) => api.submissions.undoSendHeld({ ids: chunk }));
}

async function inChunks(
  ids: readonly string[],
  change: (chunk: string[]) => Promise<{ readonly changed: number }>,
): Promise<number> {
  let changed = 0;
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    changed += (await change(ids.slice(at, at + IDS_AT_ONCE))).changed;
  }
  return changed;
}

/** Pauses or resumes the sending of what waits. */
export function useSetPaused() {
  return useMutation({
    mutationFn: (paused: boolean) => api.submissions.setPaused({ paused }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
