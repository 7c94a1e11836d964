import type { NavigateNotice } from '../../shared/ipc/bridge.ts';
import { assertNever } from '../../shared/result.ts';
import type { Target } from './compose.ts';

/**
 * Where a click on a notification leads: the page that shows what it is about, in the workspace it is about. Whether the
 * window goes there at once is the window's to decide: something may be typed in it.
 */
export function targetNotice(target: Target): NavigateNotice {
  const { workspaceId } = target;
  switch (target.place) {
    case 'request':
      // As a link: it asks before it leaves a form that something is typed into.
      return { kind: 'link', link: { kind: 'request', requestId: target.requestId, workspaceId } };
    case 'changed_requests':
      return { kind: 'page', path: '/requests?view=changed', workspaceId };
    case 'outbox':
      return { kind: 'page', path: '/outbox', workspaceId };
    case 'sign_in':
      // Every page says that nobody is signed in, and offers to.
      return { kind: 'workspace', workspaceId };
    default:
      return assertNever(target);
  }
}
