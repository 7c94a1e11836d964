import { useQueryClient } from '@tanstack/react-query';
import type { RequestDetail, Verdict } from '../../../shared/request.ts';
import { restoreAnnotations, useAnnotateRequest } from '../../api/request-actions.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { showUndoToast } from '../toast/show-undo-toast.tsx';
import { rememberChange } from '../undo/undo-stack.ts';
import { VERDICT_WORDS } from './verdict-words.ts';

/** Changes a request's verdict, tags or archiving; all can be undone, and verdict and archiving show a toast with Undo. */
export function useAnnotations(request: RequestDetail) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const annotate = useAnnotateRequest(request.requestId);
  const name = request.candidateName;
  const undoable = (title: string, what: string, change: Parameters<typeof annotate.mutate>[0]) =>
    annotate.mutate(change, {
      onSuccess: (before) =>
        showUndoToast({
          workspaceId: workspace.id,
          title,
          what,
          undo: () => restoreAnnotations(workspace, client, before),
        }),
    });
  return {
    setVerdict: (verdict: Verdict) => {
      if (verdict !== request.verdict)
        undoable(`${name}: ${VERDICT_WORDS[verdict]}`, `Verdict of ${name}`, { verdict });
    },
    setArchived: (archived: boolean) =>
      archived
        ? undoable(`${name} archived`, `Archiving ${name}`, { archived })
        : undoable(`${name} unarchived`, `Unarchiving ${name}`, { archived }),
    // Without a toast: the tags are before one's eyes.
    setTags: (tags: readonly string[]) =>
      annotate.mutate(
        {
          addTags: tags.filter((tag) => !request.tags.includes(tag)),
          removeTags: request.tags.filter((tag) => !tags.includes(tag)),
        },
        {
          onSuccess: (before) =>
            rememberChange({
              workspaceId: workspace.id,
              what: `Tags of ${name}`,
              undo: () => restoreAnnotations(workspace, client, before),
            }),
        },
      ),
  };
}
