import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';

const SHOWN_MS = 8000;

/** Says what trying now did, and what `count` submissions wait for if nothing can be sent. */
export function showTriedToast(
  workspaceId: string,
  count: number,
  obstacle: 'offline' | 'signed_out' | null,
): void {
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
