import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Submission } from '../../../shared/submission.ts';
import { toApiError } from '../../api/api-error.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { hideToast, showToast } from '../../parts/toast/show-toast.tsx';
import { changeAndSubmitPath, requestPath, submissionPath } from '../../routes/paths.ts';
import { requestSwitch } from '../../routes/pending-switches.ts';
import { submittedToastId } from './submitted-toast-id.ts';

/** Takes a submission back before it is sent, and opens it in the form. */
export function UndoButton({ submission }: { submission: Submission }) {
  const undo = useMutation({
    mutationFn: () => workspaceAccess(submission.workspaceId).api.submissions.takeBack({ id: submission.id }),
    onSuccess: () => {
      hideToast(submittedToastId(submission.id));
      requestSwitch({
        workspaceId: submission.workspaceId,
        path: changeAndSubmitPath(submission.id),
        title: `${submission.candidateName} is a draft again`,
      });
    },
    onError: (error) =>
      showToast({
        // Beside the toast that says what becomes of it.
        id: `not taken back ${submission.id}`,
        workspaceId: submission.workspaceId,
        tone: 'problem',
        title: `Couldn’t take ${submission.candidateName} back`,
        message: (
          <>
            <div>{toApiError(error).message}</div>
            <WhereLink submission={submission} />
          </>
        ),
      }),
  });
  return (
    <Button size="compact-sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}

/** Opens the request if the service has accepted it by then, or else the submission. */
export function WhereLink({ submission }: { submission: Submission }) {
  const go = async () => {
    const { api } = workspaceAccess(submission.workspaceId);
    const { requestId } = await api.submissions.get({ id: submission.id }).catch(() => submission);
    requestSwitch({
      workspaceId: submission.workspaceId,
      path: requestId === null ? submissionPath(submission.id) : requestPath(requestId),
      title: `See where ${submission.candidateName} is`,
    });
  };
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => void go()}>
      See where it is
    </Anchor>
  );
}
