import type { OutboxRow } from '../../../shared/outbox.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';

/** Shows the result of a bulk decision: how many were changed, and how many had changed state before it. */
export function showDecisionToast(chosen: readonly OutboxRow[], changed: number, done: string): void {
  const skipped = chosen.length - changed;
  const [first] = chosen;
  showToast({
    id: 'decided',
    ...(first && { workspaceId: first.workspaceId }),
    tone: changed === 0 ? 'problem' : 'done',
    title: `${countOf(changed, 'submission')} ${done}`,
    ...(skipped > 0 && {
      message: `${countOf(skipped, 'was', 'were')} skipped because ${skipped === 1 ? 'its' : 'their'} status changed.`,
    }),
  });
}
