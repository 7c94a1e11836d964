import { useQueryClient } from '@tanstack/react-query';
import type { RequestDetail, Verdict } from '../../../shared/request.ts';
import type { Annotation, AnnotationChange } from '../../../shared/request-filter.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { restoreAnnotations, useAnnotateRequest } from '../../api/request-actions.ts';
import { useRules } from '../../api/rules.ts';
import { showUndoToast } from '../toast.tsx';
import { rememberChange } from '../undo-stack.ts';
import { openReasonForm } from './open-reason-form.tsx';
import { VERDICT_WORDS } from './verdict-words.ts';

/** Changes a request's verdict, tags or archiving; all can be undone, and verdict and archiving show a toast with Undo. */
export function useAnnotations(request: RequestDetail) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const annotate = useAnnotateRequest(request.requestId);
  const name = request.candidateName;
  const verdictFirst = useRules().data?.verdictFirst ?? request.covered;
  const offerUndo = (title: string, what: string, before: readonly Annotation[]) =>
    showUndoToast({
      workspaceId: workspace.id,
      title,
      what,
      undo: () => restoreAnnotations(workspace, client, before),
    });
  const offerUndoOfVerdict = (verdict: Verdict, before: readonly Annotation[]) =>
    offerUndo(`${name}: ${VERDICT_WORDS[verdict]}`, `Verdict of ${name}`, before);
  /** Changes it; `onChanged` gets what it was. It runs even if another request is on screen by then. */
  const change = (wanted: AnnotationChange, onChanged: (before: readonly Annotation[]) => unknown) =>
    void annotate.mutateAsync(wanted).then(
      (before) => before.length > 0 && onChanged(before),
      () => undefined, // The shell shows the error.
    );
  return {
    /** Gives a verdict; true if a dialog asks for its reason first. */
    setVerdict: (verdict: Verdict): boolean => {
      if (!verdictFirst || verdict === 'none') {
        // Main knows whether it is another verdict; what is on screen may be old.
        change({ verdict }, (before) => offerUndoOfVerdict(verdict, before));
        return false;
      }
      if (verdict === request.verdict && !request.covered) return false;
      openReasonForm({
        verdict,
        who: name,
        covered: request.covered,
        run: async (reason) => offerUndoOfVerdict(verdict, await annotate.mutateAsync({ verdict, reason })),
      });
      return true;
    },
    /** Asks for a verdict and its reason. */
    giveVerdict: () =>
      openReasonForm({
        verdict: null,
        who: name,
        covered: request.covered,
        run: async (reason, verdict) =>
          offerUndoOfVerdict(verdict, await annotate.mutateAsync({ verdict, reason })),
      }),
    setArchived: (archived: boolean) =>
      change({ archived }, (before) =>
        archived
          ? offerUndo(`${name} archived`, `Archiving ${name}`, before)
          : offerUndo(`${name} unarchived`, `Unarchiving ${name}`, before),
      ),
    // Without a toast: the tags are before one's eyes.
    setTags: (tags: readonly string[]) =>
      change(
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
