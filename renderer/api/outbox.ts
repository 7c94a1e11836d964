import { useMutation, useQuery } from '@tanstack/react-query';
import type { Changed } from '../../shared/ipc/call.ts';
import type { OutboxPart } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import { api as appApi } from './api.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace, type WorkspaceAccess, workspaceAccess } from './workspace.ts';

/** Everything not yet accepted: of long parts the first page. */
export function useOutbox() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.outbox, queryFn: () => api.submissions.outbox() });
}

/** Query options of a later page of a part of the Outbox. */
export function outboxPageQuery({ api, keys }: WorkspaceAccess, part: OutboxPart, offset: number) {
  return {
    queryKey: keys.outboxPage(part, offset),
    queryFn: () => api.submissions.outboxPage({ part, offset }),
  };
}

/** One submission; asked for only when there is an id. */
export function useSubmission(id: string | null) {
  const { api, keys } = useWorkspace();
  return useQuery({
    queryKey: keys.submission(id ?? ''),
    queryFn: () => api.submissions.get({ id: id ?? '' }),
    enabled: id !== null,
  });
}

/** Holds one that waits by itself, or lets it go on. */
export function useHold() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: ({ id, hold }: { id: string; hold: boolean }) =>
      hold ? api.submissions.pause({ ids: [id] }) : api.submissions.resume({ ids: [id] }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Takes one that was not sent back out of the queue, as a draft. */
export function useTakeBack() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (id: string) => api.submissions.takeBack({ id }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Ids that one call takes. */
const IDS_AT_ONCE = 1000;

/** Queues unconfirmed submissions once more; answers how many of them had not moved on meanwhile. */
export function sendAgain(submissions: readonly Submission[]): Promise<number> {
  return inTheirWorkspaces(submissions, ({ api }, ids) => api.submissions.sendAgain({ ids }));
}

/** Withdraws submissions; answers how many of them had not moved on meanwhile. */
export function discard(submissions: readonly Submission[]): Promise<number> {
  return inTheirWorkspaces(submissions, ({ api }, ids) => api.submissions.discard({ ids }));
}

/** Takes back the word to send these now; answers how many of them had not gone. */
export function undoSendHeld({ api }: WorkspaceAccess, submissionIds: readonly string[]): Promise<number> {
  return inChunks(submissionIds, (ids) => api.submissions.undoSendHeld({ ids }));
}

/** Each in its own workspace, whichever is on screen by now. */
async function inTheirWorkspaces(
  submissions: readonly Submission[],
  change: (workspace: WorkspaceAccess, ids: string[]) => Promise<Changed>,
): Promise<number> {
  let changed = 0;
  for (const [workspaceId, own] of Map.groupBy(submissions, (each) => each.workspaceId)) {
    const workspace = workspaceAccess(workspaceId);
    changed += await inChunks(
      own.map(({ id }) => id),
      (ids) => change(workspace, ids),
    );
  }
  return changed;
}

async function inChunks(
  ids: readonly string[],
  change: (chunk: string[]) => Promise<Changed>,
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
    mutationFn: (paused: boolean) => appApi.submissions.setPaused({ paused }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
