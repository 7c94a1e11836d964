import type { OutboxRow } from '../../../shared/outbox.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';

/** Says what one decision for many has done; some may have moved on since they were chosen. */
export function sayHowMany(chosen: readonly OutboxRow[], changed: number, done: string): void {
  const left = chosen.length - changed;
  const [first] = chosen;
  showToast({
    id: 'decided',
    ...(first && { workspaceId: first.workspaceId }),
    tone: changed === 0 ? 'problem' : 'done',
    title: `${countOf(changed, 'submission')} ${done}`,
    ...(left > 0 && { message: `${countOf(left, 'other')} had moved on meanwhile.` }),
  });
}
