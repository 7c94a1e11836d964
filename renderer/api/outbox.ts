import { useMutation, useQuery } from '@tanstack/react-query';
import type { Changed } from '../../shared/ipc/call.ts';
import type { OutboxPart } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import { api as appApi } from './api.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace, type WorkspaceAccess, workspaceAccess } from './workspace.ts';

/** The first page of each part of the Outbox. */
export function useOutbox() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.outbox, queryFn: () => api.submissions.outbox() });
}

/** Query options for a later page of a part of the Outbox. */
export function outboxPageQuery({ api, keys }: WorkspaceAccess, part: OutboxPart, offset: number) {
  return {
    queryKey: keys.outboxPage(part, offset),
    queryFn: () => api.submissions.outboxPage({ part, offset }),
  };
}

/** One submission; disabled for null. */
export function useSubmission(id: string | null) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.submission(id ?? ''),
    queryFn: () => api.submissions.get({ id: id ?? '' }),
    enabled: id !== null,
  });
}

export function useHold() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: ({ id, hold }: { id: string; hold: boolean }) =>
      hold ? api.submissions.pause({ ids: [id] }) : api.submissions.resume({ ids: [id] }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Moves a queued submission back to drafts. */
export function useTakeBack() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (id: string) => api.submissions.takeBack({ id }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** IDs per call. */
const CHUNK_SIZE = 1000;

/** Queues unconfirmed submissions again; returns how many changed (others were skipped because their status changed). */
export function sendAgain(submissions: readonly Submission[]): Promise<number> {
  return inTheirWorkspaces(submissions, ({ api }, ids) => api.submissions.sendAgain({ ids }));
}

/** Discards submissions; returns how many changed (others were skipped because their status changed). */
export function discard(submissions: readonly Submission[]): Promise<number> {
  return inTheirWorkspaces(submissions, ({ api }, ids) => api.submissions.discard({ ids }));
}

/** Undoes discarding these where nothing has happened since; returns how many changed. */
export function undoDiscard({ api }: WorkspaceAccess, submissionIds: readonly string[]): Promise<number> {
  return inChunks(submissionIds, (ids) => api.submissions.undoDiscard({ ids }));
}

/** Undoes sending held submissions now; returns how many had not been sent yet. */
export function undoSendHeld({ api }: WorkspaceAccess, submissionIds: readonly string[]): Promise<number> {
  return inChunks(submissionIds, (ids) => api.submissions.undoSendHeld({ ids }));
}

/** Groups the submissions by workspace, because another one than theirs may be on screen. */
async function inTheirWorkspaces(
  submissions: readonly Submission[],
  change: (workspace: WorkspaceAccess, ids: string[]) => Promise<Changed>,
): Promise<number> {
  let changed = 0;
  for (const [workspaceId, own] of Map.groupBy(submissions, (submission) => submission.workspaceId)) {
    const ids = own.map(({ id }) => id);
    changed += await inChunks(ids, (chunk) => change(workspaceAccess(workspaceId), chunk));
  }
  return changed;
}

async function inChunks(
  ids: readonly string[],
  change: (chunk: string[]) => Promise<Changed>,
): Promise<number> {
  let changed = 0;
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    changed += (await change(ids.slice(start, start + CHUNK_SIZE))).changed;
  }
  return changed;
}

export function useSetPaused() {
  return useMutation({
    mutationFn: (paused: boolean) => appApi.submissions.setPaused({ paused }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
