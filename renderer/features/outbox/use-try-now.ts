import { useMutation } from '@tanstack/react-query';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { useAppState, useOutboxCounts } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL, showErrorAbout } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';
import { tryManyNow } from './ask-for-bulk.tsx';
import { askToResume } from './ask-to-resume.tsx';
import { askToSendNow, sendNow, tryAllNow } from './ask-to-send-now.tsx';
import type { BulkTarget } from './run-bulk.tsx';
import { waitsForChosenTime } from './state-words.ts';

/** Sends now: one submission, a group, or all that wait for a retry. Says what stands in the way: a pause, no connection. */
export function useTryNow() {
  const workspace = useWorkspace();
  const { paused, reachable, session } = useAppState();
  const { waiting } = useOutboxCounts(workspace.id);
  const obstacle = !reachable ? 'offline' : session?.phase === 'signed_in' ? null : 'signed_out';
  const one = useMutation({
    mutationFn: async (row: OutboxRow) => {
      const isMade = await sendNow(row);
      // The row itself shows that it is being sent.
      if (isMade && obstacle) showTriedToast(workspace.id, 1, obstacle);
    },
    onError: (error, row) => showErrorAbout(row, error),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const all = useMutation({
    mutationFn: async () => {
      const changed = await tryAllNow(workspace);
      if (changed !== undefined) showTriedToast(workspace.id, changed, obstacle);
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
  const tryOne = (row: OutboxRow) =>
    waitsForChosenTime(row, Date.now()) ? askToSendNow(row) : one.mutate(row);
  const many = async (target: BulkTarget, first: OutboxRow) => {
    const changed = await tryManyNow(target, first);
    if (changed > 0 && obstacle) showTriedToast(workspace.id, changed, obstacle);
  };
  const unlessPaused = (run: () => void, name?: string) =>
    paused ? askToResume({ workspaceId: workspace.id, waiting, name, onResumed: run }) : run();
  return {
    tryOne: (row: OutboxRow) => unlessPaused(() => tryOne(row), row.candidateName),
    tryMany: (target: BulkTarget, first: OutboxRow) => unlessPaused(() => void many(target, first)),
    tryAll: () => unlessPaused(() => all.mutate()),
    isPending: one.isPending || all.isPending,
  };
}

const SHOWN_MS = 8000;

/** Says what trying now did, and what `count` submissions wait for if nothing can be sent. */
function showTriedToast(workspaceId: string, count: number, obstacle: 'offline' | 'signed_out' | null): void {
  const toast = { id: 'tried-now', workspaceId, autoClose: SHOWN_MS } as const;
  if (count === 0) {
    showToast({ ...toast, tone: 'busy', title: 'Nothing waits for another try', message: NOTHING });
    return;
  }
  const these = countOf(count, 'submission');
  const are = count === 1 ? 'is' : 'are';
  if (obstacle === 'offline') {
    showToast({
      ...toast,
      tone: 'busy',
      title: "The service can't be reached yet",
      message: `Callboard is checking the connection now. ${these} ${are} sent as soon as it is back.`,
    });
    return;
  }
  if (obstacle === 'signed_out') {
    showToast({
      ...toast,
      tone: 'busy',
      title: 'You are signed out',
      message: `${these} ${are} sent as soon as you sign in.`,
    });
    return;
  }
  showToast({ ...toast, tone: 'busy', title: `Trying ${these} now` });
}

const NOTHING =
  'What waits here waits for its time, is paused, or is refused by a rule. Each row says which, and has Try now where that helps.';
