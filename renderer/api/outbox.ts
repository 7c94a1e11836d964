import { useMutation, useQuery } from '@tanstack/react-query';
import type { Changed } from '../../shared/ipc/call.ts';
import type {
  BulkAction,
  BulkOutcome,
  GroupCause,
  GroupedTab,
  GroupPart,
  OutboxGroup,
  OutboxPart,
} from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import { api as appApi, type WorkspaceAccess, workspaceAccess } from './api.ts';
import { useWorkspace } from './app-state.tsx';
import { mergedOutcome } from './merged-outcome.ts';
import { SHOW_ERROR_IN_SHELL, showErrorAbout } from './query-client.ts';

/** The first page of each part of the Outbox. */
export function useOutbox() {
  return useQuery(useWorkspace().queries.submissions.outbox());
}

/** Query options for a later page of a part of the Outbox. */
export function outboxPageQuery({ queries }: WorkspaceAccess, part: OutboxPart, offset: number) {
  return queries.submissions.outboxPage({ part, offset });
}

/** The rows of a tab of the Outbox, grouped by cause. */
export function useOutboxGroups(tab: GroupedTab) {
  return useQuery(useWorkspace().queries.submissions.outboxGroups({ tab }));
}

/** Query options for a later page of a group. */
export function outboxGroupPageQuery(
  { queries }: WorkspaceAccess,
  { part, cause }: Pick<OutboxGroup, 'part' | 'cause'>,
  offset: number,
) {
  return queries.submissions.outboxGroupPage({ part, cause, offset });
}

/** Query options for a page of the discarded submissions. */
export function discardedPageQuery({ queries }: WorkspaceAccess, offset: number) {
  return queries.submissions.discardedPage({ offset });
}

/** The first page of the discarded submissions. */
export function useDiscarded() {
  return useQuery(discardedPageQuery(useWorkspace(), 0));
}

/** One submission; disabled for null. */
export function useSubmission(id: string | null) {
  const { queries } = useWorkspace();
  return useQuery({ ...queries.submissions.get({ id: id ?? '' }), enabled: id !== null });
}

/** One submission with its history, for its page. */
export function useSubmissionDetail(id: string) {
  return useQuery(useWorkspace().queries.submissions.detail({ id }));
}

export function useHold() {
  const { id: workspaceId, api } = useWorkspace();
  return useMutation({
    mutationFn: ({ id, hold }: { id: string; hold: boolean }) =>
      hold ? api.submissions.pause({ ids: [id] }) : api.submissions.resume({ ids: [id] }),
    onError: (error, { id }) => showErrorAbout({ workspaceId, id }, error),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Moves a queued submission back to drafts. */
export function useTakeBack() {
  const { id: workspaceId, api } = useWorkspace();
  return useMutation({
    mutationFn: (id: string) => api.submissions.takeBack({ id }),
    onError: (error, id) => showErrorAbout({ workspaceId, id }, error),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** IDs per call. */
const CHUNK_SIZE = 1000;

/** Queues an unconfirmed submission again; rejects if it has changed since. */
export function sendAgain({ id, workspaceId }: Submission): Promise<Changed> {
  return workspaceAccess(workspaceId).api.submissions.sendAgain({ ids: [id] });
}

/** Discards a submission; rejects if it has changed since. */
export function discard({ id, workspaceId }: Submission): Promise<Changed> {
  return workspaceAccess(workspaceId).api.submissions.discard({ ids: [id] });
}

/** A bulk action; `count`: how many submissions it is about. */
interface BulkChange {
  readonly action: BulkAction;
  readonly part: GroupPart;
  readonly rows:
    | { readonly ids: readonly string[] }
    | { readonly cause: GroupCause; readonly shownUntil: number };
  readonly count: number;
  readonly correction?:
    | { readonly jobDescriptionId?: string; readonly questionnaireTemplateId?: string }
    | undefined;
  readonly timeZone?: string | undefined;
}

/** Does one thing with many submissions of a part of the Outbox. */
export async function bulkChange(
  { api }: WorkspaceAccess,
  { action, part, rows, correction, timeZone }: BulkChange,
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

/** Undoes discarding these where nothing has happened since; returns how many changed. */
export function undoDiscard({ api }: WorkspaceAccess, submissionIds: readonly string[]): Promise<number> {
  return inChunks(submissionIds, (ids) => api.submissions.undoDiscard({ ids }));
}

/** Undoes sending held submissions now; returns how many had not been sent yet. */
export function undoSendHeld({ api }: WorkspaceAccess, submissionIds: readonly string[]): Promise<number> {
  return inChunks(submissionIds, (ids) => api.submissions.undoSendHeld({ ids }));
}

/** Undoes choosing the time zone of these; returns how many had not been sent yet. */
export function undoTimeZone({ api }: WorkspaceAccess, submissionIds: readonly string[]): Promise<number> {
  return inChunks(submissionIds, (ids) => api.submissions.undoTimeZone({ ids }));
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
