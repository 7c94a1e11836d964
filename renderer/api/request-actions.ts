import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PinnedField } from '../../shared/assessment.ts';
import type { RequestDetail } from '../../shared/request.ts';
import type { Annotation, AnnotationChange } from '../../shared/request-filter.ts';
import { answeredError, type WorkspaceAccess } from './api.ts';
import { useWorkspace } from './app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from './query-client.ts';
import { staleAfter } from './stale.ts';

/** Sets verdict, tags or archive of one request, with an optimistic update. Returns the previous annotations. */
export function useAnnotateRequest(requestId: string) {
  const { api, queries } = useWorkspace();
  const client = useQueryClient();
  const key = queries.requests.get({ requestId }).queryKey;
  return useMutation({
    mutationFn: (change: AnnotationChange) =>
      api.requests.annotate({ selection: { requestIds: [requestId] }, change }),
    onMutate: async (change) => {
      // An answer that was read before the change must not replace it on screen.
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      if (before) client.setQueryData(key, { ...before, ...applyChange(before, change) });
      return before;
    },
    onError: (_error, _change, before) => {
      if (before) client.setQueryData(key, before);
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
}

type Annotated = Pick<RequestDetail, 'verdict' | 'tags' | 'archived'>;

function applyChange(
  before: Annotated,
  { verdict, archived, addTags, removeTags }: AnnotationChange,
): Annotated {
  const tags = new Set([...before.tags, ...(addTags ?? [])]);
  for (const tag of removeTags ?? []) tags.delete(tag);
  return {
    verdict: verdict ?? before.verdict,
    archived: archived ?? before.archived,
    tags: [...tags].toSorted((a, b) => a.localeCompare(b)),
  };
}

/** Restores annotations. Throws `changed_since` if nothing is left to restore. */
export async function restoreAnnotations(
  { id: workspaceId, api }: WorkspaceAccess,
  client: ReturnType<typeof useQueryClient>,
  annotations: readonly Annotation[],
): Promise<void> {
  const { changed } = await api.requests.restore({ annotations: [...annotations] });
  if (changed === 0) throw await answeredError({ code: 'changed_since', values: null });
  await client.invalidateQueries(staleAfter({ topic: 'requests', workspaceId }));
}

/** Pins a result field as a column of Tracked requests, or unpins it. */
export function usePinField() {
  const { api, queries } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ field, pinned }: { field: PinnedField; pinned: boolean }) =>
      pinned
        ? api.pins.pin({ path: field.path, label: field.label, kind: field.kind })
        : api.pins.unpin({ path: field.path }),
    onSuccess: (pins) => client.setQueryData(queries.pins.list().queryKey, pins),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Opens an https link from the results in the system browser. */
export function useOpenResultLink(requestId: string) {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: (path: string) => api.requests.openResultLink({ requestId, path }) });
}

/** Saves a PDF report of one candidate to a file that the person chooses. */
export function useSaveReport() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (requestId: string) => api.requests.exportReport({ requestIds: [requestId] }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Marks a request as seen and gives it priority in tracking. */
export function markViewed({ api }: WorkspaceAccess, requestId: string): void {
  // Both are hints, so a failure needs no handling.
  api.requests.onScreen({ requestIds: [requestId] }).catch(() => undefined);
  api.requests.seen({ requestIds: [requestId] }).catch(() => undefined);
}

/** Saves the notes; they are durable when this resolves. */
export async function saveNotes({ api }: WorkspaceAccess, requestId: string, notes: string): Promise<void> {
  await api.requests.setNotes({ requestId, notes });
}
