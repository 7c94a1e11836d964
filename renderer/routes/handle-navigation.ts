import type { Bridge } from '../../shared/ipc/bridge.ts';
import { addPendingLink } from '../parts/pending-links-notice.tsx';
import { openOverlay } from '../parts/shortcuts.ts';
import { pressUndo } from '../parts/undo-stack.ts';
import { goTo } from './hash-location.ts';
import { requestSwitch } from './unsaved-work.ts';

/** Navigates as the operating system, the menu or a second instance asks. Call before the page has loaded. */
export function handleNavigation(bridge: Pick<Bridge, 'onNavigate'>): () => void {
  return bridge.onNavigate((notice) => {
    switch (notice.kind) {
      case 'page':
        return notice.workspaceId === undefined
          ? goTo(notice.path)
          : requestSwitch({ workspaceId: notice.workspaceId, path: notice.path });
      case 'workspace':
        return requestSwitch({ ...notice, path: null });
      case 'overlay':
        return openOverlay(notice.name);
      case 'link':
        return addPendingLink(notice.link);
      case 'undo':
        return pressUndo();
      case 'page_reloaded':
        return void sayReloaded();
    }
  });
}

async function sayReloaded(): Promise<void> {
  const { showToast } = await import('../parts/toast.tsx');
  showToast({
    id: 'page-reloaded',
    title: "Callboard's window stopped working and was reloaded",
    message: "What you hadn't submitted or saved yet is lost. Everything in the Outbox is safe.",
    tone: 'problem',
  });
}
