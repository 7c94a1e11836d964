import type { NotifiableEvent } from '../../shared/notifications.ts';
import { assertNever } from '../../shared/result.ts';

/** The page in the focused window. */
export interface View {
  readonly workspaceId: string;
  /** The page's path, such as `/requests`. */
  readonly path: string;
  readonly shows: (requestId: string) => boolean;
}

/** Whether the person can see the event in the app. */
export function isInView(about: NotifiableEvent, view: View | undefined): boolean {
  if (view?.workspaceId !== about.workspaceId) return false;
  switch (about.kind) {
    case 'completed':
      return /^\/(?:requests|compare)\b/.test(view.path) && view.shows(about.requestId);
    case 'rejected':
    case 'unconfirmed':
    case 'held':
      return view.path === '/outbox' || view.path.startsWith('/outbox/');
    case 'called_too':
      // Only the history says so.
      return false;
    case 'signed_out':
      // Every page shows it.
      return true;
    default:
      return assertNever(about);
  }
}
