import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestDetail, RequestRow, Verdict } from '../../../shared/request.ts';
import type { Annotation, AnnotationChange } from '../../../shared/request-filter.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import { answeredError, type WorkspaceAccess } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { staleAfter } from '../../api/stale.ts';
import { showUndoToast } from '../../parts/toast.tsx';
import { rememberChange, type UndoableChange } from '../../parts/undo-stack.ts';
import { openReasonForm } from './open-reason-form.tsx';

/** Changes a request's verdict, tags or archiving; all can be undone, and verdict and archiving show a toast with Undo. */
export function useAnnotations(request: RequestRow) {
  return useAnnotate()(request);
}

/** Gives what {@link useAnnotations} gives, for any request. */
export function useAnnotate() {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const { mutateAsync } = useAnnotateRequest();
  const rules = useQuery(workspace.queries.rules.get()).data;
  return (request: RequestRow) =>
    annotationsOf(request, {
      workspace,
      client,
      verdictFirst: rules?.verdictFirst ?? request.covered,
      annotate: (change) => mutateAsync({ requestId: request.requestId, change }),
    });
}

/** A verdict that was asked for. */
export interface GivenVerdict {
  /** Whether a dialog asks for its reason first. */
  readonly asks: boolean;
  /** The change, once it is stored, to undo it; null if it changed nothing or failed. */
  readonly given: Promise<UndoableChange | null>;
}

interface Annotating {
  readonly workspace: WorkspaceAccess;
  readonly client: QueryClient;
  readonly verdictFirst: boolean;
  /** Gives what it was before. */
  readonly annotate: (change: AnnotationChange) => Promise<readonly Annotation[]>;
}

function annotationsOf(request: RequestRow, { workspace, client, verdictFirst, annotate }: Annotating) {
  const name = request.candidateName;
  const offerUndo = (title: string, what: string, before: readonly Annotation[]) =>
    showUndoToast({
      workspaceId: workspace.id,
      title,
      what,
      undo: () => restoreAnnotations(workspace, client, before),
    });
  const offerUndoOfVerdict = (verdict: Verdict, before: readonly Annotation[]) =>
    offerUndo(`${name}: ${VERDICT_WORDS[verdict]}`, `Verdict of ${name}`, before);
  const rememberVerdict = (before: readonly Annotation[]) =>
    rememberChange({
      workspaceId: workspace.id,
      what: `Verdict of ${name}`,
      undo: () => restoreAnnotations(workspace, client, before),
    });
  /** Changes it; `onChanged` gets what it was. It runs even if another request is on screen by then. */
  const change = <T>(wanted: AnnotationChange, onChanged: (before: readonly Annotation[]) => T) =>
    annotate(wanted).then(
      (before) => (before.length > 0 ? onChanged(before) : null),
      () => null, // The shell shows the error.
    );
  return {
    /** `isReviewed`: without a toast, as the review says how to undo it. */
    setVerdict: (verdict: Verdict, isReviewed = false): GivenVerdict => {
      const remember = (before: readonly Annotation[]) =>
        isReviewed ? rememberVerdict(before) : offerUndoOfVerdict(verdict, before);
      if (!verdictFirst || verdict === 'none') {
        // Main knows whether it is another verdict; what is on screen may be old.
        return { asks: false, given: change({ verdict }, remember) };
      }
      if (verdict === request.verdict && !request.covered)
        return { asks: false, given: Promise.resolve(null) };
      const given = Promise.withResolvers<UndoableChange>();
      openReasonForm({
        verdict,
        who: name,
        covered: request.covered,
        run: async (reason) => given.resolve(remember(await annotate({ verdict, reason }))),
      });
      return { asks: true, given: given.promise };
    },
    /** Asks for a verdict and its reason. */
    giveVerdict: () =>
      openReasonForm({
        verdict: null,
        who: name,
        covered: request.covered,
        run: async (reason, verdict) => offerUndoOfVerdict(verdict, await annotate({ verdict, reason })),
      }),
    setArchived: (archived: boolean) =>
      void change({ archived }, (before) =>
        archived
          ? offerUndo(`${name} archived`, `Archiving ${name}`, before)
          : offerUndo(`${name} unarchived`, `Unarchiving ${name}`, before),
      ),
    // Without a toast: the tags are before one's eyes.
    setTags: (tags: readonly string[]) =>
      void change(
        {
          addTags: tags.filter((tag) => !request.tags.includes(tag)),
          removeTags: request.tags.filter((tag) => !tags.includes(tag)),
        },
        (before) =>
          rememberChange({
            workspaceId: workspace.id,
            what: `Tags of ${name}`,
            undo: () => restoreAnnotations(workspace, client, before),
          }),
      ),
  };
}

interface RequestChange {
  readonly requestId: string;
  readonly change: AnnotationChange;
}

/** Sets verdict, tags or archive of one request, with an optimistic update. Returns the previous annotations. */
function useAnnotateRequest() {
  const { api, queries } = useWorkspace();
  const client = useQueryClient();
  const keyOf = (requestId: string) => queries.requests.get({ requestId }).queryKey;
  return useMutation({
    mutationFn: ({ requestId, change }: RequestChange) =>
      api.requests.annotate({ selection: { requestIds: [requestId] }, change }),
    onMutate: async ({ requestId, change }) => {
      const key = keyOf(requestId);
      // An answer that was read before the change must not replace it on screen.
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      if (before) client.setQueryData(key, { ...before, ...applyChange(before, change) });
      return before;
    },
    onError: (_error, { requestId }, before) => {
      if (before) client.setQueryData(keyOf(requestId), before);
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
async function restoreAnnotations(
  { id: workspaceId, api }: WorkspaceAccess,
  client: QueryClient,
  annotations: readonly Annotation[],
): Promise<void> {
  const { changed } = await api.requests.restore({ annotations: [...annotations] });
  if (changed === 0) throw await answeredError({ code: 'changed_since', values: null });
  await client.invalidateQueries(staleAfter({ topic: 'requests', workspaceId }));
}
