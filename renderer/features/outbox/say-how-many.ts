import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.ts';

/** Says what one decision for many has done; some may have moved on since they were chosen. */
export function sayHowMany(changed: number, chosen: number, done: string): void {
  const left = chosen - changed;
  showToast({
    id: 'decided',
    tone: changed === 0 ? 'problem' : 'done',
    title: `${countOf(changed, 'submission')} ${done}`,
    ...(left > 0 && { message: `${countOf(left, 'other')} had moved on meanwhile.` }),
  });
}
