import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { formatPlanned } from '../../parts/time/format-time.ts';
import { useSecondsLeft } from '../../parts/time/use-seconds-left.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';

interface UndoRunProps {
  /** Rows of the file that are in the queue. */
  readonly queued: number;
  readonly onUndo: () => Promise<number>;
}

/** Takes back everything of the import that is not sent yet, and puts these rows back into the review. */
export function UndoRunButton({ queued, onUndo }: UndoRunProps) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: onUndo,
    onSuccess: async (taken) => {
      await client.invalidateQueries();
      const sent = queued - taken;
      showToast({
        workspaceId,
        tone: sent > 0 ? 'problem' : 'done',
        title: `${countOf(taken, 'submission')} taken back`,
        ...(sent > 0 && {
          message: `${countOf(sent, 'was sent before', 'were sent before')} and can't be taken back.`,
        }),
      });
    },
    onError: (error) => {
      const { message, nextStep } = toApiError(error);
      showToast({ workspaceId, tone: 'problem', title: message, message: nextStep });
    },
  });
  return (
    <Button size="xs" loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo all {countOf(queued, 'submission')}
    </Button>
  );
}

/** A longer time is told by the clock. */
const COUNTED_SECONDS = 90;

/** Says for how long the import can be undone. */
export function UndoTime({ until }: { readonly until: number }) {
  const left = useSecondsLeft(until);
  if (left === 0) return null;
  const at =
    left > COUNTED_SECONDS ? `at ${formatPlanned(until, Date.now())}` : `in ${countOf(left, 'second')}`;
  return <p>Nothing is sent yet. The first goes out {at} at the earliest.</p>;
}
