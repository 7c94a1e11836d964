import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePastImports, withdrawImport } from '../../api/import.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';

/** Withdraws the waiting submissions of one file, after a question. */
export function WithdrawButton({ id, name }: { id: string; name: string }) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const unsent = usePastImports().data?.find((each) => each.id === id)?.unsent ?? 0;
  if (unsent === 0) return null;
  const withdraw = async () => {
    const { changed } = await withdrawImport(workspace, id);
    await client.invalidateQueries();
    showToast({ workspaceId: workspace.id, title: `${countOf(changed, 'submission')} withdrawn` });
  };
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() =>
        askToConfirm({
          workspaceId: workspace.id,
          title: `Withdraw ${countOf(unsent, 'submission')}?`,
          body: `Submissions from ${name} that are still waiting won't be sent. Those already sent are not affected.`,
          confirm: `Withdraw ${countOf(unsent, 'submission')}`,
          danger: true,
          run: withdraw,
        })
      }
    >
      Withdraw {countOf(unsent, 'submission')}
    </Button>
  );
}
