import { Store, useStore } from '../store.ts';

/** A request to show something in a workspace, which may not be the one on screen. */
export interface PendingSwitch {
  readonly workspaceId: string;
  /** The page to show; null for the workspace's default page. */
  readonly path: string | null;
  /** Title of the toast that offers the switch. */
  readonly title?: string;
  /** Set when a sign-in returned from the browser: whether it succeeded. */
  readonly signedIn?: boolean;
}

/**
 * Requests to show a workspace: from a sign-in that returned, a clicked notification, a link or an undo. `PendingSwitches` in
 * the shell carries them out, and only offers to while the person has unsaved work.
 */
const pending = new Store<readonly PendingSwitch[]>([]);

export function requestSwitch(request: PendingSwitch): void {
  pending.set([...pending.get(), request]);
}

export function removePendingSwitch(request: PendingSwitch): void {
  pending.set(pending.get().filter((other) => other !== request));
}

export function usePendingSwitches(): readonly PendingSwitch[] {
  return useStore(pending);
}
