import type { NotifiableEvent } from '../../shared/notifications.ts';
import { assertNever } from '../../shared/result.ts';

/** What the person has before them: the page of a window that has the focus. */
export interface View {
  readonly workspaceId: string;
  /** The page's path, such as `/requests`. */
  readonly path: string;
  /** Whether a request is among what the page shows. */
  readonly shows: (requestId: string) => boolean;
}

/** Whether the person sees for themselves that this happened. */
export function isInView(about: NotifiableEvent, view: View | undefined): boolean {
  if (view?.workspaceId !== about.workspaceId) return false;
  switch (about.kind) {
    case 'completed':
      return /^\/(?:requests|compare)\b/.test(view.path) && view.shows(about.requestId);
    case 'rejected':
    case 'unconfirmed':
    case 'held':
      return view.path === '/outbox';
    case 'signed_out':
      // Every page of the workspace says so.
      return true;
    default:
      return assertNever(about);
  }
}
