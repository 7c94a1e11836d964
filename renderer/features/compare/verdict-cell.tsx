import { useQueryClient } from '@tanstack/react-query';
import type { RequestDetail, Verdict } from '../../../shared/request.ts';
import { restoreAnnotations, useAnnotateRequest } from '../../api/request-actions.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import { VerdictMark } from '../../parts/verdict/verdict-mark.tsx';
import { VerdictPicker } from '../../parts/verdict/verdict-picker.tsx';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import { Missing } from './missing.tsx';
import classes from './verdict-cell.module.css';

/** The recruiter's verdict, which can be changed here; in print only its word. */
export function VerdictCell({ request }: { request: RequestDetail }) {
  const { requestId, verdict, candidateName } = request;
  const workspace = useWorkspace();
  const client = useQueryClient();
  const annotate = useAnnotateRequest(requestId);
  const change = (next: Verdict) =>
    annotate.mutate(
      { verdict: next },
      {
        onSuccess: (before) =>
          showUndoToast({
            workspaceId: workspace.id,
            title: `${candidateName}: ${VERDICT_WORDS[next]}`,
            undo: () => restoreAnnotations(workspace, client, before),
          }),
      },
    );
  return (
    <>
      <div className={classes['picker']}>
        <VerdictPicker size="sm" label={`Verdict on ${candidateName}`} value={verdict} onChange={change} />
      </div>
      <div className={classes['printed']}>
        {verdict === 'none' ? <Missing words="no verdict" /> : <VerdictMark verdict={verdict} />}
      </div>
    </>
  );
}
