import { Skeleton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useExplanation } from '../../api/rights.ts';
import { openDialog } from '../dialog/open-dialog.ts';
import { ErrorNotice } from '../notice/error-notice.tsx';
import { Notice } from '../notice/notice.tsx';
import { OtherWorkspaceLabel } from '../workspace/other-workspace-label.tsx';
import { ChooseDecision } from './choose-decision.tsx';
import { DialogEnd } from './dialog-end.tsx';
import { EditDraft } from './edit-draft.tsx';
import type { DecisionToExplain } from './open-explain.ts';

const MODAL_ID = 'explain-decision';

/** Opens the dialog of `openExplain`. It closes by its own buttons only: Escape asks before an edit is lost. */
export function showExplain(decision: DecisionToExplain): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'Why was this decided?',
    size: 'xl',
    withCloseButton: false,
    closeOnClickOutside: false,
    closeOnEscape: false,
    children: (
      <>
        <OtherWorkspaceLabel id={decision.workspaceId} />
        <ExplainDecision decision={decision} onClose={() => modals.close(MODAL_ID)} />
      </>
    ),
  });
}

interface ExplainDecisionProps {
  readonly decision: DecisionToExplain;
  readonly onClose: () => void;
}

/** The draft or, first, the choice of the submission that it is about. */
export function ExplainDecision({ decision, onClose }: ExplainDecisionProps) {
  const [submissionId, setSubmissionId] = useState(decision.submissionId);
  if (submissionId === null)
    return <ChooseDecision decision={decision} onChoose={setSubmissionId} onClose={onClose} />;
  return <Explanation submissionId={submissionId} decision={decision} onClose={onClose} />;
}

function Explanation({ submissionId, decision, onClose }: ExplainDecisionProps & { submissionId: string }) {
  const { data, error, refetch } = useExplanation(submissionId);
  if (data?.kind === 'draft')
    return <EditDraft draft={data.text} name={data.name} request={decision.request} onClose={onClose} />;
  return (
    <DialogEnd onClose={onClose}>
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Notice tone="info" title="A verdict comes first">
          In this workspace, nobody sees results before a verdict with a reason was given, and none was given
          for this request. So there is no decision to explain yet. Give the verdict on the request’s page,
          then come back.
        </Notice>
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </DialogEnd>
  );
}
