import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';

/** Shows how many requests were refreshed. */
export function showRefreshedToast(
  workspaceId: string,
  { refreshed, failed }: { refreshed: number; failed: number },
): void {
  showToast({
    id: 'refreshed',
    workspaceId,
    tone: failed > 0 ? 'problem' : 'done',
    title: `${countOf(refreshed, 'request')} refreshed`,
    ...(failed > 0 && { message: `Couldn't refresh ${countOf(failed, 'request')}. Open one to see why.` }),
  });
}
