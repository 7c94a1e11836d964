import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Submission } from '../../../shared/submission.ts';
import { api } from '../../api/api.ts';
import { toApiError } from '../../api/api-error.ts';
import { hideToast, showToast } from '../../parts/toast/show-toast.ts';
import { ToastButton } from '../../parts/toast/toast-button.tsx';
import { changeAndSubmitPath, requestPath } from '../../places/paths.ts';

/** The one toast about what was submitted: the newest takes the place of the one before. */
export const SUBMITTED_TOAST = 'submitted';

/** Takes a submission back before it goes out, and opens it in the form with everything filled in. */
export function UndoButton({ submission }: { submission: Submission }) {
  const [, navigate] = useLocation();
  const undo = useMutation({
    mutationFn: () => api.submissions.takeBack({ id: submission.id }),
    onSuccess: () => {
      hideToast(SUBMITTED_TOAST);
      navigate(changeAndSubmitPath(submission.id));
    },
    onError: (error) =>
      showToast({
        id: SUBMITTED_TOAST,
        tone: 'problem',
        title: `${submission.candidateName} was not taken back`,
        message: (
          <>
            <div>{toApiError(error).message}</div>
            <WhereLink submission={submission} />
          </>
        ),
      }),
  });
  return <ToastButton label="Undo" busy={undo.isPending} onClick={() => undo.mutate()} />;
}

/** Leads to the request when the service has it by then, else to the Outbox. */
export function WhereLink({ submission }: { submission: Submission }) {
  const [, navigate] = useLocation();
  const go = async () => {
    const { requestId } = await api.submissions.get({ id: submission.id }).catch(() => submission);
    navigate(requestId === null ? '/outbox' : requestPath(requestId));
  };
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => void go()}>
      See where it is
    </Anchor>
  );
}
