import { Store, useStore } from '../store.ts';

/** Something of a workspace wants to be shown. */
export interface PendingSwitch {
  readonly workspaceId: string;
  /** The page of it; null for whichever it opens with. */
  readonly path: string | null;
  /** Said with it, where it can only be offered; left out: that there is something to show. */
  readonly title?: string;
  /** Its sign-in came back from a browser: whether somebody is signed in now. */
  readonly signedIn?: boolean;
}

/**
 * What wants another workspace on screen: a sign-in that came back, a notification that was clicked, a link, an undo. None
 * of them switches by itself while a person is in the middle of something; see `PendingSwitches` in the shell.
 */
const waiting = new Store<readonly PendingSwitch[]>([]);

export function requestSwitch(wish: PendingSwitch): void {
  waiting.set([...waiting.get(), wish]);
}

/** It was carried out or offered. */
export function removePendingSwitch(wish: PendingSwitch): void {
  waiting.set(waiting.get().filter((other) => other !== wish));
}

export function usePendingSwitches(): readonly PendingSwitch[] {
  return useStore(waiting);
}
