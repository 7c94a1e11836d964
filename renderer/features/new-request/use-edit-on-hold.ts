import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Submission } from '../../../shared/submission.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { workspaceAccess } from '../../api/workspace.ts';

/** Beginning and leaving an edit are calls one after the other, however fast a person comes and goes. */
let calls: Promise<unknown> = Promise.resolve();

function inTurn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const answer = calls.then(call);
  calls = answer.catch(() => undefined);
  return answer;
}

/**
 * Keeps a submission that is on hold or a draft from being sent while it is open in the form, whatever it waits for; one
 * whose edit was interrupted becomes a draft. `isReady`: it can no longer be sent. `submission`: as it is then. `error`: it
 * was sent, or changed otherwise, just before.
 */
export function useEditOnHold(opened: Submission) {
  const { id, workspaceId, state } = opened;
  const [isOnHold] = useState(state === 'held');
  const begin = useMutation({
    mutationFn: () => inTurn(() => workspaceAccess(workspaceId).api.submissions.beginEdit({ id })),
  });
  const end = useMutation({
    mutationFn: () => inTurn(() => workspaceAccess(workspaceId).api.submissions.endEdit({ id })),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const { mutate: beginEdit } = begin;
  const { mutate: endEdit } = end;
  useEffect(() => {
    if (isOnHold) beginEdit();
    return () => endEdit();
  }, [isOnHold, beginEdit, endEdit]);
  return {
    isReady: !isOnHold || begin.isSuccess,
    submission: begin.data ?? opened,
    error: begin.error,
  };
}
