import { Button } from '@mantine/core';
import { IconPhoneOutgoing } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { resolveSelection } from '../../api/requests.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { useWorkspace, type WorkspaceAccess } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { useActions } from '../../parts/shortcuts/actions.ts';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';
import { submitAgainPath } from '../../routes/paths.ts';
import { submitAgainWords } from './submit-again-words.ts';

/** As many as are submitted again in one step. */
const MOST_AT_ONCE = 500;

interface SubmitAgainButtonProps {
  readonly count: number;
  readonly selection: RequestSelection;
  readonly query: RequestQuery;
}

/** Submits the chosen candidates once more: one through the form, several after a plain question. */
export function SubmitAgainButton({ count, selection, query }: SubmitAgainButtonProps) {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const start = useMutation({
    mutationFn: async () => {
      const ids = await resolveSelection(workspace, selection, query);
      const [only, another] = ids;
      if (only === undefined) return;
      if (another !== undefined) return askToSubmitAgain(workspace, ids);
      const { submissionId } = await workspace.api.requests.get({ requestId: only });
      return submissionId;
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  // The form opens for who still is on the list, not in another workspace that is on screen by then.
  const begin = () => start.mutate(undefined, { onSuccess: (id) => id && navigate(submitAgainPath(id)) });
  const tooMany = count > MOST_AT_ONCE;
  useActions(
    tooMany
      ? []
      : [
          {
            id: 'selected.again',
            name: 'Submit selected again…',
            group: 'Selected requests',
            run: begin,
          },
        ],
  );
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconPhoneOutgoing size={15} aria-hidden />}
      title={tooMany ? `At most ${formatNumber(MOST_AT_ONCE)} are submitted again in one step` : undefined}
      disabled={tooMany}
      loading={start.isPending}
      onClick={begin}
    >
      Submit again
    </Button>
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
