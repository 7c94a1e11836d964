import { useQueryClient } from '@tanstack/react-query';
import type { RequestDetail, Verdict } from '../../../shared/request.ts';
import { restoreAnnotations, useAnnotateRequest } from '../../api/request-actions.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { showUndoToast } from '../toast/show-undo-toast.tsx';
import { VERDICT_WORDS } from './verdict-words.ts';

/** Changes a request's verdict, tags or archiving; verdict and archiving show a toast with Undo. */
export function useAnnotations(request: RequestDetail) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const annotate = useAnnotateRequest(request.requestId);
  const undoable = (title: string, change: Parameters<typeof annotate.mutate>[0]) =>
    annotate.mutate(change, {
      onSuccess: (before) =>
        showUndoToast({
          workspaceId: workspace.id,
          title,
          undo: () => restoreAnnotations(workspace, client, before),
        }),
    });
  return {
    setVerdict: (verdict: Verdict) => {
      if (verdict !== request.verdict)
        undoable(`${request.candidateName}: ${VERDICT_WORDS[verdict]}`, { verdict });
    },
    setArchived: (archived: boolean) =>
      undoable(`${request.candidateName} ${archived ? 'archived' : 'unarchived'}`, { archived }),
    setTags: (tags: readonly string[]) =>
      annotate.mutate({
        addTags: tags.filter((tag) => !request.tags.includes(tag)),
        removeTags: request.tags.filter((tag) => !tags.includes(tag)),
      }),
  };
}
