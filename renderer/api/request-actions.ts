import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PinnedField } from '../../shared/assessment.ts';
import type { RequestDetail } from '../../shared/request.ts';
import type { Annotation, AnnotationChange } from '../../shared/request-filter.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** Sets verdict, tags or archive of one request; what is on screen follows at once. Answers the marks before. */
export function useAnnotateRequest(requestId: string) {
  const { api, keys } = useWorkspace();
  const client = useQueryClient();
  const key = keys.request(requestId);
  return useMutation({
    mutationFn: (change: AnnotationChange) =>
      api.requests.annotate({ selection: { requestIds: [requestId] }, change }),
    onMutate: (change) => {
      const before = client.getQueryData<RequestDetail>(key);
      if (before) client.setQueryData(key, { ...before, ...marksAfter(before, change) });
      return before;
    },
    onError: (_error, _change, before) => {
      if (before) client.setQueryData(key, before);
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
}

type Marks = Pick<RequestDetail, 'verdict' | 'tags' | 'archived'>;

function marksAfter(before: Marks, { verdict, archived, addTags, removeTags }: AnnotationChange): Marks {
  const tags = new Set([...before.tags, ...(addTags ?? [])]);
  for (const tag of removeTags ?? []) tags.delete(tag);
  return {
    verdict: verdict ?? before.verdict,
    archived: archived ?? before.archived,
    tags: [...tags].toSorted((a, b) => a.localeCompare(b)),
  };
}

/** Puts marks back as they were. */
export async function restoreAnnotations(
  { api, keys }: WorkspaceAccess,
  client: ReturnType<typeof useQueryClient>,
  annotations: readonly Annotation[],
): Promise<void> {
  await api.requests.restore({ annotations: [...annotations] });
  await client.invalidateQueries({ queryKey: keys.requests });
}

/** Makes a field of the results a column of Tracked requests, or an ordinary field again. */
export function usePinField() {
  const { api, keys } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ field, pinned }: { field: PinnedField; pinned: boolean }) =>
      pinned
        ? api.pins.pin({ path: field.path, label: field.label, kind: field.kind })
        : api.pins.unpin({ path: field.path }),
    onSuccess: (pins) => client.setQueryData(keys.requestPins, pins),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Opens a link of the results in the system browser; https alone. */
export function useOpenResultLink(requestId: string) {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: (path: string) => api.requests.openResultLink({ requestId, path }) });
}

/** Writes a PDF report of one candidate to a file of the person's choice. */
export function useSaveReport() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (requestId: string) => api.requests.exportReport({ requestIds: [requestId] }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Says that the person has looked at a request, and that tracking should refresh it before others. */
export function markViewed({ api }: WorkspaceAccess, requestId: string): void {
  // Only hints: the request stays marked, or is refreshed in its turn, where they do not arrive.
  api.requests.onScreen({ requestIds: [requestId] }).catch(() => undefined);
  api.requests.seen({ requestIds: [requestId] }).catch(() => undefined);
}

/** Stores the notes; durable when it answers. */
export async function saveNotes({ api }: WorkspaceAccess, requestId: string, notes: string): Promise<void> {
  await api.requests.setNotes({ requestId, notes });
}
