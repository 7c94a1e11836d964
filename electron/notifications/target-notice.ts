import type { NavigateNotice } from '../../shared/ipc/bridge.ts';
import { assertNever } from '../../shared/result.ts';
import type { Target } from './compose.ts';

/**
 * The navigation for a click on a notification. The window may ask first, for example if a form has unsaved input.
 */
export function targetNotice(target: Target): NavigateNotice {
  const { workspaceId } = target;
  switch (target.place) {
    case 'request':
      // A link asks before it leaves a form with unsaved input.
      return { kind: 'link', link: { kind: 'request', requestId: target.requestId, workspaceId } };
    case 'changed_requests':
      return { kind: 'page', path: '/requests?view=changed', workspaceId };
    case 'outbox':
      return { kind: 'page', path: '/outbox', workspaceId };
    case 'sign_in':
      // Every page shows a sign-in prompt.
      return { kind: 'workspace', workspaceId };
    default:
      return assertNever(target);
  }
}
