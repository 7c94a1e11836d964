import { countOf } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';

/** Says how many were read from the service; those that could not say why themselves. */
export function sayRefreshed(
  workspaceId: string,
  { refreshed, failed }: { refreshed: number; failed: number },
): void {
  showToast({
    id: 'refreshed',
    workspaceId,
    tone: failed > 0 ? 'problem' : 'done',
    title: `${countOf(refreshed, 'request')} refreshed`,
    ...(failed > 0 && { message: `${countOf(failed, 'could', 'could')} not be read; each says why.` }),
  });
}
