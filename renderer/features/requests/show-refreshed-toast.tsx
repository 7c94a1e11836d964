import { Anchor } from '@mantine/core';
import { countOf } from '../../parts/text/count-of.ts';
import { hideToast, showToast } from '../../parts/toast/show-toast.tsx';
import { unreadRequestsPath } from '../../routes/paths.ts';
import { requestSwitch } from '../../routes/pending-switches.ts';

const TOAST = 'refreshed';

/** Shows how many requests were refreshed. */
export function showRefreshedToast(
  workspaceId: string,
  { refreshed, failed }: { refreshed: number; failed: number },
): void {
  showToast({
    id: TOAST,
    workspaceId,
    tone: failed > 0 ? 'problem' : 'done',
    title: `${countOf(refreshed, 'request')} refreshed`,
    ...(failed > 0 && { message: <Failed workspaceId={workspaceId} count={failed} /> }),
  });
}

/** Leads to the requests that couldn't be refreshed: the list has the reason of each. */
function Failed({ workspaceId, count }: { workspaceId: string; count: number }) {
  const show = () => {
    hideToast(TOAST);
    const title = `${countOf(count, "request couldn't", "requests couldn't")} be refreshed`;
    requestSwitch({ workspaceId, path: unreadRequestsPath(), title });
  };
  return (
    <>
      <div>Couldn't refresh {countOf(count, 'request')}.</div>
      <Anchor component="button" type="button" size="sm" onClick={show}>
        Show {count === 1 ? 'it, with the reason' : 'them, each with the reason'}
      </Anchor>
    </>
  );
}
