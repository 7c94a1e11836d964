import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { BulkOutcome } from '../../../shared/outbox.ts';
import { toApiError } from '../../api/api-error.ts';
import { bulkChange } from '../../api/outbox.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { Countdown } from '../../parts/time/countdown.tsx';
import { isToastShown, showToast } from '../../parts/toast/show-toast.tsx';

type Undo = NonNullable<BulkOutcome['undo']>;

const SENT_AGAIN_TOAST = 'sent-again';

/** With less time left than this, nobody could press Undo, ms. */
const SHORTEST_UNDO_MS = 500;
/** How long it stays once they are in the queue, ms. */
const QUEUED_MS = 8000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a countdown until these are sent, with Undo; `leftOut`: what to say about others. */
export function showSentAgainToast(workspace: WorkspaceAccess, undo: Undo, leftOut: string): void {
  const left = undo.until - Date.now();
  clearTimeout(timer);
  if (left < SHORTEST_UNDO_MS) {
    showQueued(workspace, undo, leftOut);
    return;
  }
  const { length } = undo.ids;
  showToast({
    id: SENT_AGAIN_TOAST,
    workspaceId: workspace.id,
    tone: 'busy',
    title: (
      <>
        {countOf(length, 'submission')} {length === 1 ? 'goes' : 'go'} out in{' '}
        <Countdown until={undo.until} from={Math.round(left / 1000)} />
      </>
    ),
    message: (
      <>
        {leftOut !== '' && <div>{leftOut}</div>}
        <UndoButton workspace={workspace} ids={undo.ids} />
      </>
    ),
    autoClose: false,
  });
  timer = setTimeout(() => isToastShown(SENT_AGAIN_TOAST) && showQueued(workspace, undo, leftOut), left);
}

function showQueued(workspace: WorkspaceAccess, { ids }: Undo, leftOut: string): void {
  showToast({
    id: SENT_AGAIN_TOAST,
    workspaceId: workspace.id,
    // Not done yet: the service may still refuse them.
    tone: 'busy',
    autoClose: QUEUED_MS,
    title: `${countOf(ids.length, 'submission')} ${ids.length === 1 ? 'is' : 'are'} in the queue`,
    ...(leftOut !== '' && { message: leftOut }),
  });
}

/** Takes them back before they are sent: they are drafts then. */
function UndoButton({ workspace, ids }: { workspace: WorkspaceAccess; ids: readonly string[] }) {
  const end = (title: string, message?: string) => {
    clearTimeout(timer);
    const problem = message === undefined ? {} : ({ tone: 'problem', message } as const);
    showToast({ id: SENT_AGAIN_TOAST, workspaceId: workspace.id, title, ...problem });
  };
  const undo = useMutation({
    mutationFn: () =>
      bulkChange(workspace, { action: 'take_back', part: 'waiting', rows: { ids }, count: ids.length }),
    onSuccess: ({ changed }) => {
      const sent = ids.length - changed;
      const tooLate = `${countOf(sent, 'other')} had already been sent.`;
      end(
        `${countOf(changed, 'submission is a draft', 'submissions are drafts')} now`,
        sent > 0 ? tooLate : undefined,
      );
    },
    onError: (error) => end("Couldn't undo", toApiError(error).message),
  });
  return (
    <Button size="compact-sm" variant="default" mt={6} loading={undo.isPending} onClick={() => undo.mutate()}>
      Undo
    </Button>
  );
}
