import type { NavigateNotice } from '../../shared/ipc/bridge.ts';
import { assertNever } from '../../shared/result.ts';
import type { Target } from './compose.ts';

/** What can be brought before the person. */
export interface Places {
  readonly currentWorkspace: () => string | undefined;
  readonly selectWorkspace: (id: string) => void;
  readonly navigate: (notice: NavigateNotice) => Promise<void>;
  readonly show: () => Promise<void>;
}

/** Carries out a click on a notification: in the workspace it is about, on the page that shows it. */
export function followTarget(target: Target, places: Places): Promise<void> {
  if (places.currentWorkspace() !== target.workspaceId) places.selectWorkspace(target.workspaceId);
  switch (target.place) {
    case 'request':
      // As a link: it asks before it leaves a form that something is typed into.
      return places.navigate({ kind: 'link', link: { kind: 'request', requestId: target.requestId } });
    case 'changed_requests':
      return places.navigate({ kind: 'page', path: '/requests?view=changed' });
    case 'outbox':
      return places.navigate({ kind: 'page', path: '/outbox' });
    case 'sign_in':
      // Every page says that nobody is signed in, and offers to.
      return places.show();
    default:
      return assertNever(target);
  }
}
