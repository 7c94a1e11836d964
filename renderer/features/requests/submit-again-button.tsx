import { IconPhoneOutgoing } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { RequestQuery } from '../../api/query-keys.ts';
import { resolveSelection } from '../../api/requests.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { useWorkspace, type WorkspaceAccess } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { useActions } from '../../parts/shortcuts/actions.ts';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';
import { submitAgainPath } from '../../routes/paths.ts';
import { BulkButton, bulkAction } from './bulk-button.tsx';
import { submitAgainWords } from './submit-again-words.ts';
import type { ListSelection } from './use-selection.ts';

const MOST_AT_ONCE = 500;

interface SubmitAgainButtonProps extends ListSelection {
  readonly query: RequestQuery;
}

/** Submits the selected candidates again: a single one through the form, several after confirmation. */
export function SubmitAgainButton({ count, selection, query }: SubmitAgainButtonProps) {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const start = useMutation({
    mutationFn: async () => {
      const ids = await resolveSelection(workspace, selection, query);
      const [first] = ids;
      if (first === undefined) return;
      if (ids.length > 1) return askToSubmitAgain(workspace, ids);
      const { submissionId, covered } = await workspace.api.requests.get({ requestId: first });
      // The form would show who it is, or nothing that can be sent.
      if (covered === 'results_and_identity') return askToSubmitAgain(workspace, ids);
      return submissionId;
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  // A callback of `mutate`, so that the form doesn't open once the list is left, least of all in another workspace.
  const begin = () => start.mutate(undefined, { onSuccess: (id) => id && navigate(submitAgainPath(id)) });
  const tooMany = count > MOST_AT_ONCE;
  useActions(tooMany ? [] : [bulkAction('again', 'Submit selected again…', begin)]);
  return (
    <BulkButton
      icon={IconPhoneOutgoing}
      title={tooMany ? `You can submit at most ${formatNumber(MOST_AT_ONCE)} again at once` : undefined}
      disabled={tooMany}
      loading={start.isPending}
      onClick={begin}
    >
      Submit again
    </BulkButton>
  );
}

function askToSubmitAgain({ id, api }: WorkspaceAccess, requestIds: readonly string[]): void {
  askToConfirm({
    workspaceId: id,
    ...submitAgainWords(requestIds.length),
    run: async () => {
      const { queued } = await api.submissions.submitAgain({ requestIds: [...requestIds] });
      showToast({ workspaceId: id, title: `${countOf(queued, 'submission')} queued` });
    },
  });
}
