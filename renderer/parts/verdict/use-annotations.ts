import { useQueryClient } from '@tanstack/react-query';
import type { RequestDetail, Verdict } from '../../../shared/request.ts';
import type { Annotation } from '../../../shared/request-filter.ts';
import { restoreAnnotations, useAnnotateRequest } from '../../api/request-actions.ts';
import { useRules } from '../../api/rules.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { showUndoToast } from '../toast/show-undo-toast.tsx';
import { rememberChange } from '../undo/undo-stack.ts';
import { VERDICT_WORDS } from './verdict-words.ts';

/** Loaded when it is needed, because few workspaces ask for reasons. */
async function openReasonForm(asked: Parameters<typeof import('./open-reason-form.tsx').openReasonForm>[0]) {
  const dialog = await import('./open-reason-form.tsx');
  dialog.openReasonForm(asked);
}

/** Changes a request's verdict, tags or archiving; all can be undone, and verdict and archiving show a toast with Undo. */
export function useAnnotations(request: RequestDetail) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const annotate = useAnnotateRequest(request.requestId);
  const name = request.candidateName;
  const verdictFirst = useRules().data?.verdictFirst.on ?? request.covered !== 'nothing';
  const offerUndo = (title: string, what: string, before: readonly Annotation[]) =>
    showUndoToast({
      workspaceId: workspace.id,
      title,
      what,
      undo: () => restoreAnnotations(workspace, client, before),
    });
  const undoable = (title: string, what: string, change: Parameters<typeof annotate.mutate>[0]) =>
    annotate.mutate(change, { onSuccess: (before) => offerUndo(title, what, before) });
  return {
    setVerdict: (verdict: Verdict) => {
      const isReasoned = request.covered !== 'nothing' && verdict !== 'none';
      if (verdict === request.verdict && !isReasoned) return;
      const [title, what] = [`${name}: ${VERDICT_WORDS[verdict]}`, `Verdict of ${name}`];
      if (!verdictFirst || verdict === 'none') undoable(title, what, { verdict });
      else {
        void openReasonForm({
          workspaceId: workspace.id,
          verdict,
          who: name,
          covered: request.covered !== 'nothing',
          run: async (reason) => offerUndo(title, what, await annotate.mutateAsync({ verdict, reason })),
        });
      }
    },
    /** Asks for a verdict and its reason. */
    giveVerdict: () =>
      void openReasonForm({
        workspaceId: workspace.id,
        verdict: null,
        who: name,
        covered: request.covered !== 'nothing',
        run: async (reason, verdict) =>
          offerUndo(
            `${name}: ${VERDICT_WORDS[verdict]}`,
            `Verdict of ${name}`,
            await annotate.mutateAsync({ verdict, reason }),
          ),
      }),
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
