import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePastImports, withdrawImport } from '../../api/import.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';

/** Withdraws what waits of one file, after a question; absent where nothing waits. */
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
          body: `Those of ${name} that have not been sent yet will not be called. What was sent stays as it is.`,
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
